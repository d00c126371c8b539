# Linux on 64-bit ARM; run by qemu.
set(SCREE_TARGET aarch64)
set(TRIPLET aarch64-linux-gnu)
set(SYSTEM Linux)
set(PROCESSOR aarch64)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
set(SCREE_EMULATED ON) # a hundred times as slow: quick tests only, golden cases in one way
include("${CMAKE_CURRENT_LIST_DIR}/gcc.cmake")
