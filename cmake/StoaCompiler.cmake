# Language level, warnings, sanitizers, linker and compiler cache: one place for every target.

set(STOA_SANITIZE "" CACHE STRING "Sanitizers: empty, 'address' (with UBSan), 'thread' or 'fuzzer'")
option(STOA_DEBUG "Compile the assertions that only debug builds pay for" OFF)
option(STOA_UNITY "Compile the many small files of plan, bind, optimize and function in batches" OFF)

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# -g1 costs nothing measurable and gives stack traces with lines; -g costs a third more compile time.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
set(CMAKE_C_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g1")

add_compile_options(-Wall -Wextra -Werror -Wshadow -Wimplicit-fallthrough
                    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
                    $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 raises these falsely once it has inlined enough of libstdc++; they stay visible as warnings.
  add_compile_options(-Wno-error=restrict -Wno-error=array-bounds -Wno-error=stringop-overflow
                      -Wno-error=stringop-overread -Wno-error=maybe-uninitialized
                      -Wno-error=free-nonheap-object -Wno-error=dangling-pointer)
else()
  add_compile_options(-Wno-unused-private-field -Wno-unused-const-variable -Wno-mismatched-tags
                      -Wno-unused-lambda-capture -Wno-missing-braces
                      -Wno-deprecated-declarations)  # libstdc++ 12's own stable_sort
endif()

if(STOA_DEBUG)
  add_compile_definitions(STOA_DEBUG=1 _GLIBCXX_ASSERTIONS)
endif()

if(STOA_SANITIZE STREQUAL "address")
  # The part of UBSan that finds real mistakes here; null, object-size and vptr checks double compile time for
  # what ASan sees anyway.
  set(stoa_sanitizers address,shift,integer-divide-by-zero,unreachable,return,signed-integer-overflow,bounds)
  string(APPEND stoa_sanitizers ",alignment,float-cast-overflow,bool,enum,vla-bound,nonnull-attribute")
  set(stoa_sanitize_flags -fsanitize=${stoa_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
elseif(STOA_SANITIZE STREQUAL "thread")
  set(stoa_sanitize_flags -fsanitize=thread -fno-omit-frame-pointer)
elseif(STOA_SANITIZE STREQUAL "fuzzer")
  set(stoa_sanitize_flags -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=function,vptr
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
elseif(STOA_SANITIZE)
  message(FATAL_ERROR "STOA_SANITIZE is '${STOA_SANITIZE}'; it takes address, thread or fuzzer")
endif()
if(stoa_sanitize_flags)
  add_compile_options(${stoa_sanitize_flags})
  add_link_options(${stoa_sanitize_flags})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized -Wno-tsan)
  endif()
endif()

find_program(STOA_MOLD mold)
if(STOA_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

find_program(STOA_CCACHE ccache)
if(STOA_CCACHE)
  # Base directory and no directory hash: the same tree in another folder finds the same objects.
  set(stoa_launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${STOA_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${stoa_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${stoa_launcher})
endif()
