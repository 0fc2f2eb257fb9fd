// Reads the memory operands of loads, stores and copies.
#pragma once

#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend {

struct AccessMode {
  bool is_volatile = false;
  bool is_nontemporal = false;
  llvm::MaybeAlign alignment;  // nothing: that of the type
  size_t operands = 0;         // how many it takes
};

/// Reads the mask at operand `first` and what follows it; there may be none.
[[nodiscard]] AccessMode access_mode(const spirv::Instruction& instruction, size_t first);
/// The same for an access of a variable that is volatile by decoration.
[[nodiscard]] AccessMode access_mode(FunctionReader& reader, const spirv::Instruction& instruction,
                                     size_t first, spirv::Id pointer);

/// Loads a value of the type: a boolean from its byte, a composite into memory of its own.
[[nodiscard]] llvm::Value* load_value(FunctionReader& reader, spirv::Id type, llvm::Value* pointer,
                                      const AccessMode& mode = {});
void store_value(FunctionReader& reader, spirv::Id type, llvm::Value* value, llvm::Value* pointer,
                 const AccessMode& mode = {});

}  // namespace cleave::compiler::frontend
