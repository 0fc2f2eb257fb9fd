// Compiles the kernels of changed SPIR-V modules, and runs none of them.
#pragma once

#include "batch.h"

namespace cleave::test::fuzz::module {

/// Compiles the modules that the check accepts: the front end builds them, with a message that is
/// its own where it cannot; and each kernel of what was built goes through a pipeline of the
/// compiler, with the IR verified after every pass. Takes place in this process, so that a
/// sanitizer sees it. Returns 1 if anything was wrong, after a line for each.
[[nodiscard]] int compile_kernels(Batch& batch);

}  // namespace cleave::test::fuzz::module
