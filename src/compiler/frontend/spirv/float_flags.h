// Gives floating-point operations the liberties that the module grants them, and no others.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {

/// While it lives, what is built for the instruction has the flags of its FPFastMathMode, or of the
/// module's execution modes (float_modes.h).
class FloatFlags {
 public:
  FloatFlags(FunctionReader& reader, const cleave::spirv::Instruction& instruction);

 private:
  llvm::IRBuilderBase::FastMathFlagGuard guard_;
};

}  // namespace cleave::compiler::frontend::spirv
