// Which line of the program's source an instruction belongs to, through the passes that write
// functions of their own. Where the program has no line tables all of this does nothing.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace cleave::compiler::pass {

/// Makes `function` known to debuggers as a part that the compiler made of `kernel`, and gives the
/// place of code that stands for no line in particular: the kernel's first line.
[[nodiscard]] llvm::DebugLoc make_place(llvm::Function& function, const llvm::Function& kernel);

/// The place of code in `function` that stands for no line in particular; empty without line
/// tables.
[[nodiscard]] llvm::DebugLoc place_of(const llvm::Function& function);

/// Copied code of a kernel in another function: as if the kernel had been inlined at `place`.
class CopiedPlaces {
 public:
  explicit CopiedPlaces(llvm::DebugLoc place) : place_(std::move(place)) {}

  /// Moves an instruction, and what is said of variables before it. `values`: what the copy has
  /// instead of the kernel's values; a variable that had another value has none any more.
  void move(llvm::Instruction& copy, llvm::ValueToValueMapTy& values);
  /// Says at the end of `at`, whose terminator stands, that the kernel's variable lies at `address`
  /// in the copy, if the kernel says so of its variable.
  void declare(llvm::AllocaInst& variable, llvm::Value& address, llvm::BasicBlock& at);
  [[nodiscard]] llvm::DebugLoc moved(const llvm::DebugLoc& original);

 private:
  llvm::DebugLoc place_;
  llvm::DenseMap<const llvm::MDNode*, llvm::MDNode*> known_;
};

}  // namespace cleave::compiler::pass
