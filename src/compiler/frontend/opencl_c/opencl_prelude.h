// Precedes every OpenCL C program, from memory. Clang declares the built-in functions itself when
// they are first named (-fdeclare-opencl-builtins); types and constants come from its header.
#pragma clang system_header

// The sub-group functions are there before the extension may be reported: its macro is defined
// only while clang's header looks at it.
#ifndef cl_khr_subgroups
#define cl_khr_subgroups 1
#include <opencl-c-base.h>
#undef cl_khr_subgroups
#else
#include <opencl-c-base.h>
#endif

// Names of cl_ext_image_unsigned_10x6_12x4_14x2 that clang's header spells otherwise.
#ifdef __opencl_c_ext_image_unsigned_10x6_12x4_14x2
#define CLK_UNORM_INT10X6_EXT CLK_UNORM_10X6_EXT
#define CLK_UNORM_INT12X4_EXT CLK_UNORM_12X4_EXT
#define CLK_UNORM_INT14X2_EXT CLK_UNORM_14X2_EXT
#endif
