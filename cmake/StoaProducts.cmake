# What users get: the program, the shared library with the C and C++ interfaces, and its package files. Each appears
# when its sources do.

include(CMakePackageConfigHelpers)

if(EXISTS ${CMAKE_SOURCE_DIR}/src/shell/main.cpp)
  add_executable(stoa src/shell/main.cpp)
  target_link_libraries(stoa PRIVATE stoa_shell CLI11::CLI11)
  target_compile_definitions(stoa PRIVATE STOA_VERSION="${PROJECT_VERSION}")
  install(TARGETS stoa RUNTIME)
endif()

get_target_property(stoa_capi_type stoa_capi TYPE)
if(stoa_capi_type STREQUAL "STATIC_LIBRARY")
  file(WRITE ${CMAKE_BINARY_DIR}/libstoa_anchor.cpp "")
  add_library(libstoa SHARED ${CMAKE_BINARY_DIR}/libstoa_anchor.cpp)
  set(stoa_faces stoa_capi)
  get_target_property(stoa_frame_type stoa_frame TYPE)
  if(stoa_frame_type STREQUAL "STATIC_LIBRARY")
    list(APPEND stoa_faces stoa_frame)
  endif()
  # Whole archives of the faces: nothing inside the library refers to what they export.
  foreach(face ${stoa_faces})
    target_link_libraries(libstoa PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${face}>")
  endforeach()
  target_include_directories(libstoa INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(libstoa INTERFACE cxx_std_20)
  target_link_options(libstoa PRIVATE -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/libstoa.map)
  set_target_properties(libstoa PROPERTIES LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/libstoa.map)
  set_target_properties(libstoa PROPERTIES OUTPUT_NAME stoa EXPORT_NAME stoa VERSION ${PROJECT_VERSION}
                                           SOVERSION ${PROJECT_VERSION_MAJOR})
  add_library(stoa::stoa ALIAS libstoa)

  set(stoa_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stoa)
  install(TARGETS libstoa EXPORT stoa-targets LIBRARY COMPONENT library NAMELINK_COMPONENT library)
  install(DIRECTORY include/stoa DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
  install(EXPORT stoa-targets NAMESPACE stoa:: DESTINATION ${stoa_package_dir} COMPONENT library)
  configure_package_config_file(cmake/stoa-config.cmake.in ${CMAKE_BINARY_DIR}/stoa-config.cmake
                                INSTALL_DESTINATION ${stoa_package_dir})
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/stoa-config-version.cmake COMPATIBILITY SameMinorVersion)
  file(RELATIVE_PATH stoa_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(cmake/stoa.pc.in ${CMAKE_BINARY_DIR}/stoa.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/stoa-config.cmake ${CMAKE_BINARY_DIR}/stoa-config-version.cmake
          DESTINATION ${stoa_package_dir} COMPONENT library)
  install(FILES ${CMAKE_BINARY_DIR}/stoa.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
endif()
