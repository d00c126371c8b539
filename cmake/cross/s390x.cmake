# Linux on s390x, which is big-endian; run by qemu.
set(SCREE_TARGET s390x)
set(TRIPLET s390x-linux-gnu)
set(SYSTEM Linux)
set(PROCESSOR s390x)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x-static)
# Floats are floats: GCC for s390x otherwise evaluates them as double under ISO C.
set(CMAKE_C_FLAGS_INIT "-fexcess-precision=fast")
set(SCREE_EMULATED ON) # a hundred times as slow: quick tests only, golden cases in one way
include("${CMAKE_CURRENT_LIST_DIR}/gcc.cmake")
