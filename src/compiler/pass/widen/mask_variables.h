// Keeps masks in variables of the widened function until SROA promotes them: lanes arrive at a node
// from several others.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/pass/widen/jammed_parts.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// A variable for each part; empty: there is none.
using MaskVariable = llvm::SmallVector<llvm::AllocaInst*, 4>;

class MaskVariables {
 public:
  MaskVariables(llvm::IRBuilder<>& builder, WideValues& values)
      : builder_(builder), values_(values) {}

  [[nodiscard]] MaskVariable create(const char* name);
  [[nodiscard]] PartMasks load(const MaskVariable& variable);
  /// Requires a mask that is not empty.
  void store(const PartMasks& mask, const MaskVariable& variable);
  /// Stores a mask without lanes.
  void clear(const MaskVariable& variable);
  void add(const MaskVariable& variable, const PartMasks& lanes);
  /// Returns the mask, or one that says all lanes.
  [[nodiscard]] PartMasks materialised(const PartMasks& mask);

 private:
  [[nodiscard]] llvm::Type* mask_type();

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
};

}  // namespace cleave::compiler::pass::widen
