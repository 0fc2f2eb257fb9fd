// Compares what a module calls with what the built-in library defines, so that no call has other
// types than its function.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <string_view>

namespace cleave::compiler::frontend {

/// Returns the type of a function of the library; nullptr: it has none of that name.
[[nodiscard]] llvm::FunctionType* library_type(llvm::LLVMContext& context, std::string_view name);

}  // namespace cleave::compiler::frontend
