#include "program_input.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "device_image/find_images.h"
#include "spirv/read.h"

namespace cleave::tool {
namespace {

using ConstantBytes = std::vector<std::byte>;

template <class T>
ConstantBytes bytes_of(T value) {
  ConstantBytes bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T>
std::optional<T> number_in(std::string_view text, int base = 10) {
  T number{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<ConstantBytes> integer(std::string_view text, size_t size) {
  uint64_t bits = 0;
  if (text.starts_with("-")) {
    const auto number = number_in<int64_t>(text);
    if (!number || (size < 8 && *number < -(int64_t{1} << (8 * size - 1)))) return std::nullopt;
    bits = static_cast<uint64_t>(*number);
  } else {
    const bool is_hexadecimal = text.starts_with("0x");
    const auto number =
        is_hexadecimal ? number_in<uint64_t>(text.substr(2), 16) : number_in<uint64_t>(text);
    if (!number || (size < 8 && *number >> (8 * size) != 0)) return std::nullopt;
    bits = *number;
  }
  ConstantBytes bytes = bytes_of(bits);
  bytes.resize(size);
  return bytes;
}

std::optional<ConstantBytes> real(const std::string& text, size_t size) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  if (size == sizeof(_Float16)) return bytes_of(static_cast<_Float16>(number));
  if (size == sizeof(float)) return bytes_of(static_cast<float>(number));
  return bytes_of(number);
}

std::optional<ConstantBytes> value_of(const spirv::SpecializableConstant& constant,
                                      const std::string& text) {
  if (constant.kind == spirv::TypeKind::boolean && (text == "true" || text == "false")) {
    return ConstantBytes{std::byte{text == "true"}};
  }
  if (constant.kind == spirv::TypeKind::floating) return real(text, constant.bytes);
  return integer(text, constant.bytes);
}

std::string ids_of(const spirv::Outline& outline) {
  std::string ids;
  for (const spirv::SpecializableConstant& constant : outline.constants) {
    ids += (ids.empty() ? "" : ", ") + std::to_string(constant.id);
  }
  return ids.empty() ? "it has none" : "it has " + ids;
}

std::string specialize(const spirv::Outline& outline, const std::string& given,
                       std::vector<compiler::interface::SpecializationConstant>& constants) {
  const size_t sign = given.find('=');
  const auto id = number_in<uint32_t>(std::string_view(given).substr(0, sign));
  if (sign == std::string::npos || !id) return "'" + given + "' is not ID=VALUE";
  const auto constant =
      std::ranges::find(outline.constants, *id, &spirv::SpecializableConstant::id);
  if (constant == outline.constants.end()) {
    return "the module has no specialization constant " + std::to_string(*id) + ": " +
           ids_of(outline);
  }
  auto value = value_of(*constant, given.substr(sign + 1));
  if (!value) {
    return "'" + given.substr(sign + 1) + "' is no value of the specialization constant " +
           std::to_string(*id) + ", which has " + std::to_string(8 * constant->bytes) + " bits";
  }
  std::erase_if(constants, [&](const auto& other) { return other.id == *id; });
  constants.push_back({*id, std::move(*value)});
  std::ranges::sort(constants, {}, &compiler::interface::SpecializationConstant::id);
  return {};
}

bool is_module(const std::string& contents) {
  constexpr std::string_view magic = "\x03\x02\x23\x07";
  constexpr std::string_view of_other_processors = "\x07\x23\x02\x03";
  return contents.starts_with(magic) || contents.starts_with(of_other_processors);
}

/// Objects, executables and libraries; archives; objects of -flto, in which no image is found.
bool is_binary(const std::string& contents) {
  return contents.starts_with(
             "\x7f"
             "ELF") ||
         contents.starts_with("!<arch>\n") || contents.starts_with("!<thin>\n") ||
         contents.starts_with("BC\xc0\xde");
}

std::string read_module(const std::string& contents,
                        const std::vector<std::string>& specializations,
                        std::vector<Program>& programs) {
  const auto bytes = std::as_bytes(std::span(contents));
  const spirv::Outline outline = spirv::outline(bytes);
  if (!outline.problem.empty()) return outline.problem;
  compiler::interface::IntermediateLanguage language = {{bytes.begin(), bytes.end()}, {}};
  for (const std::string& given : specializations) {
    std::string problem = specialize(outline, given, language.constants);
    if (!problem.empty()) return problem;
  }
  programs.push_back({std::move(language), {}});
  return {};
}

/// Returns the image with the kernels first, as a launch has it: which of the others it wants is
/// known by the linker alone.
Program program_of(const device_image::ImageView& image,
                   const std::vector<device_image::ImageView>& all) {
  Program program;
  compiler::interface::DeviceImages images;
  images.blob.assign(image.bytes.begin(), image.bytes.end());
  for (const device_image::ImageView& other : all) {
    const bool is_other = other.bytes.data() != image.bytes.data() && other.code_bytes != 0;
    if (is_other) images.blob.insert(images.blob.end(), other.bytes.begin(), other.bytes.end());
  }
  for (const device_image::KernelRow& kernel : device_image::read_table(image).kernels) {
    program.names[kernel.symbol] = {kernel.name, kernel.file + ':' + std::to_string(kernel.line)};
  }
  program.input = std::move(images);
  return program;
}

std::string read_images(const std::string& contents, std::vector<Program>& programs) {
  const auto images = device_image::find_images(std::as_bytes(std::span(contents)));
  if (images.empty()) {
    return "the file has no device images: cleave-c++ puts them into objects with kernels, and "
           "into what is linked of these; with -flto into the latter alone";
  }
  bool has_kernels = false;
  for (const device_image::ImageView& image : images) {
    if (device_image::read_table(image).kernels.empty()) continue;
    has_kernels = true;
    if (image.code_bytes != 0) programs.push_back(program_of(image, images));
  }
  if (!programs.empty()) return {};
  return has_kernels ? "the file's device code is SPIR-V alone (--image=spirv), which has no lines"
                     : "the file's device images have functions for kernels of other files alone";
}

}  // namespace

bool is_source(const std::string& contents) {
  return !is_module(contents) && !is_binary(contents);
}

std::string read_programs(const std::string& contents,
                          const std::vector<std::string>& specializations,
                          std::vector<Program>& programs) {
  if (is_module(contents)) return read_module(contents, specializations, programs);
  if (!specializations.empty()) return "only SPIR-V has specialization constants";
  if (is_binary(contents)) return read_images(contents, programs);
  programs.push_back({compiler::interface::OpenClSource{contents}, {}});
  return {};
}

}  // namespace cleave::tool
