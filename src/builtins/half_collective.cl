// The collective functions of half (cl_khr_subgroups, 6.13.X; OpenCL C 3.0, 6.15.16), in single
// precision: a sum is rounded to half once, at the end.
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

float COLLECTIVE sub_group_broadcast(float x, uint source);
half COLLECTIVE sub_group_broadcast(half x, uint source) {
  return (half)sub_group_broadcast((float)x, source);
}
float COLLECTIVE work_group_broadcast(float value, size_t x);
half COLLECTIVE work_group_broadcast(half value, size_t x) {
  return (half)work_group_broadcast((float)value, x);
}
float COLLECTIVE work_group_broadcast(float value, size_t x, size_t y);
half COLLECTIVE work_group_broadcast(half value, size_t x, size_t y) {
  return (half)work_group_broadcast((float)value, x, y);
}
float COLLECTIVE work_group_broadcast(float value, size_t x, size_t y, size_t z);
half COLLECTIVE work_group_broadcast(half value, size_t x, size_t y, size_t z) {
  return (half)work_group_broadcast((float)value, x, y, z);
}
