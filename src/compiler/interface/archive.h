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
#include <variant>
#include <vector>

#include "compiler/interface/compiler.h"
#include "compiler/interface/program_image.h"

namespace cleave::compiler::interface {

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
    for (const T& value : values) (*this)(value);
  }
  void operator()(const Bindings& bindings) { (*this)(bindings.list()); }
  /// Writes the index of the alternative, then its value.
  template <class... T>
  void operator()(const std::variant<T...>& alternatives) {
    (*this)(static_cast<uint8_t>(alternatives.index()));
    std::visit([this](const auto& value) { (*this)(value); }, alternatives);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void operator()(const T& structure) {
    visit(*this, structure);
  }

  std::vector<std::byte> bytes;

 private:
  void append(const void* data, size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
  }
};

// Reads the bytes of a Writer. After the first value that does not fit, `ok` is false and every
// further read gives an empty value.
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
  void operator()(ArgumentKind& kind) { take_enumerator(kind, ArgumentKind::literal); }
  void operator()(BuildKind& kind) { take_enumerator(kind, BuildKind::spirv); }
  void operator()(CodeTarget& target) { take_enumerator(target, CodeTarget::nvptx); }
  void operator()(CodegenMode& mode) { take_enumerator(mode, CodegenMode::scalar); }
  void operator()(Tier& tier) { take_enumerator(tier, Tier::alternative); }
  void operator()(KernelRole& role) { take_enumerator(role, KernelRole::destroys); }
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
    for (uint64_t i = 0; ok && i < count; ++i) (*this)(values.emplace_back());
  }
  void operator()(Bindings& bindings) {
    std::vector<Binding> list;
    (*this)(list);
    bindings = Bindings::of(list);
    if (bindings.list() != list) ok = false;
  }
  template <class... T>
  void operator()(std::variant<T...>& alternatives) {
    uint8_t index = 0;
    (*this)(index);
    if (index >= sizeof...(T)) ok = false;
    size_t candidate = 0;
    ((ok && candidate++ == index ? (*this)(alternatives.template emplace<T>()) : void()), ...);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void operator()(T& structure) {
    visit(*this, structure);
  }

  std::span<const std::byte> rest;
  bool ok = true;

 private:
  template <class Enumeration>
  void take_enumerator(Enumeration& value, Enumeration last) {
    uint8_t byte = 0;
    (*this)(byte);
    if (byte > static_cast<uint8_t>(last)) ok = false;
    value = static_cast<Enumeration>(byte);
  }
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

/// Hashes how a structure is encoded, from the types of its fields: what was written with another
/// hash cannot be read.
class LayoutHash {
 public:
  template <class T>
    requires std::integral<T> || std::is_enum_v<T>
  constexpr void operator()(const T&) {
    add(sizeof(T) * 4 + (std::is_enum_v<T> ? 2 : 0) + (std::is_signed_v<T> ? 1 : 0));
  }
  constexpr void operator()(const std::string&) { add('s'); }
  template <class T, size_t N>
  constexpr void operator()(const std::array<T, N>&) {
    add('a');
    add(N);
    (*this)(T{});
  }
  template <class T>
  constexpr void operator()(const std::vector<T>&) {
    add('v');
    (*this)(T{});
  }
  constexpr void operator()(const std::byte&) { add('b'); }
  constexpr void operator()(const Bindings&) { (*this)(std::vector<Binding>{}); }
  template <class T>
    requires std::is_aggregate_v<T>
  constexpr void operator()(const T& structure) {
    add('{');
    visit(*this, structure);
    add('}');
  }

  uint64_t value = 0xcbf29ce484222325;  // FNV-1a

 private:
  constexpr void add(uint64_t token) { value = (value ^ token) * 0x100000001b3; }
};

/// Hands the fields of a structure over in order.
template <class Visitor, class... Fields>
constexpr void visit_all(Visitor& field, Fields&... fields) {
  (field(fields), ...);
}

// The fields of each structure in their order in the image, for all visitors alike. The bindings
// fail to compile when a field is forgotten.
template <class Visitor, class Groups>
  requires std::same_as<std::remove_const_t<Groups>, MergedGroups>
constexpr void visit(Visitor& field, Groups& groups) {
  auto& [size, all_whole, local_stride] = groups;
  visit_all(field, size, all_whole, local_stride);
}

template <class Visitor, class Bound>
  requires std::same_as<std::remove_const_t<Bound>, Binding>
constexpr void visit(Visitor& field, Bound& binding) {
  auto& [argument, value] = binding;
  visit_all(field, argument, value);
}

template <class Visitor, class Shape>
  requires std::same_as<std::remove_const_t<Shape>, LaunchShape>
constexpr void visit(Visitor& field, Shape& shape) {
  auto& [small_ids, small_objects, distinct_objects, sub_groups, rows, ragged_rows, local_size,
         merged, streamed_arguments, bindings] = shape;
  visit_all(field, small_ids, small_objects, distinct_objects, sub_groups, rows, ragged_rows,
            local_size, merged, streamed_arguments, bindings);
}

template <class Visitor, class Variant>
  requires std::same_as<std::remove_const_t<Variant>, KernelVariant>
constexpr void visit(Visitor& field, Variant& variant) {
  auto& [kernel, sub_group_size, shape, tier, mode, target] = variant;
  visit_all(field, kernel, sub_group_size, shape, tier, mode, target);
}

template <class Visitor, class Code>
  requires std::same_as<std::remove_const_t<Code>, ObjectCode>
constexpr void visit(Visitor& field, Code& code) {
  auto& [frame_bytes, stack_bytes, has_alternative, object] = code;
  visit_all(field, frame_bytes, stack_bytes, has_alternative, object);
}

template <class Visitor, class Facts>
  requires std::same_as<std::remove_const_t<Facts>, ArgumentFacts>
constexpr void visit(Visitor& field, Facts& argument) {
  auto& [name, type_name, kind, address_qualifier, access_qualifier, type_qualifiers, image_type,
         is_depth, size, alignment, offset, read_only] = argument;
  visit_all(field, name, type_name, kind, address_qualifier, access_qualifier, type_qualifiers,
            image_type, is_depth, size, alignment, offset, read_only);
}

template <class Visitor, class Facts>
  requires std::same_as<std::remove_const_t<Facts>, TargetFacts>
constexpr void visit(Visitor& field, Facts& facts) {
  auto& [target, version, bytes] = facts;
  visit_all(field, target, version, bytes);
}

template <class Visitor, class Facts>
  requires std::same_as<std::remove_const_t<Facts>, KernelFacts>
constexpr void visit(Visitor& field, Facts& kernel) {
  auto& [name, attributes, arguments, argument_block_size, required_work_group_size,
         work_group_size_hint, vector_type_hint, required_sub_group_size, required_sub_group_count,
         sub_group_size, local_memory_size, local_memory_alignment, private_memory_size,
         maximum_work_group_size, prints, may_wait, follows_pointers, gains_by_distinct_objects,
         pointers_in_values, of_target, role, uses_device_queues, blocks] = kernel;
  visit_all(field, name, attributes, arguments, argument_block_size, required_work_group_size,
            work_group_size_hint, vector_type_hint, required_sub_group_size,
            required_sub_group_count, sub_group_size, local_memory_size, local_memory_alignment,
            private_memory_size, maximum_work_group_size, prints, may_wait, follows_pointers,
            gains_by_distinct_objects, pointers_in_values, of_target, role, uses_device_queues,
            blocks);
}

template <class Visitor, class Target>
  requires std::same_as<std::remove_const_t<Target>, LanguageTarget>
constexpr void visit(Visitor& field, Target& target) {
  auto& [code, extensions, features, default_sub_group_size, fits_sub_groups_to_types,
         embedded_profile, opencl_version, fused_multiply_add, settings] = target;
  visit_all(field, code, extensions, features, default_sub_group_size, fits_sub_groups_to_types,
            embedded_profile, opencl_version, fused_multiply_add, settings);
}

template <class Visitor, class Pointer>
  requires std::same_as<std::remove_const_t<Pointer>, ProgramScope::InitialPointer>
constexpr void visit(Visitor& field, Pointer& pointer) {
  auto& [offset, target] = pointer;
  visit_all(field, offset, target);
}

template <class Visitor, class Scope>
  requires std::same_as<std::remove_const_t<Scope>, ProgramScope>
constexpr void visit(Visitor& field, Scope& scope) {
  auto& [size, alignment, initial, pointers] = scope;
  visit_all(field, size, alignment, initial, pointers);
}

template <class Visitor, class Header>
  requires std::same_as<std::remove_const_t<Header>, EmbeddedHeader>
constexpr void visit(Visitor& field, Header& header) {
  auto& [name, source] = header;
  visit_all(field, name, source);
}

template <class Visitor, class Source>
  requires std::same_as<std::remove_const_t<Source>, OpenClSource>
constexpr void visit(Visitor& field, Source& source) {
  auto& [text, headers] = source;
  visit_all(field, text, headers);
}

template <class Visitor, class Constant>
  requires std::same_as<std::remove_const_t<Constant>, SpecializationConstant>
constexpr void visit(Visitor& field, Constant& constant) {
  auto& [id, value] = constant;
  visit_all(field, id, value);
}

template <class Visitor, class Module>
  requires std::same_as<std::remove_const_t<Module>, IntermediateLanguage>
constexpr void visit(Visitor& field, Module& language) {
  auto& [module, constants] = language;
  visit_all(field, module, constants);
}

template <class Visitor, class Images>
  requires std::same_as<std::remove_const_t<Images>, DeviceImages>
constexpr void visit(Visitor& field, Images& images) {
  auto& [blob] = images;
  visit_all(field, blob);
}

template <class Visitor, class Arithmetic>
  requires std::same_as<std::remove_const_t<Arithmetic>, RelaxedArithmetic>
constexpr void visit(Visitor& field, Arithmetic& arithmetic) {
  auto& [no_signed_zeros, finite_math_only, unsafe_math, fast_relaxed_math, mad_enable] =
      arithmetic;
  visit_all(field, no_signed_zeros, finite_math_only, unsafe_math, fast_relaxed_math, mad_enable);
}

template <class Visitor, class Options>
  requires std::same_as<std::remove_const_t<Options>, BuildOptions>
constexpr void visit(Visitor& field, Options& options) {
  auto& [clang_arguments, language_version, is_cpp, strict_aliasing, optimise, debug, source_file,
         sub_groups_progress, requires_uniform_groups, asks_uniform_groups, relaxed,
         rounds_quotients, kernels, error] = options;
  visit_all(field, clang_arguments, language_version, is_cpp, strict_aliasing, optimise, debug,
            source_file, sub_groups_progress, requires_uniform_groups, asks_uniform_groups, relaxed,
            rounds_quotients, kernels, error);
}

template <class Visitor, class Options>
  requires std::same_as<std::remove_const_t<Options>, LinkOptions>
constexpr void visit(Visitor& field, Options& options) {
  auto& [relaxed, create_library, enable_link_options, no_sub_group_progress, error] = options;
  visit_all(field, relaxed, create_library, enable_link_options, no_sub_group_progress, error);
}

template <class Visitor, class Request>
  requires std::same_as<std::remove_const_t<Request>, BuildRequest>
constexpr void visit(Visitor& field, Request& request) {
  auto& [input, options, target, kind] = request;
  visit_all(field, input, options, target, kind);
}

template <class Visitor, class Use>
  requires std::same_as<std::remove_const_t<Use>, FileUse>
constexpr void visit(Visitor& field, Use& use) {
  auto& [path, state] = use;
  visit_all(field, path, state);
}

template <class Visitor, class Modules>
  requires std::same_as<std::remove_const_t<Modules>, KernelModules>
constexpr void visit(Visitor& field, Modules& kernel_modules) {
  auto& [modules, of_kernels] = kernel_modules;
  visit_all(field, modules, of_kernels);
}

template <class Visitor, class Result>
  requires std::same_as<std::remove_const_t<Result>, BuildResult>
constexpr void visit(Visitor& field, Result& result) {
  auto& [status, log, canonical, kernels, kernel_modules, type, program_scope,
         requires_uniform_groups, files] = result;
  visit_all(field, status, log, canonical, kernels, kernel_modules, type, program_scope,
            requires_uniform_groups, files);
}

template <class Visitor, class Image>
  requires std::same_as<std::remove_const_t<Image>, ProgramImage>
constexpr void visit(Visitor& field, Image& image) {
  auto& [type, options, target, requires_uniform_groups, canonical, kernels, program_scope] = image;
  visit_all(field, type, options, target, requires_uniform_groups, canonical, kernels,
            program_scope);
}

template <class Visitor, class Result>
  requires std::same_as<std::remove_const_t<Result>, CheckResult>
constexpr void visit(Visitor& field, Result& result) {
  auto& [status, log, kernel_modules] = result;
  visit_all(field, status, log, kernel_modules);
}

/// Hash of the encoding of a structure.
template <class T>
[[nodiscard]] uint64_t layout_hash() {
  LayoutHash hash;
  T structure{};
  visit(hash, structure);
  return hash.value;
}

/// Encodes a structure as bytes.
template <class T>
[[nodiscard]] std::vector<std::byte> encode(const T& value) {
  Writer writer;
  writer(value);
  return std::move(writer.bytes);
}

/// Decodes a structure from the bytes of encode(); nullopt when they are no such.
template <class T>
[[nodiscard]] std::optional<T> decode(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  T value;
  reader(value);
  if (!reader.ok || !reader.rest.empty()) return std::nullopt;
  return value;
}

}  // namespace cleave::compiler::interface
