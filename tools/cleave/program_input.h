// Reads what `cleave compile` is to compile: OpenCL C, or a SPIR-V module with values of its
// specialization constants.
#pragma once

#include <string>
#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::tool {

/// Takes the contents of a file: SPIR-V where they begin as it does, and a list of ID=VALUE.
/// Numbers are decimal or 0x…, of real constants real; `true` and `false` are of booleans. Returns
/// why not, in words; empty: `input` is set.
[[nodiscard]] std::string read_input(const std::string& contents,
                                     const std::vector<std::string>& specializations,
                                     compiler::interface::ProgramInput& input);

/// True for SPIR-V.
[[nodiscard]] bool is_module(const std::string& contents);

}  // namespace cleave::tool
