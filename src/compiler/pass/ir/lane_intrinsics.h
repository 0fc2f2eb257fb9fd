// The compiler's side of src/builtins/lane_interface.h: the functions without a body through which
// code asks for the launch, the work-group and the work-item, and waits for others.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace cleave::compiler::pass {

enum class LaneIntrinsic : uint8_t {
#define CLEAVE_LANE_INTRINSIC(name, parameters, type) name,
#include "compiler/pass/ir/lane_intrinsics.def"
};

/// Which of them a function is, if any.
[[nodiscard]] std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Function& function);
/// Likewise for the function that an instruction calls.
[[nodiscard]] std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Instruction& instruction);

[[nodiscard]] bool is_barrier(LaneIntrinsic query);
/// Queries that must be in the kernel itself, where regions are formed.
[[nodiscard]] bool needs_kernel(LaneIntrinsic query);

/// A call of the query; `dimension` for those that take one.
llvm::CallInst* create_lane_intrinsic(llvm::IRBuilderBase& builder, LaneIntrinsic query,
                                      llvm::Value* dimension = nullptr);

}  // namespace cleave::compiler::pass
