// Reads constants, those that are calculated too.
#pragma once

#include <llvm/IR/Constants.h>

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

/// Reads a constant, or OpUndef, whose parts were read before.
void read_constant(ReaderState& state, const cleave::spirv::Instruction& instruction);
/// Returns a constant as memory holds it: booleans as bytes. nullptr: it was refused.
[[nodiscard]] llvm::Constant* constant_in_memory(ReaderState& state, cleave::spirv::Id id);

}  // namespace cleave::compiler::frontend::spirv
