# Run by cpack when a package's files are together: pages are packed as Debian wants them, without
# the time.
file(GLOB_RECURSE pages "${CPACK_TEMPORARY_DIRECTORY}/*.[0-9]")
foreach(page IN LISTS pages)
  if(page MATCHES "/share/man/")
    execute_process(COMMAND gzip -9n "${page}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
