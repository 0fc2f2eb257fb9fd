// Checks the compiler and defines the macros of SYCL (SYCL 2020, 5.6 and 6).
#pragma once

#if !defined(CLEAVE_SYCL_COMPILER)
#error "SYCL code for Cleave is compiled by cleave-c++"
#endif
#if __cplusplus < 201703L
#error "SYCL 2020 needs C++17 or later: -std=c++17"
#endif

#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#endif
#ifndef __SYCL_SINGLE_SOURCE__
#define __SYCL_SINGLE_SOURCE__ 1
#endif
#define SYCL_IMPLEMENTATION_CLEAVE 1
// cleave-c++ predefines the macros of extensions; here they are for tools that read the headers without it.
#define SYCL_EXT_INTEL_CSLICE 1
// Programs may specialize is_device_copyable for classes of their own (SYCL 2020, 3.13.1).
#define SYCL_DEVICE_COPYABLE 1
#define SYCL_EXTERNAL [[clang::sycl_external]]

// All that crosses the borders of libraries is visible; all that is `detail` belongs to one library.
#define CLEAVE_SYCL_EXPORT __attribute__((visibility("default")))
#define CLEAVE_SYCL_HIDDEN __attribute__((visibility("hidden")))
// Errors come seldom: what makes them is not worth optimizing.
#define CLEAVE_SYCL_COLD __attribute__((cold, noinline, optnone))
// Functions of a kernel's path are inlined on devices and hosts alike.
#define CLEAVE_SYCL_INLINE inline __attribute__((always_inline))
// Before a function with a body in a header: what it needs of the standard library is instantiated only in files that call
// it, which takes a sixth from the time of those that do not.
#define CLEAVE_SYCL_LAZY template <class = void>

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {}
}  // namespace _v1
}  // namespace sycl
