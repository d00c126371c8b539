# Libraries from the distribution; docs/design.md says why each is here.

find_package(PkgConfig REQUIRED)
find_package(PNG REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(NETTLE REQUIRED IMPORTED_TARGET nettle)

find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
if(SCREE_OPENMP)
  if(CMAKE_CROSSCOMPILING) # the archive: programs of one file
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgomp.a
      OUTPUT_VARIABLE archive OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(OpenMP_gomp_LIBRARY "${archive}" CACHE FILEPATH "OpenMP's archive")
  endif()
  find_package(OpenMP COMPONENTS C)
  if(NOT OpenMP_C_FOUND)
    message(STATUS "OpenMP not found: scree will use one thread")
  endif()
endif()

if(SCREE_TIFF)
  find_package(TIFF 4.5) # the first with error handlers that are not global
  if(NOT TIFF_FOUND)
    message(STATUS "libtiff 4.5 or later not found: TIFF will be neither written nor read")
  endif()
  if(TIFF_FOUND AND CMAKE_CROSSCOMPILING) # an archive, which does not name what it needs
    set_property(TARGET TIFF::TIFF APPEND PROPERTY INTERFACE_LINK_LIBRARIES PkgConfig::LIBDEFLATE ZLIB::ZLIB)
  endif()
endif()

# 0.9.72: MHD_run_wait(). Of other systems only what is built for them counts.
option(SCREE_SERVE "Serve the studio page if libmicrohttpd is there" ON)
if(SCREE_SERVE)
  pkg_check_modules(MICROHTTPD IMPORTED_TARGET libmicrohttpd>=0.9.72)
  if(NOT MICROHTTPD_FOUND)
    message(STATUS "libmicrohttpd not found: scree studio will not serve")
  endif()
endif()

if(SCREE_GDAL)
  pkg_check_modules(GDAL REQUIRED IMPORTED_TARGET gdal>=3.0)
endif()

if(SCREE_TESTS)
  pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
endif()
