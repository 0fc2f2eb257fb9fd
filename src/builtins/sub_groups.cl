// The collective functions of cl_khr_subgroups (section 6.13.X), the types that
// cl_khr_subgroup_extended_types adds, and what cl_intel_subgroups_char and _short call them.
#include "collective_vectors.h"
#include "lane_collectives.h"

int COLLECTIVE sub_group_all(int predicate) {
  return __cleave_sub_group_all_i32(predicate);
}
int COLLECTIVE sub_group_any(int predicate) {
  return __cleave_sub_group_any_i32(predicate);
}

#define OPERATION_OF(PREFIX, T, SUFFIX, NAME, FORM)                   \
  T COLLECTIVE PREFIX##_reduce_##NAME(T x) {                          \
    return (T)__cleave_sub_group_reduce_##FORM##_##SUFFIX(x);         \
  }                                                                   \
  T COLLECTIVE PREFIX##_scan_inclusive_##NAME(T x) {                  \
    return (T)__cleave_sub_group_scan_inclusive_##FORM##_##SUFFIX(x); \
  }                                                                   \
  T COLLECTIVE PREFIX##_scan_exclusive_##NAME(T x) {                  \
    return (T)__cleave_sub_group_scan_exclusive_##FORM##_##SUFFIX(x); \
  }
#define COLLECTIVES(PREFIX, T, SUFFIX, PLUS, MINIMUM, MAXIMUM)  \
  T COLLECTIVE PREFIX##_broadcast(T x, uint source) {           \
    return (T)__cleave_sub_group_broadcast_##SUFFIX(x, source); \
  }                                                             \
  OPERATION_OF(PREFIX, T, SUFFIX, add, PLUS)                    \
  OPERATION_OF(PREFIX, T, SUFFIX, min, MINIMUM)                 \
  OPERATION_OF(PREFIX, T, SUFFIX, max, MAXIMUM)

COLLECTIVES(sub_group, char, i8, add, smin, smax)
COLLECTIVES(sub_group, uchar, i8, add, umin, umax)
COLLECTIVES(sub_group, short, i16, add, smin, smax)
COLLECTIVES(sub_group, ushort, i16, add, umin, umax)
COLLECTIVES(sub_group, int, i32, add, smin, smax)
COLLECTIVES(sub_group, uint, i32, add, umin, umax)
COLLECTIVES(sub_group, long, i64, add, smin, smax)
COLLECTIVES(sub_group, ulong, i64, add, umin, umax)
COLLECTIVES(sub_group, float, f32, fadd, fmin, fmax)
COLLECTIVES(sub_group, double, f64, fadd, fmin, fmax)

COLLECTIVES(intel_sub_group, char, i8, add, smin, smax)
COLLECTIVES(intel_sub_group, uchar, i8, add, umin, umax)
COLLECTIVES(intel_sub_group, short, i16, add, smin, smax)
COLLECTIVES(intel_sub_group, ushort, i16, add, umin, umax)

half COLLECTIVE sub_group_broadcast(half x, uint source);
COLLECTIVE_VECTORS_OF_1(char, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(uchar, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(short, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(ushort, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(int, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(uint, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(long, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(ulong, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(float, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(double, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(half, sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(char, intel_sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(uchar, intel_sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(short, intel_sub_group_broadcast)
COLLECTIVE_VECTORS_OF_1(ushort, intel_sub_group_broadcast)
