#include "cases/images.h"

#include <CL/cl_half.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>

#include "harness/host.h"

namespace cleave::benchmark::images {
namespace {

/// How a format is called and stored, and how kernels get it from a buffer and put it there.
struct FormatRow {
  std::string_view name;
  cl_image_format format;
  size_t channels;
  size_t channel_bytes;
  double rounding;  // the distance of neighbouring numbers below 1; of float, a few roundings
  const char* stored_type;
  const char* load;
  const char* store;
};

constexpr FormatRow rows[] = {
    {"rgba8",
     {CL_RGBA, CL_UNORM_INT8},
     4,
     1,
     1.01 / 255,
     "uchar4",
     "convert_float4((in)[i]) * (1.0f / 255)",
     "(out)[i] = convert_uchar4_sat_rte((value) * 255)"},
    {"r8",
     {CL_R, CL_UNORM_INT8},
     1,
     1,
     1.01 / 255,
     "uchar",
     "convert_float((in)[i]) * (1.0f / 255)",
     "(out)[i] = convert_uchar_sat_rte((value) * 255)"},
    {"half",
     {CL_RGBA, CL_HALF_FLOAT},
     4,
     2,
     1.01 / 2048,
     "half",
     "vload_half4(i, in)",
     "vstore_half4(value, i, out)"},
    {"float", {CL_RGBA, CL_FLOAT}, 4, 4, 0x1p-21, "float4", "(in)[i]", "(out)[i] = (value)"},
    {"srgba8", {CL_sRGBA, CL_UNORM_INT8}, 4, 1, 1.01 / 255, "uchar4", "", ""},
};

const FormatRow& format_row(Format format) {
  return rows[static_cast<size_t>(format)];
}

void store_random(Format format, size_t index, std::byte* texels) {
  const uint32_t number = scrambled(static_cast<uint32_t>(index));
  if (format == Format::half) {
    const cl_half half =
        cl_half_from_float(static_cast<float>(number % 2049) * 0x1p-11F, CL_HALF_RTE);
    std::memcpy(&texels[index * sizeof half], &half, sizeof half);
  } else if (format == Format::single) {
    const float single = static_cast<float>(number >> 8) * 0x1p-24F;
    std::memcpy(&texels[index * sizeof single], &single, sizeof single);
  } else {
    texels[index] = static_cast<std::byte>(number);
  }
}

float stored_number(Format format, size_t index, const std::byte* texels) {
  if (format == Format::half) {
    cl_half half = 0;
    std::memcpy(&half, &texels[index * sizeof half], sizeof half);
    return cl_half_to_float(half);
  }
  if (format == Format::single) {
    float single = 0;
    std::memcpy(&single, &texels[index * sizeof single], sizeof single);
    return single;
  }
  return static_cast<float>(texels[index]) / 255;
}

cl_image_desc description_of(size_t width, size_t height, size_t depth) {
  cl_image_desc description = {};
  description.image_type = depth > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  return description;
}

std::string colour_type(Format format) {
  return channels_of(format) == 1 ? "typedef float T;\n" : "typedef float4 T;\n";
}

}  // namespace

std::vector<Size> sizes_of(std::span<const Format> formats, const std::array<size_t, 3>& edges,
                           std::span<const std::string_view> ways) {
  static std::deque<std::string> labels;  // which Size only views
  constexpr std::string_view names[] = {" small", " cache", " memory"};
  std::vector<Size> sizes;
  for (Format format : formats)
    for (size_t i = 0; i < edges.size(); ++i)
      for (size_t way = 0; way < ways.size(); ++way) {
        std::string& label = labels.emplace_back(format_row(format).name);
        label += names[i];
        if (!ways[way].empty()) (label += ' ') += ways[way];
        sizes.push_back({label, size_of({format, way, edges[i]})});
      }
  return sizes;
}

cl_image_format format_of(Format format) {
  return format_row(format).format;
}

size_t channels_of(Format format) {
  return format_row(format).channels;
}

size_t texel_bytes(Format format) {
  return format_row(format).channels * format_row(format).channel_bytes;
}

double rounding_of(Format format) {
  return format_row(format).rounding;
}

Picture::Picture(Format picture_format, size_t picture_width, size_t picture_height,
                 size_t picture_depth)
    : format(picture_format),
      width(picture_width),
      height(picture_height),
      depth(picture_depth),
      channels(channels_of(format)),
      texels(width * height * depth * texel_bytes(format)),
      values(width * height * depth * channels) {
  std::array<float, 256> lights = {};
  for (size_t i = 0; i < lights.size(); ++i)
    lights[i] = static_cast<float>(linear_light(static_cast<double>(i) / 255));
  in_parallel(values.size(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      store_random(format, i, texels.data());
      const bool is_coloured = format == Format::srgba8 && i % 4 != 3;
      values[i] = is_coloured ? lights[static_cast<size_t>(texels[i])]
                              : stored_number(format, i, texels.data());
    }
  });
}

ImageObject Picture::image_on(Device& device) const {
  return device.image_of(format_of(format), description_of(width, height, depth), texels.data());
}

double linear_light(double stored) {
  return stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4);
}

double stored_colour(double light) {
  return light < 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

ImageObject image_of(Device& device, Format format, size_t width, size_t height,
                     std::span<const std::byte> texels) {
  return device.image_of(format_of(format), description_of(width, height, 1), texels.data());
}

ImageObject empty_image(Device& device, Format format, size_t width, size_t height) {
  const std::vector<std::byte> zeros(width * height * texel_bytes(format));
  return image_of(device, format, width, height, zeros);
}

Buffer empty_buffer(Device& device, Format format, size_t width, size_t height) {
  return device.zeros(width * height * texel_bytes(format));
}

std::string difference(std::span<const std::byte> found, Format format, size_t width,
                       std::span<const float> right, double bound) {
  if (found.size() != right.size() / channels_of(format) * texel_bytes(format))
    return "the number of results";
  std::atomic<size_t> first = right.size();
  in_parallel(right.size(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const double distance = double{stored_number(format, i, found.data())} - double{right[i]};
      if (std::abs(distance) <= bound) continue;  // NaN is close to nothing
      size_t known = first;
      while (i < known && !first.compare_exchange_weak(known, i)) {
      }
      return;
    }
  });
  if (first == right.size()) return {};
  const size_t texel = first / channels_of(format);
  return "channel " + std::to_string(first % channels_of(format)) + " at " +
         std::to_string(texel % width) + ", " + std::to_string(texel / width) + " is " +
         std::to_string(stored_number(format, first, found.data())) + ", not " +
         std::to_string(right[first]);
}

std::string image_access(Format format) {
  const bool is_single = channels_of(format) == 1;
  return colour_type(format) + R"(
#define IN read_only image2d_t
#define OUT write_only image2d_t
constant sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define READ(in, x, y) COLOUR(read_imagef(in, clamped, (int2)(x, y)))
#define READ_CLAMPED READ
)" +
         (is_single ? R"(
#define COLOUR(all) (all).x
#define WRITE(out, x, y, value) write_imagef(out, (int2)(x, y), (float4)(value, 0, 0, 1))
)"
                    : R"(
#define COLOUR(all) (all)
#define WRITE(out, x, y, value) write_imagef(out, (int2)(x, y), value)
)");
}

std::string buffer_access(Format format) {
  const FormatRow& row = format_row(format);
  return colour_type(format) + "typedef " + row.stored_type + " Stored;\nT load(global const " +
         row.stored_type + " *in, int i) { return " + row.load + "; }\nvoid store(global " +
         row.stored_type + " *out, int i, T value) { " + row.store + "; }\n" + R"(
#define IN global const Stored *
#define OUT global Stored *
#define READ(in, x, y) load(in, (y) * width + (x))
#define READ_CLAMPED(in, x, y) READ(in, clamp(x, 0, width - 1), clamp(y, 0, height - 1))
#define WRITE(out, x, y, value) store(out, (y) * width + (x), value)
)";
}

}  // namespace cleave::benchmark::images
