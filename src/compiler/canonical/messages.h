// Formats messages about a module, with the source location that its line tables give.
#pragma once

#include <string>

namespace llvm {
class DebugLoc;
class Function;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// "<kernel>:LINE:COLUMN: error: TEXT" and a line end; without a location, "error: TEXT".
[[nodiscard]] std::string error_at(const llvm::DebugLoc& location, const std::string& text);

/// "<kernel>:LINE: error: TEXT" and a line end, with the line where the function begins.
[[nodiscard]] std::string error_at(const llvm::Function& function, const std::string& text);

}  // namespace cleave::compiler::canonical
