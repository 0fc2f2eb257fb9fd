// Creates and builds programs of changed SPIR-V modules through the API.
#pragma once

#include "batch.h"

namespace cleave::test::fuzz::module {

/// Whatever the modules are, each call answers with a code that the specification gives, what fails
/// says why, and no compiler process crashes. Returns 1 if anything was wrong, after a line for
/// each.
[[nodiscard]] int make_programs(Batch& batch);

}  // namespace cleave::test::fuzz::module
