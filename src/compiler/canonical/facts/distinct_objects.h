// Tells which kernels could be faster where their pointers lead to distinct objects.
#pragma once

#include <vector>

#include "compiler/interface/facts.h"

namespace llvm {
class Function;
}

namespace cleave::compiler::canonical::facts {

/// KernelFacts::gains_by_distinct_objects of a kernel that these functions make up, of which it is
/// the first. Requires the facts of arguments and pointers. An estimate: true of some kernels that
/// gain nothing, such as those that store to the objects of a loop in another loop. Never of kernels
/// whose launches cannot say it: those that follow pointers, and blocks.
[[nodiscard]] bool gain_by_distinct_objects(const interface::KernelFacts& facts,
                                            const std::vector<const llvm::Function*>& functions);

}  // namespace cleave::compiler::canonical::facts
