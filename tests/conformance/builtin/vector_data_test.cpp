// Loads and stores of vectors and halves (OpenCL C 3.0, 6.15.7), against the compiler's own halves.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ulp.h"

float vload_half(std::size_t, const std::uint16_t*) asm("_Z10vload_halfmPKDh");
void vstore_half(float, std::size_t, std::uint16_t*) asm("_Z11vstore_halffmPDh");
void vstore_half(double, std::size_t, std::uint16_t*) asm("_Z11vstore_halfdmPDh");
void vstore_half_rtz(float, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rtzfmPDh");
void vstore_half_rtp(float, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rtpfmPDh");
void vstore_half_rtn(float, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rtnfmPDh");

namespace cleave::test {
namespace {

std::uint16_t bits_of(_Float16 value) {
  return std::bit_cast<std::uint16_t>(value);
}
float value_of(std::uint16_t bits) {
  return static_cast<float>(std::bit_cast<_Float16>(bits));
}
bool is_nan(std::uint16_t bits) {
  return (bits & 0x7fff) > 0x7c00;
}

TEST(HalfData, EveryHalfLoadsAsItsValue) {
  for (unsigned i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float loaded = vload_half(0, &bits);
    if (is_nan(bits)) {
      EXPECT_TRUE(std::isnan(loaded));
    } else {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(loaded), std::bit_cast<std::uint32_t>(value_of(bits)));
    }
  }
}

TEST(HalfData, StoresRoundToTheNearestEvenHalf) {
  const auto check = [](auto value) {
    std::uint16_t stored = 0;
    vstore_half(value, 0, &stored);
    if (std::isnan(value)) {
      EXPECT_TRUE(is_nan(stored));
    } else {
      ASSERT_EQ(stored, bits_of(static_cast<_Float16>(value))) << std::hexfloat << value;
    }
  };
  for (const float value : special_values<float>()) check(value);
  for (const double value : special_values<double>()) check(value);
  for (unsigned i = 0; i < 0x7bff; ++i) {
    // Halves, the points midway between them, and the singles beside these.
    const float lower = value_of(static_cast<std::uint16_t>(i));
    const float middle = (lower + value_of(static_cast<std::uint16_t>(i + 1))) / 2;
    for (const float value :
         {lower, middle, std::nextafter(middle, 0.0F), std::nextafter(middle, 1e9F)}) {
      check(value);
      check(-value);
      check(static_cast<double>(value));
      check(std::nextafter(static_cast<double>(value), 1e9));
    }
  }
  for (const float value : {65504.0F, 65519.9F, 65520.0F, 70000.0F}) check(value);
}

TEST(HalfData, DirectedStoresRoundInTheirDirection) {
  std::vector<float> values = random_values<float>(3000, 4);
  for (const float value : special_values<float>()) values.push_back(value);
  for (const float value : values) {
    if (std::isnan(value)) continue;
    std::uint16_t zero = 0;
    std::uint16_t up = 0;
    std::uint16_t down = 0;
    vstore_half_rtz(value, 0, &zero);
    vstore_half_rtp(value, 0, &up);
    vstore_half_rtn(value, 0, &down);
    EXPECT_GE(value_of(up), value);
    EXPECT_LE(value_of(down), value);
    EXPECT_EQ(zero, std::signbit(value) ? up : down);
    // Neighbours, unless the value is itself a half.
    const bool exact = value_of(bits_of(static_cast<_Float16>(value))) == value;
    const int distance = std::signbit(value) ? down - up : up - down;
    EXPECT_EQ(distance, exact ? 0 : 1) << std::hexfloat << value;
  }
}

}  // namespace
}  // namespace cleave::test
