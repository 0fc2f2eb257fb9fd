// Builds, compiles and links a program for one device, and makes code for it, without the program
// object.
#pragma once

#include <string>
#include <vector>

#include "model/program/device_builds.h"

namespace cleave::model::program {

/// Gives the build of an outcome program-scope variables of its own, if it has any;
/// CL_OUT_OF_RESOURCES when there is no memory for them.
void give_variables(BuildOutcome& outcome);

/// The request is for the language of the hardware. `options`: the application's text, which the
/// binary keeps.
[[nodiscard]] BuildOutcome build_program(compiler::interface::BuildRequest request,
                                         const std::string& options, backend::Hardware& hardware);
/// Code for an executable binary.
[[nodiscard]] BuildOutcome build_binary(const ProgramBinary& binary, backend::Hardware& hardware);
/// `binaries` are objects and libraries, at least one. `parsed`: what the options mean.
[[nodiscard]] BuildOutcome link_binaries(const std::vector<ProgramBinary>& binaries,
                                         const std::string& options,
                                         const compiler::interface::LinkOptions& parsed,
                                         backend::Hardware& hardware);

}  // namespace cleave::model::program
