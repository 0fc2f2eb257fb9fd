// Sets arguments of kernels of OpenCL, and enqueues them.
#include "sycl/native_kernel.h"

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>

#include "support/error_name.h"
#include "sycl/bundle.h"
#include "sycl/failure.h"
#include "sycl/launch_sizes.h"
#include "sycl/submission.h"

namespace cleave::sycl {
namespace {

using OwnedKernel = std::unique_ptr<std::remove_pointer_t<cl_kernel>, decltype(&clReleaseKernel)>;

OwnedKernel copy_of(cl_kernel kernel) {
  cl_int error = CL_SUCCESS;
  OwnedKernel made(clCloneKernel(kernel, &error), clReleaseKernel);
  check(error, "clCloneKernel");
  return made;
}

cl_mem memory_of(Queue& queue, const CommandGroup& group, const KernelArgument& argument) {
  if (!argument.buffer) return nullptr;
  if (!group.uses(*argument.buffer)) {
    fail(Code::invalid, "set_arg: the command group does not use the buffer of the accessor");
  }
  return argument.buffer->native_in(queue.native());
}

cl_int set_argument(Queue& queue, const CommandGroup& group, cl_kernel kernel,
                    const KernelArgument& argument) {
  switch (argument.kind) {
    case CLEAVE_SYCL_ARGUMENT_POINTER: {
      const auto set = queue.unified_memory().set_argument;
      return set != nullptr ? set(kernel, argument.index, argument.pointer)
                            : clSetKernelArgSVMPointer(kernel, argument.index, argument.pointer);
    }
    case CLEAVE_SYCL_ARGUMENT_BUFFER: {
      const cl_mem memory = memory_of(queue, group, argument);
      return clSetKernelArg(kernel, argument.index, sizeof memory, &memory);
    }
    case CLEAVE_SYCL_ARGUMENT_LOCAL:
      return clSetKernelArg(kernel, argument.index, std::max<size_t>(argument.size, 1), nullptr);
    default:
      return clSetKernelArg(kernel, argument.index, argument.bytes.size(), argument.bytes.data());
  }
}

size_t set_arguments(Queue& queue, const CommandGroup& group, cl_kernel kernel) {
  size_t local_bytes = 0;
  for (const KernelArgument& argument : group.arguments()) {
    if (const cl_int error = set_argument(queue, group, kernel, argument); error != CL_SUCCESS) {
      throw Failure{code_of(error),
                    "argument " + std::to_string(argument.index) +
                        " cannot be set: clSetKernelArg: " + support::error_name(error),
                    error};
    }
    if (argument.kind == CLEAVE_SYCL_ARGUMENT_LOCAL) local_bytes += argument.size;
  }
  return local_bytes;
}

void enqueue(Queue& queue, Submission& submission, const CommandGroup& group, cl_kernel id,
             const LaunchExtent& sizes) {
  if (is_empty(sizes)) {
    check(clEnqueueBarrierWithWaitList(queue.id(), submission.wait_count(), submission.waits(),
                                       submission.event()),
          "clEnqueueBarrierWithWaitList");
    return;
  }
  const OwnedKernel kernel = copy_of(id);
  const size_t local_bytes = set_arguments(queue, group, kernel.get());
  const SizesOfOpenCl global(sizes.global, sizes.dimensions);
  const SizesOfOpenCl local(sizes.local, sizes.dimensions);
  const SizesOfOpenCl offset(sizes.offset, sizes.dimensions);
  const cl_int error = clEnqueueNDRangeKernel(
      queue.id(), kernel.get(), sizes.dimensions, offset.data(), global.data(), local.data(),
      submission.wait_count(), submission.waits(), submission.event());
  if (error != CL_SUCCESS) fail_to_launch(queue, kernel.get(), sizes, local_bytes, error);
}

}  // namespace

void launch_native(Queue& queue, CommandGroup& group, const cleave_sycl_kernel_launch& request,
                   cleave_sycl_event** event) {
  const Kernel& kernel = object_of<Kernel>(request.kernel);
  if (!kernel.is_native()) {
    fail(Code::invalid,
         "a kernel object is launched that make_kernel has not made: name the kernel's class "
         "instead");
  }
  const LaunchExtent sizes{request.dimensions, request.global, request.local, request.offset};
  try {
    if (&kernel.bundle().context().native() != &queue.native()) {
      fail(Code::invalid, "the kernel is of another cl_context than the queue");
    }
    check_sizes(sizes);
    Submission submission(queue, group.contents());
    enqueue(queue, submission, group, kernel.id(), sizes);
    submission.set_name(kernel.name());
    submission.end(event);
  } catch (Failure& failure) {
    failure.text = kernel.name()->text() + ": " + failure.text;
    throw;
  }
}

}  // namespace cleave::sycl
