# Everything comes from the distribution; nothing is downloaded.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
pkg_check_modules(OPENCL REQUIRED IMPORTED_TARGET OpenCL)

# Linked statically: functions of an application with these names must not take the place of the library's.
find_library(CLEAVE_LIBMD libmd.a REQUIRED)
add_library(cleave_libmd STATIC IMPORTED)
set_target_properties(cleave_libmd PROPERTIES IMPORTED_LOCATION "${CLEAVE_LIBMD}")

# LLVM 22 lives beside other versions, so its folder is named; another place is CLEAVE_LLVM_ROOT.
set(CLEAVE_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM 22 is installed")
find_package(LLVM 22.1 REQUIRED CONFIG PATHS "${CLEAVE_LLVM_ROOT}/lib/cmake/llvm" NO_DEFAULT_PATH)
find_package(Clang REQUIRED CONFIG PATHS "${CLEAVE_LLVM_ROOT}/lib/cmake/clang" NO_DEFAULT_PATH)
