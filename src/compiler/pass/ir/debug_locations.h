// Keeps the source lines of instructions through passes that create functions. Does nothing for
// programs without line tables.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace cleave::compiler::pass::ir {

/// Gives `function` a subprogram, as an artificial function made from `kernel`. Returns the
/// location of code that belongs to no line in particular: the kernel's first line.
[[nodiscard]] llvm::DebugLoc make_location(llvm::Function& function, const llvm::Function& kernel);

/// Returns the location of code in `function` that belongs to no line in particular; empty without
/// line tables.
[[nodiscard]] llvm::DebugLoc location_of(const llvm::Function& function);

/// Locates copied code of a kernel in another function as if the kernel had been inlined at
/// `location`.
class CopiedLocations {
 public:
  explicit CopiedLocations(llvm::DebugLoc location) : location_(std::move(location)) {}

  /// Relocates an instruction and the debug records before it. `values` maps the kernel's values to
  /// those of the copy; a variable whose value is not mapped loses its record.
  void move(llvm::Instruction& copy, llvm::ValueToValueMapTy& values);
  /// Declares, before the terminator of `at`, that the kernel's variable is stored at `address` in
  /// the copy, if the kernel has a declaration of the variable.
  void declare(llvm::AllocaInst& variable, llvm::Value& address, llvm::BasicBlock& at);
  [[nodiscard]] llvm::DebugLoc moved(const llvm::DebugLoc& original);

 private:
  llvm::DebugLoc location_;
  llvm::DenseMap<const llvm::MDNode*, llvm::MDNode*> known_;
};

}  // namespace cleave::compiler::pass::ir
