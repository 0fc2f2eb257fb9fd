#include "device_image/image.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "device_image/checksum.h"
#include "device_image/fields.h"
#include "device_image/seal.h"
#include "device_image/table.h"
#include "support/rounding.h"

namespace cleave::device_image {
namespace {

constexpr std::array<char, 8> magic = {'C', 'L', 'E', 'A', 'V', 'E', 'D', 'I'};
constexpr size_t header_bytes = 64;
constexpr size_t checksum_offset = 24;
constexpr size_t alignment = 16;

std::string number_text(uint64_t number) {
  return std::to_string(number);
}

/// Returns the checksum of an image of at least a header, whose own field is left out.
uint64_t checksum_of(std::span<const std::byte> image) {
  const uint64_t front = checksum(image.first(checksum_offset), 0);
  return checksum(image.subspan(checksum_offset + sizeof(uint64_t)), front);
}

/// Reads the image at the front of the bytes; returns what is wrong with it, or nothing.
std::string read_image(std::span<const std::byte> bytes, ImageView& image) {
  if (!has_magic(bytes)) return "the magic is missing";
  FieldReader fields(bytes.subspan(magic.size()));
  const auto version = fields.number<uint32_t>();
  const auto header_size = fields.number<uint32_t>();
  const auto image_size = fields.number<uint64_t>();
  image.checksum = fields.number<uint64_t>();
  image.llvm_version = fields.number<uint32_t>();
  const auto format = fields.number<uint32_t>();
  image.code_bytes = fields.number<uint64_t>();
  const auto table_size = fields.number<uint32_t>();
  const uint64_t reserved = fields.number<uint32_t>() | fields.number<uint64_t>();
  // A newer version may have another header.
  if (fields.ok() && version > format_version) {
    return "it is of version " + number_text(version) + ", and version " +
           number_text(format_version) + " is the newest that this driver reads";
  }
  if (bytes.size() < header_bytes) return "its header is cut off";
  if (version == 0 || reserved != 0) return "its header is damaged";
  if (image_size > bytes.size()) {
    return "it has " + number_text(bytes.size()) + " bytes of " + number_text(image_size);
  }
  if (header_size < header_bytes || header_size > image_size || image_size % alignment != 0 ||
      table_size > image_size - header_size) {
    return "its sizes contradict each other";
  }
  image.bytes = bytes.first(image_size);
  if (checksum_of(image.bytes) != image.checksum) return "its checksum is wrong";
  if (format > static_cast<uint32_t>(CodeFormat::compressed_bitcode)) {
    return "its code has the format " + number_text(format) + ", which this driver does not know";
  }
  if (image.code_bytes > most_code_bytes) {
    return "its code has " + number_text(image.code_bytes) + " bytes, more than " +
           number_text(most_code_bytes);
  }
  image.format = static_cast<CodeFormat>(format);
  image.table = image.bytes.subspan(header_size, table_size);
  image.code = image.bytes.subspan(uint64_t{header_size} + table_size);
  Table table;
  if (!read_table(image.table, table)) return "its table is damaged";
  return {};
}

}  // namespace

bool has_magic(std::span<const std::byte> bytes) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

Blob read_blob(std::span<const std::byte> bytes) {
  Blob blob;
  do {
    ImageView image;
    const std::string problem = read_image(bytes, image);
    if (!problem.empty()) {
      return {{}, "device image " + number_text(blob.images.size() + 1) + ": " + problem};
    }
    blob.images.push_back(image);
    bytes = bytes.subspan(image.bytes.size());
  } while (!bytes.empty());
  return blob;
}

Table read_table(const ImageView& image) {
  Table table;
  static_cast<void>(read_table(image.table, table));  // read_blob has seen that it can be read
  return table;
}

std::vector<std::byte> seal_image(const Table& table, std::span<const std::byte> stored_code,
                                  uint64_t code_bytes, uint32_t llvm_version, CodeFormat format) {
  FieldWriter stored_table;
  write_table(stored_table, table);
  const uint64_t size = header_bytes + stored_table.bytes.size() + stored_code.size();
  FieldWriter image;
  image.bytes.reserve(size + alignment);
  for (const char letter : magic) image.number(static_cast<uint8_t>(letter));
  image.number(format_version);
  image.number(static_cast<uint32_t>(header_bytes));
  image.number(uint64_t{support::rounded_up(size, alignment)});
  image.number(uint64_t{0});
  image.number(llvm_version);
  image.number(static_cast<uint32_t>(format));
  image.number(code_bytes);
  image.number(static_cast<uint32_t>(stored_table.bytes.size()));
  image.bytes.resize(header_bytes);
  std::ranges::copy(stored_table.bytes, std::back_inserter(image.bytes));
  std::ranges::copy(stored_code, std::back_inserter(image.bytes));
  image.bytes.resize(support::rounded_up(size, alignment));
  FieldWriter sum;
  sum.number(checksum_of(image.bytes));
  std::ranges::copy(sum.bytes, image.bytes.begin() + checksum_offset);
  return std::move(image.bytes);
}

std::string version_text(uint32_t llvm_version) {
  return number_text(llvm_version / 10000) + '.' + number_text(llvm_version / 100 % 100) + '.' +
         number_text(llvm_version % 100);
}

}  // namespace cleave::device_image
