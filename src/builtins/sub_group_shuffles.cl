// cl_khr_subgroup_shuffle, _shuffle_relative and _rotate, and the shuffles of cl_intel_subgroups,
// _char and _short.
#include "collective_vectors.h"
#include "lane_collectives.h"

uint VALUE get_sub_group_local_id(void);
uint VALUE get_max_sub_group_size(void);

#define OF_DATA(T, SHUFFLE)                                                                       \
  T COLLECTIVE sub_group_shuffle(T x, uint index) {                                               \
    return SHUFFLE(x, index);                                                                     \
  }                                                                                               \
  T COLLECTIVE sub_group_shuffle_xor(T x, uint mask) {                                            \
    return SHUFFLE(x, get_sub_group_local_id() ^ mask);                                           \
  }                                                                                               \
  T COLLECTIVE sub_group_shuffle_up(T x, uint delta) {                                            \
    return SHUFFLE(x, get_sub_group_local_id() - delta);                                          \
  }                                                                                               \
  T COLLECTIVE sub_group_shuffle_down(T x, uint delta) {                                          \
    return SHUFFLE(x, get_sub_group_local_id() + delta);                                          \
  }                                                                                               \
  T COLLECTIVE sub_group_rotate(T x, int delta) {                                                 \
    return SHUFFLE(x, (get_sub_group_local_id() + (uint)delta) & (get_max_sub_group_size() - 1)); \
  }                                                                                               \
  T COLLECTIVE sub_group_clustered_rotate(T x, int delta, uint cluster) {                         \
    const uint lane = get_sub_group_local_id();                                                   \
    const uint inside = cluster - 1;                                                              \
    return SHUFFLE(x, (lane & ~inside) | ((lane + (uint)delta) & inside));                        \
  }                                                                                               \
  T COLLECTIVE intel_sub_group_shuffle(T x, uint index) {                                         \
    return SHUFFLE(x, index);                                                                     \
  }                                                                                               \
  T COLLECTIVE intel_sub_group_shuffle_xor(T x, uint mask) {                                      \
    return SHUFFLE(x, get_sub_group_local_id() ^ mask);                                           \
  }                                                                                               \
  /* As if `next` stood behind `current`: both are read at the same index. */                     \
  T COLLECTIVE intel_sub_group_shuffle_down(T current, T next, uint delta) {                      \
    const uint index = get_sub_group_local_id() + delta;                                          \
    const uint inside = index & (get_max_sub_group_size() - 1);                                   \
    const T near = SHUFFLE(current, inside);                                                      \
    const T far = SHUFFLE(next, inside);                                                          \
    return index < get_max_sub_group_size() ? near : far;                                         \
  }                                                                                               \
  T COLLECTIVE intel_sub_group_shuffle_up(T previous, T current, uint delta) {                    \
    const uint index = (get_sub_group_local_id() - delta) & (get_max_sub_group_size() - 1);       \
    const T near = SHUFFLE(current, index);                                                       \
    const T far = SHUFFLE(previous, index);                                                       \
    return get_sub_group_local_id() >= delta ? near : far;                                        \
  }
#define INTEL_VECTORS(T)                                   \
  COLLECTIVE_VECTORS_OF_1(T, intel_sub_group_shuffle)      \
  COLLECTIVE_VECTORS_OF_1(T, intel_sub_group_shuffle_xor)  \
  COLLECTIVE_VECTORS_OF_2(T, intel_sub_group_shuffle_down) \
  COLLECTIVE_VECTORS_OF_2(T, intel_sub_group_shuffle_up)

#define OF_HALF(x, index) as_half(__cleave_active_shuffle_i16(as_short(x), index))
OF_DATA(char, (char)__cleave_active_shuffle_i8)
OF_DATA(uchar, (uchar)__cleave_active_shuffle_i8)
OF_DATA(short, (short)__cleave_active_shuffle_i16)
OF_DATA(ushort, (ushort)__cleave_active_shuffle_i16)
OF_DATA(int, (int)__cleave_active_shuffle_i32)
OF_DATA(uint, (uint)__cleave_active_shuffle_i32)
OF_DATA(long, (long)__cleave_active_shuffle_i64)
OF_DATA(ulong, (ulong)__cleave_active_shuffle_i64)
OF_DATA(float, __cleave_active_shuffle_f32)
OF_DATA(double, __cleave_active_shuffle_f64)
OF_DATA(half, OF_HALF)
INTEL_VECTORS(char)
INTEL_VECTORS(uchar)
INTEL_VECTORS(short)
INTEL_VECTORS(ushort)
INTEL_VECTORS(int)
INTEL_VECTORS(uint)
INTEL_VECTORS(float)
