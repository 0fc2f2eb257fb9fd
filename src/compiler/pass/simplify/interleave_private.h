// interleave_private
//   What: private variables lie lane beside lane, element by element, so that all lanes' elements
//     of one index are one vector in memory:
//       [ element 0 of lanes 0 … W-1 ][ element 1 of lanes 0 … W-1 ] …
//   Requires: simplify, scalarise; lanes that run together.
//   Establishes: nothing that is required. An interleaved variable of a kernel has W times its size
//     and all offsets into it W times what they were; its metadata says how far the next lane's
//     elements are from this one's. Variables whose address goes elsewhere, or that are accessed in
//     elements of different sizes, stay as they were: one lane's after the other's.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string interleave_private(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
