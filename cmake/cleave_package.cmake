# The Debian packages, made by `./dev package` (cpack -G DEB), one of each component of the installation: the driver and
# its compiler, registered for ICD loaders in /etc/OpenCL/vendors, with the tool; what SYCL programs run with; and what
# they are compiled with.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cleave)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "Cleave maintainers <maintainers@cleave.invalid>")
set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON)  # strips what is packaged; the symbols come into packages of their own
set(CPACK_SET_DESTDIR ON)  # so that what is installed names its places after installation
set(CPACK_INSTALL_PREFIX /usr)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # among them an ICD loader, which the tool and SYCL's library link to
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL "")

# cleave_debian_package(COMPONENT NAME SECTION section DESCRIPTION summary text [DEPENDS list] [SUGGESTS list] [PROVIDES list]
#                       [CONTROL file...])
function(cleave_debian_package component name)
  cmake_parse_arguments(PACKAGE "" "SECTION;DEPENDS;SUGGESTS;PROVIDES" "DESCRIPTION;CONTROL" ${ARGN})
  string(TOUPPER "CPACK_DEBIAN_${component}" prefix)
  string(REPLACE ";" "\n" description "${PACKAGE_DESCRIPTION}")
  foreach(field DEPENDS SUGGESTS PROVIDES)
    if(PACKAGE_${field})
      set(${prefix}_PACKAGE_${field} "${PACKAGE_${field}}" PARENT_SCOPE)
    endif()
  endforeach()
  set(${prefix}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(${prefix}_PACKAGE_SECTION ${PACKAGE_SECTION} PARENT_SCOPE)
  set(${prefix}_PACKAGE_CONTROL_EXTRA "${PACKAGE_CONTROL}" PARENT_SCOPE)
  set(${prefix}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)

  # Debian's policy asks for copyright and changelog in every package.
  string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH decides, where set
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/package/${component}/changelog" @ONLY CONTENT
"@name@ (@PROJECT_VERSION@) unstable; urgency=medium

  * Version @PROJECT_VERSION@.

 -- @CPACK_PACKAGE_CONTACT@  @today@
")
endfunction()

set(control "${CMAKE_BINARY_DIR}/package/control")
file(WRITE "${control}/conffiles" "/etc/OpenCL/vendors/cleave.icd\n")
file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
file(WRITE "${control}/shlibs" "libcleave-sycl 1 libcleave-sycl1 (>= ${PROJECT_VERSION})\n")
cleave_debian_package(driver cleave-opencl-icd SECTION libs PROVIDES opencl-icd
  CONTROL "${control}/conffiles" "${control}/triggers"
  DESCRIPTION "OpenCL driver for CPUs whose devices can be split"
"Any OpenCL program finds this driver through the system's ICD loader. Its
device is the processor of the machine, all of it or parts of it that are real:
a kernel that runs on a part runs on that part's processors and nowhere else.")
# Device code of a version is for drivers of the same or a later one.
cleave_debian_package(sycl libcleave-sycl1 SECTION libs
  DEPENDS "cleave-opencl-icd (>= ${PROJECT_VERSION})"
  CONTROL "${control}/shlibs" "${control}/triggers"
  DESCRIPTION "Library of SYCL programs for Cleave"
"Programs that cleave-c++ has compiled from SYCL load this library, which runs
their kernels through the system's ICD loader.")
# The compiler is a program beside the driver's, in whose library it lies: so exactly this version.
cleave_debian_package(sycl_dev cleave-sycl-dev SECTION devel
  DEPENDS "libcleave-sycl1 (= ${PROJECT_VERSION}), cleave-opencl-icd (= ${PROJECT_VERSION}), \
libclang-common-${LLVM_VERSION_MAJOR}-dev, libstdc++-12-dev | libstdc++-dev, binutils, opencl-c-headers"
  SUGGESTS "cmake, libclang-rt-${LLVM_VERSION_MAJOR}-dev, lld-${LLVM_VERSION_MAJOR}"
  DESCRIPTION "Compiler and headers of SYCL for Cleave"
"The command cleave-c++ compiles programs in C++ whose kernels follow SYCL 2020.
They run on the devices of Cleave and on all of their parts. A package for
CMake is with it.")

file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/package/documents.cmake" @ONLY CONTENT
[[foreach(component @CPACK_COMPONENTS_ALL@)
  string(TOUPPER "CPACK_DEBIAN_${component}_PACKAGE_NAME" name)
  set(documents "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr/share/doc/${${name}}")
  file(MAKE_DIRECTORY "${documents}")
  file(COPY_FILE "@copyright@" "${documents}/copyright")
  file(COPY_FILE "@CMAKE_BINARY_DIR@/package/${component}/changelog" "${documents}/changelog")
  execute_process(COMMAND gzip -9nf "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
]])
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_BINARY_DIR}/package/documents.cmake")
include(CPack)
