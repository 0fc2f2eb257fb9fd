// Reads what execution modes say of a module's arithmetic.
#pragma once

#include "compiler/frontend/spirv/types.h"
#include "spirv/module.h"

namespace cleave::compiler::frontend::spirv {

/// A function may be part of several kernels: it has the liberties that all of them grant.
struct FloatModes {
  /// Tells whether products and sums may become one operation although no instruction says so: by
  /// default kernels allow it. A library has no kernels, and computes as it is written.
  bool contracts = false;
  IdTable<uint32_t> defaults;  // by the type of numbers: FPFastMathMode of what has none of its own
};

[[nodiscard]] FloatModes float_modes(const cleave::spirv::Module& source);

}  // namespace cleave::compiler::frontend::spirv
