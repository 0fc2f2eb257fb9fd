// Provides memory for one value of each lane of a sub-group, to access single lanes of a vector.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// Scratch memory, an array over the lanes; a structure has an array for each member.
class LaneScratch {
 public:
  /// Allocates for values of `type` in a lane.
  LaneScratch(llvm::IRBuilder<>& builder, WideValues& values, llvm::Type* type);

  void store_all(llvm::Value* wide);
  [[nodiscard]] llvm::Value* load_all();
  /// `lane` is an i32.
  void store(llvm::Value* value, llvm::Value* lane);
  [[nodiscard]] llvm::Value* load(llvm::Value* lane);

 private:
  /// A number, a pointer or a vector of them.
  struct Leaf {
    llvm::AllocaInst* memory;
    llvm::Type* type;    // in a lane
    llvm::Type* stored;  // in a lane, as stored: integers as large as in arrays
  };
  void add_leaves(WideValues& values, llvm::Type* type);
  [[nodiscard]] llvm::Value* address(const Leaf& leaf, llvm::Value* lane);
  template <class Make>
  llvm::Value* build(llvm::Type* type, size_t& next, const Make& make);
  template <class Take>
  void take_apart(llvm::Value* value, size_t& next, const Take& take);

  llvm::IRBuilder<>& builder_;
  llvm::Type* type_;
  llvm::Type* wide_;
  std::vector<Leaf> leaves_;
};

}  // namespace cleave::compiler::pass::widen
