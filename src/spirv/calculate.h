// Calculates integers that a module gives as constant expressions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spirv/module.h"

namespace cleave::spirv {

/// Returns the elements of an integer or boolean constant, or of a vector of such, zero extended;
/// nothing where the id is none, or where OpSpecConstantOp's value is undefined. The module's
/// globals are known up to it.
[[nodiscard]] std::optional<std::vector<uint64_t>> constant_elements(const Module& module, Id id);

/// Does what OpSpecConstantOp says, where the result is an integer or boolean or a vector of such.
[[nodiscard]] std::optional<std::vector<uint64_t>> calculate(const Module& module,
                                                             const Instruction& constant);

}  // namespace cleave::spirv
