# Linux, x86-64: programs that need no library of the system they run on.
set(SCREE_TARGET linux)
set(TRIPLET x86_64-linux-gnu)
set(SYSTEM Linux)
set(PROCESSOR x86_64)
include("${CMAKE_CURRENT_LIST_DIR}/gcc.cmake")
