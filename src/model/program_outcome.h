// What the compiler makes of a program for one device, and code for it: the work of builds,
// compilations and links, without the program object.
#pragma once

#include <string>
#include <vector>

#include "model/program.h"

namespace cleave::model {

[[nodiscard]] BuildOutcome build_source(compiler::BuildRequest request);
/// Code for an executable binary.
[[nodiscard]] BuildOutcome build_binary(const ProgramBinary& binary);
/// `binaries` are objects and libraries, at least one.
[[nodiscard]] BuildOutcome link_binaries(const std::vector<ProgramBinary>& binaries,
                                         const std::string& options,
                                         const compiler::LanguageTarget& target);

}  // namespace cleave::model
