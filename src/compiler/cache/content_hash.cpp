#include "compiler/cache/content_hash.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

namespace cleave::compiler::cache {

std::string content_hash(std::span<const std::byte> bytes) {
  const llvm::ArrayRef data(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return llvm::toHex(llvm::BLAKE3::hash<32>(data), /*LowerCase=*/true);
}

std::string content_hash(std::string_view text) {
  return content_hash(std::as_bytes(std::span(text)));
}

}  // namespace cleave::compiler::cache
