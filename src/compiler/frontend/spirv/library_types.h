// Compares what a module calls with what the built-in library defines, so that no call has other
// types than its function.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <string_view>

namespace cleave::compiler::frontend::spirv {

/// Tells whether the library defines a function of that name and type. Opaque types may be others
/// there: lower_opaque_types makes them the same.
[[nodiscard]] bool library_defines(llvm::FunctionType& type, std::string_view name);

}  // namespace cleave::compiler::frontend::spirv
