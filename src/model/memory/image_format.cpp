#include "model/memory/image_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "support/newer_cl.h"

namespace cleave::model::memory {
namespace {

enum class ComponentKind : uint8_t { unorm, snorm, sint, uint, half, real };

constexpr char r = 'r', g = 'g', b = 'b', a = 'a';

struct ChannelOrderFacts {
  cl_channel_order name;
  uint8_t channels;
  char stored[4];  // r, g, b or a; 0: there is no such channel
};

/// A number in a texel.
struct Bits {
  uint8_t count;
  uint8_t shift;
};

struct ChannelTypeFacts {
  cl_channel_type name;
  uint8_t bytes;
  ComponentKind kind;
  Bits bits;
};

struct PackedType {
  cl_channel_type name;
  uint8_t bytes;
  cl_channel_order orders[2];
  Bits bits[4];
};

constexpr ChannelOrderFacts channel_orders[] = {
#define CLEAVE_CHANNEL_ORDER(order, channels, s0, s1, s2, s3, ...) \
  {order, channels, {s0, s1, s2, s3}},
#include "builtins/image_formats.def"
};

constexpr ChannelTypeFacts channel_types[] = {
#define CLEAVE_CHANNEL_TYPE(type, bytes, kind, bits, shift) \
  {type, bytes, ComponentKind::kind, {bits, shift}},
#include "builtins/image_formats.def"
};

constexpr PackedType packed_types[] = {
#define CLEAVE_PACKED_TYPE(type, bytes, one, other, b0, s0, b1, s1, b2, s2, b3, s3) \
  {type, bytes, {one, other}, {{b0, s0}, {b1, s1}, {b2, s2}, {b3, s3}}},
#include "builtins/image_formats.def"
};

template <class Rows, class Name>
constexpr const auto* find(const Rows& rows, Name name) {
  const auto* const found = std::find_if(std::begin(rows), std::end(rows),
                                         [&](const auto& row) { return row.name == name; });
  return found == std::end(rows) ? nullptr : found;
}

constexpr uint8_t texel_bytes(cl_channel_order order, cl_channel_type type) {
  if (const PackedType* packed = find(packed_types, type)) return packed->bytes;
  return static_cast<uint8_t>(find(channel_orders, order)->channels *
                              find(channel_types, type)->bytes);
}

constexpr ColourType colour_type(cl_channel_type type) {
  const ChannelTypeFacts* const channel = find(channel_types, type);
  if (channel == nullptr) return ColourType::real;
  if (channel->kind == ComponentKind::sint) return ColourType::sint;
  return channel->kind == ComponentKind::uint ? ColourType::uint : ColourType::real;
}

constexpr ImageAccess any_access = image_read | image_write | image_read_and_write;
constexpr bool any_type = false, only_2d = true;

constexpr SupportedImageFormat formats[] = {
#define CLEAVE_IMAGE_FORMAT(order, type, access, types) \
  {{order, type}, texel_bytes(order, type), colour_type(type), access, types},
#include "builtins/image_formats.def"
};

/// Data types that clGetSupportedImageFormats never gives, but that are names of some.
bool is_other_type(const cl_image_format& name) {
  return name.image_channel_data_type == CL_UNORM_INT24 &&
         name.image_channel_order == CL_DEPTH_STENCIL;
}

/// Rounds to the nearest integer, ties to even, whatever rounding mode the application has set.
double to_nearest_even(double value) {
  const double below = std::floor(value);
  const double rest = value - below;
  if (rest != 0.5) return rest < 0.5 ? below : below + 1;
  return std::fmod(below, 2) == 0 ? below : below + 1;
}

/// NaN gives `least`, or zero where that is less.
double clamped(double value, double least, double most) {
  if (std::isnan(value)) return 0;
  return std::clamp(value, least, most);
}

uint32_t normalised(double value, unsigned bits) {
  const double most = static_cast<double>((uint64_t{1} << bits) - 1);
  return static_cast<uint32_t>(to_nearest_even(clamped(value, 0, 1) * most));
}

uint32_t signed_normalised(double value, unsigned bits) {
  const double most = static_cast<double>((uint64_t{1} << (bits - 1)) - 1);
  return static_cast<uint32_t>(static_cast<int32_t>(to_nearest_even(clamped(value, -1, 1) * most)));
}

/// IEC 61966-2-1, as 8.3.1.1 of OpenCL C quotes it.
double srgb_of_linear(double value) {
  const double linear = clamped(value, 0, 1);
  return linear < 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

/// Rounds to the nearest half, ties to even; overflow gives infinity.
uint16_t half_of(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  const double magnitude = std::fabs(static_cast<double>(value));
  if (std::isnan(value)) return sign | 0x7e00 | static_cast<uint16_t>(bits >> 13 & 0x1ff);
  if (magnitude >= 65520) return sign | 0x7c00;
  constexpr double least_normal = 0x1p-14;
  const int exponent = magnitude < least_normal ? -14 : std::ilogb(magnitude);
  // Units in the last place; one too many carries into the exponent, which is right.
  const auto units = static_cast<uint32_t>(to_nearest_even(std::ldexp(magnitude, 10 - exponent)));
  const uint32_t of_exponent = magnitude < least_normal ? 0 : static_cast<uint32_t>(exponent + 14);
  return static_cast<uint16_t>(sign | ((of_exponent << 10) + units));
}

uint32_t saturated(int32_t value, unsigned bits) {
  if (bits == 32) return static_cast<uint32_t>(value);
  const int32_t most = (1 << (bits - 1)) - 1;
  return static_cast<uint32_t>(std::clamp(value, -most - 1, most));
}

uint32_t saturated(uint32_t value, unsigned bits) {
  return bits == 32 ? value : std::min(value, (uint32_t{1} << bits) - 1);
}

/// A colour: one component for each of r, g, b, a.
class Colour {
 public:
  Colour(const SupportedImageFormat& format, const void* from) {
    const bool is_depth = format.name.image_channel_order == CL_DEPTH;
    std::memcpy(words_, from, is_depth ? sizeof words_[0] : sizeof words_);
  }
  [[nodiscard]] uint32_t word(char component) const { return words_[position(component)]; }
  [[nodiscard]] float real(char component) const { return std::bit_cast<float>(word(component)); }

 private:
  static size_t position(char component) {
    switch (component) {
      case r:
        return 0;
      case g:
        return 1;
      case b:
        return 2;
      default:
        return 3;
    }
  }
  uint32_t words_[4] = {};
};

/// The number that stands for the component of the colour, in the lowest bits.
uint32_t number_of(const ChannelTypeFacts& type, bool is_srgb, const Colour& colour,
                   char component) {
  switch (type.kind) {
    case ComponentKind::unorm: {
      const double value = colour.real(component);
      const bool is_curved = is_srgb && component != a;
      return normalised(is_curved ? srgb_of_linear(value) : value, type.bits.count);
    }
    case ComponentKind::snorm:
      return signed_normalised(colour.real(component), type.bits.count);
    case ComponentKind::sint:
      return saturated(static_cast<int32_t>(colour.word(component)), type.bits.count);
    case ComponentKind::uint:
      return saturated(colour.word(component), type.bits.count);
    case ComponentKind::half:
      return half_of(colour.real(component));
    case ComponentKind::real:
      return colour.word(component);
  }
  return 0;
}

}  // namespace

std::span<const SupportedImageFormat> image_formats() {
  return formats;
}

const SupportedImageFormat* find_image_format(const cl_image_format& name) {
  const auto* const found = std::ranges::find_if(formats, [&](const SupportedImageFormat& format) {
    return format.name.image_channel_order == name.image_channel_order &&
           format.name.image_channel_data_type == name.image_channel_data_type;
  });
  return found == std::end(formats) ? nullptr : found;
}

bool is_image_format(const cl_image_format& name) {
  if (is_other_type(name)) return true;
  const ChannelOrderFacts* const order = find(channel_orders, name.image_channel_order);
  if (order == nullptr) return false;
  if (const PackedType* packed = find(packed_types, name.image_channel_data_type)) {
    return packed->orders[0] == order->name || packed->orders[1] == order->name;
  }
  const ChannelTypeFacts* const type = find(channel_types, name.image_channel_data_type);
  if (type == nullptr) return false;
  // The extension's data types name the orders that they go with; where bits of a channel are left
  // over they are those.
  const bool is_of_extension = type->bits.shift != 0;
  if (is_of_extension) return find_image_format(name) != nullptr;
  return std::has_single_bit(unsigned{order->channels} * type->bytes);
}

Texel texel_of(const SupportedImageFormat& format, const void* from) {
  const Colour colour(format, from);
  const ChannelOrderFacts& order = *find(channel_orders, format.name.image_channel_order);
  Texel texel = {};
  if (const PackedType* packed = find(packed_types, format.name.image_channel_data_type)) {
    uint32_t word = 0;
    for (size_t channel = 0; channel < 4; ++channel) {
      const auto [bits, shift] = packed->bits[channel];
      if (bits == 0) break;
      word |= normalised(colour.real(order.stored[channel]), bits) << shift;
    }
    std::memcpy(texel.data(), &word, packed->bytes);
    return texel;
  }
  const ChannelTypeFacts& type = *find(channel_types, format.name.image_channel_data_type);
  for (size_t channel = 0; channel < order.channels; ++channel) {
    const uint32_t number = number_of(type, is_srgb(order.name), colour, order.stored[channel])
                            << type.bits.shift;
    std::memcpy(texel.data() + channel * type.bytes, &number, type.bytes);
  }
  return texel;
}

bool is_srgb(cl_channel_order order) {
  return order == CL_sRGBx || order == CL_sRGBA || order == CL_sBGRA;
}

}  // namespace cleave::model::memory
