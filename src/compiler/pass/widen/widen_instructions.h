// Widens the instructions of a block, one by one; control flow is widen.cpp's.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <optional>

#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/widen/access/wide_memory.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

/// The lanes that run something, a <W x i1> for each part; empty: all lanes.
using Mask = llvm::SmallVector<llvm::Value*, 4>;

/// Emits at the builder, which may insert in another block afterwards. Requires masks with at least
/// one lane, in any part.
class InstructionWidener {
 public:
  InstructionWidener(llvm::Function& lane_function, llvm::IRBuilder<>& builder, WideValues& values,
                     bool small_objects);

  /// Widens any instruction but a phi or a terminator.
  void widen(llvm::Instruction& instruction, const Mask& mask);

  /// Returns the cost of running it with an empty mask, in processor instructions, roughly; nullopt
  /// if that is not allowed, or costs as much as a check of the mask.
  [[nodiscard]] std::optional<unsigned> cost_for_no_lane(
      const llvm::Instruction& instruction) const;
  /// i1: whether any lane is in the mask, which is not empty.
  [[nodiscard]] llvm::Value* any(const Mask& mask);
  [[nodiscard]] llvm::Value* any_of_part(llvm::Value* mask);
  /// Returns lane by lane the new value where the mask is set, else the old one.
  [[nodiscard]] llvm::Value* blend(llvm::Value* mask, llvm::Value* fresh, llvm::Value* old);

 private:
  // From here on a mask is that of one part; nullptr: all of its lanes run.
  void widen_part(llvm::Instruction& instruction, llvm::Value* mask);
  [[nodiscard]] llvm::Value* all(const Mask& mask);
  [[nodiscard]] bool widen_transposed(llvm::Instruction& instruction, const Mask& mask);
  [[nodiscard]] bool is_for_all_parts(const llvm::Instruction& instruction) const;
  [[nodiscard]] bool may_be_empty(llvm::Value* mask) const;
  /// Returns the address, or that of the sink when no lane runs.
  [[nodiscard]] llvm::Value* safe_address(llvm::Value* address, llvm::Value* mask);
  template <class Write>
  void if_any(llvm::Value* mask, const Write& write);
  void widen_elementwise(llvm::Instruction& instruction, llvm::Value* mask);
  void copy_scalar(llvm::Instruction& instruction, llvm::Value* mask);
  [[nodiscard]] llvm::Value* follow_lane_0(const llvm::Instruction& copy, int64_t stride,
                                           llvm::Value* mask);
  void widen_load(llvm::LoadInst& load, llvm::Value* mask);
  void widen_store(llvm::StoreInst& store, llvm::Value* mask);
  void store_to_one_place(llvm::StoreInst& store, llvm::Value* mask);
  void widen_alloca(llvm::AllocaInst& variable);
  void widen_call(llvm::CallInst& call, llvm::Value* mask);
  void call_wide(llvm::CallInst& call, llvm::Value* mask);
  void widen_collective(llvm::CallInst& call, const Collective& collective, llvm::Value* mask);
  [[nodiscard]] llvm::Value* of_first_lane(llvm::Value* vector, llvm::Value* mask);
  /// Returns false where the call has to be serialised. Intrinsics with two results are: LLVM ends
  /// the process over some vectors of llvm.frexp.
  [[nodiscard]] bool widen_intrinsic(llvm::IntrinsicInst& call, llvm::Value* mask);
  void widen_address(llvm::GetElementPtrInst& address);
  void widen_vector_access(llvm::Instruction& instruction);
  /// Emits one scalar copy per lane, for instructions without a vector form.
  void serialise(llvm::Instruction& instruction, llvm::Value* mask);
  void widen_atomic(llvm::AtomicRMWInst& atomic, llvm::Value* mask);
  llvm::Value* insert_for_lane(llvm::Instruction* copy);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  WideMemory memory_;
  unsigned width_;
  llvm::AllocaInst* sink_ = nullptr;  // memory for accesses of parts without a running lane
};

}  // namespace cleave::compiler::pass
