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
