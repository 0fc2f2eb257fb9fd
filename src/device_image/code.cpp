// Packs and unpacks the code of device images, apart from what reads them: a driver that leaves the
// code to its compiler module needs no library for compression.
#include <zstd.h>

#include <algorithm>
#include <new>

#include "device_image/image.h"
#include "device_image/seal.h"

namespace cleave::device_image {
namespace {

// Three kernels with parts of the standard library, 37.7 KB of bitcode, have 17.9 KB at this level in
// 4 ms; 18.8 KB at level 3 in 3 ms, 17.2 KB at level 19 in 14 ms.
constexpr int compression_level = 9;

// The most that zstd makes of its bytes: a block of 128 KiB of four, three of them its header.
constexpr uint64_t most_block_bytes = 128 << 10;
constexpr uint64_t least_stored_block = 4;

bool are_zeros(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

/// Returns how many bytes of the stored code are code; more than there are: it is damaged.
size_t stored_bytes(const ImageView& image) {
  if (image.format == CodeFormat::bitcode) return image.code_bytes;
  const size_t found = ZSTD_findFrameCompressedSize(image.code.data(), image.code.size());
  return ZSTD_isError(found) != 0 ? SIZE_MAX : found;
}

}  // namespace

std::optional<std::vector<std::byte>> unpack_code(const ImageView& image, std::string& problem) {
  const auto refuse = [&](const std::string& what) -> std::optional<std::vector<std::byte>> {
    problem = "the code of a device image cannot be unpacked: " + what;
    return std::nullopt;
  };
  const size_t stored = stored_bytes(image);
  if (stored > image.code.size() || !are_zeros(image.code.subspan(stored))) {
    return refuse("its size is wrong");
  }
  const std::span<const std::byte> code = image.code.first(stored);
  if (image.format == CodeFormat::bitcode) return std::vector(code.begin(), code.end());
  if (ZSTD_getFrameContentSize(code.data(), code.size()) != image.code_bytes) {
    return refuse("its size is not the one that the image names");
  }
  // Before memory is asked for: a few bytes may name any size.
  if (image.code_bytes > (code.size() / least_stored_block + 1) * most_block_bytes) {
    return refuse("it is too short for its size");
  }
  std::vector<std::byte> bitcode(image.code_bytes);
  const size_t size = ZSTD_decompress(bitcode.data(), bitcode.size(), code.data(), code.size());
  if (ZSTD_isError(size) != 0) return refuse(ZSTD_getErrorName(size));
  return bitcode;
}

std::vector<std::byte> write_image(const Table& table, std::span<const std::byte> bitcode,
                                   uint32_t llvm_version, CodeFormat format) {
  if (format == CodeFormat::bitcode) {
    return seal_image(table, bitcode, bitcode.size(), llvm_version, format);
  }
  std::vector<std::byte> packed(ZSTD_compressBound(bitcode.size()));
  const size_t size = ZSTD_compress(packed.data(), packed.size(), bitcode.data(), bitcode.size(),
                                    compression_level);
  // With room for the largest result only memory can be missing.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  return seal_image(table, std::span(packed).first(size), bitcode.size(), llvm_version, format);
}

}  // namespace cleave::device_image
