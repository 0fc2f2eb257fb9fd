// Writes line tables of what the module says about its source.
#pragma once

#include <llvm/IR/DIBuilder.h>

#include <memory>
#include <string_view>

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend {

/// Makes debug information once the first line is known; a module without lines has none.
class DebugLines {
 public:
  explicit DebugLines(ReaderState& state) : state_(state) {}
  ~DebugLines();
  DebugLines(const DebugLines&) = delete;
  DebugLines& operator=(const DebugLines&) = delete;

  /// Describes a function whose body has lines.
  void describe(llvm::Function& function, const spirv::Function& source);
  /// Where an instruction of a function stands; nothing where the function was not described.
  [[nodiscard]] llvm::DebugLoc place_of(const llvm::Function& function,
                                        const spirv::Instruction& instruction) const;

 private:
  llvm::DIFile* file(std::string_view name);
  [[nodiscard]] spirv::SourceLine first_line(const spirv::Function& source) const;

  ReaderState& state_;
  std::unique_ptr<llvm::DIBuilder> builder_;
  llvm::DICompileUnit* unit_ = nullptr;
};

}  // namespace cleave::compiler::frontend
