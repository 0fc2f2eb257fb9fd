// Does reduction work on whatever the generator writes?
#pragma once

#include <string>
#include <vector>

namespace cleave::test::fuzz::kernels {

/// Takes for each feature (a piece of text, such as "atomic_"; none: all that are known) the first
/// kernels that have it, makes them as small as the scalar mode still runs them with it, and
/// says how small. The exit code is 0 where all become small.
int check_reduction(std::vector<std::string> features);

}  // namespace cleave::test::fuzz::kernels
