// Checks the arguments of 5.9 and 5.10: kernels, their arguments and their launches.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string>

#include "api/check/enqueue.h"
#include "model/command/requests.h"
#include "model/program/kernel.h"
#include "support/containers/result.h"

namespace cleave::api::check {

struct KernelRequest {
  support::Ref<model::Program> program;
  model::KernelBuilds builds;  // not empty
};
/// CL_INVALID_KERNEL_DEFINITION when the arguments differ from one device to another.
[[nodiscard]] support::Result<KernelRequest> create_kernel(cl_program program, const char* name);

struct KernelsRequest {
  support::Ref<model::Program> program;
  std::vector<model::KernelBuilds> kernels;  // without those that differ among the devices
};
[[nodiscard]] support::Result<KernelsRequest> create_kernels(cl_program program, cl_uint count,
                                                             const cl_kernel* kernels);

struct ArgumentRequest {
  support::Ref<model::Kernel> kernel;
  size_t index;
  model::ArgumentValue value;
};
[[nodiscard]] support::Result<ArgumentRequest> set_argument(cl_kernel kernel, cl_uint index,
                                                            size_t size, const void* value);
/// clSetKernelArgSVMPointer: CL_INVALID_OPERATION where no device follows pointers of the host,
/// CL_INVALID_ARG_VALUE for an argument that is no pointer to global or constant memory, and for a
/// pointer that is not aligned for what the argument points to.
[[nodiscard]] support::Result<ArgumentRequest> set_svm_argument(cl_kernel kernel, cl_uint index,
                                                                const void* pointer);

/// clSetKernelArgMemPointerINTEL: any pointer is taken; CL_INVALID_ARG_VALUE for an argument that
/// is no pointer to global or constant memory.
[[nodiscard]] support::Result<ArgumentRequest> set_unified_argument(cl_kernel kernel, cl_uint index,
                                                                    const void* pointer);
/// clSetKernelArgDevicePointerEXT: any address is taken; CL_INVALID_ARG_INDEX for an argument that
/// is no pointer to global memory.
[[nodiscard]] support::Result<ArgumentRequest> set_device_argument(cl_kernel kernel, cl_uint index,
                                                                   uint64_t address);

/// What clSetKernelExecInfo is to change.
struct ExecutionInfo {
  support::Ref<model::Kernel> kernel;
  cl_kernel_exec_info name;
  std::vector<model::Address> addresses;  // of a list
  bool flag = false;                      // of a cl_bool
};
[[nodiscard]] support::Result<ExecutionInfo> execution_info(cl_kernel kernel,
                                                            cl_kernel_exec_info name, size_t size,
                                                            const void* value);

/// The sizes of an ND-range as the application gives them; any pointer may be null.
struct RawRange {
  cl_uint work_dimensions;
  const size_t* global_offset;
  const size_t* global_size;
  const size_t* local_size;
};
/// Sizes of zero are valid since OpenCL 2.1: such a launch runs nothing.
[[nodiscard]] support::Result<model::LaunchRequest> launch(const EnqueueTarget& target,
                                                           cl_kernel kernel, const RawRange& range);
inline constexpr size_t task_size = 1;
inline constexpr RawRange task_range = {1, nullptr, &task_size, &task_size};
[[nodiscard]] support::Result<model::LaunchRequest> task(const EnqueueTarget& target,
                                                         cl_kernel kernel);

/// A launch whose local size is asked for (cl_khr_suggested_local_work_size), and its queue.
struct Suggestion {
  support::Ref<model::Queue> queue;
  model::LaunchRequest request;
};
/// Sizes of zero are not valid here. `suggested`: where the answer is wanted.
[[nodiscard]] support::Result<Suggestion> suggestion(cl_command_queue queue, cl_kernel kernel,
                                                     const RawRange& range,
                                                     const size_t* suggested);

/// What is wrong with a launch that `launch` or `task` refused with `code`, for people: the sizes
/// and the limits that they are held against.
[[nodiscard]] std::string launch_message(const model::Queue& queue, cl_kernel kernel,
                                         const RawRange& range, cl_int code);

/// The arguments of clEnqueueNativeKernel as the application gives them.
struct RawNative {
  model::NativeRequest::Function function;
  const void* arguments;
  size_t argument_bytes;
  cl_uint memory_count;
  const cl_mem* memory;
  const void** locations;  // in `arguments`
};
/// CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
[[nodiscard]] support::Result<model::NativeRequest> native(const EnqueueTarget& target,
                                                           const RawNative& raw);

}  // namespace cleave::api::check
