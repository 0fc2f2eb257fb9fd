// Functions that return a second value through a pointer, and saturating conversions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ulp.h"

float builtin_frexp(float, int*) asm("_Z5frexpfPi");
double builtin_frexp(double, int*) asm("_Z5frexpdPi");
float builtin_modf(float, float*) asm("_Z4modffPf");
double builtin_modf(double, double*) asm("_Z4modfdPd");
float builtin_fract(float, float*) asm("_Z5fractfPf");
double builtin_fract(double, double*) asm("_Z5fractdPd");
float builtin_remquo(float, float, int*) asm("_Z6remquoffPi");
double builtin_remquo(double, double, int*) asm("_Z6remquoddPi");
float builtin_lgamma_r(float, int*) asm("_Z8lgamma_rfPi");
double builtin_lgamma_r(double, int*) asm("_Z8lgamma_rdPi");
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

TYPED_TEST(MathPointer, FrexpAndModfAreThoseOfC) {
  for (const TypeParam x : values<TypeParam>()) {
    int exponent = 7;
    int expected_exponent = 0;
    expect_same(builtin_frexp(x, &exponent), std::frexp(x, &expected_exponent), x);
    if (std::isfinite(x)) {
      EXPECT_EQ(exponent, expected_exponent) << x;
    }
    TypeParam whole = 0;
    TypeParam expected_whole = 0;
    expect_same(builtin_modf(x, &whole), std::modf(x, &expected_whole), x);
    expect_same(whole, expected_whole, x);
  }
}

TYPED_TEST(MathPointer, FractIsBelowOneAndKeepsTheSignOfZero) {
  for (const TypeParam x : values<TypeParam>()) {
    TypeParam whole = 0;
    const TypeParam part = builtin_fract(x, &whole);
    expect_same(whole, std::floor(x), x);
    if (std::isfinite(x)) {
      EXPECT_LT(part, 1);
      const TypeParam below_one = std::nextafter(TypeParam(1), TypeParam(0));
      const TypeParam expected = std::fmin(x - std::floor(x), below_one);
      EXPECT_EQ(part, expected) << std::hexfloat << x;
    }
  }
  TypeParam whole = 0;
  expect_same(builtin_fract(TypeParam(-0.0), &whole), TypeParam(-0.0), TypeParam(-0.0));
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  expect_same(builtin_fract(-infinity, &whole), TypeParam(-0.0), -infinity);
}

TYPED_TEST(MathPointer, RemquoGivesTheRemainderAndSevenBitsOfTheQuotient) {
  const std::vector<TypeParam> all = values<TypeParam>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const TypeParam x = all[i];
    const TypeParam y = all[(i * 7 + 3) % all.size()];
    int quotient = 0;
    int expected_quotient = 0;
    expect_same(builtin_remquo(x, y, &quotient), std::remquo(x, y, &expected_quotient), x);
    if (std::isfinite(x) && std::isfinite(y) && y != 0) {
      // C promises 3 bits; they are the low ones of ours.
      EXPECT_EQ(quotient % 8, expected_quotient % 8) << std::hexfloat << x << ' ' << y;
    }
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

TYPED_TEST(MathPointer, LgammaRIsFiniteNearZeroAndInfiniteAtInfinities) {
  const TypeParam tiny = std::numeric_limits<TypeParam>::min();
  int sign = 0;
  EXPECT_NEAR(builtin_lgamma_r(-tiny, &sign), -std::log(tiny), 1e-3);
  EXPECT_EQ(sign, -1);
  EXPECT_NEAR(builtin_lgamma_r(TypeParam(10.5), &sign), 13.940625, 1e-4);
  EXPECT_EQ(sign, 1);
  EXPECT_TRUE(std::isinf(builtin_lgamma_r(-std::numeric_limits<TypeParam>::infinity(), &sign)));
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
