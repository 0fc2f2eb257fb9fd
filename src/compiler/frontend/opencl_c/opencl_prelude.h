// Precedes every OpenCL C program, from memory. Clang declares the built-in functions itself when
// they are first named (-fdeclare-opencl-builtins); types and constants come from its header.
#pragma clang system_header

#include <opencl-c-base.h>

// Names of cl_ext_image_unsigned_10x6_12x4_14x2 that clang's header spells otherwise.
#ifdef __opencl_c_ext_image_unsigned_10x6_12x4_14x2
#define CLK_UNORM_INT10X6_EXT CLK_UNORM_10X6_EXT
#define CLK_UNORM_INT12X4_EXT CLK_UNORM_12X4_EXT
#define CLK_UNORM_INT14X2_EXT CLK_UNORM_14X2_EXT
#endif

// Clang makes constants of opaque types of numbers, and fails to compile most uses of them. Here
// functions of the library give them, and functions compare (handle_comparisons.h).
#ifdef __OPENCL_CPP_VERSION__
#define HANDLES extern "C" __attribute__((const))
#else
#define HANDLES __attribute__((const))
#endif
#if __has_feature(blocks) || defined(__OPENCL_CPP_VERSION__)
#undef CLK_NULL_QUEUE
#undef CLK_NULL_EVENT
HANDLES queue_t __cleave_null_queue(void);
HANDLES clk_event_t __cleave_null_event(void);
HANDLES int __cleave_are_same_queues(queue_t, queue_t);
HANDLES int __cleave_are_same_events(clk_event_t, clk_event_t);
#define CLK_NULL_QUEUE __cleave_null_queue()
#define CLK_NULL_EVENT __cleave_null_event()
#endif
#if __OPENCL_C_VERSION__ == 200 || __OPENCL_CPP_VERSION__ == 100 || defined(__opencl_c_pipes)
#undef CLK_NULL_RESERVE_ID
HANDLES reserve_id_t __cleave_null_reservation(void);
#define CLK_NULL_RESERVE_ID __cleave_null_reservation()
#endif
#undef HANDLES
