// The remainder beside halves of the divisor, and saturating conversions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ulp.h"

float builtin_remquo(float, float, int*) asm("_Z6remquoffPi");
double builtin_remquo(double, double, int*) asm("_Z6remquoddPi");
int convert_int_sat(float) asm("_Z15convert_int_satf");
int convert_int_sat_rte(double) asm("_Z19convert_int_sat_rted");
unsigned char convert_uchar_sat_rte(float) asm("_Z21convert_uchar_sat_rtef");
unsigned long convert_ulong_sat(double) asm("_Z17convert_ulong_satd");
signed char convert_char_sat(double) asm("_Z16convert_char_satd");

namespace cleave::test {
namespace {

template <class T>
class MathPointer : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(MathPointer, Types);

template <class T>
std::vector<T> values() {
  std::vector<T> result = special_values<T>();
  for (const T value : random_values<T>(1000, 5)) result.push_back(value);
  return result;
}

template <class T>
void expect_same(T actual, T expected, T x) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << std::hexfloat << x;
  } else {
    EXPECT_TRUE(actual == expected && std::signbit(actual) == std::signbit(expected))
        << std::hexfloat << x << ": " << actual << " instead of " << expected;
  }
}

// Halves are where the nearest multiple changes; great quotients take the library's other way.
TYPED_TEST(MathPointer, RemquoIsExactAtAndBesideHalvesOfTheDivisor) {
  constexpr int digits = std::numeric_limits<TypeParam>::digits;
  constexpr TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam y : values<TypeParam>()) {
    if (!std::isfinite(y) || y == 0) continue;
    TypeParam factor = TypeParam(0.5);
    for (int i = 0; i < 2 * digits;
         ++i, factor += std::fmin(factor, std::ldexp(TypeParam(1), 30))) {
      const TypeParam x = factor * y;
      for (const TypeParam near : {std::nextafter(x, -infinity), x, std::nextafter(x, infinity)}) {
        int quotient = 0;
        int expected_quotient = 0;
        expect_same(builtin_remquo(near, y, &quotient), std::remquo(near, y, &expected_quotient),
                    near);
        if (!std::isfinite(near)) continue;
        EXPECT_EQ(quotient % 8, expected_quotient % 8) << std::hexfloat << near;
      }
    }
  }
}

TEST(SaturatingConversion, TakesTheNearestValueInRangeAndZeroForANan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(convert_int_sat(nan), 0);
  EXPECT_EQ(convert_int_sat(infinity), std::numeric_limits<int>::max());
  EXPECT_EQ(convert_int_sat(-infinity), std::numeric_limits<int>::min());
  EXPECT_EQ(convert_int_sat(2147483520.0F), 2147483520);
  EXPECT_EQ(convert_int_sat(-1.9F), -1);
  EXPECT_EQ(convert_int_sat_rte(2147483647.5), std::numeric_limits<int>::max());
  EXPECT_EQ(convert_int_sat_rte(2147483646.5), 2147483646);
  EXPECT_EQ(convert_int_sat_rte(-2147483648.5), std::numeric_limits<int>::min());
  EXPECT_EQ(convert_uchar_sat_rte(255.5F), 255);
  EXPECT_EQ(convert_uchar_sat_rte(254.5F), 254);
  EXPECT_EQ(convert_uchar_sat_rte(-0.6F), 0);
  EXPECT_EQ(convert_ulong_sat(1e30), std::numeric_limits<unsigned long>::max());
  EXPECT_EQ(convert_ulong_sat(-5), 0U);
  EXPECT_EQ(convert_char_sat(-128.9), -128);
  EXPECT_EQ(convert_char_sat(127.9), 127);
}

}  // namespace
}  // namespace cleave::test
