// Reads and writes of images (OpenCL C 3.0, 6.15.15 and chapter 8), against a reference in double
// precision: every number of a channel both ways, and every type, format, sampler and kind of
// coordinate at borders, seams and sizes of 1.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "image_calls.h"

namespace cleave::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

double ulp(double value) {
  const auto single = static_cast<float>(std::fabs(value));
  if (std::isinf(single)) return std::ldexp(1, 104);
  return static_cast<double>(std::nextafter(single, infinity)) - single;
}

/// Equal, or both no number, or apart by at most so many units in the last place of `measure`.
bool is_near(float value, double expected, double units, double measure) {
  if (std::isnan(expected)) return std::isnan(value);
  if (value == expected) return true;
  return std::fabs(value - expected) <= units * ulp(measure);
}

/// Bytes that make up every number of up to 16 bits, and usual numbers of more.
void fill(HostImage& image, const cl_image_format& format, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<std::byte>& memory = image.memory();
  for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
  if (format.image_channel_data_type == CL_FLOAT) {
    std::uniform_real_distribution<float> numbers(-2, 2);
    for (size_t i = 0; i + 4 <= memory.size(); i += 4) {
      const float number = numbers(random);
      std::memcpy(&memory[i], &number, sizeof number);
    }
  }
  if (format.image_channel_data_type == CL_HALF_FLOAT) {
    // Neither infinite nor NaN: products with 0 have no bound of their error.
    for (size_t i = 1; i < memory.size(); i += 2) memory[i] &= std::byte{0xbb};
  }
}

std::vector<cl_image_format> formats_of(bool reals) {
  std::vector<cl_image_format> formats;
  for (const cl_image_format& format : image_formats()) {
    const ChannelClass kind = class_of(format);
    const bool is_real = kind == ChannelClass::normalized || kind == ChannelClass::real;
    if (is_real == reals) formats.push_back(format);
  }
  return formats;
}

// 8.3.1 allows an error of 1.5 ulp, none at 0, 1 and -1. Ours are rounded once, so that a number
// times the greatest one gives it back: programs keep whole numbers in normalized channels.
TEST(Images, EveryNumberOfAChannelIsReadAsItsValue) {
  for (const cl_image_format& format : formats_of(true)) {
    const size_t bytes = bytes_of_texel(format);
    constexpr size_t count = 0x10000;
    HostImage image(format, CL_MEM_OBJECT_IMAGE1D, {count, 1, 1});
    fill(image, format);
    if (format.image_channel_data_type != CL_FLOAT) {
      for (size_t i = 0; i < count; ++i) {
        for (size_t at = 0; at < bytes; at += 2) {
          image.memory()[i * bytes + at] = static_cast<std::byte>(i + at * 0x55);
          if (at + 1 < bytes) {
            image.memory()[i * bytes + at + 1] = static_cast<std::byte>((i + at * 0x55) >> 8);
          }
        }
      }
    }
    for (size_t i = 0; i < count; ++i) {
      const auto read = image.texel_f({static_cast<int32_t>(i), 0, 0});
      const Colour expected = read_texel(format, &image.memory()[i * bytes]);
      for (size_t c = 0; c < 4; ++c) {
        const double value = expected[c];
        ASSERT_TRUE(is_near(read[c], static_cast<float>(value), 0, value))
            << name_of(format) << " texel " << i << " component " << c << ": " << read[c]
            << " is not " << value;
        const bool is_negative = !std::isnan(value) && std::signbit(value);
        ASSERT_EQ(!std::isnan(value) && std::signbit(read[c]), is_negative) << i;
      }
    }
  }
}

TEST(Images, EveryNumberOfAChannelIsReadAsAnInteger) {
  for (const cl_image_format& format : formats_of(false)) {
    const size_t bytes = bytes_of_texel(format);
    constexpr size_t count = 0x10000;
    HostImage image(format, CL_MEM_OBJECT_IMAGE1D, {count, 1, 1});
    fill(image, format);
    for (size_t i = 0; i < count; ++i) {
      image.memory()[i * bytes] = static_cast<std::byte>(i);
      if (bytes > 1) image.memory()[i * bytes + 1] = static_cast<std::byte>(i >> 8);
    }
    for (size_t i = 0; i < count; ++i) {
      const auto read = image.texel_i({static_cast<int32_t>(i), 0, 0});
      const Colour expected = read_texel(format, &image.memory()[i * bytes]);
      for (size_t c = 0; c < 4; ++c) {
        const auto value = static_cast<int64_t>(expected[c]);
        ASSERT_EQ(read[c], static_cast<int32_t>(value)) << name_of(format) << " texel " << i;
      }
    }
  }
}

/// Returns the greatest number of each normalized channel.
std::vector<int> greatest_numbers(const cl_image_format& format) {
  switch (format.image_channel_data_type) {
    case CL_UNORM_INT8:
      return {255};
    case CL_SNORM_INT8:
      return {127};
    case CL_UNORM_INT16:
      return {65535};
    case CL_SNORM_INT16:
      return {32767};
    case CL_HALF_FLOAT:
    case CL_FLOAT:
      return {2047};
    default:
      return {3, 31, 63, 1023, 4095, 16383};  // packed channels, and those with padding
  }
}

/// Numbers at and around everything that a conversion may round or cut.
std::vector<float> values_to_write(const cl_image_format& format) {
  std::vector<float> values = {0.0F,      -0.0F,        1.0F,   -1.0F,     2.0F,
                               -2.0F,     1e-40F,       1e-20F, 65504.0F,  65519.99F,
                               65520.0F,  1e10F,        3e38F,  -3e38F,    infinity,
                               -infinity, not_a_number, 0.5F,   0.0031308F};
  for (const int most : greatest_numbers(format)) {
    for (int i = 0; i <= most; ++i) {
      const float middle = (static_cast<float>(i) + 0.5F) / static_cast<float>(most);
      for (const float value : {middle, std::nextafter(middle, 0.0F), std::nextafter(middle, 1.0F),
                                static_cast<float>(i) / static_cast<float>(most)}) {
        values.push_back(value);
        values.push_back(-value);
      }
    }
  }
  return values;
}

/// Ignored bits are the device's own choice.
void expect_same(const cl_image_format& format, const std::vector<std::byte>& texel,
                 const std::vector<std::byte>& expected, const std::string& what) {
  const Colour read = read_texel(format, texel.data());
  const Colour wanted = read_texel(format, expected.data());
  for (size_t c = 0; c < 4; ++c) {
    const bool is_same = read[c] == wanted[c] || (std::isnan(read[c]) && std::isnan(wanted[c]));
    ASSERT_TRUE(is_same) << name_of(format) << ' ' << what << ", component " << c << ": " << read[c]
                         << " is not " << wanted[c];
  }
}

// 8.3.1: convert_uchar_sat_rte(f * 255.0f) and its like.
TEST(Images, RealsAreWrittenToTheNearestEvenNumber) {
  for (const cl_image_format& format : formats_of(true)) {
    if (is_srgb(format)) continue;
    const std::vector<float> values = values_to_write(format);
    HostImage image(format, CL_MEM_OBJECT_IMAGE2D, {3, 2, 1}, 1);
    const size_t place = image.descriptor()->level[0].row_pitch + bytes_of_texel(format);
    const auto first = image.memory().begin() + static_cast<std::ptrdiff_t>(place);
    for (size_t i = 0; i + 3 < values.size(); ++i) {
      const std::array<float, 4> colour = {values[i], values[i + 1], values[i + 2], values[i + 3]};
      image.write_f({1, 1, 0}, colour);
      const std::vector<std::byte> texel(
          first, first + static_cast<std::ptrdiff_t>(bytes_of_texel(format)));
      expect_same(format, texel, write_texel(format, colour), std::to_string(values[i]));
    }
  }
}

// cl_khr_srgb_image_writes: within 0.6 of the number.
TEST(Images, LinearColoursAreWrittenAsSrgb) {
  for (const cl_image_format& format : formats_of(true)) {
    if (!is_srgb(format)) continue;
    const std::vector<float> values = values_to_write(format);
    HostImage image(format, CL_MEM_OBJECT_IMAGE2D, {1, 1, 1});
    const bool has_alpha = format.image_channel_order != 0x10c0;
    const bool is_reversed = format.image_channel_order == 0x10c2;
    for (const float value : values) {
      image.write_f({0, 0, 0}, {value, value, value, value});
      const double c = std::isnan(value) ? 0 : std::clamp<double>(value, 0, 1);
      const double srgb = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
      for (size_t i = 0; i < 3; ++i) {
        const auto number = std::to_integer<int>(image.memory()[is_reversed ? 2 - i : i]);
        ASSERT_LE(std::fabs(number - 255 * srgb), 0.6) << value;
      }
      if (has_alpha) {
        ASSERT_EQ(std::to_integer<int>(image.memory()[3]),
                  static_cast<int>(std::nearbyint(static_cast<float>(c) * 255.0F)));
      }
    }
  }
}

TEST(Images, IntegersAreWrittenSaturated) {
  std::vector<int32_t> values = {0,
                                 1,
                                 -1,
                                 127,
                                 128,
                                 -128,
                                 -129,
                                 255,
                                 256,
                                 1023,
                                 1024,
                                 4095,
                                 4096,
                                 16383,
                                 16384,
                                 32767,
                                 32768,
                                 -32768,
                                 -32769,
                                 65535,
                                 65536,
                                 std::numeric_limits<int32_t>::max(),
                                 std::numeric_limits<int32_t>::min()};
  for (const cl_image_format& format : formats_of(false)) {
    HostImage image(format, CL_MEM_OBJECT_IMAGE1D, {1, 1, 1});
    const bool has_sign = class_of(format) == ChannelClass::signed_integer;
    for (size_t i = 0; i + 3 < values.size(); ++i) {
      const std::array<int32_t, 4> colour = {values[i], values[i + 1], values[i + 2],
                                             values[i + 3]};
      image.write_i({0, 0, 0}, colour);
      std::array<int64_t, 4> numbers;
      for (size_t c = 0; c < 4; ++c) {
        numbers[c] = has_sign ? colour[c] : int64_t{static_cast<uint32_t>(colour[c])};
      }
      expect_same(format, image.memory(), write_texel(format, numbers), std::to_string(values[i]));
    }
  }
}

struct Shaped {
  cl_mem_object_type type;
  std::array<size_t, 3> sizes;
};
const std::vector<Shaped>& shapes() {
  static const std::vector<Shaped> list = {
      {CL_MEM_OBJECT_IMAGE1D, {7, 1, 1}},       {CL_MEM_OBJECT_IMAGE1D, {1, 1, 1}},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, {5, 1, 3}}, {CL_MEM_OBJECT_IMAGE1D_ARRAY, {1, 1, 1}},
      {CL_MEM_OBJECT_IMAGE2D, {6, 5, 1}},       {CL_MEM_OBJECT_IMAGE2D, {1, 4, 1}},
      {CL_MEM_OBJECT_IMAGE2D, {3, 1, 1}},       {CL_MEM_OBJECT_IMAGE2D_ARRAY, {4, 3, 3}},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, {1, 1, 2}}, {CL_MEM_OBJECT_IMAGE3D, {4, 3, 5}},
      {CL_MEM_OBJECT_IMAGE3D, {2, 1, 1}}};
  return list;
}

std::vector<Sampler> samplers() {
  std::vector<Sampler> list;
  for (const cl_bool normalized : {CL_FALSE, CL_TRUE}) {
    for (const cl_addressing_mode addressing :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
          CL_ADDRESS_MIRRORED_REPEAT}) {
      const bool wraps =
          addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
      if (wraps && normalized == CL_FALSE) continue;  // undefined: 5.7.1
      for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        list.push_back({normalized, static_cast<cl_addressing_mode>(addressing),
                        static_cast<cl_filter_mode>(filter)});
      }
    }
  }
  return list;
}

/// Coordinates of one axis, in texels: edges, seams, the middle of texels, and far away.
std::vector<float> coordinates(size_t size, const Sampler& sampler, std::mt19937& random) {
  std::vector<float> texels = {-1.5F,  -1.0F, -0.75F, -0.5F, -0.25F,
                               -1e-6F, 0.0F,  0.25F,  0.5F,  0.75F};
  for (const float offset : {-1.0F, -0.5F, -1e-3F, 0.0F, 0.25F, 0.5F, 1.0F, 1.75F}) {
    texels.push_back(static_cast<float>(size) + offset);
  }
  std::uniform_real_distribution<float> numbers(-2.5F * static_cast<float>(size),
                                                3.5F * static_cast<float>(size));
  for (int i = 0; i < 6; ++i) texels.push_back(numbers(random));
  if (sampler.normalized != CL_FALSE) {
    for (float& at : texels) at /= static_cast<float>(size);
  }
  return texels;
}

/// Calls `check` with coordinates of all axes that the type has.
template <class Check>
void for_each_coordinate(const Shaped& shape, const Sampler& sampler, const Check& check) {
  std::mt19937 random(7);
  const std::vector<float> x = coordinates(shape.sizes[0], sampler, random);
  const std::vector<float> y = coordinates(shape.sizes[1], sampler, random);
  std::vector<float> z = coordinates(shape.sizes[2], sampler, random);
  const bool has_layers =
      shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  if (has_layers) z = {-1.0F, 0.0F, 0.49F, 0.5F, 0.51F, 1.0F, 1.5F, 2.0F, 2.5F, 77.0F};
  // Every x, with each of the others in turn.
  for (size_t i = 0; i < x.size() * 7; ++i) {
    check(std::array<float, 3>{x[i % x.size()], y[(i * 5 + i / x.size()) % y.size()],
                               z[(i * 3 + i / x.size()) % z.size()]});
  }
}

// 8.2, 8.4. Filters: within 4 ulp of the largest texel, all in double precision.
TEST(Images, SamplersFindTheTexelsOfTheFormulas) {
  for (const cl_image_format& format : formats_of(true)) {
    for (const Shaped& shape : shapes()) {
      HostImage image(format, shape.type, shape.sizes, 2);
      fill(image, format);
      for (const Sampler& sampler : samplers()) {
        for_each_coordinate(shape, sampler, [&](const std::array<float, 3>& at) {
          const auto read = image.read_f(bits_of(sampler), at);
          const Sampled expected = sample(image.texels(), sampler, at);
          const double units = sampler.filter == CL_FILTER_LINEAR ? 4 : 1.5;
          for (size_t c = 0; c < 4; ++c) {
            ASSERT_TRUE(is_near(read[c], expected.colour[c], units, expected.largest[c]))
                << name_of(format) << " type 0x" << std::hex << shape.type << std::dec << ' '
                << name_of(sampler) << " at " << at[0] << ' ' << at[1] << ' ' << at[2] << " of "
                << shape.sizes[0] << ' ' << shape.sizes[1] << ' ' << shape.sizes[2]
                << ", component " << c << ": " << read[c] << " is not " << expected.colour[c];
          }
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Images, SamplersFindIntegers) {
  for (const cl_image_format& format : formats_of(false)) {
    for (const Shaped& shape : shapes()) {
      HostImage image(format, shape.type, shape.sizes, 2);
      fill(image, format);
      for (const Sampler& sampler : samplers()) {
        if (sampler.filter == CL_FILTER_LINEAR) continue;
        for_each_coordinate(shape, sampler, [&](const std::array<float, 3>& at) {
          const auto read = image.read_i(bits_of(sampler), at);
          const Sampled expected = sample(image.texels(), sampler, at);
          for (size_t c = 0; c < 4; ++c) {
            ASSERT_EQ(read[c], static_cast<int32_t>(static_cast<int64_t>(expected.colour[c])))
                << name_of(format) << ' ' << name_of(sampler) << " at " << at[0];
          }
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Without a sampler, and with one for coordinates that are texels: 6.15.15.3, 6.15.15.2.
TEST(Images, TexelsOutsideAreTheBorder) {
  for (const cl_image_format& format : formats_of(true)) {
    for (const Shaped& shape : shapes()) {
      HostImage image(format, shape.type, shape.sizes, 1);
      fill(image, format);
      const auto bound = [&](size_t i) { return static_cast<int32_t>(shape.sizes[i]); };
      for (const int32_t x : {INT32_MIN, -1, 0, bound(0) - 1, bound(0), INT32_MAX}) {
        for (const int32_t y : {INT32_MIN, -1, 0, bound(1) - 1, bound(1), INT32_MAX}) {
          for (const int32_t z : {INT32_MIN, -1, 0, bound(2) - 1, bound(2), INT32_MAX}) {
            const auto check = [&](const std::array<float, 4>& read, const Sampler& sampler) {
              const Colour expected = read_at(image.texels(), sampler, {x, y, z});
              for (size_t c = 0; c < 4; ++c) {
                ASSERT_TRUE(is_near(read[c], expected[c], 1.5, expected[c]))
                    << name_of(format) << ' ' << name_of(sampler) << ' ' << x << ' ' << y << ' '
                    << z << ": " << read[c] << " is not " << expected[c];
              }
            };
            check(image.texel_f({x, y, z}), {.addressing = CL_ADDRESS_CLAMP});
            for (const cl_addressing_mode addressing :
                 {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
              const Sampler sampler = {.addressing = addressing};
              check(image.texel_f(bits_of(sampler), {x, y, z}), sampler);
            }
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(Images, WritesOutsideAreDropped) {
  for (const cl_image_format& format : image_formats()) {
    for (const Shaped& shape : shapes()) {
      HostImage image(format, shape.type, shape.sizes, 1);
      fill(image, format);
      const std::vector<std::byte> before = image.memory();
      const unsigned dimensions = image.texels().dimensions();
      for (unsigned axis = 0; axis < 3; ++axis) {
        const bool counts = axis < dimensions || (axis == 2 && image.texels().has_layers());
        if (!counts) continue;
        for (const int32_t outside :
             {INT32_MIN, -1, static_cast<int32_t>(shape.sizes[axis]), INT32_MAX}) {
          std::array<int32_t, 3> at = {0, 0, 0};
          at[axis] = outside;
          image.write_f(at, {1, 1, 1, 1});
          image.write_i(at, {1, 1, 1, 1});
        }
      }
      ASSERT_EQ(image.memory(), before) << name_of(format);
    }
  }
}

/// Whether a colour is that of a texel, or the border's. Preconditions: rows are not padded.
template <class T>
bool is_of_image(HostImage& image, const cl_image_format& format, const std::array<T, 4>& colour) {
  const Colour read = {static_cast<double>(colour[0]), static_cast<double>(colour[1]),
                       static_cast<double>(colour[2]), static_cast<double>(colour[3])};
  const std::vector<std::byte>& memory = image.memory();
  for (size_t at = 0; at < memory.size(); at += bytes_of_texel(format)) {
    if (read_texel(format, &memory[at]) == read) return true;
  }
  return read == border_of(format);
}

/// Whether a colour may be a mixture of texels between -2 and 2, with shares that may be NaN.
bool is_mixture(const std::array<float, 4>& colour) {
  return std::ranges::all_of(
      colour, [](float value) { return std::isnan(value) || std::fabs(value) < 2.001F; });
}

// 6.15.15.2 leaves the result undefined, but nothing outside of the image may be read: the nearest
// texel is one of the image or the border, and a filter mixes these.
TEST(Images, CoordinatesThatAreNoneReadNothingOutside) {
  const cl_image_format reals = {CL_RGBA, CL_FLOAT}, integers = {CL_RGBA, CL_SIGNED_INT32};
  for (const Shaped& shape : shapes()) {
    HostImage image(reals, shape.type, shape.sizes);
    HostImage integer_image(integers, shape.type, shape.sizes);
    fill(image, reals);
    fill(integer_image, integers);
    for (const Sampler& sampler : samplers()) {
      const auto check = [&](const std::array<float, 3>& at) {
        const auto read = image.read_f(bits_of(sampler), at);
        const bool is_right =
            sampler.filter == CL_FILTER_LINEAR ? is_mixture(read) : is_of_image(image, reals, read);
        ASSERT_TRUE(is_right) << name_of(sampler) << " at " << at[0] << ' ' << at[1] << ' ' << at[2]
                              << ": " << read[0] << ' ' << read[1] << ' ' << read[2] << ' '
                              << read[3];
        if (sampler.filter == CL_FILTER_LINEAR) return;
        ASSERT_TRUE(
            is_of_image(integer_image, integers, integer_image.read_i(bits_of(sampler), at)))
            << name_of(sampler) << " at " << at[0] << ' ' << at[1] << ' ' << at[2];
      };
      for (const float x :
           {infinity, -infinity, not_a_number, 1e30F, -1e30F, 2147483648.0F, 1e-45F}) {
        for (const float y : {0.0F, x}) {
          check({x, y, y});
          check({0, y, x});
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test
