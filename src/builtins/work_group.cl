// Work-group functions (OpenCL C 3.0, 6.15.16): each sub-group combines the values of its own
// work-items, then what the sub-groups found is combined, in the order of their numbers.
//
// The exchange memory has a slot of 8 bytes for each sub-group, one for their combined result, and
// one for a broadcast or a reservation of packets (pipes.cl). Other sub-groups read a slot between
// two barriers only, except the slot of the combined result; outside of these barriers a sub-group
// accesses its own slot only, and its work-items meet at a barrier before it is written again.
#include "lane_collectives.h"

size_t VALUE get_local_linear_id(void);
size_t VALUE get_local_size(uint dimension);
uint VALUE get_num_sub_groups(void);
uint VALUE get_sub_group_id(void);
uint VALUE get_sub_group_size(void);
int COLLECTIVE sub_group_all(int predicate);
int COLLECTIVE sub_group_any(int predicate);

#define GROUP_SLOT(T, INDEX) (*(__private T*)(__cleave_work_group_exchange() + 8 * (ulong)(INDEX)))

// Returns the same to all work-items: the first sub-group combines the results of all. The next
// call writes to that slot after its own first barrier, when all have read it.
#define COMBINE(T, NAME, OPERATION)                                                               \
  static T combine_##NAME(T own) {                                                                \
    GROUP_SLOT(T, get_sub_group_id()) = own;                                                      \
    __cleave_work_group_barrier();                                                                \
    if (get_sub_group_id() == 0) {                                                                \
      T total = GROUP_SLOT(T, 0);                                                                 \
      for (uint i = 1; i < get_num_sub_groups(); ++i) total = OPERATION(total, GROUP_SLOT(T, i)); \
      GROUP_SLOT(T, get_num_sub_groups()) = total;                                                \
    }                                                                                             \
    __cleave_work_group_barrier();                                                                \
    return GROUP_SLOT(T, get_num_sub_groups());                                                   \
  }
COMBINE(int, all, BOTH)
COMBINE(int, any, EITHER)

int COLLECTIVE work_group_all(int predicate) {
  return combine_all(sub_group_all(predicate));
}
int COLLECTIVE work_group_any(int predicate) {
  return combine_any(sub_group_any(predicate));
}

#define REDUCE_AND_SCAN(T, SUFFIX, NAME, FORM, OPERATION, NEUTRAL)                              \
  COMBINE(T, T##_##NAME, OPERATION)                                                             \
  T COLLECTIVE work_group_reduce_##NAME(T x) {                                                  \
    return combine_##T##_##NAME((T)__cleave_sub_group_reduce_##FORM##_##SUFFIX(x));             \
  }                                                                                             \
  /* Combines the results of the sub-groups before; `own` is that of this sub-group. */         \
  static T before_##T##_##NAME(T own) {                                                         \
    GROUP_SLOT(T, get_sub_group_id()) = own;                                                    \
    __cleave_work_group_barrier();                                                              \
    if (get_local_linear_id() == 0) {                                                           \
      T total = NEUTRAL;                                                                        \
      for (uint i = 0; i < get_num_sub_groups(); ++i) {                                         \
        const T next = GROUP_SLOT(T, i);                                                        \
        GROUP_SLOT(T, i) = total;                                                               \
        total = OPERATION(total, next);                                                         \
      }                                                                                         \
    }                                                                                           \
    __cleave_work_group_barrier();                                                              \
    return GROUP_SLOT(T, get_sub_group_id());                                                   \
  }                                                                                             \
  T COLLECTIVE work_group_scan_inclusive_##NAME(T x) {                                          \
    const T here = (T)__cleave_sub_group_scan_inclusive_##FORM##_##SUFFIX(x);                   \
    const T all = (T)__cleave_sub_group_broadcast_##SUFFIX(here, get_sub_group_size() - 1);     \
    const T before = before_##T##_##NAME(all);                                                  \
    return OPERATION(before, here);                                                             \
  }                                                                                             \
  T COLLECTIVE work_group_scan_exclusive_##NAME(T x) {                                          \
    const T here = (T)__cleave_sub_group_scan_exclusive_##FORM##_##SUFFIX(x);                   \
    const T with_own = OPERATION(here, x);                                                      \
    const T all = (T)__cleave_sub_group_broadcast_##SUFFIX(with_own, get_sub_group_size() - 1); \
    const T before = before_##T##_##NAME(all);                                                  \
    return OPERATION(before, here);                                                             \
  }

#define BROADCAST(T)                                                                  \
  static OVERLOADED T broadcast(T x, ulong source) {                                  \
    if (get_local_linear_id() == source) GROUP_SLOT(T, get_num_sub_groups() + 1) = x; \
    __cleave_work_group_barrier();                                                    \
    const T result = GROUP_SLOT(T, get_num_sub_groups() + 1);                         \
    __cleave_work_group_barrier();                                                    \
    return result;                                                                    \
  }                                                                                   \
  T COLLECTIVE work_group_broadcast(T value, size_t x) {                              \
    return broadcast(value, x);                                                       \
  }                                                                                   \
  T COLLECTIVE work_group_broadcast(T value, size_t x, size_t y) {                    \
    return broadcast(value, y * get_local_size(0) + x);                               \
  }                                                                                   \
  T COLLECTIVE work_group_broadcast(T value, size_t x, size_t y, size_t z) {          \
    return broadcast(value, (z * get_local_size(1) + y) * get_local_size(0) + x);     \
  }

#define COLLECTIVES(T, SUFFIX, PLUS, TIMES, LESS, MINIMUM, MORE, MAXIMUM, NEUTRAL, LEAST, \
                    GREATEST)                                                             \
  BROADCAST(T)                                                                            \
  REDUCE_AND_SCAN(T, SUFFIX, add, PLUS, ADD, NEUTRAL)                                     \
  REDUCE_AND_SCAN(T, SUFFIX, mul, TIMES, MULTIPLY, 1)                                     \
  REDUCE_AND_SCAN(T, SUFFIX, min, LESS, MINIMUM, GREATEST)                                \
  REDUCE_AND_SCAN(T, SUFFIX, max, MORE, MAXIMUM, LEAST)
#define OF_INTEGERS(T, SUFFIX, LESS, MORE, LEAST, GREATEST)                         \
  COLLECTIVES(T, SUFFIX, add, mul, LESS, LESSER, MORE, GREATER, 0, LEAST, GREATEST) \
  REDUCE_AND_SCAN(T, SUFFIX, and, and, BOTH, (T) - 1)                               \
  REDUCE_AND_SCAN(T, SUFFIX, or, or, EITHER, 0)                                     \
  REDUCE_AND_SCAN(T, SUFFIX, xor, xor, DIFFERENCE, 0)
#define OF_REALS(T, SUFFIX) \
  COLLECTIVES(T, SUFFIX, fadd, fmul, fmin, LESSER_REAL, fmax, GREATER_REAL, -0.0f, -INFINITY, INFINITY)

OF_INTEGERS(int, i32, smin, smax, INT_MIN, INT_MAX)
OF_INTEGERS(uint, i32, umin, umax, 0, UINT_MAX)
OF_INTEGERS(long, i64, smin, smax, LONG_MIN, LONG_MAX)
OF_INTEGERS(ulong, i64, umin, umax, 0, ULONG_MAX)
OF_REALS(float, f32)
OF_REALS(double, f64)

// cl_khr_work_group_uniform_arithmetic, on truth values: 1 is what nothing changes for `and`.
#define LOGICAL(NAME)                                              \
  int COLLECTIVE work_group_reduce_logical_##NAME(int x) {         \
    return work_group_reduce_##NAME((int)(x != 0)) != 0;           \
  }                                                                \
  int COLLECTIVE work_group_scan_inclusive_logical_##NAME(int x) { \
    return work_group_scan_inclusive_##NAME((int)(x != 0)) != 0;   \
  }                                                                \
  int COLLECTIVE work_group_scan_exclusive_logical_##NAME(int x) { \
    return work_group_scan_exclusive_##NAME((int)(x != 0)) != 0;   \
  }
LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
