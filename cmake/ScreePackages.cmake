# Debian packages by cpack: the program, the library, its headers, the Python package. The preset
# packages configures them; scripts/release.sh makes them.
set(maintainer "scree <scree@localhost>")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/python/scree" DESTINATION lib/python3/dist-packages
  COMPONENT python FILES_MATCHING PATTERN "*.py")

# What every Debian package has to say of itself; at the commit's time, whoever makes it.
set(made "${CMAKE_CURRENT_BINARY_DIR}/packaging")
file(MAKE_DIRECTORY "${made}")
file(READ "${PROJECT_SOURCE_DIR}/LICENSE" license)
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n([^\n])" "\n \\1" license "${license}")
string(STRIP "${license}" license)
file(WRITE "${made}/copyright" "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: scree
Source: the source archive beside this package

Files: *
Copyright: the authors of scree
License: scree

License: scree
 ${license}
")
set(epoch "$ENV{SOURCE_DATE_EPOCH}")
if(NOT epoch)
  set(epoch 0)
endif()
execute_process(COMMAND date -u -R -d "@${epoch}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE "${made}/changelog" "scree (${PROJECT_VERSION}-1) unstable; urgency=medium

  * What is new: CHANGELOG.md in the source.

 -- ${maintainer}  ${date}
")
execute_process(COMMAND gzip -9nc "${made}/changelog" OUTPUT_FILE "${made}/changelog.Debian.gz")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scree)
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/ScreePackagePages.cmake")
set(CPACK_COMPONENTS_ALL tools library dev python)

# package(COMPONENT NAME SECTION "TITLE" "TEXT" [DEPENDS])
function(package component name section title text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${title}\n${text}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${ARGN}" PARENT_SCOPE)
  install(FILES "${made}/copyright" "${made}/changelog.Debian.gz" "${SCREE_ABOUT_DIR}/licenses.txt" DESTINATION share/doc/${name}
    COMPONENT ${component})
  # They are not for Debian's archive, and nobody has an address; cpack's script asks for ldconfig.
  set(lines "${name}: bogus-mail-host *\n${name}: bogus-mail-host-in-debian-changelog *
${name}: initial-upload-closes-no-bugs *\n")
  if(name STREQUAL libscree0.1)
    string(APPEND lines "${name}: maintscript-calls-ldconfig *\n")
  endif()
  file(WRITE "${made}/overrides/${name}" "${lines}")
  install(FILES "${made}/overrides/${name}" DESTINATION share/lintian/overrides COMPONENT ${component})
endfunction()

set(about "scree covers a heightmap with layers by rules of altitude, slope and noise,
which a Terragen surface map has, and makes masks, pictures, and levels and
terrains for games of it. The bytes are the same on every machine.")
set(same "(= ${PROJECT_VERSION}-1)")
package(tools scree graphics "coverage of terrains from surface maps" "${about}")
package(library libscree0.1 libs "coverage of terrains from surface maps, library" "${about}\n\nThis is the library.")
package(dev libscree-dev libdevel "coverage of terrains from surface maps, headers"
  "${about}\n\nThese are the headers and the archive." "libscree0.1 ${same}")
package(python python3-scree python "coverage of terrains from surface maps, for Python"
  "${about}\n\nThis is the Python package." "python3, python3-numpy, libscree0.1 ${same}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${made}/triggers")
file(WRITE "${made}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
include(CPack)
