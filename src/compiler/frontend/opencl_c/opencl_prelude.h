// Precedes every OpenCL C program, from memory. Clang declares the built-in functions itself when
// they are first named (-fdeclare-opencl-builtins); types and constants come from its header.
#pragma clang system_header

#include <opencl-c-base.h>

// Names that clang's header has for newer languages only, or spells otherwise: programs of every
// language compare them with what get_image_channel_order and get_image_channel_data_type answer.
#ifndef CLK_UNORM_INT_101010_2
#define CLK_UNORM_INT_101010_2 0x10E0
#endif
#ifndef CLK_sRGBA
#define CLK_sRGBx 0x10C0
#define CLK_sRGBA 0x10C1
#define CLK_sBGRA 0x10C2
#define CLK_ABGR 0x10C3
#endif
#if defined(cl_ext_image_unorm_int_2_101010) && !defined(CLK_UNORM_INT_2_101010_EXT)
#define CLK_UNORM_INT_2_101010_EXT 0x10E5
#endif
#ifdef cl_ext_image_unsigned_10x6_12x4_14x2
#ifndef CLK_UNSIGNED_INT10X6_EXT
#define CLK_UNSIGNED_INT10X6_EXT 0x10E6
#define CLK_UNSIGNED_INT12X4_EXT 0x10E7
#define CLK_UNSIGNED_INT14X2_EXT 0x10E8
#endif
#define CLK_UNORM_INT10X6_EXT 0x10E1
#define CLK_UNORM_INT12X4_EXT 0x10E9
#define CLK_UNORM_INT14X2_EXT 0x10EA
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
