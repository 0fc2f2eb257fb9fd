// Writes what the facts of a kernel are read from: clang's metadata about arguments and sizes.
#pragma once

#include <string_view>

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

void add_kernel_metadata(ReaderState& state, llvm::Function& kernel,
                         const cleave::spirv::Function& source, std::string_view name);

}  // namespace cleave::compiler::frontend::spirv
