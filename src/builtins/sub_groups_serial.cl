// The functions of lane_collectives.h for lanes that run one after another: over exchange memory
// with a slot for each lane. Lane 0 combines. Each function ends with a barrier, because the next
// one may overwrite a slot that is still being read.
#include "exchange_slots.h"
#include "lane_collectives.h"

uint VALUE get_sub_group_local_id(void);
uint VALUE get_sub_group_size(void);

#define VOTE(NAME, OPERATOR)                                                        \
  int __cleave_sub_group_##NAME##_i32(int predicate) {                              \
    SLOT(int, get_sub_group_local_id()) = predicate != 0;                           \
    __cleave_sub_group_barrier();                                                   \
    if (get_sub_group_local_id() == 0) {                                            \
      int result = SLOT(int, 0);                                                    \
      for (uint i = 1; i < get_sub_group_size(); ++i) result OPERATOR SLOT(int, i); \
      SLOT(int, 0) = result;                                                        \
    }                                                                               \
    __cleave_sub_group_barrier();                                                   \
    const int result = SLOT(int, 0);                                                \
    __cleave_sub_group_barrier();                                                   \
    return result;                                                                  \
  }
VOTE(all, &=)
VOTE(any, |=)

#define BROADCAST(T, SUFFIX)                                  \
  T __cleave_sub_group_broadcast_##SUFFIX(T x, uint source) { \
    if (get_sub_group_local_id() == source) SLOT(T, source) = x; \
    __cleave_sub_group_barrier();                             \
    const T result = SLOT(T, source);                         \
    __cleave_sub_group_barrier();                             \
    return result;                                            \
  }
ALL_DATA(BROADCAST)

__global void* __cleave_sub_group_same_p1(__global void* x) {
  return x;
}

#define REDUCE_AND_SCAN(T, SUFFIX, NAME, OPERATION, NEUTRAL, FIRST)                   \
  T __cleave_sub_group_reduce_##NAME##_##SUFFIX(T x) {                                \
    const uint width = __cleave_maximum_sub_group_size();                             \
    SLOT(T, get_sub_group_local_id()) = x;                                            \
    __cleave_sub_group_barrier();                                                     \
    if (get_sub_group_local_id() == 0) {                                              \
      for (uint i = get_sub_group_size(); i < width; ++i) SLOT(T, i) = NEUTRAL;       \
      for (uint d = width / 2; d > 0; d /= 2) {                                       \
        for (uint i = 0; i < d; ++i) {                                                \
          SLOT(T, i) = OPERATION(SLOT(T, i), SLOT(T, i + d));                         \
        }                                                                             \
      }                                                                               \
    }                                                                                 \
    __cleave_sub_group_barrier();                                                     \
    const T result = SLOT(T, 0);                                                      \
    __cleave_sub_group_barrier();                                                     \
    return result;                                                                    \
  }                                                                                   \
  static void scan_##NAME##_##SUFFIX(T x) {                                           \
    const uint size = get_sub_group_size();                                           \
    SLOT(T, get_sub_group_local_id()) = x;                                            \
    __cleave_sub_group_barrier();                                                     \
    if (get_sub_group_local_id() == 0) {                                              \
      for (uint d = 1; d < size; d *= 2) {                                            \
        for (uint i = size - 1; i >= d; --i) {                                        \
          SLOT(T, i) = OPERATION(SLOT(T, i - d), SLOT(T, i));                         \
        }                                                                             \
      }                                                                               \
    }                                                                                 \
    __cleave_sub_group_barrier();                                                     \
  }                                                                                   \
  T __cleave_sub_group_scan_inclusive_##NAME##_##SUFFIX(T x) {                        \
    scan_##NAME##_##SUFFIX(x);                                                        \
    const T result = SLOT(T, get_sub_group_local_id());                               \
    __cleave_sub_group_barrier();                                                     \
    return result;                                                                    \
  }                                                                                   \
  T __cleave_sub_group_scan_exclusive_##NAME##_##SUFFIX(T x) {                        \
    scan_##NAME##_##SUFFIX(x);                                                        \
    T result = FIRST;                                                                 \
    if (get_sub_group_local_id() > 0) result = SLOT(T, get_sub_group_local_id() - 1); \
    __cleave_sub_group_barrier();                                                     \
    return result;                                                                    \
  }
ALL_OPERATIONS(REDUCE_AND_SCAN)
