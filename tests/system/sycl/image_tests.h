// Helps the tests of images: formats, coordinates, texels and colours.
#pragma once

#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace image_tests {

using sycl::access_mode;
using sycl::image_format;

template <class Function>
sycl::errc code_of(const Function& function) {
  try {
    function();
  } catch (const sycl::exception& error) {
    EXPECT_NE(std::string(error.what()), "");
    return static_cast<sycl::errc>(error.code().value());
  }
  ADD_FAILURE() << "nothing was refused";
  return sycl::errc::success;
}

template <class Element>
::testing::AssertionResult are_equal(const Element& left, const Element& right) {
  for (int i = 0; i < 4; ++i) {
    const float of_left = static_cast<float>(left[i]), of_right = static_cast<float>(right[i]);
    if (!(left[i] == right[i]) && !(std::isnan(of_left) && std::isnan(of_right))) {
      return ::testing::AssertionFailure()
             << "component " << i << " is " << of_left << " and not " << of_right;
    }
  }
  return ::testing::AssertionSuccess();
}

/// Coordinates of one to three dimensions.
template <class Number, int Dimensions>
auto coordinate(Number x, Number y, Number z) {
  if constexpr (Dimensions == 1) {
    return x;
  } else if constexpr (Dimensions == 2) {
    return sycl::vec<Number, 2>(x, y);
  } else {
    return sycl::vec<Number, 4>(x, y, z, Number(0));
  }
}
template <int Dimensions>
sycl::range<Dimensions> extent_of(size_t x, size_t y, size_t z) {
  if constexpr (Dimensions == 1) {
    return sycl::range<1>(x);
  } else if constexpr (Dimensions == 2) {
    return sycl::range<2>(x, y);
  } else {
    return sycl::range<3>(x, y, z);
  }
}

/// Bytes that repeat late, and among which all values are.
inline std::vector<unsigned char> some_bytes(size_t count) {
  std::vector<unsigned char> bytes(count);
  unsigned state = 12345;
  for (unsigned char& byte : bytes) {
    state = state * 1103515245u + 12345u;
    byte = static_cast<unsigned char>(state >> 16);
  }
  return bytes;
}

struct FormatFacts {
  image_format format;
  size_t bytes;
};
inline constexpr FormatFacts real_formats[] = {{image_format::r8g8b8a8_unorm, 4},
                                               {image_format::b8g8r8a8_unorm, 4},
                                               {image_format::r16g16b16a16_unorm, 8},
                                               {image_format::r16b16g16a16_sfloat, 8},
                                               {image_format::r32g32b32a32_sfloat, 16}};
inline constexpr FormatFacts signed_formats[] = {{image_format::r8g8b8a8_sint, 4},
                                                 {image_format::r16g16b16a16_sint, 8},
                                                 {image_format::r32b32g32a32_sint, 16}};
inline constexpr FormatFacts unsigned_formats[] = {{image_format::r8g8b8a8_uint, 4},
                                                   {image_format::r16g16b16a16_uint, 8},
                                                   {image_format::r32b32g32a32_uint, 16}};

inline constexpr auto of_ints = image_format::r32b32g32a32_sint;

/// A kernel writes ones to the first texel.
inline void write_ones(sycl::unsampled_image<1>& image) {
  sycl::queue().submit([&](sycl::handler& group) {
    const auto out = image.get_access<sycl::int4, access_mode::write>(group);
    group.single_task([=] { out.write(0, sycl::int4(1)); });
  });
}

}  // namespace image_tests
