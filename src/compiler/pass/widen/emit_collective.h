// Emits what the work-items of a sub-group compute together, from vectors of all their values.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/pass/ir/collectives.h"

namespace cleave::compiler::pass {

/// The result for all lanes, from the operand of each: W values, and the lanes that take part, a
/// <W x i1> or null for all. One value where gives_one_value(), else W. `selector` is null where
/// there is none, an i32, or W of them for a shuffle.
[[nodiscard]] llvm::Value* emit_collective(llvm::IRBuilderBase& builder,
                                           const Collective& collective, llvm::Value* operands,
                                           llvm::Value* selector, llvm::Value* mask);

}  // namespace cleave::compiler::pass
