// Launches kernels.
#include "sycl/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "sycl/bundle.h"
#include "sycl/failure.h"
#include "sycl/keeper.h"
#include "sycl/kernel_cache.h"
#include "sycl/launch_sizes.h"
#include "sycl/stream.h"
#include "sycl/submission.h"

namespace cleave::sycl {
namespace {

LaunchExtent sizes_of(const cleave_sycl_launch& request) {
  return {request.dimensions, request.global, request.local, request.offset};
}

/// The work-items of a launch that the driver has taken: their number fits.
uint64_t items_of(const LaunchExtent& sizes) {
  uint64_t items = 1;
  for (uint32_t i = 0; i < sizes.dimensions; ++i) items *= sizes.global[i];
  return items;
}

/// Fails where the command group may run the kernels of a bundle alone, and the kernel is none of these.
void check_bundle(const cleave_sycl_group* group, const cleave_sycl_launch& request,
                  const Device& device) {
  if (group == nullptr || group->bytes <= offsetof(cleave_sycl_group, bundle) ||
      group->bundle == nullptr) {
    return;
  }
  if (!object_of<Bundle>(group->bundle).has_symbol(request.kernel, device)) {
    fail(Code::kernel_not_supported,
         "use_kernel_bundle: the bundle has not the kernel for the queue's device");
  }
}

/// The object of the launch before is set: loops launch the same one again and again, and clSetKernelArg takes 420 of the
/// 7,200 instructions of a launch and its wait.
void set_object(ThreadKernel& kernel, const cleave_sycl_launch& request) {
  constexpr size_t most_kept_bytes = 1024;
  const auto* const object = static_cast<const std::byte*>(request.object);
  const size_t bytes = request.object_bytes;
  if (!kernel.object.empty() && kernel.object.size() == bytes &&
      std::memcmp(kernel.object.data(), object, bytes) == 0) {
    return;
  }
  kernel.object.clear();
  check(clSetKernelArg(kernel.id, 0, bytes, object), "clSetKernelArg");
  if (bytes <= most_kept_bytes) kernel.object.assign(object, object + bytes);
}

void set_arguments(ThreadKernel& kernel, const cleave_sycl_launch& request,
                   std::span<const cl_ulong> buffers) {
  set_object(kernel, request);
  if (kernel.asks_local_memory) {
    const size_t local_bytes = std::max<size_t>(request.local_bytes, 1);
    if (kernel.local_bytes != local_bytes) {
      check(clSetKernelArg(kernel.id, 1, local_bytes, nullptr), "clSetKernelArg");
      kernel.local_bytes = local_bytes;
    }
  }
  if (!buffers.empty() && !std::ranges::equal(kernel.buffers, buffers)) {
    check(clSetKernelExecInfo(kernel.id, support::kernel_exec_info_device_ptrs_ext,
                              buffers.size() * sizeof(cl_ulong), buffers.data()),
          "clSetKernelExecInfo");
    kernel.buffers.assign(buffers.begin(), buffers.end());
  }
}

void enqueue(Queue& queue, Submission& submission, const cleave_sycl_launch& request) {
  const LaunchExtent sizes = sizes_of(request);
  if (is_empty(sizes)) {
    check(clEnqueueBarrierWithWaitList(queue.id(), submission.wait_count(), submission.waits(),
                                       submission.event()),
          "clEnqueueBarrierWithWaitList");
    return;
  }
  ThreadKernel& kernel =
      find_kernel(*request.unit, request.kernel, queue.native(), queue.code_device());
  set_arguments(kernel, request, submission.buffers());
  submission.set_name(kernel.name);
  const SizesOfOpenCl global(sizes.global, sizes.dimensions);
  const SizesOfOpenCl local(sizes.local, sizes.dimensions);
  const SizesOfOpenCl offset(sizes.offset, sizes.dimensions);
  const cl_int error = clEnqueueNDRangeKernel(
      queue.id(), kernel.id, sizes.dimensions, offset.data(), global.data(), local.data(),
      submission.wait_count(), submission.waits(), submission.event());
  if (error != CL_SUCCESS) [[unlikely]] {
    fail_to_launch(queue, kernel.id, sizes, request.local_bytes, error);
  }
  queue.note_launch(items_of(sizes));
}

/// The streams of a group, of which an older program knows nothing.
std::vector<Ref<Stream>> streams_of(const cleave_sycl_group* group) {
  std::vector<Ref<Stream>> streams;
  if (group == nullptr || group->bytes <= offsetof(cleave_sycl_group, stream_count)) return streams;
  for (size_t i = 0; i < group->stream_count; ++i) {
    streams.emplace_back(&Stream::of(group->streams[i]));
  }
  return streams;
}

/// Tells the buffers of a kernel that was enqueued; the event that is put out ends when its streams are printed.
void end_with_streams(Queue& queue, Submission& submission, const std::vector<Ref<Stream>>& streams,
                      cleave_sycl_event** event) {
  cleave_sycl_event* kernel = nullptr;
  submission.end(&kernel);
  const Ref<Event> held(&object_of<Event>(kernel));
  object_of<Event>(kernel).drop_reference();
  print_streams(queue, kernel, streams, event);
}

}  // namespace

void launch(Queue& queue, const cleave_sycl_group* group, const cleave_sycl_launch& request,
            cleave_sycl_event** event) {
  BoxGuard keeper(request.keeper);
  try {
    check_sizes(sizes_of(request));
    check_bundle(group, request, queue.device());
    Submission submission(queue, group);
    enqueue(queue, submission, request);
    if (request.keeper != nullptr) {
      keeper.release();
      queue.kept().add(*submission.event(), *request.keeper);
    }
    if (const auto streams = streams_of(group); !streams.empty()) {
      end_with_streams(queue, submission, streams, event);
    } else {
      submission.end(event);
    }
  } catch (Failure& failure) {
    failure.text = describe_kernel(*request.unit, request.kernel) + ": " + failure.text;
    throw;
  }
}

}  // namespace cleave::sycl
