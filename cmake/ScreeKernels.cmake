# Kernels: one body in plain C, compiled once per instruction set (docs/determinism.md). A new set is
# one line of scree_isa() here, its name in base/cpu.[ch] and a line in each module's table of builds.
include(CheckCSourceCompiles)

set(SCREE_ISAS)

# scree_isa(NAME flag...): an instruction set that this compiler can build for.
macro(scree_isa name)
  list(APPEND SCREE_ISAS ${name})
  set(SCREE_ISA_FLAGS_${name} ${ARGN})
endmacro()

# Whether this is x86-64 and the compiler knows an instruction set of it.
function(scree_check_x86 out flag)
  set(CMAKE_REQUIRED_FLAGS "${flag}")
  check_c_source_compiles("
#ifndef __x86_64__
#error
#endif
int main(void) { return 0; }" ${out})
endfunction()

scree_check_x86(SCREE_X86_64 -march=x86-64)
scree_check_x86(SCREE_X86_64_V3 -march=x86-64-v3)
scree_check_x86(SCREE_SKYLAKE_AVX512 -march=skylake-avx512)
if(SCREE_X86_64)
  scree_isa(baseline -march=x86-64)
else()
  scree_isa(baseline)
endif()
if(SCREE_X86_64_V3)
  scree_isa(x86_64_v3 -march=x86-64-v3)
endif()
if(SCREE_SKYLAKE_AVX512)
  scree_isa(skylake_avx512 -march=skylake-avx512 -mprefer-vector-width=512)
endif()

# GCC moves work into the branches of "x < 87 ? x : 87" (there it is a constant) before it looks for
# loops to vectorise, and then finds control flow in them.
set(SCREE_KERNEL_FLAGS)
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  set(SCREE_KERNEL_FLAGS -fno-tree-pre -fno-tree-sink)
endif()

# For Windows, GCC does not align the stack as it says it does, and what it keeps there of wide
# vectors is then moved by instructions that end the program.
if(WIN32)
  list(APPEND SCREE_KERNEL_FLAGS -Wa,-muse-unaligned-vector-move)
endif()

# scree_add_kernels(MODULE NAME_rows.c): a build of the file per instruction set, each of which
# exports one table, NAME_rows_ISA. In the file the macro NAME_ROWS_TABLE is that name. Whoever links
# scree_base sees SCREE_HAVE_ISA for each. The flags stand behind those of the command line, so the
# last -march wins.
function(scree_add_kernels module source)
  cmake_path(GET source STEM name)
  string(TOUPPER ${name} upper)
  foreach(isa IN LISTS SCREE_ISAS)
    set(object ${name}_${isa})
    add_library(${object} OBJECT ${source})
    target_link_libraries(${object} PRIVATE scree_base)
    target_compile_definitions(${object} PRIVATE ${upper}_TABLE=${object})
    target_compile_options(${object} PRIVATE ${SCREE_ISA_FLAGS_${isa}} ${SCREE_KERNEL_FLAGS})
    target_sources(${module} PRIVATE $<TARGET_OBJECTS:${object}>)
  endforeach()
endfunction()
