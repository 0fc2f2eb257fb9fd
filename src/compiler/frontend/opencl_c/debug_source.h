// Keeps the source of programs that are built with -g where debuggers and profilers find it.
#pragma once

#include <string>

#include "compiler/interface/build_options.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler::frontend::opencl_c {

/// The file that the debug information of a program names as its source: that of -s, or with -g
/// one of ours. Empty with neither, and when the user has no folder for ours.
[[nodiscard]] std::string debug_source_path(const std::string& source,
                                            const interface::BuildOptions& options);

/// Writes ours, if the request asks for it. That may fail: a debugger shows no lines then.
void keep_debug_source(const interface::BuildRequest& request);

}  // namespace cleave::compiler::frontend::opencl_c
