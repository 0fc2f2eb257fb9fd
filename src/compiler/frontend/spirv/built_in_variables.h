// Answers reads of built-in variables by the functions of OpenCL C that say the same: they are
// questions to the launch and no memory.
#pragma once

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend {

/// Emits the calls that give a value of the question's type. nullptr: it was refused.
[[nodiscard]] llvm::Value* answer(FunctionReader& reader, const spirv::Instruction& instruction,
                                  const Question& question);

}  // namespace cleave::compiler::frontend
