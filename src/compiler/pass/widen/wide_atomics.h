// Atomic operations of all lanes of a sub-group that need not be done one after another in a loop.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace cleave::compiler::pass {

/// One thread runs a work-group, so that its local memory needs no atomic instructions.
[[nodiscard]] bool is_atomic_for_one_thread(const llvm::AtomicRMWInst& atomic);
/// The operation as a load and a store; what was in memory.
llvm::Value* emit_without_lock(llvm::IRBuilderBase& builder, const llvm::AtomicRMWInst& atomic,
                               llvm::Value* address, llvm::Value* operand);

/// Can lanes that do it at the same place compute first what all of them together do there?
[[nodiscard]] bool can_combine(const llvm::AtomicRMWInst& atomic);
/// Does so, if any lane is in the mask (null: all are). `operands`: W of them. What the lanes, in
/// their order, find in memory; null if nobody asks.
llvm::Value* emit_combined(llvm::IRBuilderBase& builder, const llvm::AtomicRMWInst& atomic,
                           llvm::Value* address, llvm::Value* operands, llvm::Value* mask);

}  // namespace cleave::compiler::pass
