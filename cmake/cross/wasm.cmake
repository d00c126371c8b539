# WebAssembly, by Debian's emscripten; run by node.
set(SCREE_TARGET wasm)
set(ENV{NODE_PATH} /usr/share/nodejs)
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_C_FLAGS_INIT "-msimd128")
include("${CMAKE_CURRENT_LIST_DIR}/libraries.cmake")
set(CMAKE_CROSSCOMPILING_EMULATOR node)
