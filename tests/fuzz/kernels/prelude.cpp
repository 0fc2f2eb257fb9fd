#include "prelude.h"

namespace cleave::test::fuzz::kernels {

std::string prelude() {
  return R"cl(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL FP_CONTRACT OFF
#ifndef SHARED
#define SHARED
#endif
#define OVERLOAD __attribute__((overloadable)) static inline
#define CLEAN(T, U) OVERLOAD T clean(T x) { return isnan(x) ? (T)1 : x; }
#define CLEAN_VECTOR(T, U) OVERLOAD T clean(T x) { return select(x, (T)1, isnan(x)); }
CLEAN(half, ushort) CLEAN(float, uint) CLEAN(double, ulong)
CLEAN_VECTOR(half2, ushort2) CLEAN_VECTOR(half3, ushort3) CLEAN_VECTOR(half4, ushort4)
CLEAN_VECTOR(half8, ushort8) CLEAN_VECTOR(half16, ushort16)
CLEAN_VECTOR(float2, uint2) CLEAN_VECTOR(float3, uint3) CLEAN_VECTOR(float4, uint4)
CLEAN_VECTOR(float8, uint8) CLEAN_VECTOR(float16, uint16)
CLEAN_VECTOR(double2, ulong2) CLEAN_VECTOR(double3, ulong3) CLEAN_VECTOR(double4, ulong4)
CLEAN_VECTOR(double8, ulong8) CLEAN_VECTOR(double16, ulong16)
OVERLOAD ulong mix_bits(ulong h, ulong x) { h = (h ^ x) * 0x9e3779b97f4a7c15ul; return h ^ (h >> 29); }
OVERLOAD ulong mix_in(ulong h, half x) { return mix_bits(h, as_ushort(clean(x))); }
OVERLOAD ulong mix_in(ulong h, float x) { return mix_bits(h, as_uint(clean(x))); }
OVERLOAD ulong mix_in(ulong h, double x) { return mix_bits(h, as_ulong(clean(x))); }
#define MIX(T) OVERLOAD ulong mix_in(ulong h, T x) { return mix_bits(h, (ulong)x); }
MIX(char) MIX(uchar) MIX(short) MIX(ushort) MIX(int) MIX(uint) MIX(long) MIX(ulong)
#define MIX_VECTORS(T) \
  OVERLOAD ulong mix_in(ulong h, T##2 x) { return mix_in(mix_in(h, x.s0), x.s1); } \
  OVERLOAD ulong mix_in(ulong h, T##3 x) { return mix_in(mix_in(h, x.s01), x.s2); } \
  OVERLOAD ulong mix_in(ulong h, T##4 x) { return mix_in(mix_in(h, x.lo), x.hi); } \
  OVERLOAD ulong mix_in(ulong h, T##8 x) { return mix_in(mix_in(h, x.lo), x.hi); } \
  OVERLOAD ulong mix_in(ulong h, T##16 x) { return mix_in(mix_in(h, x.lo), x.hi); }
MIX_VECTORS(char) MIX_VECTORS(uchar) MIX_VECTORS(short) MIX_VECTORS(ushort) MIX_VECTORS(int)
MIX_VECTORS(uint) MIX_VECTORS(long) MIX_VECTORS(ulong) MIX_VECTORS(half) MIX_VECTORS(float)
MIX_VECTORS(double)
#define DECLARED __attribute__((overloadable, convergent))
#ifndef __opencl_c_work_group_collective_functions
#define COLLECTIVE(T) \
  T DECLARED work_group_broadcast(T x, size_t, size_t, size_t); \
  T DECLARED work_group_reduce_add(T x); T DECLARED work_group_reduce_min(T x); \
  T DECLARED work_group_reduce_max(T x); T DECLARED work_group_scan_inclusive_add(T x); \
  T DECLARED work_group_scan_exclusive_max(T x);
COLLECTIVE(int) COLLECTIVE(uint) COLLECTIVE(long) COLLECTIVE(ulong)
int DECLARED work_group_any(int); int DECLARED work_group_all(int);
#endif
#ifndef __opencl_c_atomic_scope_device
#define FETCH(name) \
  uint __attribute__((overloadable)) name(volatile atomic_uint* place, uint x, memory_order order); \
  uint __attribute__((overloadable)) name(volatile atomic_uint* place, uint x, memory_order order, \
                                          memory_scope scope);
FETCH(atomic_fetch_add_explicit) FETCH(atomic_fetch_or_explicit)
FETCH(atomic_fetch_and_explicit) FETCH(atomic_fetch_xor_explicit)
#endif
#define BROADCAST(x, from) work_group_broadcast(x, (from) % get_local_size(0), 0, 0)
static inline uint group_size(void) {
  return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}
static inline uint costly(uint x) {
  for (uint i = 0u; i < (x & 3u); ++i) x = x * 7u + 3u;
  return x;
}
static inline uint exchange(SHARED local uint* place, uint x, uint from) {
  barrier(CLK_LOCAL_MEM_FENCE);
  place[get_local_linear_id()] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return place[from % group_size()];
}
static inline uint count_up(volatile local uint* places, uint first, uint x) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_linear_id(); i < 8u; i += group_size()) places[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&places[first & 7u], x);
  barrier(CLK_LOCAL_MEM_FENCE);
  return places[x & 7u];
}
static inline uint copy_apart(local uint* place, const global uint* from, uint first, uint read) {
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t events[2];
  for (uint i = 0; i < 2u; ++i) {
    events[i] = async_work_group_strided_copy(place + 12u * i, from + (first & 15u) + i, 12, 3, 0);
  }
  wait_group_events(2, events);
  return place[read % 24u];
}
static inline uint copy_out(local uint* place, global uint* to, uint x, uint read) {
  barrier(CLK_LOCAL_MEM_FENCE);
  place[get_local_linear_id()] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  to += 160u * (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)));
  event_t event = async_work_group_copy(to, place, group_size(), 0);
  wait_group_events(1, &event);
  barrier(CLK_GLOBAL_MEM_FENCE);
  return to[read % group_size()];
}
struct Given { uint a; int b; ushort4 c; float d; };
static inline uint sort_steps(SHARED local uint* place, uint x, uint first) {
  const uint lid = (uint)get_local_linear_id(), count = group_size();
  barrier(CLK_LOCAL_MEM_FENCE);
  place[lid] = x;
  for (uint s = first; s > 0u; s /= 2u) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = lid ^ s;
    const uint mine = place[lid], theirs = other < count ? place[other] : mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (other < count) place[lid] = (lid & s) == 0u ? min(mine, theirs) : max(mine, theirs);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return place[min(lid ^ 1u, count - 1u)] + place[lid];
}
static inline uint tree(SHARED local uint* place, uint x) {
  const uint lid = (uint)get_local_linear_id(), count = group_size();
  barrier(CLK_LOCAL_MEM_FENCE);
  place[lid] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint s = 1u;
  while (s < count) s *= 2u;
  for (s /= 2u; s > 0u; s /= 2u) {
    if (lid < s && lid + s < count) place[lid] = place[lid] * 3u + place[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return place[0];
}
static inline uint scan(SHARED local uint* place, uint x) {
  const uint lid = (uint)get_local_linear_id(), count = group_size();
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1u; s < count; s *= 2u) {
    place[lid] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= s) x += place[lid - s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return x;
}
static inline uint exchange_in_sub_group(SHARED local uint* place, uint x, uint from) {
  const uint lid = (uint)get_local_linear_id(), lane = get_sub_group_local_id();
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  place[lid] = x;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  x = place[lid - lane + from % get_sub_group_size()];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  return x;
}
static inline uint copy_in(local uint* place, const global uint* from, uint first, uint read) {
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy(place, from + (first & 15u), 24, 0);
  wait_group_events(1, &event);
  return place[read % 24u];
}
)cl";
}

}  // namespace cleave::test::fuzz::kernels
