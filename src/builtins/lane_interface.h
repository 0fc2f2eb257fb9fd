// Declares the functions without a body that the library calls and passes replace. OpenCL C.
// Nothing else in the library depends on how kernels are executed.
#pragma once

// Lane intrinsics that are uniform in a launch; `dimension` is 0, 1 or 2, the caller has checked
// it.
uint __attribute__((const)) __cleave_work_dimensions(void);
ulong __attribute__((const)) __cleave_global_size(uint dimension);
ulong __attribute__((const)) __cleave_global_offset(uint dimension);
ulong __attribute__((const)) __cleave_enqueued_local_size(uint dimension);
ulong __attribute__((const)) __cleave_group_count(uint dimension);
// Uniform in a work-group.
ulong __attribute__((const)) __cleave_group_id(uint dimension);
ulong __attribute__((const)) __cleave_local_size(uint dimension);
// These are ids of the work-item. The linear id is x + y * size x + z * size x * size y; sub-group
// s holds the linear ids s * W to s * W + W - 1, the last sub-group possibly fewer.
ulong __attribute__((const)) __cleave_local_id(uint dimension);
ulong __attribute__((const)) __cleave_global_id(uint dimension);
uint __attribute__((const)) __cleave_local_linear_id(void);
// The same in the work-group that runs, of which the program's may be a part.
uint __attribute__((const)) __cleave_running_linear_id(void);
uint __attribute__((const)) __cleave_maximum_sub_group_size(void);  // W
uint __attribute__((const)) __cleave_sub_group_size(void);          // of the work-item's sub-group

// Not zero if a pointer leads into local memory of the work-group, or into private memory of the
// work-item; neither: global memory.
uint __attribute__((const)) __cleave_is_local_address(const __generic void* pointer);
uint __attribute__((const)) __cleave_is_private_address(const __generic void* pointer);

// x * 2^exponent, rounded once; |exponent| <= 252.
float __attribute__((const)) __cleave_scaled(float x, int exponent);
double __attribute__((const)) __cleave_scaled_double(double x, int exponent);  // <= 2044
// Not zero if the processor scales by an instruction of its own.
int __attribute__((const)) __cleave_has_scaling(void);
// Not zero if vectors of long become vectors of double by an instruction of the processor.
int __attribute__((const)) __cleave_has_conversion_of_long(void);
// Not zero if __builtin_fma is an instruction of the processor.
int __attribute__((const)) __cleave_has_fused_multiply_add(void);
// Not zero if the value is a constant of the program, once the function is inlined. Zero where it
// is not inlined.
int __attribute__((const)) __cleave_is_constant_float(float value);
int __attribute__((const)) __cleave_is_constant_double(double value);
int __attribute__((const)) __cleave_is_constant_int(int value);

// All work-items of the work-group (of the sub-group) arrive before any goes on. Execution only:
// the memory fence that the language adds stands beside the call.
void __attribute__((convergent)) __cleave_work_group_barrier(void);
void __attribute__((convergent)) __cleave_sub_group_barrier(void);

// Makes the lanes of the sub-group that come here meet, whichever of them do, where lanes run one
// after another. A lane comes if it is on a way that leads here before the ways of all lanes meet
// again, in the same iteration of every loop around. Execution only.
void __attribute__((convergent)) __cleave_active_barrier(void);
// The lanes that met at the last such barrier, lane 0 the lowest bit.
ulong __cleave_active_lanes(void);

// Memory through which the work-items of a sub-group hand each other values: 16 bytes for each of
// W lanes, 16 * W in all, the same address for every work-item of a sub-group (private address
// space is never checked: it is plain memory). Contents survive barriers.
__attribute__((const)) __private uchar* __cleave_sub_group_exchange(void);
// The same of the work-group: 16 bytes for each work-item by linear id.
__attribute__((const)) __private uchar* __cleave_work_group_exchange(void);

// An image is the address of its descriptor (image_memory.h) and a sampler is its bits. One
// function gives the address for all types of images, T.
#define CLEAVE_IMAGE_DESCRIPTOR(NAME, T)                                                           \
  const __global struct ImageDescriptor* __attribute__((overloadable, const)) NAME(T image) __asm( \
      "__cleave_image_descriptor");
uint __attribute__((const)) __cleave_sampler_bits(sampler_t sampler);
// Fields of a descriptor, which do not change while a kernel runs.
uint __attribute__((const)) __cleave_image_word(const __global uint* field);
ulong __attribute__((const)) __cleave_image_pitch(const __global ulong* field);
__global uchar* __attribute__((const)) __cleave_image_memory(const __global ulong* field);
