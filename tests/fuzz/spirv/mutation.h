// Changes SPIR-V modules where their structure is: words, ids, opcodes, lengths and whole
// instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::spirv {

/// Returns the bytes of a module with some changes. It is one of `words`, with a header of five.
[[nodiscard]] std::vector<std::byte> mutated(std::vector<uint32_t> words, Random& random);

}  // namespace cleave::test::fuzz::spirv
