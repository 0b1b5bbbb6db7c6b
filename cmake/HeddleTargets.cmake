# Targets of the layer model: one static library a layer, one test binary a layer.

set(code_flags -march=${HEDDLE_ARCH} -ffp-contract=off -fno-math-errno -fno-trapping-math)
add_library(heddle_flags INTERFACE)
target_compile_options(heddle_flags INTERFACE ${code_flags}
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-unknown-pragmas
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # wrong on string concatenation in g++ 12
  $<$<BOOL:${HEDDLE_WERROR}>:-Werror>)
target_include_directories(heddle_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  target_link_options(heddle_flags INTERFACE -fsanitize=address,undefined)
endif()

# What runs every cycle is optimized across files where it ends up in a product. The objects have machine code as well,
# with which tests are linked, in a fraction of the time.
option(HEDDLE_LTO "Optimize the layers that run every cycle across their files (g++)" ON)
set(whole_layers model policy exec memory core gpu)
# A policy or a probe is compiled alone: who writes one need not know the names in others. What nearly all of them include is compiled once.
set(unity_layers base isa ptx compile exec model memory core energy replay gpu capture trace)
if(NOT HEDDLE_LTO OR HEDDLE_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(whole_layers)
endif()
function(heddle_product target)
  if(whole_layers)
    target_link_options(${target} PRIVATE -flto=auto ${code_flags})  # the linker compiles
  endif()
endfunction()

# Several files are compiled at once, whose long headers are then read once: names in the unnamed namespaces of such a target's files
# differ from each other. OFF compiles every file alone: an edit is then seen sooner, the whole later.
option(HEDDLE_UNITY "Compile several files of the tests, the commands and most layers at once" ON)
# heddle_unity(TARGET [FILES]): FILES at a time, 8 if nothing is said, 0: all.
function(heddle_unity target)
  set(batch 8)
  if(ARGC GREATER 1)
    set(batch ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HEDDLE_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
  # g++ takes each of the files for a header, whose class must not have members of the unnamed namespace.
  target_compile_options(${target} PRIVATE $<$<AND:$<BOOL:${HEDDLE_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>)
endfunction()

# heddle_precompiled(TARGET HEADER...): reads these headers, which nearly every file of the target includes, once.
function(heddle_precompiled target)
  if(HEDDLE_UNITY)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # g++ 12 finds overflows in a std::string of a precompiled header.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow>)
  endif()
endfunction()

# heddle_layer(NAME DEPENDS LAYER... [LINK LIBRARY...]): every .cpp below the calling folder.
function(heddle_layer name)
  cmake_parse_arguments(layer "" "" "DEPENDS;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(TRANSFORM layer_DEPENDS PREPEND heddle_)
  if(sources)
    add_library(heddle_${name} STATIC ${sources})
    if(name IN_LIST whole_layers)
      target_compile_options(heddle_${name} PRIVATE -flto=auto -ffat-lto-objects)
    endif()
    if(name IN_LIST unity_layers)
      heddle_unity(heddle_${name} 16)
    endif()
    target_link_libraries(heddle_${name} PUBLIC heddle_flags ${layer_DEPENDS} ${layer_LINK})
  else()
    add_library(heddle_${name} INTERFACE)
    target_link_libraries(heddle_${name} INTERFACE heddle_flags ${layer_DEPENDS} ${layer_LINK})
  endif()
endfunction()

# What nearly every test includes is read once for all of them, by a program with their options.
function(heddle_test_headers)
  if(NOT TARGET test_headers)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/test_headers.cpp CONTENT "")  # kept if it is there
    add_executable(test_headers ${CMAKE_BINARY_DIR}/test_headers.cpp)
    target_compile_options(test_headers PRIVATE -O0)
    target_link_libraries(test_headers PRIVATE heddle_flags fmt::fmt GTest::gtest_main GTest::gmock)
    heddle_precompiled(test_headers <algorithm> <array> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span>
                       <string> <string_view> <vector> <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h>)
  endif()
endfunction()

# heddle_test(NAME DEPENDS LAYER... [LINK LIBRARY...]): GoogleTest binary of every .cpp in the calling folder.
function(heddle_test name)
  cmake_parse_arguments(test "" "" "DEPENDS;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(TRANSFORM test_DEPENDS PREPEND heddle_)
  add_executable(test_${name} ${sources})
  target_compile_options(test_${name} PRIVATE -O0)  # compiling them takes longer than running them
  target_include_directories(test_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})  # what its folders share
  target_link_options(test_${name} PRIVATE -fno-lto)
  target_link_libraries(test_${name} PRIVATE ${test_DEPENDS} ${test_LINK} GTest::gtest_main GTest::gmock)
  heddle_unity(test_${name})
  heddle_test_headers()
  if(HEDDLE_UNITY)
    target_precompile_headers(test_${name} REUSE_FROM test_headers)
  endif()
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT HEDDLE_MACHINES=${CMAKE_SOURCE_DIR}/machines)
endfunction()

# heddle_whole(NAME): the cases of test_NAME whose suites begin with Whole are a test of their own, NAME_whole, with the label whole:
# `make test` leaves them out.
function(heddle_whole name)
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "GTEST_FILTER=-Whole*")
  add_test(NAME ${name}_whole COMMAND test_${name} --gtest_filter=Whole*)
  set_tests_properties(${name}_whole PROPERTIES LABELS whole TIMEOUT 1800)
endfunction()

# heddle_with_policies(NAME FOLDER SOURCE...): heddle as it is with more policies: FOLDER/heddle and its libcudart in FOLDER/sdk, by the
# targets NAME_heddle and NAME_cudart. The objects are those of the program and of libcudart; linked without optimization across files,
# in a fraction of the time.
function(heddle_with_policies name folder)
  add_library(${name}_policies OBJECT ${ARGN})
  target_link_libraries(${name}_policies PRIVATE heddle_policy)
  add_executable(${name}_heddle $<TARGET_OBJECTS:${name}_policies> $<TARGET_OBJECTS:heddle>)
  target_link_libraries(${name}_heddle PRIVATE heddle_cli)
  add_library(${name}_cudart SHARED $<TARGET_OBJECTS:${name}_policies> $<TARGET_OBJECTS:cudart>)
  target_link_libraries(${name}_cudart PRIVATE heddle_cudart_logic heddle_sim)
  target_link_options(${name}_cudart PRIVATE -Wl,--version-script=${CMAKE_SOURCE_DIR}/src/cudart/libcudart.map
                      -Wl,--exclude-libs,ALL)
  foreach(target ${name}_heddle ${name}_cudart)
    target_link_options(${target} PRIVATE -fno-lto)
    add_dependencies(${target} heddle_sdk)
  endforeach()
  set_target_properties(${name}_heddle PROPERTIES OUTPUT_NAME heddle RUNTIME_OUTPUT_DIRECTORY ${folder})
  set_target_properties(${name}_cudart PROPERTIES OUTPUT_NAME cudart SOVERSION 12 LIBRARY_OUTPUT_DIRECTORY ${folder}/sdk/lib64)
  file(MAKE_DIRECTORY ${folder}/sdk)
  foreach(part machines workloads experiments)
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${part} ${folder}/${part} SYMBOLIC)
  endforeach()
  foreach(part bin include link nvvm version.json)
    file(CREATE_LINK ${HEDDLE_SDK_DIR}/${part} ${folder}/sdk/${part} SYMBOLIC)
  endforeach()
endfunction()
