// Formats messages about a module, with the source location that its line tables give.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace llvm {
class DebugLoc;
class Function;
class GlobalValue;
}  // namespace llvm

namespace cleave::compiler::canonical::module {

/// "<kernel>:LINE:COLUMN: error: TEXT" and a line end; without a location, "error: TEXT".
[[nodiscard]] std::string error_at(const llvm::DebugLoc& location, const std::string& text);

/// "<kernel>:LINE: error: TEXT" and a line end, with the line where the function begins.
[[nodiscard]] std::string error_at(const llvm::Function& function, const std::string& text);

/// Clang's name of what a call of a kernel calls: the kernel's body as an ordinary function.
inline constexpr llvm::StringLiteral kernel_body_prefix = "__clang_ocl_kern_imp_";

/// "sin(float)" for a mangled name, with address spaces as the language spells them.
[[nodiscard]] std::string readable_name(llvm::StringRef mangled);

/// "function 'f'", "kernel 'k'" or "variable 'v'": as the source calls it.
[[nodiscard]] std::string described(const llvm::GlobalValue& value);

}  // namespace cleave::compiler::canonical::module
