# cmake -DROOT=TREE -DLIST=FILE -DBUILD=TEXT -DMANIFEST=FILE.cpp -P write_source_manifest.cmake: writes a C++ file that holds, as text,
#
#   heddle source manifest
#   HASH build                      of the text that says how the sources are compiled
#   HASH src/heddle/...             of each source that the LIST names
#   includes src/heddle/policy/...  of that source, headers of policies
#   registers KIND NAME             a policy
#   end of the source manifest
file(STRINGS ${LIST} sources)
set(policies src/heddle/policy/)
string(SHA256 hash "${BUILD}")
set(lines "heddle source manifest" "${hash} build")
foreach(source ${sources})
  file(SHA256 ${source} hash)
  file(RELATIVE_PATH path ${ROOT} ${source})
  list(APPEND lines "${hash} ${path}")
  file(STRINGS ${source} includes REGEX "^#include \"heddle/policy/")
  foreach(include ${includes})
    string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" header ${include})
    list(APPEND lines "includes src/${header}")
  endforeach()
  if(path MATCHES "^${policies}([a-z_]+)/.*\\.cpp$")
    set(kind ${CMAKE_MATCH_1})
    file(READ ${source} text)
    string(REGEX MATCHALL "Register<[A-Za-z:]+, *[A-Za-z:]+> *[A-Za-z_0-9]+[({][ \n]*\"[^\"]+\"" registrations "${text}")
    foreach(registration IN LISTS registrations)
      string(REGEX REPLACE ".*\"([^\"]+)\"" "\\1" name "${registration}")
      list(APPEND lines "registers ${kind} ${name}")
    endforeach()
  endif()
endforeach()
list(APPEND lines "end of the source manifest")
set(text "// The sources of a program; cmake/write_source_manifest.cmake says what the lines are.\n")
string(APPEND text "extern const char heddle_source_manifest[];\n[[gnu::used]] const char heddle_source_manifest[] =\n")
foreach(line ${lines})
  string(APPEND text "    \"\\n${line}\"\n")
endforeach()
string(APPEND text "    \"\\n\";\n")
file(WRITE ${MANIFEST} "${text}")
