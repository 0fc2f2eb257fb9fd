// Emits collectives of a sub-group from vectors of all lanes' operands.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/pass/ir/collectives.h"

namespace cleave::compiler::pass::widen {

/// Returns the result for all lanes: one value if gives_one_value(), else a vector of W. `operands`
/// has W elements. `mask`: the lanes that take part, a <W x i1>; nullptr: all. `selector`: nullptr
/// where there is none, an i32, or W of them for a shuffle.
[[nodiscard]] llvm::Value* emit_collective(llvm::IRBuilderBase& builder,
                                           const ir::Collective& collective, llvm::Value* operands,
                                           llvm::Value* selector, llvm::Value* mask);

}  // namespace cleave::compiler::pass::widen
