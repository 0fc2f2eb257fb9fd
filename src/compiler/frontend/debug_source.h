// The source of programs that are built with -g, where debuggers and profilers find it.
#pragma once

#include <string>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::frontend {

/// The file that the debug information of a program built with -g names as its source. Empty when
/// the user has no folder for it.
[[nodiscard]] std::string debug_source_path(const std::string& source);

/// Writes it, if the request asks for debugging. That may fail: a debugger shows no lines then.
void keep_debug_source(const BuildRequest& request);

}  // namespace cleave::compiler::frontend
