// Links compiled objects and libraries: options, LLVM's linker, the rules, the facts.
#pragma once

#include "compiler/interface/compiler.h"

namespace cleave::compiler::canonical {

/// Implements Compiler::link. Thread-safe: each link has an LLVM context of its own.
[[nodiscard]] interface::BuildResult link(const interface::LinkRequest& request);

}  // namespace cleave::compiler::canonical
