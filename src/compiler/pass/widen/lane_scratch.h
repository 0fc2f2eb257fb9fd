// Memory for one value of each lane of a sub-group, to take them apart and to put them together.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

/// Lanes lie one after another. Structures lie apart, member by member.
class LaneScratch {
 public:
  /// For values of `type` in a lane.
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
    llvm::Type* stored;  // likewise, as it lies in memory: bits take a byte each
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

}  // namespace cleave::compiler::pass
