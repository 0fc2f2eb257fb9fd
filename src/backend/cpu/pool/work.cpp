#include "backend/cpu/pool/work.h"

#include <algorithm>
#include <chrono>

#include "backend/cpu/code/launch_shape.h"
#include "backend/cpu/pool/inline_worker.h"
#include "backend/cpu/pool/transfer.h"
#include "os/x86.h"

namespace cleave::backend::cpu::pool {
namespace {

using support::Ref;

uint64_t group_count(const Launch& launch, unsigned dimension) {
  const uint64_t global = launch.global_size[dimension];
  const uint64_t local = launch.local_size[dimension];
  return local == 1 ? global : global / local + (global % local != 0 ? 1 : 0);
}

}  // namespace

WorkGroups::WorkGroups(const Launch& launch, const compiler::interface::KernelCode& code,
                       Worker& worker)
    : code_(code), code_of_smaller_(&code), streams_(launch.streamed_arguments != 0) {
  context_.work_dimensions = launch.work_dimensions;
  std::ranges::copy(launch.global_size, context_.global_size);
  std::ranges::copy(launch.global_offset, context_.global_offset);
  std::ranges::copy(launch.local_size, context_.enqueued_local_size);
  for (unsigned d = 0; d < 3; ++d) {
    context_.group_count[d] = group_count(launch, d);
    if (context_.group_count[d] * launch.local_size[d] != launch.global_size[d]) {
      code_of_smaller_ = &slot_of(launch).best_for_smaller_groups();
    }
  }
  const uint64_t frame_bytes =
      std::max(code.frame_bytes_per_item, code_of_smaller_->frame_bytes_per_item);
  const uint64_t stack_bytes = std::max(code.stack_bytes, code_of_smaller_->stack_bytes);
  context_.program_scope =
      launch.program_variables ? launch.program_variables->host_address : nullptr;
  context_.printf_ring = launch.printf_ring;
  context_.arguments = launch.arguments.data();
  context_.local_memory = worker.local_memory().reserve(launch.local_memory_size);
  const uint64_t all_frames = frame_bytes == 0 ? 0 : code::items_with_frames(launch) * frame_bytes;
  context_.frames = worker.frames().reserve(all_frames);
  context_.spaces.local = {context_.local_memory, launch.local_memory_size};
  context_.spaces.frames = {context_.frames, all_frames};
  context_.spaces.other_stacks = {};
  context_.progress = {};
  context_.driver_calls = nullptr;
  context_.device_queues = nullptr;
  if (context_.local_memory == nullptr || context_.frames == nullptr) {
    lacking_ =
        "there is no memory for a work-group: its local memory and what it keeps over barriers";
    return;
  }
  if (!has_stack_for(stack_bytes)) {
    large_stack_ = &worker.large_stack();
    if (!large_stack_->reserve(stack_bytes)) {
      lacking_ =
          "there is no memory for the private variables of a sub-group's work-items; a higher "
          "limit on the process's addresses (ulimit -v) leaves more";
      return;
    }
  }
  if (!launch.may_wait) return;
  waiting_ = &worker.sub_groups();
  if (!waiting_->serve(context_, stack_bytes, sub_groups(launch))) {
    lacking_ =
        "there is no memory for the stacks of a work-group whose sub-groups may wait for each "
        "other; smaller work-groups need fewer, a higher limit on the process's addresses "
        "(ulimit -v) leaves more";
  }
}

uint64_t WorkGroups::items(const Launch& launch) {
  return launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
}

uint64_t WorkGroups::sub_groups(const Launch& launch) {
  return (items(launch) + launch.sub_group_size - 1) / launch.sub_group_size;
}

uint64_t WorkGroups::count(const Launch& launch) {
  return group_count(launch, 0) * group_count(launch, 1) * group_count(launch, 2);
}

uint64_t WorkGroups::count() const {
  return context_.group_count[0] * context_.group_count[1] * context_.group_count[2];
}

void WorkGroups::run(uint64_t begin, uint64_t end) {
  if (large_stack_ == nullptr) {
    run_on_current_stack(begin, end);
  } else {
    large_stack_->run([&] { run_on_current_stack(begin, end); });
  }
  // Code orders its streamed stores before nothing that follows.
  if (streams_) os::end_streaming();
}

void WorkGroups::run_on_current_stack(uint64_t begin, uint64_t end) {
  // The kernel's frames follow below this one. Above it may lie those of an application that waits,
  // whose memory is global.
  constexpr uint64_t of_functions_between = 4096;
  const uint64_t stack_bytes =
      std::max(code_.stack_bytes, code_of_smaller_->stack_bytes) + of_functions_between;
  auto* const frame = static_cast<std::byte*>(__builtin_frame_address(0));
  context_.spaces.stack = {frame - stack_bytes, stack_bytes};
  auto& id = context_.group_id;
  const auto& counts = context_.group_count;
  if (end - begin == 1 && begin == 0) {
    id[0] = id[1] = id[2] = 0;
  } else {
    id[0] = begin % counts[0];
    id[1] = begin / counts[0] % counts[1];
    id[2] = begin / counts[0] / counts[1];
  }
  while (begin < end) {
    const uint64_t groups = std::min(end - begin, counts[0] - id[0]);
    bool is_full = true;
    for (unsigned d = 1; d < 3; ++d) {
      const uint64_t full = context_.enqueued_local_size[d];
      const uint64_t rest = context_.global_size[d] - id[d] * full;
      context_.local_size[d] = std::min(full, rest);
      is_full = is_full && rest >= full;
    }
    run_row(groups, is_full);
    begin += groups;
    id[0] = 0;
    if (++id[1] == counts[1]) {
      id[1] = 0;
      ++id[2];
    }
  }
}

/// Neighbours in dimension 0. All are of full size there but perhaps the last one of the launch;
/// `is_full`: they are in the other dimensions.
void WorkGroups::run_row(uint64_t groups, bool is_full) {
  const uint64_t local = context_.enqueued_local_size[0];
  const uint64_t end = context_.group_id[0] + groups;
  const uint64_t last_items = context_.global_size[0] - (end - 1) * local;
  const uint64_t full_end = last_items < local ? end - 1 : end;
  context_.local_size[0] = local;
  const compiler::interface::KernelEntry entry = is_full ? code_.entry : code_of_smaller_->entry;
  for (; context_.group_id[0] < full_end; ++context_.group_id[0]) entry(&context_);
  if (full_end == end) return;
  context_.local_size[0] = last_items;
  code_of_smaller_->entry(&context_);
}

void add_launch(const Launch& launch, const compiler::interface::KernelCode& ran,
                std::chrono::nanoseconds spent, uint64_t groups) {
  code::LaunchSizes sizes;
  std::ranges::copy(launch.global_size, sizes.global.begin());
  std::ranges::copy(launch.local_size, sizes.local.begin());
  const auto items = static_cast<double>(groups * WorkGroups::items(launch));
  slot_of(launch).add_launch(ran, sizes, static_cast<double>(spent.count()) / items);
}

namespace {

class KernelExecution final : public Execution, public support::Pooled<KernelExecution> {
 public:
  KernelExecution(Ref<Launch> launch, const compiler::interface::KernelCode& code,
                  const Pieces& groups, Ref<CpuResourceSet> where, Listener& listener,
                  EnqueuingLaunch* enqueuing)
      : Execution(std::move(where), groups, listener),
        launch_(std::move(launch)),
        first_code_(code),
        code_(&first_code_),
        enqueuing_(enqueuing),
        is_on_trial_(slot_of(*launch_).is_on_trial()) {}

 private:
  void run(uint64_t begin, uint64_t end, Worker& worker) override {
    const char* lacking = nullptr;
    if (enqueuing_ != nullptr) {
      lacking = enqueuing_->run_groups(first_code_, begin, end, worker);
    } else {
      WorkGroups groups(*launch_, code(), worker);
      lacking = groups.lacking();
      if (lacking == nullptr) groups.run(begin, end);
    }
    if (lacking != nullptr) fail(CL_OUT_OF_RESOURCES, lacking);
  }
  /// Quick code is left for better as soon as that is there, between two claims: a launch of
  /// seconds has it after tens of milliseconds. A pointer to an immutable object, published with
  /// release and read with acquire; the last of several threads that publish one wins, and all are
  /// right.
  const compiler::interface::KernelCode& code() {
    const compiler::interface::KernelCode* const running = code_.load(std::memory_order_acquire);
    if (running->tier != compiler::interface::Tier::quick) return *running;
    const compiler::interface::KernelCode& best = code_of(*launch_);
    if (best.tier == compiler::interface::Tier::quick) return *running;
    code_.store(&best, std::memory_order_release);
    return best;
  }
  void spent(std::chrono::nanoseconds time, uint64_t pieces, bool alone) override {
    const uint64_t items = pieces * WorkGroups::items(*launch_);
    const code::CodeTimes& times = slot_of(*launch_).times();
    times.add(time, where().units());
    alone ? times.add_alone(time, items) : times.add_together(time, items);
    if (!is_on_trial_) return;
    nanoseconds_.fetch_add(static_cast<uint64_t>(time.count()), std::memory_order_relaxed);
    groups_.fetch_add(pieces, std::memory_order_relaxed);
  }
  void release_work() noexcept override {
    // Every thread has said what it spent before it ended its pieces, which this one saw. The time
    // of two codes together tells of neither.
    const uint64_t groups = groups_.load(std::memory_order_relaxed);
    if (groups != 0 && code_.load(std::memory_order_relaxed) == &first_code_) {
      const std::chrono::nanoseconds spent(nanoseconds_.load(std::memory_order_relaxed));
      add_launch(*launch_, first_code_, spent, groups);
    }
    launch_ = nullptr;
  }

  Ref<Launch> launch_;
  const compiler::interface::KernelCode first_code_;
  std::atomic<const compiler::interface::KernelCode*> code_;
  EnqueuingLaunch* const enqueuing_;
  const bool is_on_trial_;
  std::atomic<uint64_t> nanoseconds_{0}, groups_{0};  // of a launch on trial
};

class TransferExecution final : public Execution, public support::Pooled<TransferExecution> {
 public:
  TransferExecution(const Transfer& transfer, Worth worth, Ref<CpuResourceSet> where,
                    Listener& listener, uint64_t streamed_bytes)
      : Execution(std::move(where), {.end = transfer_pieces(transfer), .worth = worth}, listener),
        transfer_(transfer),
        streamed_bytes_(streamed_bytes) {}

 private:
  void run(uint64_t begin, uint64_t end, Worker&) override {
    run_transfer(transfer_, begin, end, streamed_bytes_);
  }
  void release_work() noexcept override {}

  const Transfer transfer_;
  const uint64_t streamed_bytes_;
};

class HostExecution final : public Execution {
 public:
  HostExecution(std::function<cl_int()> work, Ref<CpuResourceSet> where, Listener& listener)
      : Execution(std::move(where), {.end = 1}, listener), work_(std::move(work)) {}

 private:
  void run(uint64_t, uint64_t, Worker&) override {
    const cl_int status = work_();
    if (status < 0) fail(status);
  }
  void release_work() noexcept override { work_ = nullptr; }

  std::function<cl_int()> work_;
};

}  // namespace

Ref<Execution> make_kernel_execution(Ref<Launch> launch,
                                     const compiler::interface::KernelCode& code,
                                     Ref<CpuResourceSet> where, Listener& listener,
                                     const Execution::Pieces& groups, EnqueuingLaunch* enqueuing) {
  return support::make_ref<KernelExecution>(std::move(launch), code, groups, std::move(where),
                                            listener, enqueuing);
}

Ref<Execution> make_transfer_execution(const Transfer& transfer, Worth worth,
                                       Ref<CpuResourceSet> where, Listener& listener,
                                       uint64_t streamed_bytes) {
  return support::make_ref<TransferExecution>(transfer, worth, std::move(where), listener,
                                              streamed_bytes);
}

Ref<Execution> make_host_execution(std::function<cl_int()> work, Ref<CpuResourceSet> where,
                                   Listener& listener) {
  return support::make_ref<HostExecution>(std::move(work), std::move(where), listener);
}

}  // namespace cleave::backend::cpu::pool
