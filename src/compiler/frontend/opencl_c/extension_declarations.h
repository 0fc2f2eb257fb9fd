// Declares functions of extensions that clang does not; their macros are defined where the device
// has them. Included after opencl_prelude.h by programs that may use one: reading it takes longer
// than a small kernel.
#pragma clang system_header

#define COLLECTIVE __attribute__((overloadable, convergent))
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifdef cl_khr_work_group_uniform_arithmetic
#define OPERATION(T, NAME)                          \
  T COLLECTIVE work_group_reduce_##NAME(T);         \
  T COLLECTIVE work_group_scan_inclusive_##NAME(T); \
  T COLLECTIVE work_group_scan_exclusive_##NAME(T);
#define OF_INTEGERS(T) OPERATION(T, mul) OPERATION(T, and) OPERATION(T, or) OPERATION(T, xor)
OF_INTEGERS(int)
OF_INTEGERS(uint)
OF_INTEGERS(long)
OF_INTEGERS(ulong)
OPERATION(float, mul)
#ifdef cl_khr_fp64
OPERATION(double, mul)
#endif
#ifdef cl_khr_fp16
OPERATION(half, mul)
#endif
OPERATION(int, logical_and)
OPERATION(int, logical_or)
OPERATION(int, logical_xor)
#undef OF_INTEGERS
#undef OPERATION
#endif

#ifdef cl_khr_extended_async_copies
#define BOX_COPIES(TO, FROM)                                                                      \
  event_t COLLECTIVE async_work_group_copy_2D2D(TO void*, size_t, const FROM void*, size_t,       \
                                                size_t, size_t, size_t, size_t, size_t, event_t); \
  event_t COLLECTIVE async_work_group_copy_3D3D(TO void*, size_t, const FROM void*, size_t,       \
                                                size_t, size_t, size_t, size_t, size_t, size_t,   \
                                                size_t, size_t, event_t);
BOX_COPIES(__local, __global)
BOX_COPIES(__global, __local)
#undef BOX_COPIES
#endif
#ifdef cl_khr_async_work_group_copy_fence
void COLLECTIVE async_work_group_copy_fence(cl_mem_fence_flags);
#endif

#ifdef cl_intel_bfloat16_conversions
#define CONVERSIONS(N)                                                                     \
  ushort##N __attribute__((overloadable, const)) intel_convert_bfloat16##N##_as_ushort##N( \
      float##N);                                                                           \
  float##N __attribute__((overloadable, const)) intel_convert_as_bfloat16##N##_float##N(ushort##N);
CONVERSIONS()
CONVERSIONS(2)
CONVERSIONS(3)
CONVERSIONS(4)
CONVERSIONS(8)
CONVERSIONS(16)
#undef CONVERSIONS
#endif

#ifdef cl_intel_split_work_group_barrier
void COLLECTIVE intel_work_group_barrier_arrive(cl_mem_fence_flags);
void COLLECTIVE intel_work_group_barrier_wait(cl_mem_fence_flags);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= CL_VERSION_2_0
void COLLECTIVE intel_work_group_barrier_arrive(cl_mem_fence_flags, memory_scope);
void COLLECTIVE intel_work_group_barrier_wait(cl_mem_fence_flags, memory_scope);
#endif
#endif

#define SHUFFLES(T)                                      \
  T COLLECTIVE intel_sub_group_shuffle(T, uint);         \
  T COLLECTIVE intel_sub_group_shuffle_down(T, T, uint); \
  T COLLECTIVE intel_sub_group_shuffle_up(T, T, uint);   \
  T COLLECTIVE intel_sub_group_shuffle_xor(T, uint);
#define SHUFFLES_OF_ALL(T) \
  SHUFFLES(T) SHUFFLES(T##2) SHUFFLES(T##3) SHUFFLES(T##4) SHUFFLES(T##8) SHUFFLES(T##16)
#ifdef __opencl_c_read_write_images
#define IMAGE_BLOCK_OF_BOTH(V, SUFFIX)                                         \
  V COLLECTIVE intel_sub_group_block_read##SUFFIX(read_write image2d_t, int2); \
  void COLLECTIVE intel_sub_group_block_write##SUFFIX(read_write image2d_t, int2, V);
#else
#define IMAGE_BLOCK_OF_BOTH(V, SUFFIX)
#endif
#ifdef __IMAGE_SUPPORT__
#define IMAGE_BLOCK(V, SUFFIX)                                                        \
  V COLLECTIVE intel_sub_group_block_read##SUFFIX(read_only image2d_t, int2);         \
  void COLLECTIVE intel_sub_group_block_write##SUFFIX(write_only image2d_t, int2, V); \
  IMAGE_BLOCK_OF_BOTH(V, SUFFIX)
#else
#define IMAGE_BLOCK(V, SUFFIX)
#endif
#define BLOCK(T, V, SUFFIX)                                            \
  V COLLECTIVE intel_sub_group_block_read##SUFFIX(const __global T*);  \
  void COLLECTIVE intel_sub_group_block_write##SUFFIX(__global T*, V); \
  IMAGE_BLOCK(V, SUFFIX)
#define BLOCKS_TO_8(T, S) \
  BLOCK(T, T, S) BLOCK(T, T##2, S##2) BLOCK(T, T##4, S##4) BLOCK(T, T##8, S##8)
#define OPERATION(T, NAME)                               \
  T COLLECTIVE intel_sub_group_reduce_##NAME(T);         \
  T COLLECTIVE intel_sub_group_scan_inclusive_##NAME(T); \
  T COLLECTIVE intel_sub_group_scan_exclusive_##NAME(T);
#define BROADCAST(T) T COLLECTIVE intel_sub_group_broadcast(T, uint);
#define OF_SMALL(T)  \
  SHUFFLES_OF_ALL(T) \
  BROADCAST(T)       \
  BROADCAST(T##2)    \
  BROADCAST(T##3)    \
  BROADCAST(T##4)    \
  BROADCAST(T##8) BROADCAST(T##16) OPERATION(T, add) OPERATION(T, min) OPERATION(T, max)

#ifdef cl_intel_subgroups
SHUFFLES_OF_ALL(int)
SHUFFLES_OF_ALL(uint)
SHUFFLES_OF_ALL(float)
SHUFFLES(long)
SHUFFLES(ulong)
#ifdef cl_khr_fp64
SHUFFLES(double)
#endif
#ifdef cl_khr_fp16
SHUFFLES(half)
#endif
BLOCK(uint, uint, )
BLOCK(uint, uint2, 2)
BLOCK(uint, uint4, 4)
BLOCK(uint, uint8, 8)
BLOCKS_TO_8(uint, _ui)
#endif
#ifdef cl_intel_subgroups_char
OF_SMALL(char)
OF_SMALL(uchar)
BLOCKS_TO_8(uchar, _uc)
BLOCK(uchar, uchar16, _uc16)
#endif
#ifdef cl_intel_subgroups_short
OF_SMALL(short)
OF_SMALL(ushort)
BLOCKS_TO_8(ushort, _us)
BLOCK(ushort, ushort16, _us16)
#endif
#ifdef cl_intel_subgroups_long
BLOCKS_TO_8(ulong, _ul)
IMAGE_BLOCK(ulong16, _ul16)
#endif

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef SHUFFLES
#undef SHUFFLES_OF_ALL
#undef IMAGE_BLOCK
#undef IMAGE_BLOCK_OF_BOTH
#undef BLOCK
#undef BLOCKS_TO_8
#undef OPERATION
#undef BROADCAST
#undef OF_SMALL
#undef COLLECTIVE
