// Launches kernels.
#include "sycl/launch.h"

#include <algorithm>
#include <string>

#include "support/error_name.h"
#include "sycl/failure.h"
#include "sycl/keeper.h"
#include "sycl/kernel_cache.h"
#include "sycl/submission.h"

namespace cleave::sycl {
namespace {

/// Sizes as OpenCL orders them: what varies fastest comes first.
struct Sizes {
  size_t values[3];
  bool are_given;

  Sizes(const size_t* sizes, uint32_t dimensions) : are_given(sizes != nullptr) {
    if (!are_given) return;
    for (uint32_t i = 0; i < dimensions; ++i) values[i] = sizes[dimensions - 1 - i];
  }
  [[nodiscard]] const size_t* data() const { return are_given ? values : nullptr; }
};

std::string text_of(const size_t* sizes, uint32_t dimensions) {
  std::string text = "{";
  for (uint32_t i = 0; i < dimensions; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
  }
  return text + "}";
}

/// Checks what the driver would refuse with less of an explanation.
void check_sizes(const cleave_sycl_launch& request) {
  if (request.local == nullptr) return;
  for (uint32_t i = 0; i < request.dimensions; ++i) {
    if (request.local[i] != 0 && request.global[i] % request.local[i] == 0) continue;
    fail(Code::nd_range, "the global range " + text_of(request.global, request.dimensions) +
                             " is no multiple of the local range " +
                             text_of(request.local, request.dimensions) + " in dimension " +
                             std::to_string(i));
  }
}

/// Nothing runs of a launch in which a dimension has no work-items, but what comes after waits.
bool is_empty(const cleave_sycl_launch& request) {
  return std::any_of(request.global, request.global + request.dimensions,
                     [](size_t size) { return size == 0; });
}

/// Says why the driver refuses a launch, as far as it can be known.
std::string explain(const Queue& queue, const ThreadKernel& kernel,
                    const cleave_sycl_launch& request, cl_int error) {
  std::string text = "clEnqueueNDRangeKernel: " + support::error_name(error) + ": global range " +
                     text_of(request.global, request.dimensions);
  if (request.local != nullptr) {
    text += ", local range " + text_of(request.local, request.dimensions);
  }
  if (request.local_bytes != 0) {
    text += ", " + std::to_string(request.local_bytes) + " bytes of local memory";
  }
  size_t most = 0;
  if (clGetKernelWorkGroupInfo(kernel.id, queue.device().id(), CL_KERNEL_WORK_GROUP_SIZE,
                               sizeof most, &most, nullptr) == CL_SUCCESS) {
    text += "; the kernel's work-groups have at most " + std::to_string(most) + " work-items";
  }
  size_t wanted[3] = {};
  if (clGetKernelWorkGroupInfo(kernel.id, queue.device().id(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                               sizeof wanted, wanted, nullptr) == CL_SUCCESS &&
      wanted[0] != 0) {
    const size_t in_order[] = {wanted[2], wanted[1], wanted[0]};
    text += ", and reqd_work_group_size says " +
            text_of(in_order + (3 - request.dimensions), request.dimensions);
  }
  return text;
}

void set_arguments(ThreadKernel& kernel, const cleave_sycl_launch& request,
                   const std::vector<cl_ulong>& buffers) {
  check(clSetKernelArg(kernel.id, 0, request.object_bytes, request.object), "clSetKernelArg");
  if (kernel.asks_local_memory) {
    const size_t local_bytes = std::max<size_t>(request.local_bytes, 1);
    if (kernel.local_bytes != local_bytes) {
      check(clSetKernelArg(kernel.id, 1, local_bytes, nullptr), "clSetKernelArg");
      kernel.local_bytes = local_bytes;
    }
  }
  if (!buffers.empty() && kernel.buffers != buffers) {
    check(clSetKernelExecInfo(kernel.id, support::kernel_exec_info_device_ptrs_ext,
                              buffers.size() * sizeof(cl_ulong), buffers.data()),
          "clSetKernelExecInfo");
    kernel.buffers = buffers;
  }
}

void enqueue(Queue& queue, Submission& submission, const cleave_sycl_launch& request) {
  if (is_empty(request)) {
    check(clEnqueueBarrierWithWaitList(queue.id(), submission.wait_count(), submission.waits(),
                                       submission.event()),
          "clEnqueueBarrierWithWaitList");
    return;
  }
  ThreadKernel& kernel =
      find_kernel(*request.unit, request.kernel, queue.native(), queue.code_device());
  set_arguments(kernel, request, submission.buffers());
  const Sizes global(request.global, request.dimensions);
  const Sizes local(request.local, request.dimensions);
  const Sizes offset(request.offset, request.dimensions);
  const cl_int error = clEnqueueNDRangeKernel(
      queue.id(), kernel.id, request.dimensions, offset.data(), global.data(), local.data(),
      submission.wait_count(), submission.waits(), submission.event());
  if (error != CL_SUCCESS) [[unlikely]] {
    throw Failure{code_of(error), explain(queue, kernel, request, error), error};
  }
}

}  // namespace

void launch(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_launch& request,
            cleave_sycl_event** event) {
  BoxGuard keeper(request.keeper);
  try {
    check_sizes(request);
    Submission submission(queue, group);
    enqueue(queue, submission, request);
    if (request.keeper != nullptr) {
      keeper.release();
      keep_until(*submission.event(), *request.keeper);
    }
    submission.end(event);
  } catch (Failure& failure) {
    failure.text = describe_kernel(*request.unit, request.kernel) + ": " + failure.text;
    throw;
  }
}

}  // namespace cleave::sycl
