# Writes OUT, a header that defines SCREE_COMMIT: the commit of the folder SOURCE, "-changed" behind it
# where its files are not the commit's. An archive that git made has it in commit.txt; of other sources
# it is not known. OUT is left alone if it says so already.
cmake_minimum_required(VERSION 3.25)
set(commit "of an unknown commit")
file(READ "${CMAKE_CURRENT_LIST_DIR}/commit.txt" archived)
string(STRIP "${archived}" archived)
if(archived MATCHES "^[0-9a-f]+$")
  string(SUBSTRING "${archived}" 0 12 hash)
  set(commit "commit ${hash}")
elseif(EXISTS "${SOURCE}/.git")
  execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    execute_process(COMMAND git --no-optional-locks status --porcelain --untracked-files=no
      WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE changes ERROR_QUIET)
    set(commit "commit ${hash}")
    if(changes)
      string(APPEND commit "-changed")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${OUT}" CONTENT "#define SCREE_COMMIT \"@commit@\"\n" @ONLY)
