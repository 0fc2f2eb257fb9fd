// Defines queues on the device, which kernels enqueue kernels to (5.1).
#pragma once

#include <atomic>
#include <cstdint>

#include "backend/resources.h"

namespace cleave::backend {

/// A queue on the device as kernels know it: a queue_t is its address. Lives as long as a launch
/// that may use it.
struct DeviceQueue {
  const ResourceSet* where;       // of the queue's device
  uint64_t size;                  // bytes that children which wait may take
  bool is_profiled;               // CL_QUEUE_PROFILING_ENABLE
  std::atomic<uint64_t> used{0};  // bytes that they take
};

}  // namespace cleave::backend
