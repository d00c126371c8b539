# Windows, x86-64, with GCC and the POSIX threads of mingw-w64.
set(SCREE_TARGET mingw)
set(TRIPLET x86_64-w64-mingw32)
set(SYSTEM Windows)
set(PROCESSOR x86_64)
set(SUFFIX -posix)
set(CMAKE_RC_COMPILER ${TRIPLET}-windres)
include("${CMAKE_CURRENT_LIST_DIR}/gcc.cmake")
