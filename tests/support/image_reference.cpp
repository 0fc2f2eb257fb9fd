#include "image_reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

namespace cleave::test {
namespace {

// Newer than some headers.
enum NewerType : cl_channel_type {
  unorm_101010_2 = 0x10e0,
  unorm_10x6 = 0x10e1,
  unorm_2_101010 = 0x10e5,
  unsigned_10x6 = 0x10e6,
  unsigned_12x4 = 0x10e7,
  unsigned_14x2 = 0x10e8,
  unorm_12x4 = 0x10e9,
  unorm_14x2 = 0x10ea
};
constexpr cl_channel_order order_sRGBx = 0x10c0, order_sRGBA = 0x10c1, order_sBGRA = 0x10c2,
                           order_ABGR = 0x10c3;

/// One stored channel: bits [shift, shift + bits) of the texel, and the component that it holds.
struct Channel {
  unsigned shift;
  unsigned bits;
  char component;  // r, g, b, a; x: ignored
};

std::string components_of(cl_channel_order order) {
  switch (order) {
    case CL_R:
    case CL_Rx:
    case CL_DEPTH:
    case CL_INTENSITY:
    case CL_LUMINANCE:
      return "r";
    case CL_A:
      return "a";
    case CL_RG:
    case CL_RGx:
      return "rg";
    case CL_RA:
      return "ra";
    case CL_RGB:
      return "rgb";
    case CL_RGBx:
      return "rgb";
    case order_sRGBx:
      return "rgbx";
    case CL_RGBA:
    case order_sRGBA:
      return "rgba";
    case CL_BGRA:
    case order_sBGRA:
      return "bgra";
    case CL_ARGB:
      return "argb";
    case order_ABGR:
      return "abgr";
    default:
      return "";
  }
}

std::vector<Channel> channels_of(const cl_image_format& format) {
  const std::string components = components_of(format.image_channel_order);
  std::vector<Channel> channels;
  const auto pack = [&](std::initializer_list<std::pair<unsigned, unsigned>> places) {
    size_t i = 0;
    for (const auto& [shift, bits] : places) channels.push_back({shift, bits, components[i++]});
  };
  const auto each = [&](unsigned bytes, unsigned bits) {
    for (size_t i = 0; i < components.size(); ++i) {
      const unsigned shift = static_cast<unsigned>(i) * 8 * bytes + (8 * bytes - bits);
      channels.push_back({shift, bits, components[i]});
    }
  };
  switch (format.image_channel_data_type) {
    case CL_UNORM_SHORT_565:
      pack({{11, 5}, {5, 6}, {0, 5}});
      break;
    case CL_UNORM_SHORT_555:
      pack({{10, 5}, {5, 5}, {0, 5}});
      break;
    case CL_UNORM_INT_101010:
      pack({{20, 10}, {10, 10}, {0, 10}});
      break;
    case unorm_101010_2:
      pack({{22, 10}, {12, 10}, {2, 10}, {0, 2}});
      break;
    case unorm_2_101010:
      pack({{30, 2}, {20, 10}, {10, 10}, {0, 10}});
      break;
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      each(1, 8);
      break;
    case unorm_10x6:
    case unsigned_10x6:
      each(2, 10);
      break;
    case unorm_12x4:
    case unsigned_12x4:
      each(2, 12);
      break;
    case unorm_14x2:
    case unsigned_14x2:
      each(2, 14);
      break;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
      each(4, 32);
      break;
    default:
      each(2, 16);
  }
  return channels;
}

bool is_signed(cl_channel_type type) {
  return type == CL_SNORM_INT8 || type == CL_SNORM_INT16 || type == CL_SIGNED_INT8 ||
         type == CL_SIGNED_INT16 || type == CL_SIGNED_INT32;
}

uint32_t bits_at(const std::byte* texel, const Channel& channel) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < 8 && 8 * i < channel.shift % 8 + channel.bits; ++i) {
    bits |= std::to_integer<uint64_t>(texel[channel.shift / 8 + i]) << (8 * i);
  }
  bits >>= channel.shift % 8;
  return static_cast<uint32_t>(bits & ((uint64_t{1} << channel.bits) - 1));
}
void set_bits_at(std::byte* texel, const Channel& channel, uint32_t value) {
  for (unsigned i = 0; i < channel.bits; ++i) {
    const unsigned at = channel.shift + i;
    if ((value >> i & 1) != 0) texel[at / 8] |= std::byte{1} << (at % 8);
  }
}

double half_value(uint32_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double fraction = bits & 1023;
  if (exponent == 31) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -24)
                       : sign * std::ldexp(1024 + fraction, exponent - 25);
}
/// The nearest half, the even one of two.
uint32_t half_bits(float value) {
  const uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | 0x7e00;
  const double magnitude = std::fabs(value);
  uint32_t lower = 0;  // the greatest half that is not greater
  for (uint32_t step = 0x4000; step != 0; step >>= 1) {
    if (lower + step <= 0x7bff && half_value(lower + step) <= magnitude) lower += step;
  }
  const double below = half_value(lower);
  const double above = lower == 0x7bff ? 65536 : half_value(lower + 1);
  const double middle = (below + above) / 2;
  const bool is_up = magnitude > middle || (magnitude == middle && (lower & 1) != 0);
  return sign | (lower + (is_up ? 1 : 0));
}

double linear_of_srgb(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double srgb_of_linear(double c) {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

double number_at(const cl_image_format& format, const std::byte* texel, const Channel& channel) {
  const uint32_t bits = bits_at(texel, channel);
  const cl_channel_type type = format.image_channel_data_type;
  if (type == CL_FLOAT) return std::bit_cast<float>(bits);
  if (type == CL_HALF_FLOAT) return half_value(bits);
  const bool is_negative = is_signed(type) && (bits >> (channel.bits - 1)) != 0;
  const double number = is_negative ? bits - std::ldexp(1, static_cast<int>(channel.bits)) : bits;
  if (class_of(format) != ChannelClass::normalized) return number;
  const unsigned value_bits = channel.bits - (is_signed(type) ? 1 : 0);
  const double value = std::max(-1.0, number / (std::ldexp(1, static_cast<int>(value_bits)) - 1));
  return is_srgb(format) && channel.component != 'a' ? linear_of_srgb(value) : value;
}

size_t index_of(char component) {
  return std::string("rgba").find(component);
}

bool is_bordered(const Sampler& sampler) {
  return sampler.addressing == CL_ADDRESS_CLAMP || sampler.addressing == CL_ADDRESS_NONE;
}

std::array<int64_t, 3> sizes_of(const Texels& image) {
  return {static_cast<int64_t>(image.width), static_cast<int64_t>(image.height),
          static_cast<int64_t>(image.depth)};
}

int64_t to_integer(double whole) {
  return static_cast<int64_t>(std::clamp(whole, -1e15, 1e15));
}

int64_t layer_of(const Texels& image, float coordinate) {
  const double whole = std::nearbyint(static_cast<double>(coordinate));
  return std::clamp<int64_t>(to_integer(whole), 0, static_cast<int64_t>(image.layers) - 1);
}

/// A coordinate in texels, in single precision as the formulas have it.
float in_texels(float s, int64_t size, const Sampler& sampler) {
  if (sampler.normalized == CL_FALSE) return s;
  if (sampler.addressing == CL_ADDRESS_REPEAT) {
    const float fraction = s - std::floor(s);
    return fraction * static_cast<float>(size);
  }
  if (sampler.addressing == CL_ADDRESS_MIRRORED_REPEAT) {
    const float even = 2.0F * std::rint(0.5F * s);
    const float distance = std::fabs(s - even);
    return distance * static_cast<float>(size);
  }
  return s * static_cast<float>(size);
}

}  // namespace

const std::vector<cl_image_format>& image_formats() {
  static const std::vector<cl_image_format> formats = [] {
    std::vector<cl_image_format> list;
    const auto add = [&](std::initializer_list<cl_channel_order> orders,
                         std::initializer_list<cl_channel_type> types) {
      for (const cl_channel_order order : orders) {
        for (const cl_channel_type type : types) list.push_back({order, type});
      }
    };
    add({CL_R, CL_Rx, CL_A, CL_RG, CL_RGx, CL_RA, CL_RGBA},
        {CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8,
         CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,
         CL_HALF_FLOAT, CL_FLOAT});
    add({CL_BGRA, CL_ARGB, order_ABGR},
        {CL_SNORM_INT8, CL_UNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8});
    add({CL_INTENSITY, CL_LUMINANCE},
        {CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_HALF_FLOAT, CL_FLOAT});
    add({order_sRGBx, order_sRGBA, order_sBGRA}, {CL_UNORM_INT8});
    add({CL_RGB, CL_RGBx}, {CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010});
    add({CL_RGBA}, {unorm_101010_2});
    add({order_ABGR}, {unorm_2_101010});
    add({CL_R, CL_RG, CL_RGBA},
        {unorm_10x6, unorm_12x4, unorm_14x2, unsigned_10x6, unsigned_12x4, unsigned_14x2});
    return list;
  }();
  return formats;
}

std::string name_of(const cl_image_format& format) {
  char text[40];
  std::snprintf(text, sizeof text, "order 0x%x type 0x%x", format.image_channel_order,
                format.image_channel_data_type);
  return text;
}
std::string name_of(const Sampler& sampler) {
  char text[80];
  std::snprintf(text, sizeof text, "%s, addressing 0x%x, %s",
                sampler.normalized != CL_FALSE ? "normalized" : "unnormalized", sampler.addressing,
                sampler.filter == CL_FILTER_LINEAR ? "linear" : "nearest");
  return text;
}

ChannelClass class_of(const cl_image_format& format) {
  switch (format.image_channel_data_type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
      return ChannelClass::signed_integer;
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
    case unsigned_10x6:
    case unsigned_12x4:
    case unsigned_14x2:
      return ChannelClass::unsigned_integer;
    case CL_FLOAT:
    case CL_HALF_FLOAT:
      return ChannelClass::real;
    default:
      return ChannelClass::normalized;
  }
}

bool is_srgb(const cl_image_format& format) {
  const cl_channel_order order = format.image_channel_order;
  return order == order_sRGBx || order == order_sRGBA || order == order_sBGRA;
}

size_t bytes_of_texel(const cl_image_format& format) {
  unsigned bits = 0;
  for (const Channel& channel : channels_of(format)) {
    bits = std::max(bits, channel.shift + channel.bits);
  }
  return std::bit_ceil((bits + 7) / 8);
}

Colour read_texel(const cl_image_format& format, const std::byte* texel) {
  Colour colour = {0, 0, 0, 1};
  for (const Channel& channel : channels_of(format)) {
    if (channel.component == 'x') continue;
    colour[index_of(channel.component)] = number_at(format, texel, channel);
  }
  if (format.image_channel_order == CL_INTENSITY) colour.fill(colour[0]);
  if (format.image_channel_order == CL_LUMINANCE) colour[1] = colour[2] = colour[0];
  return colour;
}

// OpenCL C gives orders with an x an alpha of 0, Khronos' suite one of 1 (image_formats.def).
Colour border_of(const cl_image_format& format) {
  switch (format.image_channel_order) {
    case CL_R:
    case CL_Rx:
    case CL_RG:
    case CL_RGx:
    case CL_RGB:
    case CL_RGBx:
    case order_sRGBx:
    case CL_LUMINANCE:
      return {0, 0, 0, 1};
    default:
      return {0, 0, 0, 0};
  }
}

std::vector<std::byte> write_texel(const cl_image_format& format,
                                   const std::array<float, 4>& colour) {
  std::vector<std::byte> texel(bytes_of_texel(format));
  const cl_channel_type type = format.image_channel_data_type;
  for (const Channel& channel : channels_of(format)) {
    const float value = colour[channel.component == 'x' ? 3 : index_of(channel.component)];
    if (type == CL_FLOAT) {
      set_bits_at(texel.data(), channel, std::bit_cast<uint32_t>(value));
    } else if (type == CL_HALF_FLOAT) {
      set_bits_at(texel.data(), channel, half_bits(value));
    } else {
      const unsigned value_bits = channel.bits - (is_signed(type) ? 1 : 0);
      const double most = std::ldexp(1, static_cast<int>(value_bits)) - 1;
      const double least = is_signed(type) ? -most - 1 : 0;
      double scaled = value * static_cast<float>(most);  // convert_…_sat_rte(value * 255.0f)
      if (is_srgb(format) && channel.component != 'a' && channel.component != 'x') {
        scaled = srgb_of_linear(std::clamp<double>(value, 0, 1)) * most;
      }
      const double number = std::isnan(value) ? 0 : std::nearbyint(std::clamp(scaled, least, most));
      const auto bits = static_cast<uint32_t>(static_cast<int64_t>(number));
      set_bits_at(texel.data(), channel, bits);
    }
  }
  return texel;
}

std::vector<std::byte> write_texel(const cl_image_format& format,
                                   const std::array<int64_t, 4>& colour) {
  std::vector<std::byte> texel(bytes_of_texel(format));
  const bool has_sign = is_signed(format.image_channel_data_type);
  for (const Channel& channel : channels_of(format)) {
    const int64_t most = (int64_t{1} << (channel.bits - (has_sign ? 1 : 0))) - 1;
    const int64_t least = has_sign ? -most - 1 : 0;
    const int64_t value = colour[channel.component == 'x' ? 3 : index_of(channel.component)];
    set_bits_at(texel.data(), channel, static_cast<uint32_t>(std::clamp(value, least, most)));
  }
  return texel;
}

unsigned Texels::dimensions() const {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return 2;
    case CL_MEM_OBJECT_IMAGE3D:
      return 3;
    default:
      return 1;
  }
}

Colour read_at(const Texels& image, const Sampler& sampler, const std::array<int64_t, 3>& at) {
  const std::array<int64_t, 3> sizes = sizes_of(image);
  std::array<int64_t, 3> index = {0, 0, 0};
  for (unsigned i = 0; i < image.dimensions(); ++i) {
    if (is_bordered(sampler) && (at[i] < 0 || at[i] >= sizes[i])) return border_of(image.format);
    index[i] = std::clamp<int64_t>(at[i], 0, sizes[i] - 1);
  }
  if (image.has_layers()) {
    index[2] = std::clamp<int64_t>(at[2], 0, static_cast<int64_t>(image.layers) - 1);
  }
  const auto offset = static_cast<size_t>(index[2]) * image.slice_pitch +
                      static_cast<size_t>(index[1]) * image.row_pitch +
                      static_cast<size_t>(index[0]) * bytes_of_texel(image.format);
  return read_texel(image.format, image.memory + offset);
}

Sampled sample(const Texels& image, const Sampler& sampler, const std::array<float, 3>& at) {
  const std::array<int64_t, 3> sizes = sizes_of(image);
  const unsigned dimensions = image.dimensions();
  const bool is_linear = sampler.filter == CL_FILTER_LINEAR;
  std::array<int64_t, 3> first = {0, 0, 0};
  std::array<double, 3> share = {0, 0, 0};
  for (unsigned i = 0; i < dimensions; ++i) {
    const float u = in_texels(at[i], sizes[i], sampler);
    const double position = is_linear ? u - 0.5 : static_cast<double>(u);
    first[i] = to_integer(std::floor(position));
    share[i] = position - std::floor(position);
  }
  if (image.has_layers()) first[2] = layer_of(image, at[2]);
  Sampled result = {{0, 0, 0, 0}, {0, 0, 0, 0}};
  for (unsigned tap = 0; tap < (is_linear ? 1U << dimensions : 1U); ++tap) {
    std::array<int64_t, 3> index = first;
    double weight = 1;
    for (unsigned i = 0; i < dimensions; ++i) {
      const unsigned step = tap >> i & 1;
      index[i] += step;
      if (is_linear) weight *= step != 0 ? share[i] : 1 - share[i];
      if (sampler.addressing == CL_ADDRESS_REPEAT) {
        if (index[i] < 0) index[i] += sizes[i];
        if (index[i] > sizes[i] - 1) index[i] -= sizes[i];
      }
    }
    const Colour texel = read_at(image, sampler, index);
    for (size_t i = 0; i < 4; ++i) {
      result.colour[i] += is_linear ? weight * texel[i] : texel[i];
      result.largest[i] = std::max(result.largest[i], std::fabs(texel[i]));
    }
  }
  return result;
}

}  // namespace cleave::test
