// Keeps the values of specialization constants that a kernel bundle has (SYCL 2020, 4.11.12.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace cleave::sycl {

/// Values by the identities of their constants. Thread-safe.
class ConstantValues {
 public:
  void set(uint64_t identity, std::span<const std::byte> value);
  /// Adds those of another bundle whose constants have no value here.
  void add(const ConstantValues& others);
  /// Returns the bytes that kernels read (sycl::detail::specialization_table); none where no value is set.
  [[nodiscard]] std::vector<std::byte> table() const;

 private:
  struct Value {
    uint64_t identity;
    std::vector<std::byte> bytes;
  };
  [[nodiscard]] std::vector<Value> all() const;

  mutable std::mutex mutex_;
  std::vector<Value> values_;  // in the order in which they were set
};

}  // namespace cleave::sycl
