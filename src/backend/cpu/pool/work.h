// Implements the kinds of execution: a launch of a kernel, a transfer of bytes and a function of
// the host.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <utility>

#include "backend/cpu/code/code_slot.h"
#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/worker_pool.h"

namespace cleave::backend::cpu::pool {

/// The work-groups of a launch, for one thread that runs ranges of them. Groups are numbered with
/// dimension 0 innermost.
///
///   WorkGroups groups(launch, worker);
///   if (groups.lacking() != nullptr) return CL_OUT_OF_RESOURCES;
///   groups.run(0, groups.count());
class WorkGroups {
 public:
  /// Uses the worker's memory until it is destroyed. All work-groups of full size run this code,
  /// which stays valid.
  WorkGroups(const Launch& launch, const compiler::interface::KernelCode& code, Worker& worker);
  ~WorkGroups() {
    if (waiting_ != nullptr) waiting_->end_launch();
    if (large_stack_ != nullptr) large_stack_->release_if_large();
  }
  WorkGroups(const WorkGroups&) = delete;
  WorkGroups& operator=(const WorkGroups&) = delete;
  [[nodiscard]] static uint64_t count(const Launch& launch);
  /// Work-items of a work-group of full size.
  [[nodiscard]] static uint64_t items(const Launch& launch);
  /// Sub-groups of a work-group of full size.
  [[nodiscard]] static uint64_t sub_groups(const Launch& launch);
  [[nodiscard]] uint64_t count() const;
  [[nodiscard]] const compiler::interface::KernelCode& code() const { return code_; }
  /// Returns, in words, the memory that could not be had; nullptr when nothing is missing. Only
  /// then may run() be called.
  [[nodiscard]] const char* lacking() const { return lacking_; }
  void run(uint64_t begin, uint64_t end);
  using Yield = void (*)(compiler::interface::LaunchContext* context);
  /// Sets the functions that code calls to use queues on the device, their `state`, and the `yield`
  /// that it calls if the kernel may wait. Returns the former one, which `yield` has to call.
  [[nodiscard]] Yield set_device_queues(const compiler::interface::DriverCalls& calls, Yield yield,
                                        void* state) {
    context_.driver_calls = &calls;
    context_.device_queues = state;
    return waiting_ != nullptr ? std::exchange(context_.progress.yield, yield) : nullptr;
  }

 private:
  void run_on_current_stack(uint64_t begin, uint64_t end);
  void run_row(uint64_t groups, bool is_full);

  // Not cleared first: the constructor and run() set each field.
  compiler::interface::LaunchContext context_;
  const compiler::interface::KernelCode& code_;
  const compiler::interface::KernelCode*
      code_of_smaller_;  // the same where no work-group is smaller
  const bool streams_;
  progress::LargeStack* large_stack_ = nullptr;     // where the thread's is too small
  progress::SubGroupScheduler* waiting_ = nullptr;  // of a kernel that may wait
  const char* lacking_ = nullptr;
};

/// Runs the work-groups of a launch that uses queues on the device. Thread-safe.
class EnqueuingLaunch {
 public:
  /// Runs these work-groups with the code. Returns, in words, the memory that could not be had;
  /// nullptr: they have run.
  [[nodiscard]] virtual const char* run_groups(const compiler::interface::KernelCode& code,
                                               uint64_t begin, uint64_t end, Worker& worker) = 0;

 protected:
  ~EnqueuingLaunch() = default;
};

/// Returns the code that the launch's kernel (KernelTiers) chose for it.
[[nodiscard]] inline const code::CodeSlot& slot_of(const Launch& launch) {
  return *static_cast<const code::CodeSlot*>(launch.code);
}
/// Returns the code for a launch that begins now.
[[nodiscard]] inline const compiler::interface::KernelCode& code_of(const Launch& launch) {
  return slot_of(launch).best();
}

/// Returns the bytes of stack that threads need for any of the launch's work-groups.
[[nodiscard]] inline uint64_t stack_bytes_of(const Launch& launch) {
  const code::CodeSlot& slot = slot_of(launch);
  return std::max(slot.best().stack_bytes, slot.best_for_smaller_groups().stack_bytes);
}

/// Adds the time of a launch on trial (CodeSlot::is_on_trial), that of all its threads for so many
/// of its work-groups.
void add_launch(const Launch& launch, const compiler::interface::KernelCode& ran,
                std::chrono::nanoseconds spent, uint64_t groups);

/// Makes an execution that runs work-groups of a launch with the code, which the launch keeps
/// alive; by `enqueuing`, which lives as long as the listener, if that is not nullptr.
[[nodiscard]] support::Ref<Execution> make_kernel_execution(
    support::Ref<Launch> launch, const compiler::interface::KernelCode& code,
    support::Ref<CpuResourceSet> where, Listener& listener, const Execution::Pieces& groups,
    EnqueuingLaunch* enqueuing = nullptr);

/// Makes an execution of a transfer, in pieces that so many workers share as it is worth.
/// `streamed_bytes`: as run_transfer takes it.
[[nodiscard]] support::Ref<Execution> make_transfer_execution(const Transfer& transfer, Worth worth,
                                                              support::Ref<CpuResourceSet> where,
                                                              Listener& listener,
                                                              uint64_t streamed_bytes);

/// Makes an execution that calls a function once.
[[nodiscard]] support::Ref<Execution> make_host_execution(std::function<cl_int()> work,
                                                          support::Ref<CpuResourceSet> where,
                                                          Listener& listener);

}  // namespace cleave::backend::cpu::pool
