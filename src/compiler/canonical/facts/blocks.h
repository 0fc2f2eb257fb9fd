// Finds the blocks that kernels enqueue, directly or through the blocks that they enqueue.
#pragma once

#include <string>
#include <vector>

#include "compiler/interface/compiler.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::facts {

/// Adds to the facts of a module's kernels, which stand in the order of the module, what is known
/// of blocks: which kernels are those of blocks, and which each of them can come to. A kernel whose
/// blocks print prints.
void add_block_facts(const llvm::Module& module, std::vector<interface::KernelFacts>& kernels);

/// Returns messages, a line each, for the kernels that use queues on a device that has none. Clang
/// takes blocks for granted in OpenCL C 2.0.
[[nodiscard]] std::string find_unoffered_queues(const llvm::Module& module,
                                                const std::vector<interface::KernelFacts>& kernels,
                                                const interface::LanguageTarget& target);

/// Marks the kernels of blocks with their indices (pass::block_number_attribute).
void number_blocks(llvm::Module& module, const std::vector<interface::KernelFacts>& kernels);

/// Returns the name of a block's kernel that is marked with another index; empty if there is none.
[[nodiscard]] std::string find_wrong_number(const llvm::Module& module,
                                            const std::vector<interface::KernelFacts>& kernels);

}  // namespace cleave::compiler::canonical::facts
