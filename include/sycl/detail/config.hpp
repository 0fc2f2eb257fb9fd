// Checks the compiler and defines the macros of SYCL (SYCL 2020, 5.6 and 6).
#pragma once

// clang itself may read the headers, as clangd and clang-tidy do, and fails where it makes code of them.
#if !defined(CLEAVE_SYCL_COMPILER) && !(defined(__clang__) && __clang_major__ >= 22)
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
#define SYCL_FEATURE_SET_FULL 1
#define SYCL_IMPLEMENTATION_CLEAVE 1
// cleave-c++ predefines the macros of extensions; here they are for tools that read the headers without it.
#ifndef CLEAVE_SYCL_COMPILER
#define SYCL_EXT_INTEL_CSLICE 1
#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 2
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1
#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2
#define SYCL_EXT_ONEAPI_ENQUEUE_BARRIER 1
#define SYCL_EXT_ONEAPI_MEMCPY2D 1
#define SYCL_EXT_ONEAPI_QUEUE_EMPTY 1
#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1
#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
#define SYCL_EXT_ONEAPI_BFLOAT16 1
#define SYCL_EXT_ONEAPI_PROPERTIES 1
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1
#define SYCL_EXT_ONEAPI_DEFAULT_CONTEXT 1
#define SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY 1
#define SYCL_EXT_INTEL_USM_ADDRESS_SPACES 3
#define SYCL_KHR_DEFAULT_CONTEXT 1
#define SYCL_KHR_QUEUE_EMPTY_QUERY 1
#define SYCL_KHR_QUEUE_FLUSH 1
#define SYCL_KHR_GROUP_INTERFACE 1
#define SYCL_KHR_MAX_WORK_GROUP_QUERIES 1
#define SYCL_KHR_WORK_ITEM_QUERIES 1
#define SYCL_KHR_STATIC_ADDRSPACE_CAST 1
#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST 1
#define SYCL_KHR_SPLIT_HEADERS 1
#endif
// Programs may specialize is_device_copyable for classes of their own (SYCL 2020, 3.13.1).
#define SYCL_DEVICE_COPYABLE 1

#ifdef CLEAVE_SYCL_COMPILER
#define SYCL_EXTERNAL [[clang::sycl_external]]
#define CLEAVE_SYCL_ENTRY(Name) [[clang::sycl_kernel_entry_point(Name)]]
#define CLEAVE_SYCL_SYMBOL(Name) __builtin_sycl_unique_stable_name(Name)
#else
#define SYCL_EXTERNAL
#define CLEAVE_SYCL_ENTRY(Name)
#define CLEAVE_SYCL_SYMBOL(Name) ""
// Those of SYCL are known to cleave-c++, which says where one has no effect.
#pragma clang diagnostic ignored "-Wunknown-attributes"
#endif

// All that crosses the borders of libraries is visible; all that is `detail` belongs to one library.
#define CLEAVE_SYCL_EXPORT __attribute__((visibility("default")))
#define CLEAVE_SYCL_HIDDEN __attribute__((visibility("hidden")))
// Errors come seldom: what makes them is not worth optimizing.
#define CLEAVE_SYCL_COLD __attribute__((cold, noinline, optnone))
// Functions of a kernel's path are inlined on devices and hosts alike.
#define CLEAVE_SYCL_INLINE inline __attribute__((always_inline))
// The same of a lambda, behind its parameters.
#define CLEAVE_SYCL_INLINED __attribute__((always_inline))
// Before a function with a body in a header: what it needs of the standard library is instantiated only in files that call
// it, which takes a sixth from the time of those that do not.
#define CLEAVE_SYCL_LAZY template <class = void>
// The same before functions of mathematics, of which programs may have templates: a call that names an argument of a template
// is one of theirs.
#define CLEAVE_SYCL_LAZY_OVERLOAD template <detail::lazily = detail::lazily()>

// Classes hold objects of the C++ library. With another one they have other names, as its own classes have: of functions
// that libraries of a process have under one name the linker takes one for all.
#include <cstddef>
#ifdef _LIBCPP_VERSION
#define _v1 _v1_libcxx
#endif

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
enum class lazily {};
#ifndef CLEAVE_SYCL_COMPILER
[[gnu::error("SYCL code for Cleave is compiled by cleave-c++")]] void make_code_of_sycl();
[[gnu::used]] static inline void refuse_to_make_code() {
  make_code_of_sycl();
}
#endif
}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
