# What `cmake --install` puts where, the program and its page apart (cli/CMakeLists.txt).
# tests/install/manifest.txt lists it all.
#
# Rule (The program and the library): Only declared names are exported; the installed files are
# listed. See library.md#build-and-link. Tests: api/install.
include(CMakePackageConfigHelpers)

install(TARGETS scree_shared EXPORT scree-targets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT dev)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/scree" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT dev FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_SOURCE_DIR}/packaging/libscree.3" DESTINATION "${CMAKE_INSTALL_MANDIR}/man3"
  COMPONENT dev)

# The libraries that the archive needs, for those who link it.
set(libraries -ljansson -lpng16 -ldeflate -lz -lnettle)
if(TIFF_FOUND)
  list(APPEND libraries -ltiff)
endif()
if(MICROHTTPD_FOUND)
  list(APPEND libraries -lmicrohttpd)
endif()
if(SCREE_GDAL)
  list(APPEND libraries -lgdal)
endif()
foreach(name IN LISTS OpenMP_C_LIB_NAMES) # by path: a program may be linked by another compiler
  list(APPEND libraries "${OpenMP_${name}_LIBRARY}")
endforeach()
list(APPEND libraries -pthread -lm)
string(JOIN " " SCREE_PRIVATE_LIBRARIES ${libraries})

# One archive of one object in which only the names of the public headers are left: linked into
# somebody else's program, an err_set() or a mem_alloc() of ours would meet theirs.
set(archives)
foreach(target scree_api ${modules})
  list(APPEND archives $<TARGET_FILE:${target}>)
endforeach()
set(archive "${CMAKE_CURRENT_BINARY_DIR}/libscree.a")
if(CMAKE_OBJCOPY AND NOT SCREE_SANITIZE AND NOT SCREE_COVERAGE AND NOT SCREE_FUZZ)
  add_custom_command(OUTPUT "${archive}"
    COMMAND "${CMAKE_COMMAND}" -E rm -f "${archive}"
    COMMAND "${CMAKE_LINKER}" -r -o libscree.o --whole-archive ${archives}
    COMMAND "${CMAKE_OBJCOPY}" --localize-hidden libscree.o
    COMMAND "${CMAKE_AR}" qcs "${archive}" libscree.o
    DEPENDS scree_api ${modules} VERBATIM)
  add_custom_target(scree_archive ALL DEPENDS "${archive}")
  install(FILES "${archive}" DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
  set(SCREE_HAS_ARCHIVE ON)
else()
  set(SCREE_HAS_ARCHIVE OFF)
endif()

# From the file itself to the prefix, so that what is installed can be moved.
file(RELATIVE_PATH SCREE_PC_TO_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /)
string(REGEX REPLACE "/$" "" SCREE_PC_TO_PREFIX "${SCREE_PC_TO_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/scree.pc.in" scree.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/scree.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/scree")
install(EXPORT scree-targets NAMESPACE scree:: DESTINATION "${package}" COMPONENT dev)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/screeConfig.cmake.in" screeConfig.cmake
  INSTALL_DESTINATION "${package}" PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(screeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/screeConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/screeConfigVersion.cmake" DESTINATION "${package}" COMPONENT dev)
