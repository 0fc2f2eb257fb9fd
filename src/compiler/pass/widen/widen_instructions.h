// Widens the instructions of a block, one by one; control flow is widen.cpp's.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/report/explain_limits.h"
#include "compiler/pass/widen/access/wide_memory.h"
#include "compiler/pass/widen/extend_strides.h"
#include "compiler/pass/widen/jammed_parts.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// Emits at the builder, which may insert in another block afterwards. Requires masks with at least
/// one lane, in any part.
class InstructionWidener {
 public:
  InstructionWidener(llvm::Function& lane_function, llvm::IRBuilder<>& builder, WideValues& values,
                     bool small_objects);

  /// Begins another version of blocks of the lane function.
  void begin_version() { memory_.begin_version(); }
  /// Widens any instruction but a phi or a terminator, for all parts.
  void widen(llvm::Instruction& instruction, const PartMasks& masks);
  /// Returns the cost of running it with an empty mask, in processor instructions, roughly; nullopt
  /// if that is not allowed, or costs as much as a check of the mask.
  [[nodiscard]] std::optional<unsigned> cost_for_no_lane(llvm::Instruction& instruction) const;
  /// Returns how an instruction that has been widened is done, for reports.
  [[nodiscard]] report::LaneWork work_of(const llvm::Instruction& instruction) const;

 private:
  // From here on a mask is that of one part; nullptr: all of its lanes run.
  void widen_part(llvm::Instruction& instruction, llvm::Value* mask);
  void copy_scalar(llvm::Instruction& instruction, llvm::Value* mask);
  void widen_alloca(llvm::AllocaInst& variable);
  void widen_call(llvm::CallInst& call, llvm::Value* mask);
  void call_once(llvm::CallInst& call, llvm::Value* mask);
  void widen_collective(llvm::CallInst& call, const ir::Collective& collective, llvm::Value* mask);
  [[nodiscard]] llvm::Value* of_first_lane(llvm::Value* vector, llvm::Value* mask);
  /// Returns false where the call has to be serialised. Intrinsics with two results are: LLVM ends
  /// the process over some vectors of llvm.frexp.
  [[nodiscard]] bool widen_intrinsic(llvm::IntrinsicInst& call, llvm::Value* mask);
  void serialise(llvm::Instruction& instruction, llvm::Value* mask);
  void widen_atomic(llvm::AtomicRMWInst& atomic, llvm::Value* mask);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  EmptyParts empty_parts_;
  StrideExtender strides_;
  access::WideMemory memory_;
  unsigned width_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> one_lane_at_a_time_;
};

}  // namespace cleave::compiler::pass::widen
