// cl_khr_subgroup_non_uniform_vote and cl_khr_subgroup_ballot: what the active work-items of a
// sub-group say, as bits.
#include "collective_vectors.h"
#include "lane_collectives.h"

uint VALUE get_sub_group_local_id(void);
uint VALUE get_max_sub_group_size(void);

static ulong active(void) {
  return __cleave_active_ballot_i32(1);
}
static uint lowest(ulong bits) {
  return (uint)__builtin_ctzl(bits);
}
// The bits that the language speaks of: bit 0 of .x is local id 0. A sub-group has at most 64.
static uint4 in_four_words(ulong bits) {
  return (uint4)((uint)bits, (uint)(bits >> 32), 0, 0);
}
static ulong up_to(uint count) {
  return count >= 64 ? ULONG_MAX : ((ulong)1 << count) - 1;
}
// Bits beyond the largest sub-group count for nothing.
static ulong of_four_words(uint4 words) {
  return ((ulong)words.y << 32 | words.x) & up_to(get_max_sub_group_size());
}

int COLLECTIVE sub_group_elect(void) {
  return get_sub_group_local_id() == lowest(active());
}
int COLLECTIVE sub_group_non_uniform_all(int predicate) {
  return __cleave_active_ballot_i32(predicate == 0) == 0;
}
int COLLECTIVE sub_group_non_uniform_any(int predicate) {
  return __cleave_active_ballot_i32(predicate) != 0;
}

uint4 COLLECTIVE sub_group_ballot(int predicate) {
  return in_four_words(__cleave_active_ballot_i32(predicate));
}
int VALUE sub_group_inverse_ballot(uint4 value) {
  return (int)(of_four_words(value) >> get_sub_group_local_id() & 1);
}
int VALUE sub_group_ballot_bit_extract(uint4 value, uint index) {
  return (int)(of_four_words(value) >> (index & 63) & 1);
}
uint VALUE sub_group_ballot_bit_count(uint4 value) {
  return (uint)__builtin_popcountl(of_four_words(value));
}
uint COLLECTIVE sub_group_ballot_inclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(of_four_words(value) & up_to(get_sub_group_local_id() + 1));
}
uint COLLECTIVE sub_group_ballot_exclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(of_four_words(value) & up_to(get_sub_group_local_id()));
}
// Undefined where no bit is set: here 64, and UINT_MAX.
uint COLLECTIVE sub_group_ballot_find_lsb(uint4 value) {
  const ulong bits = of_four_words(value);
  return bits == 0 ? 64 : lowest(bits);
}
uint COLLECTIVE sub_group_ballot_find_msb(uint4 value) {
  const ulong bits = of_four_words(value);
  return bits == 0 ? UINT_MAX : 63 - (uint)__builtin_clzl(bits);
}

static ulong all_lanes(void) {
  return up_to(get_max_sub_group_size());
}
uint4 VALUE get_sub_group_eq_mask(void) {
  return in_four_words((ulong)1 << get_sub_group_local_id());
}
uint4 VALUE get_sub_group_ge_mask(void) {
  return in_four_words(all_lanes() & ~up_to(get_sub_group_local_id()));
}
uint4 VALUE get_sub_group_gt_mask(void) {
  return in_four_words(all_lanes() & ~up_to(get_sub_group_local_id() + 1));
}
uint4 VALUE get_sub_group_le_mask(void) {
  return in_four_words(up_to(get_sub_group_local_id() + 1));
}
uint4 VALUE get_sub_group_lt_mask(void) {
  return in_four_words(up_to(get_sub_group_local_id()));
}

#define OF_DATA(T, SUFFIX)                                             \
  T COLLECTIVE sub_group_non_uniform_broadcast(T x, uint index) {      \
    return (T)__cleave_active_broadcast_##SUFFIX(x, index);            \
  }                                                                    \
  T COLLECTIVE sub_group_broadcast_first(T x) {                        \
    return (T)__cleave_active_broadcast_##SUFFIX(x, lowest(active())); \
  }                                                                    \
  int COLLECTIVE sub_group_non_uniform_all_equal(T x) {                \
    const T first = sub_group_broadcast_first(x);                      \
    return __cleave_active_ballot_i32(!(x == first)) == 0;             \
  }                                                                    \
  COLLECTIVE_VECTORS_OF_1(T, sub_group_non_uniform_broadcast)
OF_DATA(char, i8)
OF_DATA(uchar, i8)
OF_DATA(short, i16)
OF_DATA(ushort, i16)
OF_DATA(int, i32)
OF_DATA(uint, i32)
OF_DATA(long, i64)
OF_DATA(ulong, i64)
OF_DATA(float, f32)
OF_DATA(double, f64)

half COLLECTIVE sub_group_non_uniform_broadcast(half x, uint index) {
  return as_half(__cleave_active_broadcast_i16(as_short(x), index));
}
half COLLECTIVE sub_group_broadcast_first(half x) {
  return as_half(__cleave_active_broadcast_i16(as_short(x), lowest(active())));
}
int COLLECTIVE sub_group_non_uniform_all_equal(half x) {
  const half first = sub_group_broadcast_first(x);
  return __cleave_active_ballot_i32(!(x == first)) == 0;
}
COLLECTIVE_VECTORS_OF_1(half, sub_group_non_uniform_broadcast)
