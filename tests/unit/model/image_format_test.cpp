#include "model/memory/image_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "support/newer_cl.h"

namespace cleave::model::test {
namespace {

const memory::SupportedImageFormat& format_of(cl_channel_order order, cl_channel_type type) {
  const memory::SupportedImageFormat* const found = memory::find_image_format({order, type});
  EXPECT_NE(nullptr, found);
  return *found;
}

template <class T>
T first(const memory::Texel& texel, size_t channel = 0) {
  T value;
  std::memcpy(&value, texel.data() + channel * sizeof value, sizeof value);
  return value;
}

template <class T>
T filled(cl_channel_order order, cl_channel_type type, float red) {
  const float colour[4] = {red, 0, 0, 1};
  return first<T>(memory::texel_of(format_of(order, type), colour));
}

TEST(ImageFormats, HaveTexelsOfAPowerOfTwo) {
  std::set<std::pair<cl_channel_order, cl_channel_type>> names;
  for (const memory::SupportedImageFormat& format : memory::image_formats()) {
    EXPECT_EQ(0, format.texel_bytes & (format.texel_bytes - 1));
    EXPECT_LE(format.texel_bytes, memory::most_texel_bytes);
    EXPECT_TRUE(memory::is_image_format(format.name));
    EXPECT_EQ(&format, memory::find_image_format(format.name));
    EXPECT_TRUE(names.insert({format.name.image_channel_order, format.name.image_channel_data_type})
                    .second);
  }
  EXPECT_EQ(4, format_of(CL_RGBA, CL_UNORM_INT8).texel_bytes);
  EXPECT_EQ(16, format_of(CL_RGBA, CL_FLOAT).texel_bytes);
  EXPECT_EQ(1, format_of(CL_Rx, CL_UNORM_INT8).texel_bytes);
  EXPECT_EQ(4, format_of(CL_RGx, CL_HALF_FLOAT).texel_bytes);
  EXPECT_EQ(2, format_of(CL_RGBx, CL_UNORM_SHORT_565).texel_bytes);
  EXPECT_EQ(4, format_of(CL_ABGR, CL_UNORM_INT_2_101010_EXT).texel_bytes);
  EXPECT_EQ(8, format_of(CL_RGBA, CL_UNSIGNED_INT12X4_EXT).texel_bytes);
}

TEST(ImageFormats, AreDescribedByNamesThatGoTogether) {
  EXPECT_FALSE(memory::is_image_format({CL_INTENSITY, CL_UNORM_SHORT_555}));
  EXPECT_FALSE(memory::is_image_format({CL_RGB, CL_UNORM_INT8}));  // 24 bits
  EXPECT_FALSE(memory::is_image_format({CL_RGBA, CL_UNORM_INT_2_101010_EXT}));
  EXPECT_FALSE(memory::is_image_format({CL_BGRA, CL_UNORM_INT10X6_EXT}));
  EXPECT_FALSE(memory::is_image_format({0, CL_UNORM_INT8}));
  EXPECT_FALSE(memory::is_image_format({CL_RGBA, 0}));
  // These are formats, which are not supported.
  EXPECT_TRUE(memory::is_image_format({CL_BGRA, CL_FLOAT}));
  EXPECT_EQ(nullptr, memory::find_image_format({CL_BGRA, CL_FLOAT}));
}

TEST(ImageFormats, OfDepthHave2DImagesOnly) {
  const memory::SupportedImageFormat& depth = format_of(CL_DEPTH, CL_FLOAT);
  EXPECT_TRUE(depth.suits(CL_MEM_OBJECT_IMAGE2D));
  EXPECT_TRUE(depth.suits(CL_MEM_OBJECT_IMAGE2D_ARRAY));
  EXPECT_FALSE(depth.suits(CL_MEM_OBJECT_IMAGE3D));
  EXPECT_FALSE(depth.suits(CL_MEM_OBJECT_IMAGE1D_BUFFER));
}

TEST(Texels, RoundNormalisedValuesToTheNearestEven) {
  const auto unorm8 = [](float value) { return filled<uint8_t>(CL_R, CL_UNORM_INT8, value); };
  EXPECT_EQ(0, unorm8(0));
  EXPECT_EQ(255, unorm8(1));
  EXPECT_EQ(128, unorm8(0.5F));  // 127.5
  EXPECT_EQ(0, unorm8(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(0, unorm8(-std::numeric_limits<float>::infinity()));
  EXPECT_EQ(255, unorm8(std::numeric_limits<float>::infinity()));
  for (int number = 0; number < 256; ++number) {
    EXPECT_EQ(number, unorm8(static_cast<float>(number) / 255));
  }
  for (int number = 0; number < 65536; ++number) {
    EXPECT_EQ(number, filled<uint16_t>(CL_R, CL_UNORM_INT16, static_cast<float>(number) / 65535));
  }
}

TEST(Texels, ClampSignedNormalisedValues) {
  const auto snorm8 = [](float value) { return filled<int8_t>(CL_R, CL_SNORM_INT8, value); };
  EXPECT_EQ(-127, snorm8(-1));
  EXPECT_EQ(-127, snorm8(-2));
  EXPECT_EQ(127, snorm8(1));
  EXPECT_EQ(0, snorm8(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(-64, snorm8(-0.5F));  // -63.5
  EXPECT_EQ(-32767, filled<int16_t>(CL_R, CL_SNORM_INT16, -1));
}

TEST(Texels, SaturateIntegers) {
  const cl_int signed_colour[4] = {1000, -1000, 5, INT32_MIN};
  const memory::Texel bytes = memory::texel_of(format_of(CL_RGBA, CL_SIGNED_INT8), signed_colour);
  EXPECT_EQ(127, first<int8_t>(bytes, 0));
  EXPECT_EQ(-128, first<int8_t>(bytes, 1));
  EXPECT_EQ(5, first<int8_t>(bytes, 2));
  EXPECT_EQ(-128, first<int8_t>(bytes, 3));
  const cl_uint colour[5] = {UINT32_MAX, 70000, 5, 0, 0};
  const memory::Texel shorts = memory::texel_of(format_of(CL_RGBA, CL_UNSIGNED_INT16), colour);
  EXPECT_EQ(65535, first<uint16_t>(shorts, 0));
  EXPECT_EQ(65535, first<uint16_t>(shorts, 1));
  EXPECT_EQ(5, first<uint16_t>(shorts, 2));
  EXPECT_EQ(0, first<uint16_t>(shorts, 3));
  const memory::Texel words = memory::texel_of(format_of(CL_R, CL_UNSIGNED_INT32), colour);
  EXPECT_EQ(UINT32_MAX, first<uint32_t>(words));
  const memory::Texel upper =
      memory::texel_of(format_of(CL_RG, CL_UNSIGNED_INT10X6_EXT), colour + 1);
  EXPECT_EQ(1023 << 6, first<uint16_t>(upper, 0));
  EXPECT_EQ(5 << 6, first<uint16_t>(upper, 1));
}

TEST(Texels, FollowTheOrderOfTheChannels) {
  const cl_uint colour[4] = {1, 2, 3, 4};
  const auto bytes = [&](cl_channel_order order) {
    const memory::Texel texel = memory::texel_of(format_of(order, CL_UNSIGNED_INT8), colour);
    return std::array<uint8_t, 4>{first<uint8_t>(texel, 0), first<uint8_t>(texel, 1),
                                  first<uint8_t>(texel, 2), first<uint8_t>(texel, 3)};
  };
  EXPECT_EQ((std::array<uint8_t, 4>{1, 2, 3, 4}), bytes(CL_RGBA));
  EXPECT_EQ((std::array<uint8_t, 4>{3, 2, 1, 4}), bytes(CL_BGRA));
  EXPECT_EQ((std::array<uint8_t, 4>{4, 1, 2, 3}), bytes(CL_ARGB));
  EXPECT_EQ((std::array<uint8_t, 4>{4, 3, 2, 1}), bytes(CL_ABGR));
  EXPECT_EQ((std::array<uint8_t, 4>{1, 4, 0, 0}), bytes(CL_RA));
  EXPECT_EQ((std::array<uint8_t, 4>{4, 0, 0, 0}), bytes(CL_A));
}

TEST(Texels, PackTheFirstChannelHighest) {
  const float colour[4] = {1, 0, 0.5F, 1.0F / 3};
  const auto packed = [&](cl_channel_order order, cl_channel_type type) {
    return first<uint32_t>(memory::texel_of(format_of(order, type), colour));
  };
  EXPECT_EQ(31U << 11 | 16, packed(CL_RGB, CL_UNORM_SHORT_565));
  EXPECT_EQ(31U << 10 | 16, packed(CL_RGB, CL_UNORM_SHORT_555));
  EXPECT_EQ(1023U << 20 | 512, packed(CL_RGBx, CL_UNORM_INT_101010));
  EXPECT_EQ(1023U << 22 | 512 << 2 | 1, packed(CL_RGBA, CL_UNORM_INT_101010_2));
  EXPECT_EQ(1U << 30 | 512 << 20 | 1023, packed(CL_ABGR, CL_UNORM_INT_2_101010_EXT));
}

// Every half is the nearest to itself, and what lies midway goes to the even one.
TEST(Texels, RoundHalvesToTheNearestEven) {
  const auto half = [](float value) { return filled<uint16_t>(CL_R, CL_HALF_FLOAT, value); };
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const uint32_t exponent = bits >> 10, fraction = bits & 0x3ff;
    const float value = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                      : std::ldexp(static_cast<float>(1024 + fraction),
                                                   static_cast<int>(exponent) - 25);
    ASSERT_EQ(bits, half(value)) << value;
    ASSERT_EQ(bits | 0x8000, half(-value)) << value;
    const float next = exponent == 0 ? std::ldexp(static_cast<float>(fraction + 1), -24)
                                     : std::ldexp(static_cast<float>(1025 + fraction),
                                                  static_cast<int>(exponent) - 25);
    ASSERT_EQ(bits + (bits & 1), half((value + next) / 2)) << value;
  }
  EXPECT_EQ(0x7c00, half(65520));
  EXPECT_EQ(0x7bff, half(65519));
  EXPECT_EQ(0x7c00, half(std::numeric_limits<float>::infinity()));
  EXPECT_EQ(0x7e00, half(std::numeric_limits<float>::quiet_NaN()) & 0x7e00);
}

// Within 0.6 of a step of the exact curve, as OpenCL C 8.3.1 asks, and exact both ways.
TEST(Texels, ConvertToSrgb) {
  EXPECT_EQ(0, filled<uint8_t>(CL_sRGBA, CL_UNORM_INT8, -1));
  EXPECT_EQ(255, filled<uint8_t>(CL_sRGBA, CL_UNORM_INT8, 2));
  EXPECT_EQ(0, filled<uint8_t>(CL_sRGBA, CL_UNORM_INT8, std::numeric_limits<float>::quiet_NaN()));
  for (int number = 0; number < 256; ++number) {
    const double stored = number / 255.0;
    const double linear =
        stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4);
    EXPECT_EQ(number, filled<uint8_t>(CL_sRGBA, CL_UNORM_INT8, static_cast<float>(linear)));
  }
  const float colour[4] = {0.5F, 0.5F, 0.5F, 0.5F};
  EXPECT_EQ(128, first<uint8_t>(memory::texel_of(format_of(CL_sRGBA, CL_UNORM_INT8), colour), 3));
  EXPECT_EQ(188, first<uint8_t>(memory::texel_of(format_of(CL_sRGBA, CL_UNORM_INT8), colour), 0));
}

}  // namespace
}  // namespace cleave::model::test
