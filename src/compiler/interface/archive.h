// Encodes structures as bytes, for files and for other processes. Numbers are little-endian (as the
// processors are that we run on), strings and lists are preceded by their length as u64.
//
// A structure T is written and read by `visit(field, T&)`, which hands its fields over in order.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "compiler/interface/compiler.h"
#include "compiler/interface/program_image.h"

namespace cleave::compiler {

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
  void operator()(BuildKind& kind) {
    uint8_t byte = 0;
    (*this)(byte);
    if (byte > static_cast<uint8_t>(BuildKind::object)) ok = false;
    kind = static_cast<BuildKind>(byte);
  }
  void operator()(Tier& tier) {
    uint8_t byte = 0;
    (*this)(byte);
    if (byte > static_cast<uint8_t>(Tier::main)) ok = false;
    tier = static_cast<Tier>(byte);
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
template <class Visitor, class Variant>
  requires std::same_as<std::remove_const_t<Variant>, KernelVariant>
void visit(Visitor& field, Variant& variant) {
  field(variant.kernel);
  field(variant.sub_group_size);
  field(variant.shape.small_ids);
  field(variant.shape.small_objects);
  field(variant.shape.sub_groups);
  field(variant.shape.rows);
  field(variant.shape.local_size);
  field(variant.tier);
}

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
  field(kernel.has_one_tier);
}

template <class Visitor, class Target>
  requires std::same_as<std::remove_const_t<Target>, LanguageTarget>
void visit(Visitor& field, Target& target) {
  field(target.extensions);
  field(target.features);
  field(target.default_sub_group_size);
  field(target.halves_sub_groups);
  field(target.embedded_profile);
  field(target.opencl_version);
  field(target.fused_multiply_add);
}

template <class Visitor, class Text>
  requires std::same_as<std::remove_const_t<Text>, std::string>
void visit(Visitor& field, Text& text) {
  field(text);
}

template <class Visitor, class Pointer>
  requires std::same_as<std::remove_const_t<Pointer>, ProgramScope::Pointer>
void visit(Visitor& field, Pointer& pointer) {
  field(pointer.offset);
  field(pointer.target);
}

template <class Visitor, class Scope>
  requires std::same_as<std::remove_const_t<Scope>, ProgramScope>
void visit(Visitor& field, Scope& scope) {
  field(scope.size);
  field(scope.alignment);
  field(scope.initial);
  field(scope.pointers);
}

template <class Visitor, class Header>
  requires std::same_as<std::remove_const_t<Header>, EmbeddedHeader>
void visit(Visitor& field, Header& header) {
  field(header.name);
  field(header.source);
}

template <class Visitor, class Request>
  requires std::same_as<std::remove_const_t<Request>, BuildRequest>
void visit(Visitor& field, Request& request) {
  field(request.source);
  field(request.options);
  visit(field, request.target);
  field(request.kind);
  field(request.headers);
}

template <class Visitor, class Use>
  requires std::same_as<std::remove_const_t<Use>, FileUse>
void visit(Visitor& field, Use& use) {
  field(use.path);
  field(use.state);
}

template <class Visitor, class Result>
  requires std::same_as<std::remove_const_t<Result>, BuildResult>
void visit(Visitor& field, Result& result) {
  field(result.status);
  field(result.log);
  field(result.canonical);
  field(result.kernels);
  visit(field, result.program_scope);
  field(result.type);
  field(result.requires_uniform_groups);
  field(result.files);
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
  visit(field, image.program_scope);
}

template <class Visitor, class Result>
  requires std::same_as<std::remove_const_t<Result>, CheckResult>
void visit(Visitor& field, Result& result) {
  field(result.status);
  field(result.log);
}

/// The bytes of a structure.
template <class T>
[[nodiscard]] std::vector<std::byte> encode(const T& value) {
  Writer writer;
  visit(writer, value);
  return std::move(writer.bytes);
}

/// The structure that encode made these bytes of; nothing when they are no such.
template <class T>
[[nodiscard]] std::optional<T> decode(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  T value;
  visit(reader, value);
  if (!reader.ok || !reader.rest.empty()) return std::nullopt;
  return value;
}

}  // namespace cleave::compiler
