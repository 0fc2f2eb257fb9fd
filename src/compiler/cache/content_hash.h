// Hashes contents to names.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cleave::compiler::cache {

/// 64 lower-case hexadecimal digits (BLAKE3): different contents have different ones, also where
/// somebody looks for two that have not.
[[nodiscard]] std::string content_hash(std::span<const std::byte> bytes);
[[nodiscard]] std::string content_hash(std::string_view text);
/// The same as bytes.
[[nodiscard]] std::array<std::byte, 32> content_digest(std::span<const std::byte> bytes);

}  // namespace cleave::compiler::cache
