// Compares what a program binary states with the module that it holds.
#pragma once

#include "compiler/interface/program_image.h"

namespace cleave::compiler::canonical {

/// Implements Compiler::check. Thread-safe: each check has an LLVM context of its own.
[[nodiscard]] interface::CheckResult check_image(const interface::ProgramImage& image);

}  // namespace cleave::compiler::canonical
