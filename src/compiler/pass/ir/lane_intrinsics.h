// Declares the lane intrinsics of src/builtins/lane_interface.h: functions without a body through
// which code reads ids and sizes of the launch, the work-group and the work-item, and synchronises.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace cleave::compiler::pass::ir {

enum class LaneIntrinsic : uint8_t {
#define CLEAVE_LANE_INTRINSIC(name, parameters, type) name,
#include "compiler/pass/ir/lane_intrinsics.def"
};

/// Returns the lane intrinsic that a function is; nullopt for other functions.
[[nodiscard]] std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Function& function);
/// Returns the lane intrinsic that an instruction calls; nullopt if it calls none.
[[nodiscard]] std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Instruction& instruction);

/// Returns true for ids of the work-item in a dimension, and their lower halves.
[[nodiscard]] bool is_id(LaneIntrinsic intrinsic);
[[nodiscard]] bool is_barrier(LaneIntrinsic intrinsic);
[[nodiscard]] bool is_barrier_call(const llvm::Instruction& instruction);
/// Returns true for the fences around a barrier, which are its own.
[[nodiscard]] bool stands_at_barrier(const llvm::FenceInst& fence);
/// Returns true for lane intrinsics that must be called by the kernel itself, where regions are
/// formed.
[[nodiscard]] bool needs_kernel(LaneIntrinsic intrinsic);

/// Emits a call of the lane intrinsic; `argument` for those that take one.
llvm::CallInst* create_lane_intrinsic(llvm::IRBuilderBase& builder, LaneIntrinsic intrinsic,
                                      llvm::Value* argument = nullptr);

}  // namespace cleave::compiler::pass::ir
