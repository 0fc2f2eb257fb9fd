// cl_khr_subgroup_non_uniform_arithmetic and cl_khr_subgroup_clustered_reduce. Those of half are
// those of single precision: a result is rounded to half once, at the end.
#include "lane_collectives.h"

#define OPERATION_OF(T, SUFFIX, NAME, FORM)                            \
  T COLLECTIVE sub_group_non_uniform_reduce_##NAME(T x) {              \
    return (T)__cleave_active_reduce_##FORM##_##SUFFIX(x);             \
  }                                                                    \
  T COLLECTIVE sub_group_non_uniform_scan_inclusive_##NAME(T x) {      \
    return (T)__cleave_active_scan_inclusive_##FORM##_##SUFFIX(x);     \
  }                                                                    \
  T COLLECTIVE sub_group_non_uniform_scan_exclusive_##NAME(T x) {      \
    return (T)__cleave_active_scan_exclusive_##FORM##_##SUFFIX(x);     \
  }                                                                    \
  T COLLECTIVE sub_group_clustered_reduce_##NAME(T x, uint cluster) {  \
    return (T)__cleave_active_clustered_##FORM##_##SUFFIX(x, cluster); \
  }
#define OF_INTEGERS(T, SUFFIX, MINIMUM, MAXIMUM) \
  OPERATION_OF(T, SUFFIX, add, add)              \
  OPERATION_OF(T, SUFFIX, mul, mul)              \
  OPERATION_OF(T, SUFFIX, min, MINIMUM)          \
  OPERATION_OF(T, SUFFIX, max, MAXIMUM)          \
  OPERATION_OF(T, SUFFIX, and, and)              \
  OPERATION_OF(T, SUFFIX, or, or)                \
  OPERATION_OF(T, SUFFIX, xor, xor)
#define OF_REALS(T, SUFFIX)          \
  OPERATION_OF(T, SUFFIX, add, fadd) \
  OPERATION_OF(T, SUFFIX, mul, fmul) \
  OPERATION_OF(T, SUFFIX, min, fmin) \
  OPERATION_OF(T, SUFFIX, max, fmax)

OF_INTEGERS(char, i8, smin, smax)
OF_INTEGERS(uchar, i8, umin, umax)
OF_INTEGERS(short, i16, smin, smax)
OF_INTEGERS(ushort, i16, umin, umax)
OF_INTEGERS(int, i32, smin, smax)
OF_INTEGERS(uint, i32, umin, umax)
OF_INTEGERS(long, i64, smin, smax)
OF_INTEGERS(ulong, i64, umin, umax)
OF_REALS(float, f32)
OF_REALS(double, f64)
OF_REALS(half, f32)

// Truth values: 1 is what nothing changes for `and`.
#define LOGICAL(NAME)                                                             \
  int COLLECTIVE sub_group_non_uniform_reduce_logical_##NAME(int x) {             \
    return __cleave_active_reduce_##NAME##_i32(x != 0) != 0;                      \
  }                                                                               \
  int COLLECTIVE sub_group_non_uniform_scan_inclusive_logical_##NAME(int x) {     \
    return __cleave_active_scan_inclusive_##NAME##_i32(x != 0) != 0;              \
  }                                                                               \
  int COLLECTIVE sub_group_non_uniform_scan_exclusive_logical_##NAME(int x) {     \
    return __cleave_active_scan_exclusive_##NAME##_i32(x != 0) != 0;              \
  }                                                                               \
  int COLLECTIVE sub_group_clustered_reduce_logical_##NAME(int x, uint cluster) { \
    return __cleave_active_clustered_##NAME##_i32(x != 0, cluster) != 0;          \
  }
LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
