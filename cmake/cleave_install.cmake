# Installs what there is beside the libraries and tools, whose folders say where they go.
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" "${CMAKE_SOURCE_DIR}/README.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The file by which ICD loaders find the driver names it in full, so it is written when the prefix is
# known. Loaders look into /etc for what is installed below /usr; other prefixes keep to themselves,
# and OCL_ICD_VENDORS names their folder.
set(CLEAVE_INSTALLED_DRIVER "${CMAKE_INSTALL_LIBDIR}/libcleave.so")
install(CODE "set(installed_driver \"${CLEAVE_INSTALLED_DRIVER}\")")
install(CODE [[
  set(vendors "${CMAKE_INSTALL_PREFIX}/etc/OpenCL/vendors")
  if(CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/?$")
    set(vendors "/etc/OpenCL/vendors")
  endif()
  set(icd "$ENV{DESTDIR}${vendors}/cleave.icd")
  message(STATUS "Installing: ${icd}")
  file(WRITE "${icd}" "${CMAKE_INSTALL_PREFIX}/${installed_driver}\n")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${vendors}/cleave.icd")
]])

# The dynamic linker finds libraries below /usr/local by its list alone, which root may renew.
install(CODE [[
  if(CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/?$" AND "$ENV{DESTDIR}" STREQUAL "")
    execute_process(COMMAND /sbin/ldconfig)
  endif()
]] COMPONENT sycl)

# Builds all that is installed, and no tests.
add_custom_target(installable
                  DEPENDS cleave_driver cleave_compiler_module cleave_compiler_program cleave cleave_cxx
                          cleave_sycl sycl_ls)
