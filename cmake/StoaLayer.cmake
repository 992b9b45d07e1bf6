# stoa_layer(<folder> RANK <n> [DEPENDS <layers>...] [LIBRARIES <packages>...])
#
# Makes, from src/<folder> and its subfolders:
#   stoa_<folder>               static library of all *.cpp that are not tests (an empty interface without any)
#   <folder>_test               GoogleTest binary of all *_test.cpp
#   <folder>_concurrency_test   the same for *_concurrency_test.cpp: what the tsan preset runs
# Files are found anew at each build, so adding one needs no edit here.

set(STOA_UNITY_LAYERS plan bind optimize function)

# All binaries that the tsan preset runs, as one target.
add_custom_target(concurrency_tests)

function(stoa_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "RANK" "DEPENDS;LIBRARIES")
  set_property(GLOBAL PROPERTY stoa_rank_${folder} ${layer_RANK})
  set_property(GLOBAL APPEND PROPERTY stoa_layers ${folder})
  foreach(lower ${layer_DEPENDS})
    get_property(lower_rank GLOBAL PROPERTY stoa_rank_${lower})
    if(NOT lower_rank LESS layer_RANK)
      message(FATAL_ERROR "layer ${folder} (rank ${layer_RANK}) may not depend on ${lower} (rank ${lower_rank})")
    endif()
  endforeach()

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  set(tests ${sources})
  set(concurrency_tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  if(folder STREQUAL "shell")
    list(FILTER sources EXCLUDE REGEX "/shell/main\\.cpp$")
  endif()
  list(FILTER concurrency_tests INCLUDE REGEX "_concurrency_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests EXCLUDE REGEX "_concurrency_test\\.cpp$")

  stoa_layer_library(${folder} "${sources}" "${layer_DEPENDS}" "${layer_LIBRARIES}")
  if(BUILD_TESTING)
    stoa_layer_test(${folder} ${folder}_test unit "${tests}")
    stoa_layer_test(${folder} ${folder}_concurrency_test concurrency "${concurrency_tests}")
  endif()
endfunction()

function(stoa_layer_library folder sources depends libraries)
  list(TRANSFORM depends PREPEND stoa_)
  set(visibility PUBLIC)
  if(sources)
    add_library(stoa_${folder} STATIC ${sources})
    target_link_libraries(stoa_${folder} PRIVATE ${libraries})
    stoa_optimize_kernels(${sources})
    if(STOA_UNITY AND folder IN_LIST STOA_UNITY_LAYERS)
      set_target_properties(stoa_${folder} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    endif()
    if(folder IN_LIST STOA_VERSIONED_LAYERS)
      target_compile_definitions(stoa_${folder} PRIVATE STOA_VERSION="${PROJECT_VERSION}")
    endif()
  else()
    add_library(stoa_${folder} INTERFACE)
    set(visibility INTERFACE)
  endif()
  target_include_directories(stoa_${folder} ${visibility} ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(stoa_${folder} ${visibility} ${depends})
endfunction()

# Only these know the version number, so that a release does not recompile the engine.
set(STOA_VERSIONED_LAYERS base engine capi server shell)

# -O3 where it pays: the loops over columns. Elsewhere it costs a quarter more compile time for nothing.
function(stoa_optimize_kernels)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  foreach(source ${ARGN})
    if(source MATCHES "/kernels/|kernel[^/]*\\.cpp$")
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -O3)
    endif()
  endforeach()
endfunction()

function(stoa_layer_test folder binary label sources)
  if(NOT sources)
    return()
  endif()
  add_executable(${binary} ${sources})
  target_link_libraries(${binary} PRIVATE stoa_${folder} GTest::gmock GTest::gtest_main rapidcheck)
  # One entry per binary, not per case: a process per case would cost more than the cases under sanitizers.
  add_test(NAME ${binary} COMMAND ${binary} --gtest_brief=1 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${binary} PROPERTIES LABELS ${label} TIMEOUT 900)
  if(label STREQUAL "concurrency")
    add_dependencies(concurrency_tests ${binary})
  endif()
endfunction()
