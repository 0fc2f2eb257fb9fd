#include "compiler/cache/content_hash.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

#include <bit>

namespace cleave::compiler::cache {

std::array<std::byte, 32> content_digest(std::span<const std::byte> bytes) {
  const llvm::ArrayRef data(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return std::bit_cast<std::array<std::byte, 32>>(llvm::BLAKE3::hash<32>(data));
}

std::string content_hash(std::span<const std::byte> bytes) {
  const auto digest = std::bit_cast<std::array<uint8_t, 32>>(content_digest(bytes));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

std::string content_hash(std::string_view text) {
  return content_hash(std::as_bytes(std::span(text)));
}

}  // namespace cleave::compiler::cache
