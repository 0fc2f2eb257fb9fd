// Functions of half beside the math functions: conversions in every direction, and a value or two
// of each other one.
#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/half.h"

using cleave::test::Half;
using Half4 = Half __attribute__((vector_size(8)));
using Short4 = short __attribute__((vector_size(8)));
using Ushort4 = unsigned short __attribute__((vector_size(8)));
using Float4 = float __attribute__((vector_size(16)));

#define CONVERSIONS_TO_HALF(T, CODE)                     \
  Half to_half(T) asm("_Z12convert_half" #CODE);         \
  Half to_half_rte(T) asm("_Z16convert_half_rte" #CODE); \
  Half to_half_rtz(T) asm("_Z16convert_half_rtz" #CODE); \
  Half to_half_rtp(T) asm("_Z16convert_half_rtp" #CODE); \
  Half to_half_rtn(T) asm("_Z16convert_half_rtn" #CODE);
CONVERSIONS_TO_HALF(float, f)
CONVERSIONS_TO_HALF(double, d)
CONVERSIONS_TO_HALF(signed char, c)
CONVERSIONS_TO_HALF(unsigned short, t)
CONVERSIONS_TO_HALF(int, i)
CONVERSIONS_TO_HALF(unsigned, j)
CONVERSIONS_TO_HALF(long, l)
CONVERSIONS_TO_HALF(unsigned long, m)
Half4 convert_half4_rtz(Float4) asm("_Z17convert_half4_rtzDv4_f");
int convert_int(Half) asm("_Z11convert_intDh");
int convert_int_rte(Half) asm("_Z15convert_int_rteDh");
int convert_int_rtp(Half) asm("_Z15convert_int_rtpDh");
int convert_int_rtn(Half) asm("_Z15convert_int_rtnDh");
signed char convert_char_sat(Half) asm("_Z16convert_char_satDh");
unsigned char convert_uchar_sat_rte(Half) asm("_Z21convert_uchar_sat_rteDh");
long convert_long_sat(Half) asm("_Z16convert_long_satDh");
double convert_double(Half) asm("_Z14convert_doubleDh");

Half builtin_fma(Half, Half, Half) asm("_Z3fmaDhDhDh");
Half4 builtin_fma(Half4, Half4, Half4) asm("_Z3fmaDv4_DhS_S_");
Half builtin_mad(Half, Half, Half) asm("_Z3madDhDhDh");
Half builtin_nextafter(Half, Half) asm("_Z9nextafterDhDh");
Half builtin_maxmag(Half, Half) asm("_Z6maxmagDhDh");
Half builtin_copysign(Half, Half) asm("_Z8copysignDhDh");
Half builtin_nan(unsigned short) asm("_Z3nant");
int builtin_ilogb(Half) asm("_Z5ilogbDh");
Half builtin_logb(Half) asm("_Z4logbDh");
Half4 builtin_exp(Half4) asm("_Z3expDv4_Dh");
Half builtin_exp(Half) asm("_Z3expDh");
Half fract(Half, Half*) asm("_Z5fractDhPDh");
Half builtin_modf(Half, Half*) asm("_Z4modfDhPDh");
Half builtin_frexp(Half, int*) asm("_Z5frexpDhPi");
Half builtin_remquo(Half, Half, int*) asm("_Z6remquoDhDhPi");
Half4 sincos(Half4, Half4*) asm("_Z6sincosDv4_DhPS_");

Half clamp(Half, Half, Half) asm("_Z5clampDhDhDh");
Half4 clamp(Half4, Half, Half) asm("_Z5clampDv4_DhDhDh");
Half builtin_max(Half, Half) asm("_Z3maxDhDh");
Half degrees(Half) asm("_Z7degreesDh");
Half mix(Half, Half, Half) asm("_Z3mixDhDhDh");
Half smoothstep(Half, Half, Half) asm("_Z10smoothstepDhDhDh");
Half4 step(Half, Half4) asm("_Z4stepDhDv4_Dh");
Half sign(Half) asm("_Z4signDh");
Half dot(Half4, Half4) asm("_Z3dotDv4_DhS_");
Half4 cross(Half4, Half4) asm("_Z5crossDv4_DhS_");
Half length(Half4) asm("_Z6lengthDv4_Dh");
Half distance(Half4, Half4) asm("_Z8distanceDv4_DhS_");
Half4 normalize(Half4) asm("_Z9normalizeDv4_Dh");

int builtin_isless(Half, Half) asm("_Z6islessDhDh");
Short4 builtin_isless(Half4, Half4) asm("_Z6islessDv4_DhS_");
int builtin_isunordered(Half, Half) asm("_Z11isunorderedDhDh");
int builtin_islessgreater(Half, Half) asm("_Z13islessgreaterDhDh");
int builtin_isnan(Half) asm("_Z5isnanDh");
int builtin_isinf(Half) asm("_Z5isinfDh");
int builtin_isfinite(Half) asm("_Z8isfiniteDh");
int builtin_isnormal(Half) asm("_Z8isnormalDh");
int builtin_signbit(Half) asm("_Z7signbitDh");
Short4 builtin_signbit(Half4) asm("_Z7signbitDv4_Dh");
Half builtin_select(Half, Half, short) asm("_Z6selectDhDhs");
Half4 builtin_select(Half4, Half4, Short4) asm("_Z6selectDv4_DhS_Dv4_s");
Half bitselect(Half, Half, Half) asm("_Z9bitselectDhDhDh");
// Takes two halves: the first two of the register that holds four. Compilers differ in where vectors of two are passed.
Half4 shuffle(Half4, Ushort4) asm("_Z7shuffleDv2_DhDv4_t");
Half4 shuffle2(Half4, Half4, Ushort4) asm("_Z8shuffle2Dv4_DhS_Dv4_t");
Half4 vload4(std::size_t, const Half*) asm("_Z6vload4mPKDh");
void vstore3(Half4, std::size_t, Half*) asm("_Z7vstore3Dv3_DhmPDh");

namespace cleave::test {
namespace {

const Half infinity = half_of(0x7c00);
const Half not_a_number = half_of(0x7e00);

/// The half that lies on the named side of a number, from the nearest by one step where that is on
/// the other.
std::uint16_t directed_half(double number, int direction) {
  const std::uint16_t nearest = nearest_half(number);
  if (direction == FE_TONEAREST || is_nan(nearest)) return nearest;
  const bool negative = (nearest & 0x8000) != 0;
  const bool up = direction == FE_UPWARD || (direction == FE_TOWARDZERO && negative);
  const double value = value_of(nearest);
  const bool wrong = up ? value < number : value > number;
  if (!wrong) return nearest;
  return static_cast<std::uint16_t>(up == negative ? nearest - 1 : nearest + 1);
}

template <class T>
void check_conversions_of(T value) {
  const auto number = static_cast<double>(value);
  SCOPED_TRACE(number);
  const auto check = [](Half actual, std::uint16_t expected) {
    if (is_nan(expected)) {
      EXPECT_TRUE(is_nan(bits_of(actual)));
    } else {
      EXPECT_EQ(bits_of(actual), expected);
    }
  };
  check(to_half(value), directed_half(number, FE_TONEAREST));
  check(to_half_rte(value), directed_half(number, FE_TONEAREST));
  check(to_half_rtz(value), directed_half(number, FE_TOWARDZERO));
  check(to_half_rtp(value), directed_half(number, FE_UPWARD));
  check(to_half_rtn(value), directed_half(number, FE_DOWNWARD));
}

TEST(HalfConversions, FromFloatingPointRoundInTheirDirection) {
  for (unsigned half = 0; half < 0x7c00 && !HasFailure(); ++half) {
    const double value = value_of(half);
    const double next = half == 0x7bff ? 0x1p16 : value_of(half + 1);
    for (const double number : {value, value + (next - value) / 2, std::nextafter(value, next),
                                std::nextafter(next, value)}) {
      check_conversions_of(number);
      check_conversions_of(-number);
      check_conversions_of(static_cast<float>(number));
      check_conversions_of(static_cast<float>(-number));
    }
  }
  for (const double number : {65519.9, 65520.0, 1e6, 1e30, 1e-30, 1e300, 5e-324}) {
    check_conversions_of(number);
    check_conversions_of(-number);
  }
  check_conversions_of(std::numeric_limits<double>::infinity());
  check_conversions_of(-std::numeric_limits<double>::infinity());
  check_conversions_of(std::numeric_limits<double>::quiet_NaN());
}

TEST(HalfConversions, FromIntegersRoundInTheirDirection) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    const auto bits = random();
    const int places = static_cast<int>(bits % 64);
    check_conversions_of(static_cast<signed char>(bits >> 8));
    check_conversions_of(static_cast<unsigned short>(bits >> 8));
    check_conversions_of(static_cast<int>(bits) >> places % 32);
    check_conversions_of(static_cast<unsigned>(bits) >> places % 32);
    check_conversions_of(static_cast<long>(random()) >> places);
    check_conversions_of(random() >> places);
  }
  for (const long value : {65503L, 65504L, 65505L, 65519L, 65520L, 65535L, 65536L, 0x7fffffffL}) {
    check_conversions_of(value);
    check_conversions_of(-value);
    check_conversions_of(static_cast<int>(-value));
    check_conversions_of(static_cast<unsigned>(value));
  }
  check_conversions_of(std::numeric_limits<long>::min());
  check_conversions_of(std::numeric_limits<unsigned long>::max());
}

TEST(HalfConversions, OfVectorsAreThoseOfTheirComponents) {
  const Half4 halves = convert_half4_rtz(Float4{1.0009F, -1e6F, 1e-9F, 0.1F});
  EXPECT_EQ(bits_of(halves[0]), 0x3c00);
  EXPECT_EQ(bits_of(halves[1]), 0xfbff);
  EXPECT_EQ(bits_of(halves[2]), 0x0000);
  EXPECT_EQ(bits_of(halves[3]), 0x2e66);
}

TEST(HalfConversions, ToIntegersRoundAndSaturate) {
  const Half x = half_of(nearest_half(2.5));
  EXPECT_EQ(convert_int(x), 2);
  EXPECT_EQ(convert_int_rte(x), 2);
  EXPECT_EQ(convert_int_rtp(x), 3);
  EXPECT_EQ(convert_int_rtn(-x), -3);
  EXPECT_EQ(convert_char_sat(half_of(0xd900)), -128);
  EXPECT_EQ(convert_char_sat(not_a_number), 0);
  EXPECT_EQ(convert_uchar_sat_rte(half_of(nearest_half(254.5))), 254);
  EXPECT_EQ(convert_long_sat(-infinity), std::numeric_limits<long>::min());
  EXPECT_EQ(convert_double(half_of(1)), 0x1p-24);
}

TEST(HalfMath, FusedMultiplyAddIsRoundedOnce) {
  // 2^-24 more or less than a tie, beyond what single precision holds beside 1.
  const Half just_above_one = half_of(0x3c01);
  const Half c = half_of(nearest_half(0x1p-11));
  std::mt19937 random(1);
  for (int i = 0; i < 100000 && !HasFailure(); ++i) {
    const Half x = half_of(random() & 0xffff);
    const Half y = half_of(random() & 0xffff);
    const Half z = half_of(random() & 0xffff);
    const double product = static_cast<double>(x) * static_cast<double>(y);
    const auto expected = nearest_half_of_sum(product, static_cast<double>(z));
    const auto actual = bits_of(builtin_fma(x, y, z));
    EXPECT_TRUE(actual == expected || (is_nan(actual) && is_nan(expected))) << i;
  }
  EXPECT_EQ(bits_of(builtin_fma(just_above_one, just_above_one, c)),
            nearest_half_of_sum(1.0009765625 * 1.0009765625, 0x1p-11));
  const Half4 all = builtin_fma(Half4{1, 2, 3, 4}, Half4{1, 2, 3, 4}, Half4{1, 1, 1, 1});
  EXPECT_EQ(all[3], 17);
  EXPECT_EQ(builtin_mad(3, 4, 5), 17);
}

TEST(HalfMath, NeighboursAreOneStepAway) {
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    EXPECT_EQ(bits_of(builtin_nextafter(half_of(bits), infinity)), bits + 1);
    EXPECT_EQ(bits_of(builtin_nextafter(half_of(bits + 1), -infinity)), bits);
  }
  EXPECT_EQ(bits_of(builtin_nextafter(0, -1)), 0x8001);
  EXPECT_EQ(bits_of(builtin_nextafter(half_of(0x8000), 1)), 0x0001);
  EXPECT_EQ(bits_of(builtin_nextafter(0, half_of(0x8000))), 0x8000);
  EXPECT_TRUE(is_nan(bits_of(builtin_nextafter(1, not_a_number))));
}

TEST(HalfMath, PartsAreExact) {
  const Half least = half_of(1);
  EXPECT_EQ(builtin_ilogb(least), -24);
  EXPECT_EQ(builtin_logb(half_of(0x0200)), -15);
  EXPECT_EQ(builtin_ilogb(0), std::numeric_limits<int>::min());
  EXPECT_EQ(builtin_maxmag(-3, 2), -3);
  EXPECT_EQ(builtin_copysign(3, -0.0F), -3);
  EXPECT_TRUE(is_nan(bits_of(builtin_nan(17))));
  Half whole = 0;
  EXPECT_EQ(bits_of(fract(-least, &whole)), 0x3bff);
  EXPECT_EQ(whole, -1);
  EXPECT_EQ(builtin_modf(half_of(nearest_half(-2.75)), &whole), half_of(nearest_half(-0.75)));
  EXPECT_EQ(whole, -2);
  int exponent = 0;
  EXPECT_EQ(builtin_frexp(half_of(0x0003), &exponent), half_of(nearest_half(0.75)));
  EXPECT_EQ(exponent, -22);
  EXPECT_EQ(builtin_remquo(7, 2, &exponent), -1);
  EXPECT_EQ(exponent, 4);
}

TEST(HalfMath, VectorsAreTheirComponents) {
  const Half4 x = {-1, 0, 1, 10};
  const Half4 y = builtin_exp(x);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(y[i], builtin_exp(x[i]));
  Half4 cosines;
  const Half4 sines = sincos(Half4{0, 1, 2, 3}, &cosines);
  EXPECT_EQ(sines[0], 0);
  EXPECT_EQ(cosines[0], 1);
  EXPECT_EQ(bits_of(sines[2]), nearest_half(std::sin(2.0)));
  EXPECT_EQ(bits_of(cosines[3]), nearest_half(std::cos(3.0)));
}

/// The nearest half.
double rounded(double value) {
  return static_cast<double>(half_of(nearest_half(value)));
}

// OpenCL C 3.0, 6.15.4: t * t * (3 - 2 * t) of the type of the operands, so that each step is rounded to half.
TEST(HalfCommonAndGeometric, RoundsEachStepOfSmoothstep) {
  int wrong = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double x = rounded(0.1 + i * 0.0008);
    const double from = rounded(0.1);
    const double to = rounded(0.9);
    const double part = rounded(rounded(x - from) / rounded(to - from));
    const double t = part < 0 ? 0 : part > 1 ? 1 : part;
    const double expected = rounded(rounded(t * t) * rounded(3 - 2 * t));
    wrong += bits_of(smoothstep(half_of(nearest_half(from)), half_of(nearest_half(to)),
                                half_of(nearest_half(x)))) != nearest_half(expected);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(HalfCommonAndGeometric, GiveTheirFormulas) {
  EXPECT_EQ(clamp(7, -2, 5), 5);
  EXPECT_EQ(clamp(Half4{-9, 0, 3, 9}, -2, 5)[0], -2);
  EXPECT_EQ(builtin_max(2, 3), 3);
  EXPECT_EQ(degrees(half_of(nearest_half(3.140625))), half_of(nearest_half(179.94456)));
  EXPECT_EQ(mix(1, 3, half_of(nearest_half(0.5))), 2);
  EXPECT_EQ(smoothstep(0, 2, 1), half_of(nearest_half(0.5)));
  EXPECT_EQ(step(2, Half4{1, 2, 3, 4})[0], 0);
  EXPECT_EQ(step(2, Half4{1, 2, 3, 4})[1], 1);
  EXPECT_EQ(sign(-3), -1);
  EXPECT_EQ(bits_of(sign(half_of(0x8000))), 0x8000);
  EXPECT_EQ(bits_of(sign(not_a_number)), 0);
  const Half4 a = {1, 2, 3, 4};
  const Half4 b = {2, 0, 1, 1};
  EXPECT_EQ(dot(a, b), 9);
  EXPECT_EQ(cross(a, b)[0], 2);
  EXPECT_EQ(cross(a, b)[3], 0);
  EXPECT_EQ(bits_of(length(a)), nearest_half(std::sqrt(30.0)));
  EXPECT_EQ(length(Half4{30000, 40000, 0, 0}), 50000);  // whose squares are no halves
  EXPECT_EQ(distance(a, a + Half4{3, 0, 4, 0}), 5);
  EXPECT_EQ(bits_of(normalize(a)[3]), nearest_half(4 / std::sqrt(30.0)));
}

TEST(HalfRelational, Are1ForScalarsAndAllBitsForVectors) {
  EXPECT_EQ(builtin_isless(1, 2), 1);
  EXPECT_EQ(builtin_isless(1, not_a_number), 0);
  EXPECT_EQ(builtin_isless(Half4{1, 2, 3, 4}, Half4{2, 2, 4, 4})[0], -1);
  EXPECT_EQ(builtin_isless(Half4{1, 2, 3, 4}, Half4{2, 2, 4, 4})[1], 0);
  EXPECT_EQ(builtin_isunordered(1, not_a_number), 1);
  EXPECT_EQ(builtin_islessgreater(1, 1), 0);
  EXPECT_EQ(builtin_isnan(not_a_number), 1);
  EXPECT_EQ(builtin_isinf(-infinity), 1);
  EXPECT_EQ(builtin_isfinite(infinity), 0);
  EXPECT_EQ(builtin_isnormal(half_of(0x03ff)), 0);
  EXPECT_EQ(builtin_isnormal(half_of(0x0400)), 1);
  EXPECT_EQ(builtin_signbit(half_of(0x8000)), 1);
  EXPECT_EQ(builtin_signbit(Half4{-1, 1, 0, 0})[0], -1);
  EXPECT_EQ(builtin_select(1, 2, 1), 2);
  EXPECT_EQ(builtin_select(Half4{1, 2, 3, 4}, Half4{5, 6, 7, 8}, Short4{-1, 1, 0, -9})[0], 5);
  EXPECT_EQ(builtin_select(Half4{1, 2, 3, 4}, Half4{5, 6, 7, 8}, Short4{-1, 1, 0, -9})[1], 2);
  EXPECT_EQ(bits_of(bitselect(half_of(0x0f0f), half_of(0x3333), half_of(0x5555))), 0x1b1b);
}

TEST(HalfVectors, AreShuffledLoadedAndStored) {
  EXPECT_EQ(shuffle(Half4{10, 11}, Ushort4{1, 0, 1, 1})[0], 11);
  EXPECT_EQ(shuffle2(Half4{1, 2, 3, 4}, Half4{5, 6, 7, 8}, Ushort4{7, 0, 4, 3})[2], 5);
  std::array<Half, 9> memory = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(vload4(1, memory.data())[0], 5);
  vstore3(Half4{-1, -2, -3, -4}, 1, memory.data());
  EXPECT_EQ(memory[2], 3);
  EXPECT_EQ(memory[5], -3);
  EXPECT_EQ(memory[6], 7);
}

}  // namespace
}  // namespace cleave::test
