# One INTERFACE target carries the warnings and the floating-point rules of every module.
#
# The promise of equal bytes rests on these flags (docs/determinism.md):
#   -ffp-contract=off     no compiler may fuse a*b+c, which would round once instead of twice
#   -fno-math-errno, -fno-trapping-math   keep values; without them loops do not vectorise
# -ffast-math and its parts must never appear here.
#
# Rule (The same bytes everywhere): No multiply-add is fused. See determinism.md#what-is-done.
# Tests: tree/symbols.

add_library(scree_flags INTERFACE)
target_include_directories(scree_flags INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
target_compile_options(scree_flags INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -Wvla -Wwrite-strings -Wundef)
if(WIN32)
  # Windows 10; printf() as C has it; programs of one file.
  target_compile_definitions(scree_flags INTERFACE _WIN32_WINNT=0x0A00 __USE_MINGW_ANSI_STDIO=1)
  target_link_options(scree_flags INTERFACE -static)
  # The isnan() of these headers converts, in a branch that is not taken.
  target_compile_options(scree_flags INTERFACE -Wno-float-conversion)
endif()
if(EMSCRIPTEN)
  # Programs here are for node, with its files; what is for any host is linked in wasm/.
  set(SCREE_NODE_OPTIONS -sNODERAWFS=1 -sENVIRONMENT=node -sEXIT_RUNTIME=1
    -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB "SHELL:--pre-js ${PROJECT_SOURCE_DIR}/wasm/node.js")
  set_property(TARGET scree_flags APPEND PROPERTY
    INTERFACE_LINK_DEPENDS "${PROJECT_SOURCE_DIR}/wasm/node.js")
endif()
if(SCREE_WERROR)
  target_compile_options(scree_flags INTERFACE -Werror)
endif()
if(SCREE_SANITIZE)
  target_compile_options(scree_flags INTERFACE
    -fsanitize=${SCREE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_link_options(scree_flags INTERFACE -fsanitize=${SCREE_SANITIZE})
endif()
if(SCREE_FUZZ)
  target_compile_options(scree_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(SCREE_COVERAGE)
  target_compile_options(scree_flags INTERFACE --coverage)
  target_link_options(scree_flags INTERFACE --coverage)
endif()
