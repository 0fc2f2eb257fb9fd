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
