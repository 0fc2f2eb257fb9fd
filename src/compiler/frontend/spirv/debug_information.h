// Tells debuggers and profilers what a module says about its source.
#pragma once

#include <llvm/IR/DIBuilder.h>

#include <memory>

#include "compiler/frontend/spirv/debug_nodes.h"
#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

class FunctionReader;

/// Describes functions by their DebugFunction, or by the lines in them alone. A module without
/// either gets no debug information.
class DebugInformation {
 public:
  explicit DebugInformation(ReaderState& state) : state_(state) {}
  ~DebugInformation();
  DebugInformation(const DebugInformation&) = delete;
  DebugInformation& operator=(const DebugInformation&) = delete;

  /// Describes a function whose body is read next.
  void describe(llvm::Function& function, const cleave::spirv::Function& source);
  /// Returns an instruction's source location; none if the function was not described.
  [[nodiscard]] llvm::DebugLoc location_of(const llvm::Function& function,
                                           const cleave::spirv::Instruction& instruction);
  /// Records that a variable has, or lies at, a value from here on: a DebugValue or DebugDeclare.
  void record_variable(FunctionReader& reader, const cleave::spirv::Instruction& instruction);

 private:
  void begin(std::string_view file);

  ReaderState& state_;
  std::unique_ptr<llvm::DIBuilder> builder_;
  std::unique_ptr<DebugNodes> nodes_;
  llvm::DICompileUnit* unit_ = nullptr;
};

}  // namespace cleave::compiler::frontend::spirv
