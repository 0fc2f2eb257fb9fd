// Changes SPIR-V modules at random, most of the time so that they still parse.
#pragma once

#include <cstdint>
#include <vector>

namespace cleave::test::fuzz::module {

using Words = std::vector<uint32_t>;

/// One of the modules, changed in some places: the same from the same seed.
[[nodiscard]] Words mutated(const std::vector<Words>& corpus, uint64_t seed);

}  // namespace cleave::test::fuzz::module
