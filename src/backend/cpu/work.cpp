#include "backend/cpu/work.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cleave::backend::cpu {
namespace {

using compiler::LaunchContext;
using support::Ref;

uint64_t rounded_up(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

std::array<uint64_t, 3> group_counts(const Launch& launch) {
  std::array<uint64_t, 3> counts{};
  for (unsigned d = 0; d < 3; ++d) {
    counts[d] = launch.global_size[d] / launch.local_size[d] +
                (launch.global_size[d] % launch.local_size[d] != 0 ? 1 : 0);
  }
  return counts;
}

class KernelExecution final : public Execution {
 public:
  KernelExecution(Ref<Launch> launch, const std::array<uint64_t, 3>& counts,
                  Ref<CpuResourceSet> where, Listener& listener)
      : Execution(std::move(where), counts[0] * counts[1] * counts[2], listener),
        counts_(counts),
        launch_(std::move(launch)),
        arguments_(launch_->arguments.size()) {
    if (!launch_->arguments.empty() && arguments_.data() != nullptr) {
      std::memcpy(arguments_.data(), launch_->arguments.data(), launch_->arguments.size());
    }
  }

 private:
  void run(uint64_t begin, uint64_t end, Worker& worker) override {
    LaunchContext context{};
    if (!prepare(context, worker)) return fail(CL_OUT_OF_RESOURCES);
    context.group_id[0] = begin % counts_[0];
    context.group_id[1] = begin / counts_[0] % counts_[1];
    context.group_id[2] = begin / counts_[0] / counts_[1];
    for (uint64_t group = begin; group < end; ++group) {
      set_local_size(context);
      launch_->code.entry(&context);
      advance(context);
    }
  }

  void release_work() noexcept override {
    launch_ = nullptr;
    arguments_ = AlignedBlock();
  }

  /// What is the same for all work-groups. False: there is no memory for it.
  bool prepare(LaunchContext& context, Worker& worker) const {
    const Launch& launch = *launch_;
    context.work_dimensions = launch.work_dimensions;
    std::ranges::copy(launch.global_size, context.global_size);
    std::ranges::copy(launch.global_offset, context.global_offset);
    std::ranges::copy(launch.local_size, context.enqueued_local_size);
    std::ranges::copy(counts_, context.group_count);
    context.printf_ring = launch.printf_ring;
    context.arguments = arguments_.data();
    const uint64_t items = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
    context.local_memory = worker.local_memory().reserve(launch.local_memory_size);
    context.frames = worker.frames().reserve(rounded_up(items, launch.sub_group_size) *
                                             launch.code.frame_bytes_per_item);
    return context.arguments != nullptr && context.local_memory != nullptr &&
           context.frames != nullptr;
  }

  /// The last work-group of a dimension is smaller when the local size does not divide the global.
  static void set_local_size(LaunchContext& context) {
    for (unsigned d = 0; d < 3; ++d) {
      uint64_t first = context.group_id[d] * context.enqueued_local_size[d];
      context.local_size[d] =
          std::min(context.enqueued_local_size[d], context.global_size[d] - first);
    }
  }

  /// To the next work-group: dimension 0 is the innermost.
  static void advance(LaunchContext& context) {
    for (unsigned d = 0; d < 3; ++d) {
      if (++context.group_id[d] < context.group_count[d]) return;
      context.group_id[d] = 0;
    }
  }

  const std::array<uint64_t, 3> counts_;
  Ref<Launch> launch_;
  AlignedBlock arguments_;  // a copy of the launch's, shared by all workers
};

class HostExecution final : public Execution {
 public:
  HostExecution(std::function<cl_int()> work, Ref<CpuResourceSet> where, Listener& listener)
      : Execution(std::move(where), 1, listener), work_(std::move(work)) {}

 private:
  void run(uint64_t, uint64_t, Worker&) override {
    const cl_int status = work_();
    if (status < 0) fail(status);
  }
  void release_work() noexcept override { work_ = nullptr; }

  std::function<cl_int()> work_;
};

}  // namespace

Ref<Execution> make_kernel_execution(Ref<Launch> launch, Ref<CpuResourceSet> where,
                                     Listener& listener) {
  const auto counts = group_counts(*launch);
  return support::make_ref<KernelExecution>(std::move(launch), counts, std::move(where), listener);
}

Ref<Execution> make_host_execution(std::function<cl_int()> work, Ref<CpuResourceSet> where,
                                   Listener& listener) {
  return support::make_ref<HostExecution>(std::move(work), std::move(where), listener);
}

}  // namespace cleave::backend::cpu
