// Finds the lanes of vectors that are surely poison, or frozen poison: no register has to hold
// them.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

namespace cleave::compiler::pass::late {

/// Follows poison lanes from where these are written, in constants and as what masked accesses give
/// for lanes that do not run, through operations that work lane by lane. Values of later iterations
/// count as defined. Takes time linear in the function's instructions.
class OpenLanes {
 public:
  explicit OpenLanes(llvm::Function& function);

  /// Returns a bit for each lane of a vector of fixed length, set if the lane is poison, or was
  /// before it was frozen.
  [[nodiscard]] llvm::APInt of(const llvm::Value& vector) const;

 private:
  [[nodiscard]] llvm::APInt result_of(const llvm::Instruction& instruction) const;

  llvm::DenseMap<const llvm::Value*, llvm::APInt> open_;  // for instructions that have some
};

}  // namespace cleave::compiler::pass::late
