// Machine code of a program for this processor, made by LLVM and linked by its JITLink.
#pragma once

#include <memory>
#include <string>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::target {

/// Implements Compiler::load.
[[nodiscard]] std::shared_ptr<Code> load_code(const CodeRequest& request, std::string& error);

}  // namespace cleave::compiler::target
