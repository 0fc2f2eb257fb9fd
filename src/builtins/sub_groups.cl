// The collective functions of cl_khr_subgroups (section 6.13.X).
#include "lane_collectives.h"

int COLLECTIVE sub_group_all(int predicate) {
  return __cleave_sub_group_all_i32(predicate);
}
int COLLECTIVE sub_group_any(int predicate) {
  return __cleave_sub_group_any_i32(predicate);
}

#define BROADCAST(T, SUFFIX)                                        \
  T COLLECTIVE sub_group_broadcast(T x, uint source) {              \
    return (T)__cleave_sub_group_broadcast_##SUFFIX(x, source);     \
  }
#define OPERATION(T, SUFFIX, NAME, FORM)                                  \
  T COLLECTIVE sub_group_reduce_##NAME(T x) {                             \
    return (T)__cleave_sub_group_reduce_##FORM##_##SUFFIX(x);             \
  }                                                                       \
  T COLLECTIVE sub_group_scan_inclusive_##NAME(T x) {                     \
    return (T)__cleave_sub_group_scan_inclusive_##FORM##_##SUFFIX(x);     \
  }                                                                       \
  T COLLECTIVE sub_group_scan_exclusive_##NAME(T x) {                     \
    return (T)__cleave_sub_group_scan_exclusive_##FORM##_##SUFFIX(x);     \
  }
#define COLLECTIVES(T, SUFFIX, PLUS, MINIMUM, MAXIMUM) \
  BROADCAST(T, SUFFIX)                                 \
  OPERATION(T, SUFFIX, add, PLUS)                      \
  OPERATION(T, SUFFIX, min, MINIMUM)                   \
  OPERATION(T, SUFFIX, max, MAXIMUM)

COLLECTIVES(int, i32, add, smin, smax)
COLLECTIVES(uint, i32, add, umin, umax)
COLLECTIVES(long, i64, add, smin, smax)
COLLECTIVES(ulong, i64, add, umin, umax)
COLLECTIVES(float, f32, fadd, fmin, fmax)
COLLECTIVES(double, f64, fadd, fmin, fmax)
