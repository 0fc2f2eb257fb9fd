# Everything comes from the distribution; nothing is downloaded.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
pkg_check_modules(OPENCL REQUIRED IMPORTED_TARGET OpenCL)

# LLVM 22 lives beside other versions, so its folder is named; another place is CLEAVE_LLVM_ROOT.
set(CLEAVE_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM 22 is installed")
find_package(LLVM 22.1 REQUIRED CONFIG PATHS "${CLEAVE_LLVM_ROOT}/lib/cmake/llvm" NO_DEFAULT_PATH)
find_package(Clang REQUIRED CONFIG PATHS "${CLEAVE_LLVM_ROOT}/lib/cmake/clang" NO_DEFAULT_PATH)
