// Gives the functions that every generated kernel starts with: they keep its results defined.
#pragma once

#include <string>

namespace cleave::test::fuzz::kernels {

/// OpenCL C. `clean(x)` replaces NaNs, whose bits and signs no rule fixes; `mix(h, x)` takes a
/// value of any type into a hash; `exchange…` hand values through local memory at barriers.
std::string prelude();

}  // namespace cleave::test::fuzz::kernels
