# scree_plain_numbers(TARGET): its sources write and read numbers with a point, whatever the locale
# (base/text_number.h). Not those that know the system: they have no such numbers, and say what they want
# of the system's headers before the first of them.
function(scree_plain_numbers target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(FILTER sources EXCLUDE REGEX "(^|/)((os|process|signals)_[a-z]+|args)\\.c$")
  list(FILTER sources INCLUDE REGEX "\\.c$")
  list(TRANSFORM sources PREPEND "${folder}/" REGEX "^[^/]")
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY
    COMPILE_OPTIONS -include base/text_number.h)
endfunction()
