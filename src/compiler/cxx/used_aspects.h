// Finds the optional features that kernels use (SYCL 2020, 5.7).
#pragma once

#include <llvm/IR/Module.h>

#include "device_image/image.h"

namespace cleave::compiler::cxx {

/// Adds aspects to the rows of kernels whose code, or a function that it calls, computes with double or half, or has
/// atomic operations of 64 bits.
void note_used_aspects(const llvm::Module& module, device_image::Table& table);

}  // namespace cleave::compiler::cxx
