// Holds small SPIR-V modules, put together word by word.
#pragma once

#include <cstdint>
#include <vector>

namespace cleave::test {

/// A module that defines nothing: its header, the capabilities of kernels, the memory model.
[[nodiscard]] std::vector<uint32_t> empty_module();

/// A module with the kernel `k` of a global uint pointer, which writes the constant of SpecId 1
/// there: 7 unless it is specialized.
[[nodiscard]] std::vector<uint32_t> specializable_module();

/// A module with the kernel `nothing`, which has no arguments and does nothing, and the same
/// constant.
[[nodiscard]] std::vector<uint32_t> idle_module();

}  // namespace cleave::test
