// Chooses what kernels leave open: W and the largest work-group. Targets differ in these, and in what else they know
// of kernels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/interface/compiler.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace cleave::compiler::canonical::facts {

/// Tells targets apart in what they make of kernels.
struct TargetPolicy {
  std::span<const uint32_t> sub_group_sizes;  // ascending: those that kernels may require
  uint64_t maximum_work_group_size = 0;       // of kernels that require no size
  // Work-items of a work-group whose work-items wait for each other run one after another, so that
  // their private variables lie in memory at once.
  bool has_frames = false;
  // Writes what code of this target alone knows of a kernel, whose other facts are there; null: nothing.
  interface::TargetFacts (*own_facts)(
      const llvm::Function& kernel, const interface::KernelFacts& facts,
      const std::vector<const llvm::Function*>& functions) = nullptr;
};
[[nodiscard]] const TargetPolicy& policy_of(interface::CodeTarget target);

// `functions` are a kernel and all that it calls, in canonical IR.

/// Returns W of a kernel that requires none: the only one where a target has one; else half of the
/// target's size where most of what the kernel loads, stores and computes with has 64 bits, and four
/// times as many where most of it are bytes and half words and nobody can tell, if the target says
/// that it pays; twice as many where lanes that come together share an atomic operation
/// (docs/decisions/0006-lanes.md). Requires the facts of required and hinted sizes, and of waiting.
[[nodiscard]] uint32_t chosen_sub_group_size(const interface::LanguageTarget& target,
                                             const interface::KernelFacts& facts,
                                             const std::vector<const llvm::Function*>& functions);

/// Returns CL_KERNEL_WORK_GROUP_SIZE: a power of two of work-items whose frames fit the memory that
/// a worker spends on them, and at least a sub-group, where the target has frames; what the kernel
/// requires, if it does. Requires the facts of sizes.
[[nodiscard]] uint64_t maximum_work_group_size(const TargetPolicy& policy,
                                               const interface::KernelFacts& facts,
                                               const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical::facts
