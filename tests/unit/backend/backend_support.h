// Gives tests of the back end devices, a listener that can be waited for, and launches of functions
// of the test.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "backend/cpu/cpu_hardware.h"
#include "backend/cpu/pool/work.h"

namespace cleave::backend::test {

using compiler::interface::LaunchContext;
using support::Ref;
using topology::UnitSet;

inline support::Status start_all(Hardware& device) {
  return device.start(*device.resources(device.machine().all_units()));
}

/// A device whose workers run. It stays for the rest of the process, as devices do.
inline Hardware& started_device(const std::string& description) {
  topology::MachineOrProblem read = topology::read_machine(description);
  EXPECT_EQ("", read.problem);
  Hardware& device = *cpu::make_hardware(std::move(read.machine)).release();
  EXPECT_TRUE(start_all(device).ok());
  return device;
}

/// This machine, workers bound. The first device of the process: forking concerns its workers.
inline Hardware& this_machine() {
  static Hardware& device = started_device("");
  return device;
}
/// Eight workers wherever the kernel puts them.
inline Hardware& eight_workers() {
  static_cast<void>(this_machine());
  static Hardware& device = started_device("core:8 pu:1");
  return device;
}

/// Counts what it is told and lets a test wait for the end.
class Waiting : public Listener {
 public:
  virtual ~Waiting() = default;
  void started() noexcept override {
    EXPECT_EQ(0, completions_.load()) << "started after completed";
    ++starts_;
  }
  void failed_in(const DeviceKernel& kernel) noexcept override {
    std::lock_guard lock(mutex_);
    failed_kernel_ = &kernel;
  }
  void completed(cl_int status) noexcept override {
    std::lock_guard lock(mutex_);
    status_ = status;
    ++completions_;
    changed_.notify_all();
  }
  /// Has it ended within the limit? A test that hangs would say less.
  [[nodiscard]] bool has_ended(std::chrono::milliseconds limit = std::chrono::seconds(20)) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, [&] { return completions_.load() != 0; });
  }
  [[nodiscard]] cl_int status() {
    std::lock_guard lock(mutex_);
    return status_;
  }
  /// The recorded kernel that failed; null: none.
  [[nodiscard]] const DeviceKernel* failed_kernel() {
    std::lock_guard lock(mutex_);
    return failed_kernel_;
  }
  [[nodiscard]] int starts() const { return starts_.load(); }
  [[nodiscard]] int completions() const { return completions_.load(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> starts_{0};
  std::atomic<int> completions_{0};
  cl_int status_ = 1;
  const DeviceKernel* failed_kernel_ = nullptr;
};

/// Returns what a launched function is given as its one argument.
template <class T>
T& argument_of(const LaunchContext& context) {
  T* argument = nullptr;
  std::memcpy(&argument, context.arguments, sizeof argument);
  return *argument;
}

/// Gives the launch code that is expected to run for long, as that of kernels which ran for long.
inline void set_code(Launch& launch, const compiler::interface::KernelCode& code) {
  const auto slot = std::make_shared<cpu::code::CodeSlot>();
  slot->put(code);
  slot->times().add_alone(std::chrono::seconds(1), 1);
  launch.code = slot.get();
  launch.code_owner = slot;
}

/// Gives the launch other code: its own as `change` leaves it.
template <class Change>
void change_code(Launch& launch, const Change& change) {
  compiler::interface::KernelCode code = cpu::pool::code_of(launch);
  change(code);
  set_code(launch, code);
}

/// A launch in one dimension that hands `argument` to `entry` by its address.
template <class T>
Ref<Launch> make_launch(compiler::interface::KernelEntry entry, T& argument, uint64_t global,
                        uint64_t local = 1) {
  Ref<Launch> launch = support::make_ref<Launch>();
  set_code(*launch, {.entry = entry});
  launch->global_size[0] = global;
  launch->local_size[0] = local;
  T* address = &argument;
  launch->arguments.resize(sizeof address);
  std::memcpy(launch->arguments.data(), &address, sizeof address);
  return launch;
}

/// Runs a launch on the whole device and waits for it.
inline void run(Hardware& device, const Ref<Launch>& launch) {
  Waiting listener;
  const auto all = device.resources(device.machine().all_units());
  device.submit(launch, *all, listener);
  ASSERT_TRUE(listener.has_ended());
  ASSERT_EQ(CL_COMPLETE, listener.status());
}

}  // namespace cleave::backend::test
