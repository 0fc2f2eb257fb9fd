// Makes a program's machine code for this processor with LLVM, and links it with LLVM's JITLink.
#pragma once

#include <memory>
#include <string>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::target::x86 {

/// Implements Compiler::load.
[[nodiscard]] std::shared_ptr<interface::ProgramCode> load_code(interface::CodeRequest request,
                                                                std::string& error);

}  // namespace cleave::compiler::target::x86
