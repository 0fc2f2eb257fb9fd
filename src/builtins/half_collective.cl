// The collective functions of half (cl_khr_subgroups, 6.13.X; OpenCL C 3.0, 6.15.16), in single
// precision: a sum or product is rounded to half once, at the end.
#include "library.h"

#define OF_ONE(F)              \
  float COLLECTIVE F(float x); \
  half COLLECTIVE F(half x) {  \
    return (half)F((float)x);  \
  }
#define OPERATION(GROUP, NAME)          \
  OF_ONE(GROUP##_reduce_##NAME)         \
  OF_ONE(GROUP##_scan_inclusive_##NAME) \
  OF_ONE(GROUP##_scan_exclusive_##NAME)
#define OPERATIONS(GROUP) OPERATION(GROUP, add) OPERATION(GROUP, min) OPERATION(GROUP, max)

OPERATIONS(sub_group)
OPERATIONS(work_group)
OPERATION(work_group, mul)

// Bits are handed on as they are, those of a NaN too.
short COLLECTIVE sub_group_broadcast(short x, uint source);
half COLLECTIVE sub_group_broadcast(half x, uint source) {
  return as_half(sub_group_broadcast(as_short(x), source));
}
int COLLECTIVE work_group_broadcast(int value, size_t x);
half COLLECTIVE work_group_broadcast(half value, size_t x) {
  return as_half((short)work_group_broadcast((int)as_short(value), x));
}
int COLLECTIVE work_group_broadcast(int value, size_t x, size_t y);
half COLLECTIVE work_group_broadcast(half value, size_t x, size_t y) {
  return as_half((short)work_group_broadcast((int)as_short(value), x, y));
}
int COLLECTIVE work_group_broadcast(int value, size_t x, size_t y, size_t z);
half COLLECTIVE work_group_broadcast(half value, size_t x, size_t y, size_t z) {
  return as_half((short)work_group_broadcast((int)as_short(value), x, y, z));
}
