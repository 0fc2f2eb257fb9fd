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
#define DIRECTED(T, CODE)                                                               \
  void vstore_half_rte(T, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rte" CODE); \
  void vstore_half_rtz(T, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rtz" CODE); \
  void vstore_half_rtp(T, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rtp" CODE); \
  void vstore_half_rtn(T, std::size_t, std::uint16_t*) asm("_Z15vstore_half_rtn" CODE);
DIRECTED(float, "fmPDh")
DIRECTED(double, "dmPDh")

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

template <class T>
void expect_directed(T value) {
  std::uint16_t zero = 0;
  std::uint16_t up = 0;
  std::uint16_t down = 0;
  std::uint16_t nearest = 0;
  vstore_half_rte(value, 0, &nearest);
  vstore_half_rtz(value, 0, &zero);
  vstore_half_rtp(value, 0, &up);
  vstore_half_rtn(value, 0, &down);
  EXPECT_EQ(nearest, bits_of(static_cast<_Float16>(value))) << std::hexfloat << value;
  EXPECT_GE(static_cast<T>(value_of(up)), value);
  EXPECT_LE(static_cast<T>(value_of(down)), value);
  EXPECT_EQ(zero, std::signbit(value) ? up : down);
  // Neighbours, unless the value is itself a half.
  const bool exact = static_cast<T>(value_of(nearest)) == value;
  const int distance = std::signbit(value) ? down - up : up - down;
  EXPECT_EQ(distance, exact ? 0 : 1) << std::hexfloat << value;
}

template <class T>
class DirectedStores : public testing::Test {};
using Sources = testing::Types<float, double>;
TYPED_TEST_SUITE(DirectedStores, Sources);

TYPED_TEST(DirectedStores, RoundInTheirDirection) {
  using T = TypeParam;
  std::vector<T> values = random_values<T>(3000, 4);
  for (const T value : special_values<T>()) values.push_back(value);
  for (const T value : values) {
    if (!std::isnan(value)) expect_directed(value);
  }
}

// Every half, and what lies on both sides of it.
TYPED_TEST(DirectedStores, RoundBesideEveryHalfInTheirDirection) {
  using T = TypeParam;
  for (unsigned i = 0; i < 0x7c00; ++i) {
    const auto half = static_cast<T>(value_of(static_cast<std::uint16_t>(i)));
    for (const T value : {half, std::nextafter(half, T(0)), std::nextafter(half, T(1e9))}) {
      expect_directed(value);
      expect_directed(-value);
    }
  }
}

}  // namespace
}  // namespace cleave::test
