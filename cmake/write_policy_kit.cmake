# cmake -DROOT=TREE/src -DLIST=FILE -DKIT=FOLDER -DHASH=FILE.hpp -P write_policy_kit.cmake: copies the headers that the LIST names
# into KIT/include, and writes their hash into the header HASH. The copies are those that the running heddle was compiled with, whatever is
# edited in the tree since. HASH keeps its time if the hash stays the same.
file(STRINGS ${LIST} headers)
file(REMOVE_RECURSE ${KIT}/include)
set(hashes)
foreach(header ${headers})
  file(SHA256 ${ROOT}/${header} hash)
  string(APPEND hashes "${hash} ${header}\n")
  get_filename_component(folder ${header} DIRECTORY)
  file(COPY ${ROOT}/${header} DESTINATION ${KIT}/include/${folder})
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 16 hash)
file(CONFIGURE OUTPUT ${HASH} @ONLY CONTENT
     "// The hash of the headers that policies see; cmake/write_policy_kit.cmake computes it.\n#pragma once\n#define HEDDLE_POLICY_HEADERS \"${hash}\"\n")
file(COPY ${HASH} DESTINATION ${KIT}/include/policy_kit)
file(WRITE ${KIT}/headers "${hash}\n")
