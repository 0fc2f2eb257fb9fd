#include "compiler/interface/program_image.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "compiler/interface/archive.h"

namespace cleave::compiler::interface {
namespace {

// The layout: a ImageHeader, then `payload_size` bytes of payload (archive.h).
constexpr std::array<char, 8> magic = {'C', 'L', 'E', 'A', 'V', 'E', 'P', 'I'};
// Changes with the meaning of a field whose type stays.
constexpr uint32_t image_meaning = 5;
uint32_t image_version() {
  static const auto version = static_cast<uint32_t>(layout_hash<ProgramImage>()) + image_meaning;
  return version;
}
// Canonical IR is read by the compiler that wrote it alone.
constexpr std::string_view builder = CLEAVE_BUILDER;

struct ImageHeader {
  std::array<char, 8> magic;
  uint32_t version;
  uint32_t compiler_version;  // compiler_interface_version
  uint64_t payload_size;
  uint64_t checksum;  // the payload's
};

// FNV-1a. Each step is a bijection of the state, so two payloads that differ in one byte never have
// the same sum.
uint64_t checksum(std::span<const std::byte> bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (std::byte byte : bytes) sum = (sum ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  return sum;
}

std::string hexadecimal(uint64_t number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  return {digits.data(), end};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Compares the fields with each other; Compiler::check compares them with the module.
bool is_consistent(const ProgramImage& image) {
  const auto& sizes = sub_group_sizes;
  const uint32_t size = image.target.default_sub_group_size;
  return std::ranges::find(sizes, size) != sizes.end() &&
         is_consistent(image.type, image.kernels, image.program_scope);
}

}  // namespace

std::string image_format() {
  return std::string(builder) + ", binaries " + hexadecimal(image_version()) + '.' +
         hexadecimal(compiler_interface_version);
}

std::vector<std::byte> serialize(const ProgramImage& image) {
  Writer writer;
  writer(std::string(builder));
  visit(writer, image);
  const ImageHeader header = {magic, image_version(), compiler_interface_version,
                              writer.bytes.size(), checksum(writer.bytes)};
  std::vector<std::byte> bytes(sizeof(header) + writer.bytes.size());
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::ranges::copy(writer.bytes, bytes.begin() + sizeof(header));
  return bytes;
}

std::optional<ProgramImage> deserialize(std::span<const std::byte> bytes, std::string& problem) {
  const auto refuse = [&](const std::string& why) {
    problem = "not a program binary that can be used: " + why;
    return std::nullopt;
  };
  ImageHeader header;
  if (bytes.size() < sizeof(header)) return refuse("it is too short");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != magic) return refuse("Cleave did not make it");
  if (header.version != image_version() || header.compiler_version != compiler_interface_version) {
    return refuse("another version of Cleave made it");
  }
  const std::span payload = bytes.subspan(sizeof(header));
  if (header.payload_size != payload.size()) {
    return refuse("it has " + std::to_string(payload.size()) + " bytes of " +
                  std::to_string(header.payload_size));
  }
  if (header.checksum != checksum(payload)) return refuse("its checksum is wrong");
  Reader reader(payload);
  std::string made_by;
  reader(made_by);
  if (made_by != builder) {
    return refuse("it was made by '" + made_by + "', this is '" + std::string(builder) + "'");
  }
  ProgramImage image;
  visit(reader, image);
  if (!reader.ok || !reader.rest.empty() || !is_consistent(image)) {
    return refuse("its contents contradict each other");
  }
  return image;
}

std::string missing_from(const LanguageTarget& offered, const LanguageTarget& wanted) {
  std::string missing;
  const auto add = [&](const std::string& what) {
    missing += (missing.empty() ? "" : ", ") + what;
  };
  const auto add_all = [&](const std::vector<std::string>& has,
                           const std::vector<std::string>& wants) {
    for (const std::string& name : wants) {
      if (std::ranges::find(has, name) == has.end()) add(name);
    }
  };
  // Kernel facts differ: the size of sub-groups, the largest work-group.
  if (wanted.code != offered.code) add(std::string("code for ") + name_of(wanted.code));
  add_all(offered.extensions, wanted.extensions);
  add_all(offered.features, wanted.features);
  if (wanted.embedded_profile != offered.embedded_profile) add("the profile");
  if (wanted.fused_multiply_add && !offered.fused_multiply_add) add("fused multiply-add");
  if (wanted.opencl_version > offered.opencl_version) {
    add("OpenCL " + std::to_string(wanted.opencl_version / 100) + '.' +
        std::to_string(wanted.opencl_version / 10 % 10));
  }
  // Either way: built anew, the program would be another one.
  if (wanted.settings != offered.settings) {
    add(wanted.settings.empty() ? "the default settings"
                                : "the settings " + joined(wanted.settings));
  }
  return missing;
}

}  // namespace cleave::compiler::interface
