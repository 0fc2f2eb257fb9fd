#include "compiler/interface/program_image.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace cleave::compiler {
namespace {

// The layout: a Header, then `payload_size` bytes of payload. Numbers are little-endian (as the
// processors are that we run on), strings and lists are preceded by their length as u64.
constexpr std::array<char, 8> magic = {'C', 'L', 'E', 'A', 'V', 'E', 'P', 'I'};
constexpr uint32_t image_version = 2;  // changes with every change of the layout or of KernelFacts
// Canonical IR is read by the compiler that wrote it alone.
constexpr std::string_view builder = CLEAVE_BUILDER;

struct Header {
  std::array<char, 8> magic;
  uint32_t version;
  uint32_t compiler_version;  // compiler_interface_version
  uint64_t payload_size;
  uint64_t checksum;  // of the payload
};

// FNV-1a. Each step is a bijection of the state, so two payloads that differ in one byte never have
// the same sum.
uint64_t checksum(std::span<const std::byte> bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (std::byte byte : bytes) sum = (sum ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  return sum;
}

class Writer {
 public:
  template <class T>
    requires std::integral<T> || std::is_enum_v<T>
  void operator()(const T& value) {
    append(&value, sizeof(value));
  }
  void operator()(const std::string& text) {
    (*this)(uint64_t{text.size()});
    append(text.data(), text.size());
  }
  void operator()(const std::vector<std::byte>& data) {
    (*this)(uint64_t{data.size()});
    append(data.data(), data.size());
  }
  template <class T, size_t N>
  void operator()(const std::array<T, N>& values) {
    for (const T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    (*this)(uint64_t{values.size()});
    for (const T& value : values) visit(*this, value);
  }

  std::vector<std::byte> bytes;

 private:
  void append(const void* data, size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
  }
};

// Reads what Writer writes. After the first thing that does not fit, `ok` is false and every
// further read gives nothing.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest(bytes) {}

  template <std::integral T>
  void operator()(T& value) {
    if (const std::byte* data = take(sizeof(T))) std::memcpy(&value, data, sizeof(T));
  }
  void operator()(bool& value) {
    uint8_t byte = 0;
    (*this)(byte);
    if (byte > 1) ok = false;
    value = byte == 1;
  }
  void operator()(ArgumentKind& kind) {
    uint8_t byte = 0;
    (*this)(byte);
    if (byte > static_cast<uint8_t>(ArgumentKind::local_pointer)) ok = false;
    kind = static_cast<ArgumentKind>(byte);
  }
  void operator()(std::string& text) {
    uint64_t size = 0;
    (*this)(size);
    if (const std::byte* data = take(size)) text.assign(reinterpret_cast<const char*>(data), size);
  }
  void operator()(std::vector<std::byte>& bytes) {
    uint64_t size = 0;
    (*this)(size);
    if (const std::byte* data = take(size)) bytes.assign(data, data + size);
  }
  template <class T, size_t N>
  void operator()(std::array<T, N>& values) {
    for (T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    uint64_t count = 0;
    (*this)(count);
    // Grown element by element: a count that the bytes do not bear out reserves no memory.
    for (uint64_t i = 0; ok && i < count; ++i) visit(*this, values.emplace_back());
  }

  std::span<const std::byte> rest;
  bool ok = true;

 private:
  const std::byte* take(uint64_t size) {
    if (!ok || size > rest.size()) {
      ok = false;
      return nullptr;
    }
    const std::byte* data = rest.data();
    rest = rest.subspan(size);
    return data;
  }
};

// The fields of each structure in their order in the image, for the writer and the reader alike.
template <class Visitor, class Facts>
  requires std::same_as<std::remove_const_t<Facts>, ArgumentFacts>
void visit(Visitor& field, Facts& argument) {
  field(argument.name);
  field(argument.type_name);
  field(argument.kind);
  field(argument.address_qualifier);
  field(argument.access_qualifier);
  field(argument.type_qualifiers);
  field(argument.size);
  field(argument.alignment);
  field(argument.offset);
  field(argument.read_only);
}

template <class Visitor, class Facts>
  requires std::same_as<std::remove_const_t<Facts>, KernelFacts>
void visit(Visitor& field, Facts& kernel) {
  field(kernel.name);
  field(kernel.attributes);
  field(kernel.arguments);
  field(kernel.argument_block_size);
  field(kernel.required_work_group_size);
  field(kernel.work_group_size_hint);
  field(kernel.vector_type_hint);
  field(kernel.required_sub_group_size);
  field(kernel.sub_group_size);
  field(kernel.local_memory_size);
  field(kernel.private_memory_size);
  field(kernel.maximum_work_group_size);
  field(kernel.prints);
  field(kernel.may_wait);
}

template <class Visitor, class Target>
  requires std::same_as<std::remove_const_t<Target>, LanguageTarget>
void visit(Visitor& field, Target& target) {
  field(target.extensions);
  field(target.features);
  field(target.default_sub_group_size);
  field(target.embedded_profile);
  field(target.opencl_version);
  field(target.fused_multiply_add);
}

template <class Visitor, class Text>
  requires std::same_as<std::remove_const_t<Text>, std::string>
void visit(Visitor& field, Text& text) {
  field(text);
}

template <class Visitor, class Image>
  requires std::same_as<std::remove_const_t<Image>, ProgramImage>
void visit(Visitor& field, Image& image) {
  field(image.type);
  field(image.options);
  visit(field, image.target);
  field(image.requires_uniform_groups);
  field(image.canonical);
  field(image.kernels);
}

// The layout that generated code relies on, see KernelFacts: nothing outside the argument block.
bool is_consistent(const KernelFacts& kernel) {
  return std::ranges::all_of(kernel.arguments, [&](const ArgumentFacts& argument) {
    return uint64_t{argument.offset} + argument.size <= kernel.argument_block_size;
  });
}

}  // namespace

std::vector<std::byte> serialize(const ProgramImage& image) {
  Writer writer;
  writer(std::string(builder));
  visit(writer, image);
  const Header header = {magic, image_version, compiler_interface_version, writer.bytes.size(),
                         checksum(writer.bytes)};
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
  Header header;
  if (bytes.size() < sizeof(header)) return refuse("it is too short");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != magic) return refuse("Cleave did not make it");
  if (header.version != image_version || header.compiler_version != compiler_interface_version) {
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
  if (!reader.ok || !reader.rest.empty() || !std::ranges::all_of(image.kernels, is_consistent)) {
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
  add_all(offered.extensions, wanted.extensions);
  add_all(offered.features, wanted.features);
  if (wanted.embedded_profile != offered.embedded_profile) add("the profile");
  if (wanted.fused_multiply_add && !offered.fused_multiply_add) add("fused multiply-add");
  if (wanted.opencl_version > offered.opencl_version) {
    add("OpenCL " + std::to_string(wanted.opencl_version / 100) + '.' +
        std::to_string(wanted.opencl_version / 10 % 10));
  }
  return missing;
}

}  // namespace cleave::compiler
