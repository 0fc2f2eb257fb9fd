// Makes PTX of kernels, to prove that the compiler's interface serves another target than the
// processor of the process. No kernel of it runs: launches have no offset and whole work-groups,
// and code is for kernels that use pointers to global, local and private memory, without functions
// of sub-groups. The generator refuses others, in words.
#pragma once

#include "compiler/target/code_generator.h"

namespace cleave::compiler::target::nvptx {

[[nodiscard]] const CodeGenerator& generator();

}  // namespace cleave::compiler::target::nvptx
