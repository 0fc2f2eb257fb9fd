# The CMake package CleaveSYCL, for projects of users: in the build tree and installed, in the same places below both.
include(CMakePackageConfigHelpers)
get_target_property(CLEAVE_SYCL_SOVERSION cleave_sycl SOVERSION)
set(sycl_package "${CMAKE_SOURCE_DIR}/cmake/sycl")
set(sycl_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/CleaveSYCL")
set(paths_of_package PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)

set(installed_config "${CMAKE_BINARY_DIR}/package/CleaveSYCLConfig.cmake")
configure_package_config_file("${sycl_package}/CleaveSYCLConfig.cmake.in" "${installed_config}"
  INSTALL_DESTINATION "${sycl_package_folder}" ${paths_of_package} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
set(version_file "${CMAKE_BINARY_DIR}/lib/cmake/CleaveSYCL/CleaveSYCLConfigVersion.cmake")
write_basic_package_version_file("${version_file}" COMPATIBILITY SameMinorVersion)
install(FILES "${installed_config}" "${version_file}" DESTINATION "${sycl_package_folder}" COMPONENT sycl_dev)
install(PROGRAMS "${sycl_package}/compile_with_cleave" DESTINATION "${sycl_package_folder}" COMPONENT sycl_dev)

# The build tree has other folders than Debian.
set(CMAKE_INSTALL_BINDIR bin)
set(CMAKE_INSTALL_LIBDIR lib)
set(CMAKE_INSTALL_INCLUDEDIR include)
configure_package_config_file("${sycl_package}/CleaveSYCLConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/lib/cmake/CleaveSYCL/CleaveSYCLConfig.cmake"
  INSTALL_DESTINATION "lib/cmake/CleaveSYCL" INSTALL_PREFIX "${CMAKE_BINARY_DIR}" ${paths_of_package}
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
file(COPY "${sycl_package}/compile_with_cleave" DESTINATION "${CMAKE_BINARY_DIR}/lib/cmake/CleaveSYCL")
foreach(variable CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
  unset(${variable})  # those of the cache hold again
endforeach()
