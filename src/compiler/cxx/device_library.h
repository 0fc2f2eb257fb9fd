// Knows the functions without a body that device code may call all the same, because the driver
// has them.
#pragma once

#include <clang/AST/Decl.h>

namespace cleave::compiler::cxx {

/// `function` has no body in the unit.
[[nodiscard]] bool is_in_device_library(const clang::FunctionDecl& function);

}  // namespace cleave::compiler::cxx
