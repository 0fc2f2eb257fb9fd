// Emits atomic operations of all lanes that need no loop over the lanes.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace cleave::compiler::pass::widen {

/// Returns true for operations on local memory: one thread runs a work-group, so they need no
/// atomic instruction.
[[nodiscard]] bool is_atomic_for_one_thread(const llvm::AtomicRMWInst& atomic);
[[nodiscard]] bool is_atomic_for_one_thread(const llvm::AtomicCmpXchgInst& exchange);
/// Emits the operation as a load and a store; returns the old value.
llvm::Value* emit_without_lock(llvm::IRBuilderBase& builder, const llvm::AtomicRMWInst& atomic,
                               llvm::Value* address, llvm::Value* operand);
/// Emits the exchange as a load and a store; returns the old value and whether it is as expected.
llvm::Value* emit_without_lock(llvm::IRBuilderBase& builder, llvm::AtomicCmpXchgInst& exchange);

/// Returns true if lanes with the same address can combine their operands first: in any order if
/// that does not matter, floating-point sums one after the other, as if nobody came between the
/// lanes.
[[nodiscard]] bool can_combine(const llvm::AtomicRMWInst& atomic);
/// Emits one operation with the combined operands (W of them) of the lanes in the mask, if there
/// are any; nullptr: all. Returns what each lane would have read, in the order of lanes; nullptr if
/// the operation's result is unused. The builder may go on in another block.
llvm::Value* emit_combined(llvm::IRBuilderBase& builder, const llvm::AtomicRMWInst& atomic,
                           llvm::Value* address, llvm::Value* operands, llvm::Value* mask);

}  // namespace cleave::compiler::pass::widen
