// Numbers and sets as people read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "topology/topology.h"

namespace cleave::tool {

/// "512 bytes", "48 KiB", "10.9 GiB".
[[nodiscard]] std::string bytes(uint64_t count);

/// "1 unit", "4 units".
[[nodiscard]] std::string units(size_t count);

/// "0-3,8,10-11" of ascending numbers.
[[nodiscard]] std::string ranges(std::span<const uint32_t> numbers);
[[nodiscard]] std::string ranges(const topology::UnitSet& units);

/// The sets as "0-3 | 4-7"; only their common extent where that would be long.
[[nodiscard]] std::string sets(const std::vector<topology::UnitSet>& parts);

/// Returns how many columns UTF-8 text takes, if each of its characters takes one.
[[nodiscard]] size_t display_width(std::string_view text);

/// Returns what C++ calls the symbol of a function, or of a kernel of SYCL; the symbol if it is neither.
[[nodiscard]] std::string demangled(const std::string& symbol);

[[nodiscard]] std::string joined(const std::vector<std::string>& words, const char* between);

}  // namespace cleave::tool
