// Serialises instructions without a vector form: a loop does them lane after lane.
#pragma once

#include "compiler/pass/widen/jammed_parts.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// Emits one scalar copy of the instruction in a loop over the lanes in the mask, from the lowest
/// to the highest; nullptr: all lanes. Defines its value.
void serialise(llvm::Instruction& instruction, llvm::Value* mask, llvm::IRBuilder<>& builder,
               WideValues& values, const EmptyParts& empty_parts);

}  // namespace cleave::compiler::pass::widen
