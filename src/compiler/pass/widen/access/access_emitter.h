// Emits vector loads and stores, plain or masked, for the rows of the memory table.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/pass/widen/access/contiguity_check.h"
#include "compiler/pass/widen/access/lane_access.h"
#include "compiler/pass/widen/access/lane_pointers.h"
#include "compiler/pass/widen/jammed_parts.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen::access {

/// Everything that emission needs. Emits at the builder, for the part that `values` has selected. A
/// mask is that of one part; nullptr: all of its lanes run.
struct AccessEmitter {
  llvm::IRBuilder<>& builder;
  WideValues& values;
  const MemoryFacts& facts;
  LanePointers& pointers;
  ContiguityChecks& checks;
  EmptyParts& empty_parts;

  /// Returns a vector that is loaded from the address `first`, masked unless `mask` is nullptr.
  [[nodiscard]] llvm::Value* load(llvm::Type* wide, llvm::Value* first, llvm::Align align,
                                  llvm::Value* mask, bool is_volatile = false) const;
  /// Returns the address that an access has where the candidate's index is `first`, an i32.
  /// Requires offsets that fit 32 bits.
  [[nodiscard]] llvm::Value* address_of_index(llvm::Value* pointer,
                                              const analysis::ContiguityCandidate& candidate,
                                              llvm::Value* first) const;
  llvm::Instruction* store(llvm::Value* wide, llvm::Value* first, llvm::Align align,
                           llvm::Value* mask, bool is_volatile = false) const;
  /// Emits a volatile access by `emit`, which returns its instruction, where LLVM has no volatile
  /// form of it: under a mask, or with an address for each lane. Fences for the compiler alone keep
  /// it in its place, and apart from other accesses; a use keeps what nothing else uses.
  template <class Emit>
  [[nodiscard]] auto* in_its_place(const Emit& emit) const {
    order();
    auto* access = emit();
    if (!access->getType()->isVoidTy()) keep(*access);
    order();
    return access;
  }

 private:
  void order() const;
  void keep(llvm::Value& loaded) const;
};

/// Copies the metadata that holds for all lanes; `made` may be no access at all.
void copy_metadata(llvm::Value* made, const llvm::Instruction& from);

}  // namespace cleave::compiler::pass::widen::access
