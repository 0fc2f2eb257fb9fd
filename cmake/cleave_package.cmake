# The Debian package, made by `./dev package` (cpack -G DEB): the driver and its compiler, registered
# for ICD loaders in /etc/OpenCL/vendors, and the tool.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cleave-opencl-icd)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "Cleave maintainers <maintainers@cleave.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenCL driver for CPUs whose devices can be split")
set(CPACK_PACKAGE_DESCRIPTION
"Any OpenCL program finds this driver through the system's ICD loader. Its device
is the processor of the machine, all of it or parts of it that are real: a kernel
that runs on a part runs on that part's processors and nowhere else.")
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON)  # so that what is installed names its places after installation
set(CPACK_INSTALL_PREFIX /usr)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # among them an ICD loader, which the tool links to
set(CPACK_DEBIAN_PACKAGE_PROVIDES opencl-icd)

# Debian's policy asks for more than the files: copyright, changelog, and the .icd file as configuration.
set(changelog "${CMAKE_BINARY_DIR}/package/changelog.Debian")
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH decides, where set
file(CONFIGURE OUTPUT "${changelog}" @ONLY CONTENT
"@CPACK_PACKAGE_NAME@ (@PROJECT_VERSION@) unstable; urgency=medium

  * Version @PROJECT_VERSION@.

 -- @CPACK_PACKAGE_CONTACT@  @today@
")
file(WRITE "${CMAKE_BINARY_DIR}/package/conffiles" "/etc/OpenCL/vendors/cleave.icd\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_BINARY_DIR}/package/conffiles")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/package/documents.cmake" @ONLY CONTENT
[[set(documents "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/doc/@CPACK_PACKAGE_NAME@")
file(MAKE_DIRECTORY "${documents}")
file(COPY_FILE "@copyright@" "${documents}/copyright")
file(COPY_FILE "@changelog@" "${documents}/changelog.Debian")
execute_process(COMMAND gzip -9nf "${documents}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
]])
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_BINARY_DIR}/package/documents.cmake")
include(CPack)
