#include "device_image/find_images.h"

#include <algorithm>
#include <string_view>

#include "device_image/fields.h"

namespace cleave::device_image {
namespace {

constexpr std::string_view begin_of_image = "CLEAVEDI";
constexpr size_t size_offset = 16;

/// Returns the bytes that an image at the front says it has, or none.
std::span<const std::byte> extent(std::span<const std::byte> bytes) {
  if (bytes.size() < size_offset + sizeof(uint64_t)) return {};
  FieldReader fields(bytes.subspan(size_offset));
  const auto size = fields.number<uint64_t>();
  return size <= bytes.size() ? bytes.first(size) : std::span<const std::byte>();
}

}  // namespace

std::vector<ImageView> find_images(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::vector<ImageView> images;
  for (size_t at = text.find(begin_of_image); at != std::string_view::npos;) {
    // The magic may stand in a program's own data.
    const Blob blob = read_blob(extent(bytes.subspan(at)));
    if (!blob.images.empty()) images.push_back(blob.images.front());
    at = text.find(begin_of_image,
                   at + (blob.images.empty() ? 1 : blob.images.front().bytes.size()));
  }
  return images;
}

}  // namespace cleave::device_image
