// Declares the types of OpenCL's objects as <CL/cl.h> does, whose text takes longer than all that uses them here.
#ifndef SYCL_DETAIL_OPENCL_TYPES_H
#define SYCL_DETAIL_OPENCL_TYPES_H

#include <stdint.h>

typedef struct _cl_platform_id* cl_platform_id;
typedef struct _cl_device_id* cl_device_id;
typedef struct _cl_context* cl_context;
typedef struct _cl_command_queue* cl_command_queue;
typedef struct _cl_mem* cl_mem;
typedef struct _cl_program* cl_program;
typedef struct _cl_kernel* cl_kernel;
typedef struct _cl_event* cl_event;
typedef struct _cl_sampler* cl_sampler;
typedef uint32_t cl_uint;
typedef cl_uint cl_bool; /* wider than sycl::opencl::cl_bool, which is that of kernels */

#endif
