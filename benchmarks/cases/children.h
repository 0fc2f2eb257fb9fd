// Kernels that enqueue kernels which count: each adds 1 to a number of its own.
#pragma once

#include <string>
#include <vector>

#include "cases/device_queue.h"
#include "harness/case.h"

namespace cleave::benchmark {

/// A repetition is one launch of `kernel void first(global uint *counts, global uint *refusals,
/// uint size)` by one work-item, after which each of `counts` is 1 more than before.
class Children : public Work {
 public:
  Children(Device& device, const char* source, size_t size, size_t counts,
           const std::string& options = {})
      : device_(device), queue_(default_device_queue(device)), counts_(counts) {
    kernel_ = device.build(source, "first", ("-cl-std=CL3.0 " + options).c_str());
    counters_ = device.zeros(counts * sizeof(cl_uint));
    refusals_ = device.zeros(sizeof(cl_uint));
    kernel_.set_arguments(counters_, refusals_, static_cast<cl_uint>(size));
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) device_.enqueue(kernel_, 1, 1);
    device_.finish();
    launches_ += repetitions;
  }

  std::string verify() override {
    const cl_uint refusals = device_.read<cl_uint>(refusals_, 1).front();
    if (refusals != 0) return std::to_string(refusals) + " kernels were refused";
    for (const cl_uint count : device_.read<cl_uint>(counters_, counts_)) {
      if (count != launches_)
        return "a kernel ran " + std::to_string(count) + " times of " + std::to_string(launches_);
    }
    return {};
  }

 private:
  Device& device_;
  Queue queue_;
  size_t counts_;
  size_t launches_ = 0;
  Kernel kernel_;
  Buffer counters_, refusals_;
};

}  // namespace cleave::benchmark
