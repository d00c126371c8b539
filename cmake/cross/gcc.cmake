# What the toolchains of GCC for other systems have in common; each sets SCREE_TARGET, its folder
# below build/cross, TRIPLET, the name of its compiler, and SYSTEM and PROCESSOR.
set(CMAKE_SYSTEM_NAME ${SYSTEM})
set(CMAKE_SYSTEM_PROCESSOR ${PROCESSOR})
set(CMAKE_C_COMPILER ${TRIPLET}-gcc${SUFFIX})
set(CMAKE_AR ${TRIPLET}-ar)
set(CMAKE_RANLIB ${TRIPLET}-ranlib)
set(CMAKE_OBJCOPY ${TRIPLET}-objcopy)
set(CMAKE_C_COMPILER_AR ${TRIPLET}-ar)
if(SYSTEM STREQUAL Linux)
  set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # qemu then needs nothing of the other system
endif()
include("${CMAKE_CURRENT_LIST_DIR}/libraries.cmake")
