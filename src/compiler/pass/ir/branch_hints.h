// Reads what a program says of its branches: how often they go which way (llvm.expect becomes
// branch weights in simplify), and how loops are to be unrolled.
#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

namespace cleave::compiler::pass::ir {

/// Tells whether the program expects that the branch which alone leads to the block does not.
[[nodiscard]] bool is_unlikely(const llvm::BasicBlock& block);

/// Returns the weights of a branch that leads to the code of such a block or past it, as its first
/// successor; null for other blocks.
[[nodiscard]] llvm::MDNode* weights_of_branch_to(const llvm::BasicBlock& block);

/// Gives the branch back of another loop what the program says about unrolling one: a number of
/// copies, or not to. Other requests are met before lanes are widened.
void copy_unroll_hints(const llvm::Instruction& from, llvm::Instruction& to);

}  // namespace cleave::compiler::pass::ir
