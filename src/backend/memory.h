// Defines allocations: memory of one device, which the host may reach or not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::backend {

/// Memory where kernels of one device find bytes.
struct Allocation {
  uint64_t device_address = 0;        // in kernels of the device
  std::byte* host_address = nullptr;  // nullptr: the host does not reach it
  size_t bytes = 0;

  /// Returns memory of the host as devices see it that share it (DeviceFacts::shares_host_memory).
  [[nodiscard]] static Allocation of_host(void* memory, size_t bytes) {
    return {reinterpret_cast<uint64_t>(memory), static_cast<std::byte*>(memory), bytes};
  }
  [[nodiscard]] bool exists() const { return device_address != 0; }
};

}  // namespace cleave::backend
