#include "compiler/interface/program_image.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>

#include "compiler/interface/compiler.h"

namespace cleave::compiler {
namespace {

// The layout: a Header, then `payload_size` bytes of payload. Numbers are little-endian (as the
// processors are that we run on), strings and lists are preceded by their length as u64.
constexpr std::array<char, 8> magic = {'C', 'L', 'E', 'A', 'V', 'E', 'P', 'I'};
constexpr uint32_t image_version = 1;  // changes with every change of the layout or of KernelFacts

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

template <class Visitor, class Image>
  requires std::same_as<std::remove_const_t<Image>, ProgramImage>
void visit(Visitor& field, Image& image) {
  field(image.options);
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
  visit(writer, image);
  const Header header = {magic, image_version, compiler_interface_version, writer.bytes.size(),
                         checksum(writer.bytes)};
  std::vector<std::byte> bytes(sizeof(header) + writer.bytes.size());
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::ranges::copy(writer.bytes, bytes.begin() + sizeof(header));
  return bytes;
}

std::optional<ProgramImage> deserialize(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof(header)) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const std::span payload = bytes.subspan(sizeof(header));
  if (header.magic != magic || header.version != image_version ||
      header.compiler_version != compiler_interface_version ||
      header.payload_size != payload.size() || header.checksum != checksum(payload)) {
    return std::nullopt;
  }
  Reader reader(payload);
  ProgramImage image;
  visit(reader, image);
  if (!reader.ok || !reader.rest.empty() || !std::ranges::all_of(image.kernels, is_consistent)) {
    return std::nullopt;
  }
  return image;
}

}  // namespace cleave::compiler
