// Reads the memory operands of loads, stores and copies.
#pragma once

#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {

struct LoadStoreMode {
  bool is_volatile = false;
  bool is_nontemporal = false;
  llvm::MaybeAlign alignment;            // nothing: that of the type
  llvm::MDNode* alias_scopes = nullptr;  // LLVM's metadata of the access
  llvm::MDNode* no_alias = nullptr;
  size_t operands = 0;  // how many it takes
};

/// Reads the mask at operand `first` and what follows it, of which there may be none, and what
/// decorations say of the access and of the variable.
[[nodiscard]] LoadStoreMode access_mode(FunctionReader& reader,
                                        const cleave::spirv::Instruction& instruction, size_t first,
                                        cleave::spirv::Id pointer);

/// Loads a value of the type: a boolean from its byte, a composite into memory of its own.
[[nodiscard]] llvm::Value* load_value(FunctionReader& reader, cleave::spirv::Id type,
                                      llvm::Value* pointer, const LoadStoreMode& mode = {});
void store_value(FunctionReader& reader, cleave::spirv::Id type, llvm::Value* value,
                 llvm::Value* pointer, const LoadStoreMode& mode = {});

}  // namespace cleave::compiler::frontend::spirv
