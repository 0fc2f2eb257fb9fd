// Reads what memory instructions say of aliasing (SPV_INTEL_memory_access_aliasing): LLVM's scopes
// under other names.
#pragma once

#include <llvm/IR/Metadata.h>

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

/// Returns LLVM's list for an OpAliasScopeListDeclINTEL.
[[nodiscard]] llvm::MDNode* alias_scopes(ReaderState& state, cleave::spirv::Id list);

}  // namespace cleave::compiler::frontend::spirv
