// Finds the optional features that kernels use (SYCL 2020, 5.7).
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "device_image/image.h"

namespace cleave::compiler::cxx {

/// Returns a name of the module's without the mark of clang for names that assembly labels give.
[[nodiscard]] inline std::string symbol_of(llvm::StringRef name) {
  name.consume_front("\1");
  return name.str();
}

/// Adds aspects to the rows of kernels, and of external functions that the table defines, whose code, or a function that
/// it calls, computes with double or half, or has atomic operations of 64 bits; and says which functions of other units
/// each calls. Such a function may have a row with the aspects that its attributes list.
void note_used_aspects(const llvm::Module& module, device_image::Table& table);

}  // namespace cleave::compiler::cxx
