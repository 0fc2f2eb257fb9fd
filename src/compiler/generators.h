// Lists the kinds of processors that this compiler makes code for. The driver's module has x86 alone
// (generators.cpp); a module of the tests has another list.
#pragma once

#include <string>

#include "compiler/target/code_generator.h"

namespace cleave::compiler {

/// Returns nullptr, and says so in `error`, if this compiler makes no code for the target.
[[nodiscard]] const target::CodeGenerator* generator_for(interface::CodeTarget target,
                                                         std::string& error);

}  // namespace cleave::compiler
