// Kernels that enqueue kernels (OpenCL C 3.0, 6.15.18, and the queries of cl_khr_subgroups). Clang
// writes enqueue_kernel as __enqueue_kernel_basic and the like, and names the block's kernel by an
// address, which lower_blocks makes a number. The driver does the rest (driver_calls.def).
#include "library.h"

// The arguments that tell the driver of a block: the number of its kernel, and its literal.
#define BLOCK (uint)(ulong) kernel_of_block, literal
#define OF_BLOCK __generic void *kernel_of_block, __generic void *literal

int __cleave_enqueue_kernel(queue_t queue, int flags, const __private void* range, uint block,
                            __generic void* literal, uint waits, const __generic void* wait_list,
                            __generic void* event, uint sizes, const __private void* local_sizes);
int __cleave_enqueue_marker(queue_t queue, uint waits, const __generic clk_event_t* wait_list,
                            __generic clk_event_t* event);
queue_t __cleave_default_queue(void);
void __cleave_retain_event(clk_event_t event);
void __cleave_release_event(clk_event_t event);
clk_event_t __cleave_create_user_event(void);
int __cleave_is_valid_event(clk_event_t event);
void __cleave_set_user_event_status(clk_event_t event, int status);
void __cleave_capture_profiling(clk_event_t event, int what, __global void* value);
uint __cleave_block_work_group_size(uint block, __generic void* literal);
uint __cleave_block_size_multiple(uint block, __generic void* literal);
uint __cleave_block_sub_group_size(const __private void* range, uint block,
                                   __generic void* literal);
uint __cleave_block_sub_group_count(const __private void* range, uint block,
                                    __generic void* literal);

int __enqueue_kernel_basic(queue_t queue, int flags, __private void* range, OF_BLOCK) {
  return __cleave_enqueue_kernel(queue, flags, range, BLOCK, 0, 0, 0, 0, 0);
}
int __enqueue_kernel_basic_events(queue_t queue, int flags, __private void* range, uint waits,
                                  __generic void* wait_list, __generic void* event, OF_BLOCK) {
  return __cleave_enqueue_kernel(queue, flags, range, BLOCK, waits, wait_list, event, 0, 0);
}
int __enqueue_kernel_varargs(queue_t queue, int flags, __private void* range, OF_BLOCK, uint sizes,
                             __private void* local_sizes) {
  return __cleave_enqueue_kernel(queue, flags, range, BLOCK, 0, 0, 0, sizes, local_sizes);
}
int __enqueue_kernel_events_varargs(queue_t queue, int flags, __private void* range, uint waits,
                                    __generic void* wait_list, __generic void* event, OF_BLOCK,
                                    uint sizes, __private void* local_sizes) {
  return __cleave_enqueue_kernel(queue, flags, range, BLOCK, waits, wait_list, event, sizes,
                                 local_sizes);
}

int OVERLOADED enqueue_marker(queue_t queue, uint waits, const __generic clk_event_t* wait_list,
                              __generic clk_event_t* event) {
  return __cleave_enqueue_marker(queue, waits, wait_list, event);
}
queue_t OVERLOADED get_default_queue(void) {
  return __cleave_default_queue();
}
void OVERLOADED retain_event(clk_event_t event) {
  __cleave_retain_event(event);
}
void OVERLOADED release_event(clk_event_t event) {
  __cleave_release_event(event);
}
clk_event_t OVERLOADED create_user_event(void) {
  return __cleave_create_user_event();
}
bool OVERLOADED is_valid_event(clk_event_t event) {
  return __cleave_is_valid_event(event) != 0;
}
void OVERLOADED set_user_event_status(clk_event_t event, int status) {
  __cleave_set_user_event_status(event, status);
}
void OVERLOADED capture_event_profiling_info(clk_event_t event, clk_profiling_info what,
                                             __global void* value) {
  __cleave_capture_profiling(event, what, value);
}

// The constants CLK_NULL_QUEUE and CLK_NULL_EVENT, and the comparisons of queues and events, which
// are numbers to the compiler.
__attribute__((const)) ulong __cleave_null_queue(void) {
  return 0;
}
__attribute__((const)) ulong __cleave_null_event(void) {
  return ULONG_MAX;
}
__attribute__((const)) int __cleave_are_same_queues(ulong a, ulong b) {
  return a == b;
}
__attribute__((const)) int __cleave_are_same_events(ulong a, ulong b) {
  return a == b;
}

uint __get_kernel_work_group_size_impl(OF_BLOCK) {
  return __cleave_block_work_group_size(BLOCK);
}
uint __get_kernel_preferred_work_group_size_multiple_impl(OF_BLOCK) {
  return __cleave_block_size_multiple(BLOCK);
}
uint __get_kernel_max_sub_group_size_for_ndrange_impl(__private void* range, OF_BLOCK) {
  return __cleave_block_sub_group_size(range, BLOCK);
}
uint __get_kernel_sub_group_count_for_ndrange_impl(__private void* range, OF_BLOCK) {
  return __cleave_block_sub_group_count(range, BLOCK);
}

// Two questions that SPIR-V has and OpenCL C has not.
uint __get_kernel_max_num_sub_groups_impl(OF_BLOCK) {
  const uint lanes = __cleave_block_size_multiple(BLOCK);
  return (__cleave_block_work_group_size(BLOCK) + lanes - 1) / lanes;
}
uint __get_kernel_local_size_for_sub_group_count_impl(uint count, OF_BLOCK) {
  const uint lanes = __cleave_block_size_multiple(BLOCK);
  return count <= __cleave_block_work_group_size(BLOCK) / lanes ? count * lanes : 0;
}

// An offset that the call does not give is 0, and so is a local size, which makes the driver choose
// one.
static ndrange_t range_of(uint dimensions, const __private size_t* offsets,
                          const __private size_t* sizes, const __private size_t* local_sizes) {
  ndrange_t range;
  range.workDimension = dimensions;
  for (uint d = 0; d < 3; ++d) {
    range.globalWorkOffset[d] = d < dimensions && offsets ? offsets[d] : 0;
    range.globalWorkSize[d] = d < dimensions ? sizes[d] : 1;
    range.localWorkSize[d] = d < dimensions && local_sizes ? local_sizes[d] : 0;
  }
  return range;
}

ndrange_t OVERLOADED ndrange_1D(size_t size) {
  return range_of(1, 0, &size, 0);
}
ndrange_t OVERLOADED ndrange_1D(size_t size, size_t local_size) {
  return range_of(1, 0, &size, &local_size);
}
ndrange_t OVERLOADED ndrange_1D(size_t offset, size_t size, size_t local_size) {
  return range_of(1, &offset, &size, &local_size);
}

#define SIZES const __private size_t*
#define RANGES_OF_ARRAYS(N)                                                            \
  ndrange_t OVERLOADED ndrange_##N##D(SIZES sizes) {                                   \
    return range_of(N, 0, sizes, 0);                                                   \
  }                                                                                    \
  ndrange_t OVERLOADED ndrange_##N##D(SIZES sizes, SIZES local_sizes) {                \
    return range_of(N, 0, sizes, local_sizes);                                         \
  }                                                                                    \
  ndrange_t OVERLOADED ndrange_##N##D(SIZES offsets, SIZES sizes, SIZES local_sizes) { \
    return range_of(N, offsets, sizes, local_sizes);                                   \
  }
RANGES_OF_ARRAYS(2)
RANGES_OF_ARRAYS(3)
