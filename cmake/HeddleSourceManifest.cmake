# heddle_source_manifest(TARGET FOLDER...): puts into the program a list of all sources below these folders of the tree, with hashes, from
# which `heddle sweep` tells what a change of the sources cannot have altered (src/study/sources/source_manifest.hpp). The list is made beside
# what is compiled, whenever a source has changed.
function(heddle_source_manifest target)
  set(patterns)
  foreach(folder ${ARGN})
    foreach(kind cpp hpp h def map txt)
      list(APPEND patterns ${CMAKE_SOURCE_DIR}/${folder}/*.${kind})
    endforeach()
  endforeach()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  list(APPEND sources ${CMAKE_SOURCE_DIR}/cmake/HeddleTargets.cmake)  # how they are compiled
  set(script ${CMAKE_SOURCE_DIR}/cmake/write_source_manifest.cmake)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_sources.list)
  set(manifest ${CMAKE_CURRENT_BINARY_DIR}/${target}_source_manifest.cpp)
  list(JOIN sources "\n" lines)
  file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n" @ONLY)
  set(build "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} ${HEDDLE_ARCH} ${HEDDLE_SANITIZE} ${CMAKE_CXX_FLAGS}")
  add_custom_command(OUTPUT ${manifest}
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DLIST=${list} -DBUILD=${build} -DMANIFEST=${manifest} -P ${script}
    DEPENDS ${sources} ${list} ${script} COMMENT "Listing the sources of ${target}" VERBATIM)
  target_sources(${target} PRIVATE ${manifest})
  set_source_files_properties(${manifest} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
