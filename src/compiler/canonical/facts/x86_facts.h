// Judges of a kernel what code of x86 alone goes by.
#pragma once

#include <vector>

#include "compiler/interface/facts.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace cleave::compiler::canonical::facts {

// `functions` are a kernel and all that it calls, the kernel first, in canonical IR.

/// Returns tiers and merging (interface/x86_facts.h), as bytes: TargetPolicy::own_facts of x86.
[[nodiscard]] interface::TargetFacts x86_facts(const llvm::Function& kernel,
                                               const interface::KernelFacts& facts,
                                               const std::vector<const llvm::Function*>& functions);

/// True of kernels whose main code is made about as soon as quick code: short ones without loops
/// (docs/decisions/0005-tiers.md). An estimate: a call counts as 20 instructions.
[[nodiscard]] bool gains_no_tier(const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical::facts
