// Reads group instructions that move memory, and those of Intel's sub-groups.
#pragma once

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {

/// As readers.h says of all.
bool read_group_copy(FunctionReader& reader, const cleave::spirv::Instruction& instruction);
bool read_intel_group(FunctionReader& reader, const cleave::spirv::Instruction& instruction);

}  // namespace cleave::compiler::frontend::spirv
