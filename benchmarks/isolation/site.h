// A context over some devices of one driver, and what the isolation benchmark runs there.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/opencl.h"

namespace cleave::benchmark::isolation {

using SubDevice = Handle<cl_device_id, clReleaseDevice>;

/// Parts of `device`; empty when the driver cannot make them.
[[nodiscard]] std::vector<SubDevice> split(cl_device_id device,
                                           const std::vector<cl_device_partition_property>& how);
[[nodiscard]] cl_uint compute_units(cl_device_id device);

/// Context and program: the kernels `request` and `heavy`.
class Site {
 public:
  explicit Site(const std::vector<cl_device_id>& devices);
  /// `priority`: of cl_khr_priority_hints; 0: none is asked for.
  [[nodiscard]] Queue make_queue(cl_device_id device, cl_queue_properties properties = 0,
                                 cl_queue_properties priority = 0) const;
  [[nodiscard]] Kernel make_kernel(const char* name) const;
  template <class T>
  [[nodiscard]] Buffer buffer_of(const std::vector<T>& data) const {
    return make_buffer(data.size() * sizeof(T), data.data());
  }

 private:
  [[nodiscard]] Buffer make_buffer(size_t bytes, const void* data) const;
  Context context_;
  Program program_;
};

/// A launch that computes in registers for about a given time on its device.
class HeavyLaunch {
 public:
  HeavyLaunch(const Site& site, cl_device_id device, double seconds,
              cl_queue_properties properties = 0, cl_queue_properties priority = 0);
  [[nodiscard]] cl_command_queue queue() const { return queue_.get(); }
  /// The caller releases the event.
  [[nodiscard]] cl_event enqueue() const;
  /// Throws unless the results are right.
  void verify() const;

 private:
  [[nodiscard]] double timed(cl_uint turns);
  size_t items_;
  Queue queue_;
  Kernel kernel_;
  Buffer results_;
};

/// Keeps a device busy, from threads of its own: one computes, one copies.
class Load {
 public:
  Load(const Site& site, cl_device_id device, cl_queue_properties priority);
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  /// The threads keep to these processors; none: to no processors.
  void start(std::vector<int> processors);
  /// Waits for what is under way, verifies all and throws if anything is wrong.
  void stop();
  /// Since the last call of start.
  [[nodiscard]] double launches() const { return static_cast<double>(launches_); }
  [[nodiscard]] double copied_bytes() const;

 private:
  template <class Enqueue>
  void keep_busy(cl_command_queue queue, std::atomic<size_t>& count, Enqueue enqueue);

  HeavyLaunch heavy_;
  Queue copying_;
  Buffer from_, to_;
  std::atomic<bool> is_stopped_{true};
  std::atomic<size_t> launches_{0}, copies_{0};
  std::vector<std::thread> threads_;
  std::string problem_;
  std::mutex mutex_;  // of problem_
};

}  // namespace cleave::benchmark::isolation
