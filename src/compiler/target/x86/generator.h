// Makes code for the processor of this process: CodeTarget::x86.
#pragma once

#include "compiler/target/code_generator.h"

namespace cleave::compiler::target::x86 {

[[nodiscard]] const CodeGenerator& generator();

}  // namespace cleave::compiler::target::x86
