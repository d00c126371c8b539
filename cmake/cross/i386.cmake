# Linux on 32-bit x86 with SSE2; run by the processor itself.
set(SCREE_TARGET i386)
set(TRIPLET i686-linux-gnu)
set(SYSTEM Linux)
set(PROCESSOR i686)
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
include("${CMAKE_CURRENT_LIST_DIR}/gcc.cmake")
