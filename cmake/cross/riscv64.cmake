# Linux on 64-bit RISC-V; run by qemu.
set(SCREE_TARGET riscv64)
set(TRIPLET riscv64-linux-gnu)
set(SYSTEM Linux)
set(PROCESSOR riscv64)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-riscv64-static)
set(SCREE_EMULATED ON) # a hundred times as slow: quick tests only, golden cases in one way
include("${CMAKE_CURRENT_LIST_DIR}/gcc.cmake")
