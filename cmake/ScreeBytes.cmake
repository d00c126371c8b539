# scree_bytes(FROM TO): the bytes of a file and a zero as numbers between commas, for #include in an array. A
# literal would be longer than C allows.
function(scree_bytes from to)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${from}")
  file(READ "${from}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
  file(CONFIGURE OUTPUT "${to}" CONTENT "@bytes@0x00\n" @ONLY)
endfunction()
