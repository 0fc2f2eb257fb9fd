// Reads orders of memory from the semantics that atomic instructions and barriers name.
#pragma once

#include <llvm/Support/AtomicOrdering.h>

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {

/// The order that an id's semantics ask for; the strongest where it is no constant.
[[nodiscard]] llvm::AtomicOrdering ordering_of(FunctionReader& reader, cleave::spirv::Id semantics);
/// Returns the memory order without its release part, for instructions that only load.
[[nodiscard]] llvm::AtomicOrdering ordering_of_load(llvm::AtomicOrdering ordering);
/// CLK_LOCAL_MEM_FENCE and its like, of the memories that the semantics name; of all where it is no
/// constant.
[[nodiscard]] uint32_t fence_flags(FunctionReader& reader, cleave::spirv::Id semantics);

}  // namespace cleave::compiler::frontend::spirv
