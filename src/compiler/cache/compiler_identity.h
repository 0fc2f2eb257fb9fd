// Identifies this build of the compiler.
#pragma once

#include <string>

namespace cleave::compiler::cache {

/// Identifies this build of the compiler among all others: the build ID that the linker gave
/// the library or program that holds this code. Empty when it has none.
[[nodiscard]] const std::string& compiler_identity();

}  // namespace cleave::compiler::cache
