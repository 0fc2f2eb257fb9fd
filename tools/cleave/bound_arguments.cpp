#include "bound_arguments.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "builtins/image_memory.h"
#include "support/newer_cl.h"

namespace cleave::tool {
namespace {

using compiler::interface::ArgumentKind;
using compiler::interface::Binding;

struct NamedFormat {
  std::string_view name;  // CL_RGBA/CL_UNORM_INT8
  cl_channel_order order;
  cl_channel_type type;
};
constexpr NamedFormat formats[] = {
#define CLEAVE_IMAGE_FORMAT(order, type, access, types) {#order "/" #type, order, type},
#include "builtins/image_formats.def"
};

struct OrderSize {
  cl_channel_order order;
  uint32_t channels;
};
constexpr OrderSize orders[] = {
#define CLEAVE_CHANNEL_ORDER(order, channels, ...) {order, channels},
#include "builtins/image_formats.def"
};

struct TypeSize {
  cl_channel_type type;
  uint32_t bytes;
  bool is_packed;  // the bytes are those of a texel
};
constexpr TypeSize types[] = {
#define CLEAVE_CHANNEL_TYPE(type, bytes, ...) {type, bytes, false},
#define CLEAVE_PACKED_TYPE(type, bytes, ...) {type, bytes, true},
#include "builtins/image_formats.def"
};

constexpr std::pair<std::string_view, uint32_t> sampler_modes[] = {
    {"normalized", builtins::sampler_normalized},
    {"none", 0},
    {"clamp_to_edge", builtins::sampler_clamp_to_edge},
    {"clamp", builtins::sampler_clamp},
    {"repeat", builtins::sampler_repeat},
    {"mirrored_repeat", builtins::sampler_mirrored_repeat},
    {"nearest", builtins::sampler_nearest},
    {"linear", builtins::sampler_linear},
};

/// "RGBA/UNORM_INT8", with or without CL_. Of an image whose rows have neighbours, as nearly all
/// do.
std::optional<uint64_t> format_word(const std::string& text) {
  std::string name = text;
  for (const std::string_view part : {"CL_", "/CL_"}) {
    const size_t at = part[0] == '/' ? name.find('/') : 0;
    if (at == std::string::npos) return std::nullopt;
    if (name.compare(at, part.size(), part) != 0) {
      name.replace(at, part.size() - 3, part);
    }
  }
  const auto* const format = std::ranges::find(formats, name, &NamedFormat::name);
  if (format == std::end(formats)) return std::nullopt;
  const TypeSize& type = *std::ranges::find(types, format->type, &TypeSize::type);
  const uint32_t channels = std::ranges::find(orders, format->order, &OrderSize::order)->channels;
  const uint32_t bytes = type.is_packed ? type.bytes : channels * type.bytes;
  return compiler::interface::FormatWord{static_cast<uint16_t>(format->order),
                                         static_cast<uint16_t>(format->type),
                                         static_cast<uint16_t>(bytes), 1}
      .pack();
}

std::optional<uint64_t> sampler_word(const std::string& text) {
  uint32_t bits = uint32_t{builtins::sampler_lod_mask} << builtins::sampler_lod_maximum_at;
  std::istringstream modes(text);
  for (std::string mode; std::getline(modes, mode, ',');) {
    const auto* const known =
        std::ranges::find(sampler_modes, mode, &std::pair<std::string_view, uint32_t>::first);
    if (known == std::end(sampler_modes)) return std::nullopt;
    bits |= known->second;
  }
  return bits;
}

}  // namespace

std::string bind_arguments(const std::vector<std::string>& words,
                           const compiler::interface::KernelFacts& kernel,
                           compiler::interface::Bindings& bindings) {
  std::vector<Binding> list;
  for (const std::string& word : words) {
    const size_t sign = word.find('=');
    if (sign == std::string::npos) return "--bind " + word + ": write ARGUMENT=VALUE";
    const std::string name = word.substr(0, sign), value = word.substr(sign + 1);
    const auto argument =
        std::ranges::find(kernel.arguments, name, &compiler::interface::ArgumentFacts::name);
    if (argument == kernel.arguments.end()) continue;
    std::optional<uint64_t> known;
    if (argument->kind == ArgumentKind::image) known = format_word(value);
    if (argument->kind == ArgumentKind::sampler) known = sampler_word(value);
    if (!known) {
      return "--bind " + word +
             ": an image takes a format such as RGBA/UNORM_INT8, a sampler modes such as "
             "linear,clamp_to_edge,normalized";
    }
    list.push_back({static_cast<uint32_t>(argument - kernel.arguments.begin()), *known});
  }
  std::ranges::sort(list);
  bindings = compiler::interface::Bindings::of(list);
  return "";
}

}  // namespace cleave::tool
