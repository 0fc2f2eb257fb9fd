// Declares what the files of this folder share: how they call OpenCL C's built-in functions, and how
// they define what device code calls.
//
// The library is compiled as device code is, so that its functions take what calls give them, and
// for a freestanding target, so that no loop becomes a call of the function that it makes up.
// Each of its names has a row in device_image/device_names.def.
#pragma once

using size_t = decltype(sizeof(0));

/// Declares `result call(parameters)`, a built-in function of that mangled name.
#define CLEAVE_OPENCL(result, call, symbol, ...) \
  [[clang::sycl_external]] __attribute__((const, nothrow)) result call(__VA_ARGS__) __asm__(symbol);
/// The same of one that writes through a pointer.
#define CLEAVE_OPENCL_WRITES(result, call, symbol, ...) \
  [[clang::sycl_external]] __attribute__((nothrow)) result call(__VA_ARGS__) __asm__(symbol);
/// Begins the definition of a function with the name of C's.
#define CLEAVE_DEVICE extern "C" [[clang::sycl_external]]
