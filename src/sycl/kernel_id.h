// Names the kernels of the program (SYCL 2020, 4.11.6).
#pragma once

#include <string>
#include <vector>

#include "sycl/device.h"
#include "sycl/object.h"

namespace cleave::sycl {

/// A kernel of a unit that is loaded. There is one object for each.
class KernelId final : public Object {
 public:
  KernelId(const cleave_sycl_unit& unit, std::string symbol, std::vector<uint64_t> constants)
      : unit_(unit), symbol_(std::move(symbol)), constants_(std::move(constants)) {}

  [[nodiscard]] const cleave_sycl_unit& unit() const { return unit_; }
  [[nodiscard]] const std::string& symbol() const { return symbol_; }
  /// The identities of specialization constants that the kernel's unit says it reads.
  [[nodiscard]] const std::vector<uint64_t>& constants() const { return constants_; }

 private:
  const cleave_sycl_unit& unit_;
  std::string symbol_;
  std::vector<uint64_t> constants_;
};

/// Returns the kernels of all units that have an image, in the order of their registration. Thread-safe,
/// as what follows.
[[nodiscard]] std::vector<Ref<KernelId>> all_kernel_ids();

/// Returns the kernel with this symbol; of several units the one that was registered first. Fails with
/// errc::invalid where there is none.
[[nodiscard]] Ref<KernelId> find_kernel_id(const char* symbol);

/// Forgets the kernels of a unit that goes.
void forget_kernel_ids(const cleave_sycl_unit& unit);

}  // namespace cleave::sycl
