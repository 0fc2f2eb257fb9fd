// Computes SHA-256 (FIPS 180-4), of which nobody can tell the text that it was computed from.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cleave::support {

[[nodiscard]] std::array<uint8_t, 32> sha256(std::string_view text);

}  // namespace cleave::support
