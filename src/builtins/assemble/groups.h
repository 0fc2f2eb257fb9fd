// Splits the assembled library into small modules with an index, see builtins/index_format.h.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::builtins::assemble {

/// The bytes that index.cpp reads. A group holds the overloads of one function. Definitions with
/// local linkage are renamed and made external in `library`.
[[nodiscard]] std::string write_groups(llvm::Module& library);

}  // namespace cleave::builtins::assemble
