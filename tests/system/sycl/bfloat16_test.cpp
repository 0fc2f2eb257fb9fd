// Computes with bfloat16 on hosts and devices (sycl_ext_oneapi_bfloat16).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

namespace oneapi = sycl::ext::oneapi;
using oneapi::bfloat16;

static_assert(SYCL_EXT_ONEAPI_BFLOAT16 == 1);
static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16>);
static_assert(std::is_trivially_default_constructible_v<bfloat16>);
static_assert(std::is_same_v<decltype(bfloat16() + 1), bfloat16>);
static_assert(std::is_same_v<decltype(2.0 * bfloat16()), bfloat16>);
static_assert(std::is_same_v<decltype(bfloat16() < 1), bool>);

std::uint16_t bits_of(bfloat16 value) {
  std::uint16_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
bfloat16 of_bits(std::uint16_t bits) {
  bfloat16 value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof bits);
  return value;
}
float float_of_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof bits);
  return value;
}

TEST(Bfloat16, FloatsAreRoundedToTheNearest) {
  EXPECT_EQ(bits_of(1.0f), 0x3f80);
  EXPECT_EQ(bits_of(float_of_bits(0x3f808000)), 0x3f80);  // half way: to the even one
  EXPECT_EQ(bits_of(float_of_bits(0x3f818000)), 0x3f82);
  EXPECT_EQ(bits_of(float_of_bits(0x3f808001)), 0x3f81);
  EXPECT_EQ(bits_of(float_of_bits(0x7f7fffff)), 0x7f80);  // beyond the largest
  EXPECT_EQ(bits_of(-0.0f), 0x8000);
  EXPECT_EQ(bits_of(float_of_bits(0x00008001)), 0x0001);  // below the least normal one
  EXPECT_TRUE(oneapi::isnan(bfloat16(float_of_bits(0x7f800001))));
  EXPECT_EQ(static_cast<float>(bfloat16(sycl::half(0.5f))), 0.5f);
  EXPECT_EQ(sycl::half(bfloat16(0.25f)), sycl::half(0.25f));
}

TEST(Bfloat16, EveryNumberIsAFloat) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const bfloat16 value = of_bits(static_cast<std::uint16_t>(bits));
    const float wide = value;
    EXPECT_EQ(std::isnan(wide), oneapi::isnan(value));
    if (!std::isnan(wide)) EXPECT_EQ(bits_of(bfloat16(wide)), bits);
    EXPECT_EQ(static_cast<bool>(value), wide != 0.0f);
  }
}

TEST(Bfloat16, OperatorsTakeOtherNumbers) {
  bfloat16 value = 3;
  value += 1;
  value *= bfloat16(2.5f);
  EXPECT_EQ(value, 10);
  EXPECT_EQ(value-- - 1, 9.0);
  EXPECT_EQ(++value, 10.0f);
  EXPECT_EQ(-value / 4, -2.5);
  EXPECT_TRUE(1 < value && value <= 10.0f && value != 11u && value > bfloat16(9));
  value = sycl::half(2);
  EXPECT_EQ(value + sycl::half(1), 3);
}

TEST(Bfloat16, LimitsAreThoseOfItsBits) {
  using limits = std::numeric_limits<bfloat16>;
  EXPECT_EQ(static_cast<float>(limits::epsilon()), 0x1p-7f);
  EXPECT_EQ(static_cast<float>(limits::min()), std::numeric_limits<float>::min());
  EXPECT_EQ(static_cast<float>(limits::max()), 0x1.fep127f);
  EXPECT_EQ(static_cast<float>(limits::denorm_min()), 0x1p-133f);
  EXPECT_TRUE(oneapi::isnan(limits::quiet_NaN()));
}

/// By doubles: the product is exact, and the sum's rest says where it lies between two numbers.
bfloat16 exact_fma(float a, float b, float c) {
  const double product = static_cast<double>(a) * b;
  const double sum = product + c;
  const double of_c = sum - product;
  const double rest = (product - (sum - of_c)) + (static_cast<double>(c) - of_c);
  const bfloat16 near = static_cast<float>(sum);
  bfloat16 best = near;
  for (const int step : {-1, 1}) {
    const bfloat16 other = of_bits(static_cast<std::uint16_t>(bits_of(near) + step));
    const double to_best = std::abs((static_cast<double>(best) - sum) - rest);
    const double to_other = std::abs((static_cast<double>(other) - sum) - rest);
    if (to_other < to_best || (to_other == to_best && bits_of(other) % 2 == 0)) best = other;
  }
  return best;
}

TEST(Bfloat16, FmaIsRoundedOnce) {
  // The product lies half way between 0x3fc1 and 0x3fc2, and float holds no sum of it and the least.
  const bfloat16 a = 1.5f, b = 0x1.02p0f;
  EXPECT_EQ(bits_of(oneapi::fma(a, b, bfloat16(0.0f))), 0x3fc2);
  EXPECT_EQ(bits_of(oneapi::fma(a, b, bfloat16(-0x1p-60f))), 0x3fc1);
  EXPECT_EQ(bits_of(oneapi::fma(bfloat16(-1.5f), b, bfloat16(0x1p-60f))), 0xbfc1);
  EXPECT_EQ(bits_of(oneapi::fma(a * 0x1p-70f, b * 0x1p-60f, bfloat16(-0x1p-133f))),
            bits_of(exact_fma(a * 0x1p-70f, b * 0x1p-60f, bfloat16(-0x1p-133f))));
  EXPECT_EQ(bits_of(oneapi::fma(a * 0x1p64f, b * 0x1p62f, bfloat16(-1))), 0x7ec1);
  std::mt19937 random(1);
  std::uniform_int_distribution<unsigned> exponent(100, 150), significand(0, 127);
  const auto number = [&](unsigned its_exponent) {
    return of_bits(
        static_cast<std::uint16_t>(its_exponent << 7 | significand(random) | (random() & 1) << 15));
  };
  for (int i = 0; i < 100000; ++i) {
    const unsigned first = exponent(random), second = exponent(random);
    const bfloat16 x = number(first), y = number(second);
    const bfloat16 z = number(first + second - 127 + random() % 40 - 20);
    EXPECT_EQ(bits_of(oneapi::fma(x, y, z)), bits_of(exact_fma(x, y, z)))
        << float(x) << ' ' << float(y) << ' ' << float(z);
  }
}

TEST(Bfloat16, DevicesComputeAlike) {
  sycl::queue queue;
  constexpr size_t count = 1024;
  bfloat16* const values = sycl::malloc_shared<bfloat16>(3 * count, queue);
  std::mt19937 random(2);
  for (size_t i = 0; i < 3 * count; ++i) values[i] = static_cast<float>(random() % 2000) / 64 - 15;
  bfloat16* const made = sycl::malloc_shared<bfloat16>(4 * count, queue);
  const auto compute = [=](size_t i, bfloat16* to) {
    const bfloat16 a = values[i], b = values[count + i], c = values[2 * count + i];
    to[0] = a * b - c / 3;
    to[1] = oneapi::fma(a, b, c);
    to[2] = oneapi::sqrt(oneapi::fabs(a)) + oneapi::fmax(b, c) + oneapi::trunc(a);
    sycl::marray<bfloat16, 2> both(a, b);
    both = oneapi::rint(both + both) * both;
    to[3] = both[0] + both[1] + (oneapi::isnan(both)[0] ? 1 : 0);
  };
  queue.parallel_for(count, [=](sycl::id<1> i) { compute(i, made + 4 * i); }).wait();
  for (size_t i = 0; i < count; ++i) {
    bfloat16 expected[4];
    compute(i, expected);
    for (size_t j = 0; j < 4; ++j)
      EXPECT_EQ(bits_of(made[4 * i + j]), bits_of(expected[j])) << i << ' ' << j;
  }
  sycl::free(values, queue);
  sycl::free(made, queue);
}

TEST(Bfloat16, FunctionsAreThoseOfFloatRounded) {
  for (const float x : {0.5f, 1.0f, 2.5f, 7.0f}) {
    const bfloat16 value = x;
    EXPECT_EQ(oneapi::ceil(value), std::ceil(x));
    EXPECT_EQ(oneapi::floor(value), std::floor(x));
    EXPECT_EQ(oneapi::rint(value), std::rint(x));
    EXPECT_EQ(oneapi::cos(value), bfloat16(std::cos(x)));
    EXPECT_EQ(oneapi::sin(value), bfloat16(std::sin(x)));
    EXPECT_EQ(oneapi::exp(value), bfloat16(std::exp(x)));
    EXPECT_EQ(oneapi::exp2(value), bfloat16(std::exp2(x)));
    EXPECT_EQ(oneapi::exp10(value), bfloat16(std::pow(10.0f, x)));
    EXPECT_EQ(oneapi::log(value), bfloat16(std::log(x)));
    EXPECT_EQ(oneapi::log2(value), bfloat16(std::log2(x)));
    EXPECT_EQ(oneapi::log10(value), bfloat16(std::log10(x)));
    EXPECT_EQ(oneapi::rsqrt(value), bfloat16(1 / std::sqrt(x)));
    EXPECT_EQ(oneapi::experimental::fmin(value, bfloat16(1)), std::fmin(x, 1.0f));
  }
  EXPECT_EQ(oneapi::fmax(std::numeric_limits<bfloat16>::quiet_NaN(), bfloat16(2)), 2);
}

}  // namespace
