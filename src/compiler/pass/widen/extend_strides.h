// Extends strided integers: the scalar of lane 0 that other lanes' values follow from.
#pragma once

#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// Lane 0 may not run, or its integer may be poison where other lanes' are not: it may have wrapped
/// around. Hence its arithmetic is done again, in the extension's type.
class StrideExtender {
 public:
  /// Keeps what the extensions of the lane function are computed from.
  StrideExtender(llvm::Function& lane_function, llvm::IRBuilder<>& builder, WideValues& values);

  /// Emits the scalar that the lanes' values of `extension`, which has a stride, follow from.
  /// `mask`: the lanes that run; nullptr: all.
  [[nodiscard]] llvm::Value* extend(const llvm::CastInst& extension, llvm::Value* mask);

 private:
  void keep_operands(llvm::Value& value, bool is_signed);
  [[nodiscard]] llvm::Value* extended(llvm::Value& value, bool is_signed, llvm::Type* type,
                                      llvm::Value* mask);
  [[nodiscard]] llvm::Value* extended_in_running_lane(llvm::Value& value, bool is_signed,
                                                      llvm::Type* type, llvm::Value* mask);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
};

}  // namespace cleave::compiler::pass::widen
