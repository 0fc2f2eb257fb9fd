// Finds the optional features that kernels use (SYCL 2020, 5.7).
#pragma once

#include <llvm/IR/Module.h>

#include "device_image/image.h"

namespace cleave::compiler::cxx {

/// Adds aspects to the rows of kernels, and of external functions that the table defines, whose code, or a function that
/// it calls, computes with double or half, or has atomic operations of 64 bits; and says which functions of other units
/// each calls. Such a function may have a row with the aspects that its attributes list.
void note_used_aspects(const llvm::Module& module, device_image::Table& table);

}  // namespace cleave::compiler::cxx
