// Declares what device code calls: OpenCL C's functions. On hosts they are there too, so that no code depends on the
// pass, and end the program: no host code comes to them. Mathematics alone is another on hosts (host_math.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "config.hpp"

#ifdef __SYCL_DEVICE_ONLY__
#define CLEAVE_QUERY __attribute__((const, nothrow))
#define CLEAVE_COLLECTIVE __attribute__((convergent, nothrow))
#define CLEAVE_FENCE __attribute__((nothrow))
#define CLEAVE_WRITES __attribute__((nothrow))
#define CLEAVE_DEVICE_FUNCTION(attributes, result, name, symbol, parameters) \
  [[clang::sycl_external]] extern attributes result name parameters __asm__(symbol);
// Declares the function where a program calls it.
#define CLEAVE_SYCL_CALL(attributes, name, symbol, parameters, arguments)                   \
  [[clang::sycl_external]] extern attributes Type called_##name parameters __asm__(symbol); \
  return called_##name arguments;
#define CLEAVE_SYCL_LOCAL __attribute__((opencl_local))
#define CLEAVE_SYCL_GLOBAL __attribute__((opencl_global))
#define CLEAVE_SYCL_PRIVATE __attribute__((opencl_private))
#else
#define CLEAVE_QUERY
#define CLEAVE_COLLECTIVE
#define CLEAVE_FENCE
#define CLEAVE_WRITES
#define CLEAVE_DEVICE_FUNCTION(attributes, result, name, symbol, parameters) \
  inline result name parameters {                                            \
    __builtin_trap();                                                        \
  }
#define CLEAVE_SYCL_CALL(attributes, name, symbol, parameters, arguments) __builtin_trap();
#define CLEAVE_SYCL_LOCAL
#define CLEAVE_SYCL_GLOBAL
#define CLEAVE_SYCL_PRIVATE
#endif
// Functions of several types are templates, because each declaration takes time where nobody calls the function, too.
#define CLEAVE_SYCL_OF_TYPE(type, attributes, name, parameters, arguments, symbol) \
  if constexpr (__is_same(Type, type)) {                                           \
    CLEAVE_SYCL_CALL(attributes, name, symbol, parameters, arguments)              \
  }
#define CLEAVE_SYCL_OF_INTEGERS(name, parameters, arguments, head, tail)                       \
  CLEAVE_SYCL_OF_TYPE(int, CLEAVE_COLLECTIVE, name, parameters, arguments, head "i" tail)      \
  CLEAVE_SYCL_OF_TYPE(unsigned, CLEAVE_COLLECTIVE, name, parameters, arguments, head "j" tail) \
  CLEAVE_SYCL_OF_TYPE(long, CLEAVE_COLLECTIVE, name, parameters, arguments, head "l" tail)     \
  CLEAVE_SYCL_OF_TYPE(unsigned long, CLEAVE_COLLECTIVE, name, parameters, arguments, head "m" tail)
#define CLEAVE_SYCL_OF_REALS(attributes, name, parameters, arguments, of_float, of_double, \
                             of_half)                                                      \
  CLEAVE_SYCL_OF_TYPE(float, attributes, name, parameters, arguments, of_float)            \
  CLEAVE_SYCL_OF_TYPE(double, attributes, name, parameters, arguments, of_double)          \
  CLEAVE_SYCL_OF_TYPE(_Float16, attributes, name, parameters, arguments, of_half)
#define CLEAVE_DEVICE_INTEGERS(name, parameters, arguments, head, tail) \
  template <class Type>                                                 \
  CLEAVE_SYCL_INLINE Type name parameters {                             \
    CLEAVE_SYCL_OF_INTEGERS(name, parameters, arguments, head, tail)    \
  }
#define CLEAVE_DEVICE_NUMBERS(name, parameters, arguments, head, tail)                  \
  template <class Type>                                                                 \
  CLEAVE_SYCL_INLINE Type name parameters {                                             \
    CLEAVE_SYCL_OF_INTEGERS(name, parameters, arguments, head, tail)                    \
    CLEAVE_SYCL_OF_REALS(CLEAVE_COLLECTIVE, name, parameters, arguments, head "f" tail, \
                         head "d" tail, head "Dh" tail)                                 \
  }
#define CLEAVE_DEVICE_REALS(attributes, name, parameters, arguments, of_float, of_double, of_half) \
  template <class Type>                                                                            \
  CLEAVE_SYCL_INLINE Type name parameters {                                                        \
    CLEAVE_SYCL_OF_REALS(attributes, name, parameters, arguments, of_float, of_double, of_half)    \
  }

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
namespace cl {

// OpenCL C's numbers.
inline constexpr unsigned local_fence = 1;
inline constexpr unsigned global_fence = 2;
inline constexpr int order_acq_rel = 4;
enum scope : int {
  scope_work_item,
  scope_work_group,
  scope_device,
  scope_all_devices,
  scope_sub_group
};

// OpenCL C's vectors.
#define CLEAVE_SYCL_VECTOR(name, type, count) \
  using name##count = type __attribute__((ext_vector_type(count)));
#define CLEAVE_SYCL_VECTORS(name, type) \
  CLEAVE_SYCL_VECTOR(name, type, 2)     \
  CLEAVE_SYCL_VECTOR(name, type, 3)     \
  CLEAVE_SYCL_VECTOR(name, type, 4)
CLEAVE_SYCL_VECTORS(float, float)
CLEAVE_SYCL_VECTORS(double, double)
CLEAVE_SYCL_VECTORS(half, _Float16)
CLEAVE_SYCL_VECTOR(uint, unsigned, 4)
#undef CLEAVE_SYCL_VECTORS
#undef CLEAVE_SYCL_VECTOR

#include "builtins.def"

#ifdef __SYCL_DEVICE_ONLY__
#include "math_builtins.def"
/// The dynamic local memory of the work-group, as the launch asks for it.
[[clang::sycl_external]] extern __attribute__((const, nothrow)) CLEAVE_SYCL_LOCAL char*
local_base() __asm__("__cleave_local_base");
/// Memory of the work-group for an object, another one for each call of the function that calls this. The compiler knows
/// it: both numbers are constants.
[[clang::sycl_external]] extern __attribute__((nothrow)) CLEAVE_SYCL_LOCAL char* local_object(
    std::size_t bytes, std::size_t alignment) __asm__("__cleave_local_object");
#define CLEAVE_SYCL_SPACE_QUERY(space, name)                                        \
  [[clang::sycl_external]] extern __attribute__((const, nothrow)) space char* name( \
      void* pointer) __asm__("__" #name);
#else
#define CLEAVE_SYCL_SPACE_QUERY(space, name) \
  inline char* name(void*) {                 \
    __builtin_trap();                        \
  }
inline char* local_base() {
  __builtin_trap();
}
inline char* local_object(std::size_t, std::size_t) {
  __builtin_trap();
}
#endif
// OpenCL C 3.0, 6.15.10: null for pointers into another space.
CLEAVE_SYCL_SPACE_QUERY(CLEAVE_SYCL_GLOBAL, to_global)
CLEAVE_SYCL_SPACE_QUERY(CLEAVE_SYCL_LOCAL, to_local)
CLEAVE_SYCL_SPACE_QUERY(CLEAVE_SYCL_PRIVATE, to_private)
#undef CLEAVE_SYCL_SPACE_QUERY

}  // namespace cl
}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl

#undef CLEAVE_DEVICE_FUNCTION
#undef CLEAVE_DEVICE_NUMBERS
#undef CLEAVE_DEVICE_INTEGERS
#undef CLEAVE_DEVICE_REALS
#undef CLEAVE_SYCL_OF_TYPE
#undef CLEAVE_SYCL_OF_INTEGERS
#undef CLEAVE_SYCL_OF_REALS
#undef CLEAVE_SYCL_CALL
#undef CLEAVE_QUERY
#undef CLEAVE_COLLECTIVE
#undef CLEAVE_FENCE
#undef CLEAVE_WRITES
