// Lowers reads of built-in variables to calls of the OpenCL C functions that return the same: the
// launch has these values, and no memory holds them.
#pragma once

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {

/// Emits the calls that compute the whole variable. A refused variable gives poison.
[[nodiscard]] llvm::Value* load_built_in(FunctionReader& reader,
                                         const cleave::spirv::Instruction& instruction,
                                         const BuiltInReference& reference);

}  // namespace cleave::compiler::frontend::spirv
