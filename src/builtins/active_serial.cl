// The functions of lane_collectives.h for active work-items, for lanes that run one after another:
// over exchange memory with a slot for each lane. Each lane that comes leaves its value, and each
// computes its own result from the slots of those that came.
#include "exchange_slots.h"
#include "lane_collectives.h"

uint VALUE get_sub_group_local_id(void);

#define WIDEST 64  // lanes

static bool is_among(ulong lanes, uint lane) {
  return (lanes >> lane & 1) != 0;
}

ulong __cleave_active_ballot_i32(int predicate) {
  SLOT(int, get_sub_group_local_id()) = predicate != 0;
  __cleave_active_barrier();
  const ulong active = __cleave_active_lanes();
  ulong result = 0;
  for (uint i = 0; i < __cleave_maximum_sub_group_size(); ++i) {
    if (is_among(active, i)) result |= (ulong)SLOT(int, i) << i;
  }
  __cleave_active_barrier();
  return result;
}

#define SHUFFLE(T, SUFFIX)                                                      \
  T __cleave_active_shuffle_##SUFFIX(T x, uint source) {                        \
    SLOT(T, get_sub_group_local_id()) = x;                                      \
    __cleave_active_barrier();                                                  \
    const T result = SLOT(T, source & (__cleave_maximum_sub_group_size() - 1)); \
    __cleave_active_barrier();                                                  \
    return result;                                                              \
  }                                                                             \
  T __cleave_active_broadcast_##SUFFIX(T x, uint source) {                      \
    return __cleave_active_shuffle_##SUFFIX(x, source);                         \
  }
ALL_DATA(SHUFFLE)

// Functions in which nobody meets are calls: each kernel has one copy of them.
#define CALLED static __attribute__((noinline))

#define ACTIVE_OPERATION(T, SUFFIX, NAME, OPERATION, NEUTRAL, FIRST)                               \
  CALLED void fetch_##NAME##_##SUFFIX(T* values, const __private T* slots, ulong active) {         \
    for (uint i = 0; i < __cleave_maximum_sub_group_size(); ++i) {                                 \
      values[i] = is_among(active, i) ? slots[IN_SLOT(T, i)] : (T)NEUTRAL;                         \
    }                                                                                              \
  }                                                                                                \
  CALLED T clustered_##NAME##_##SUFFIX(const __private T* slots, ulong active, uint lane,          \
                                       uint cluster) {                                             \
    T values[WIDEST];                                                                              \
    fetch_##NAME##_##SUFFIX(values, slots, active);                                                \
    const uint width = __cleave_maximum_sub_group_size();                                          \
    const uint size = cluster < width ? cluster : width;                                           \
    __private T* const own = values + (lane & ~(size - 1));                                        \
    for (uint d = size / 2; d > 0; d /= 2) {                                                       \
      for (uint i = 0; i < d; ++i) own[i] = OPERATION(own[i], own[i + d]);                         \
    }                                                                                              \
    return own[0];                                                                                 \
  }                                                                                                \
  CALLED T scanned_##NAME##_##SUFFIX(const __private T* slots, ulong active, uint lane) {          \
    T values[WIDEST];                                                                              \
    fetch_##NAME##_##SUFFIX(values, slots, active);                                                \
    for (uint d = 1; d < __cleave_maximum_sub_group_size(); d *= 2) {                              \
      for (uint i = lane; i >= d; --i) values[i] = OPERATION(values[i - d], values[i]);            \
    }                                                                                              \
    return values[lane];                                                                           \
  }                                                                                                \
  FUNCTION(T, clustered, NAME, SUFFIX, (T x, uint cluster),                                        \
           clustered_##NAME##_##SUFFIX(slots, active, lane, cluster))                              \
  FUNCTION(T, reduce, NAME, SUFFIX, (T x),                                                         \
           clustered_##NAME##_##SUFFIX(slots, active, lane, WIDEST))                               \
  FUNCTION(T, scan_inclusive, NAME, SUFFIX, (T x), scanned_##NAME##_##SUFFIX(slots, active, lane)) \
  FUNCTION(T, scan_exclusive, NAME, SUFFIX, (T x),                                                 \
           OPERATION((T)FIRST, (T)(lane > 0 ? scanned_##NAME##_##SUFFIX(slots, active, lane - 1)   \
                                            : (T)NEUTRAL)))
#define FUNCTION(T, KIND, NAME, SUFFIX, PARAMETERS, RESULT) \
  T __cleave_active_##KIND##_##NAME##_##SUFFIX PARAMETERS { \
    const uint lane = get_sub_group_local_id();             \
    SLOT(T, lane) = x;                                      \
    __cleave_active_barrier();                              \
    const __private T* const slots = &SLOT(T, 0);           \
    const ulong active = __cleave_active_lanes();           \
    const T result = RESULT;                                \
    __cleave_active_barrier();                              \
    return result;                                          \
  }
ALL_OPERATIONS(ACTIVE_OPERATION)
