// Spells the names of OpenCL C's built-in functions as clang mangles them for spir64.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <span>
#include <string>
#include <string_view>

#include "compiler/frontend/spirv/types.h"

namespace cleave::compiler::frontend::spirv {

/// A parameter as its function declares it.
struct ParameterType {
  std::string_view scalar;  // "j", "Dh", or the name of a type with its length: "9ocl_event"
  unsigned elements = 1;    // a vector's
  bool is_pointer = false;  // to that
  bool points_to_const = false;
  Space space = Space::private_;  // the pointee's
};

/// Spells a number, or a vector of them; its integers are signed or not.
[[nodiscard]] ParameterType number_type(const llvm::Type& type, bool is_signed);
[[nodiscard]] ParameterType pointer_to(ParameterType pointee, Space space, bool is_const = false);

/// Returns the suffix by which functions name a rounding: "_rtz".
[[nodiscard]] const char* rounding_suffix(cleave::spirv::FPRoundingMode mode);

/// Returns `_Z3dotDv4_fS_` for dot and two vectors.
[[nodiscard]] std::string mangled_name(std::string_view name,
                                       std::span<const ParameterType> parameters);

}  // namespace cleave::compiler::frontend::spirv
