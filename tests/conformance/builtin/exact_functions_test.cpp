// Functions that take numbers apart or choose among them, and what some give through a pointer, in
// every type: of one number for every half.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "tests/support/half.h"
#include "ulp.h"

using cleave::test::Half;

// T is a type and CODE what mangled names call it; NAN_CODE is the type of a NaN's code.
#define FUNCTIONS_OF(T, CODE, NAN_CODE, NAN_TYPE)                 \
  int builtin_ilogb(T) asm("_Z5ilogb" #CODE);                     \
  T builtin_logb(T) asm("_Z4logb" #CODE);                         \
  T builtin_nextafter(T, T) asm("_Z9nextafter" #CODE #CODE);      \
  T builtin_copysign(T, T) asm("_Z8copysign" #CODE #CODE);        \
  T builtin_maxmag(T, T) asm("_Z6maxmag" #CODE #CODE);            \
  T builtin_minmag(T, T) asm("_Z6minmag" #CODE #CODE);            \
  T builtin_mad(T, T, T) asm("_Z3mad" #CODE #CODE #CODE);         \
  T builtin_nan(NAN_TYPE) asm("_Z3nan" #NAN_CODE);                \
  T builtin_fract(T, T*) asm("_Z5fract" #CODE "P" #CODE);         \
  T builtin_modf(T, T*) asm("_Z4modf" #CODE "P" #CODE);           \
  T builtin_frexp(T, int*) asm("_Z5frexp" #CODE "Pi");            \
  T builtin_remquo(T, T, int*) asm("_Z6remquo" #CODE #CODE "Pi"); \
  T builtin_lgamma_r(T, int*) asm("_Z8lgamma_r" #CODE "Pi");
FUNCTIONS_OF(float, f, j, unsigned)
FUNCTIONS_OF(double, d, m, unsigned long)
FUNCTIONS_OF(Half, Dh, t, unsigned short)

namespace cleave::test {

namespace {

template <class T>
constexpr bool is_half = std::is_same_v<T, Half>;

/// Integers of a type's size, as which numbers of one sign are in order.
template <class T>
using BitsOf = std::conditional_t<is_half<T>, std::uint16_t, Bits<T>>;
template <class T>
constexpr BitsOf<T> sign_bit = BitsOf<T>{1} << (8 * sizeof(T) - 1);

template <class T>
BitsOf<T> to_bits(T number) {
  return std::bit_cast<BitsOf<T>>(number);
}
template <class T>
double value(T number) {
  if constexpr (is_half<T>) {
    return value_of(bits_of(number));
  } else {
    return number;
  }
}

/// All halves; special and random numbers of the other types.
template <class T>
std::vector<T> numbers() {
  std::vector<T> result;
  if constexpr (is_half<T>) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) result.push_back(half_of(bits));
  } else {
    result = special_values<T>();
    for (const T number : random_values<T>(2000, 7)) result.push_back(number);
  }
  return result;
}

template <class T>
struct Pair {
  T x, y;
};

/// All pairs of special numbers, and random ones.
template <class T>
std::vector<Pair<T>> pairs() {
  std::vector<T> special, others = numbers<T>();
  if constexpr (is_half<T>) {
    for (const std::uint16_t bits : special_halves()) special.push_back(half_of(bits));
  } else {
    special = special_values<T>();
  }
  std::vector<Pair<T>> result;
  for (const T x : special) {
    for (const T y : special) result.push_back({x, y});
  }
  const std::vector<T> firsts = others;
  std::shuffle(others.begin(), others.end(), std::mt19937(8));
  for (std::size_t i = 0; i < others.size(); ++i) result.push_back({firsts[i], others[i]});
  return result;
}

/// Two numbers are the same, or both NaN; zeros by their sign.
template <class T>
bool are_same(T actual, double expected) {
  const double number = value(actual);
  if (std::isnan(expected)) return std::isnan(number);
  return number == expected && std::signbit(number) == std::signbit(expected);
}

#define EXPECT_SAME(ACTUAL, EXPECTED, X, Y)                                                        \
  EXPECT_TRUE(are_same(ACTUAL, EXPECTED)) << std::hexfloat << value(X) << ", " << value(Y) << ": " \
                                          << value(ACTUAL) << " instead of " << (EXPECTED)

/// A type by name: g++ has no type information of halves.
template <class T>
struct Of {
  using Number = T;
};

template <class T>
class ExactFunctions : public testing::Test {};
using Types = testing::Types<Of<float>, Of<double>, Of<Half>>;
TYPED_TEST_SUITE(ExactFunctions, Types);

TYPED_TEST(ExactFunctions, LogbAndIlogbAreTheExponent) {
  using Number = typename TypeParam::Number;
  for (const Number x : numbers<Number>()) {
    EXPECT_SAME(builtin_logb(x), std::logb(value(x)), x, x);
    const int actual = builtin_ilogb(x);
    // FP_ILOGBNAN of OpenCL C 3.0, 6.15.2, is either; FP_ILOGB0 of ours is that of the C library.
    if (std::isnan(value(x))) {
      EXPECT_TRUE(actual == std::numeric_limits<int>::max() ||
                  actual == std::numeric_limits<int>::min());
    } else {
      EXPECT_EQ(actual, std::ilogb(value(x))) << std::hexfloat << value(x);
    }
  }
}

TYPED_TEST(ExactFunctions, NextafterIsTheNextNumberInTheDirectionOfTheOther) {
  using Number = typename TypeParam::Number;
  for (const auto& [x, y] : pairs<Number>()) {
    const double from = value(x), to = value(y);
    const Number next = builtin_nextafter(x, y);
    if (std::isnan(from) || std::isnan(to) || from == to) {
      const double expected = std::isnan(from) ? from : to;
      EXPECT_TRUE(std::isnan(expected) ? std::isnan(value(next)) : value(next) == expected) << from;
      continue;
    }
    const bool is_away_from_zero = from == 0 || (from < to) == (from > 0);
    const BitsOf<Number> sign = (from == 0 ? to : from) < 0 ? sign_bit<Number> : 0;
    const BitsOf<Number> size = to_bits(x) & static_cast<BitsOf<Number>>(~sign_bit<Number>);
    const auto expected = static_cast<BitsOf<Number>>(sign | (size + (is_away_from_zero ? 1 : -1)));
    EXPECT_EQ(to_bits(next), expected) << std::hexfloat << from << ", " << to;
  }
}

TYPED_TEST(ExactFunctions, CopysignTakesTheSizeOfOneAndTheSignOfTheOther) {
  using Number = typename TypeParam::Number;
  for (const auto& [x, y] : pairs<Number>()) {
    const BitsOf<Number> sign = sign_bit<Number>;
    const auto expected = static_cast<BitsOf<Number>>((to_bits(x) & ~sign) | (to_bits(y) & sign));
    EXPECT_EQ(to_bits(builtin_copysign(x, y)), expected) << std::hexfloat << value(x) << value(y);
  }
}

TYPED_TEST(ExactFunctions, MaxmagAndMinmagChooseBySizeAndElseAsFmaxAndFmin) {
  using Number = typename TypeParam::Number;
  for (const auto& [x, y] : pairs<Number>()) {
    const double first = value(x), second = value(y);
    const bool is_less = std::fabs(first) < std::fabs(second);
    const bool is_greater = std::fabs(first) > std::fabs(second);
    const double greater = is_greater ? first : is_less ? second : std::fmax(first, second);
    const double lesser = is_greater ? second : is_less ? first : std::fmin(first, second);
    // The functions may return either of two zeros.
    if (first == 0 && second == 0) {
      EXPECT_EQ(value(builtin_maxmag(x, y)), 0);
      EXPECT_EQ(value(builtin_minmag(x, y)), 0);
      continue;
    }
    EXPECT_SAME(builtin_maxmag(x, y), greater, x, y);
    EXPECT_SAME(builtin_minmag(x, y), lesser, x, y);
  }
}

/// Returns the product and the sum rounded once, or each of them (OpenCL C 3.0, 7.4).
template <class T>
std::vector<double> products_and_sums(T x, T y, T z) {
  if constexpr (is_half<T>) {
    const auto product = half_of(nearest_half(value(x) * value(y)));
    return {value_of(nearest_half_of_sum(value(x) * value(y), value(z))),
            value_of(nearest_half_of_sum(value(product), value(z)))};
  } else {
    const volatile T product = x * y;
    return {std::fma(x, y, z), product + z};
  }
}

TYPED_TEST(ExactFunctions, MadIsAProductAndASumRoundedOnceOrTwice) {
  using Number = typename TypeParam::Number;
  const std::vector<Number> others = numbers<Number>();
  std::size_t next = 0;
  for (const auto& [x, y] : pairs<Number>()) {
    const Number z = others[next++ * 31 % others.size()];
    const Number actual = builtin_mad(x, y, z);
    const std::vector<double> allowed = products_and_sums(x, y, z);
    EXPECT_TRUE(are_same(actual, allowed[0]) || are_same(actual, allowed[1]))
        << std::hexfloat << value(x) << " * " << value(y) << " + " << value(z) << ": "
        << value(actual) << " instead of " << allowed[0];
  }
}

TYPED_TEST(ExactFunctions, NanIsQuietAndHasItsCode) {
  using Number = typename TypeParam::Number;
  constexpr int digits = Format<Number>::digits;
  constexpr auto quiet = static_cast<BitsOf<Number>>(BitsOf<Number>{1} << (digits - 2));
  constexpr auto code_bits = static_cast<BitsOf<Number>>(quiet - 1);
  for (const unsigned code : {0U, 1U, 17U, 0xffU}) {
    const Number result = builtin_nan(static_cast<BitsOf<Number>>(code));
    EXPECT_TRUE(std::isnan(value(result)));
    EXPECT_NE(to_bits(result) & quiet, 0);
    EXPECT_EQ(to_bits(result) & code_bits, code);
  }
}

TYPED_TEST(ExactFunctions, FractModfAndFrexpPartANumber) {
  using Number = typename TypeParam::Number;
  const double below_one = 1 - std::ldexp(1.0, -Format<Number>::digits);
  for (const Number x : numbers<Number>()) {
    Number whole = 0;
    double expected_whole = 0;
    const Number part = builtin_modf(x, &whole);
    EXPECT_SAME(part, std::modf(value(x), &expected_whole), x, x);
    EXPECT_SAME(whole, expected_whole, x, x);

    int exponent = 0, expected_exponent = 0;
    EXPECT_SAME(builtin_frexp(x, &exponent), std::frexp(value(x), &expected_exponent), x, x);
    if (std::isfinite(value(x))) {
      EXPECT_EQ(exponent, expected_exponent) << std::hexfloat << value(x);
    }

    const Number fraction = builtin_fract(x, &whole);
    EXPECT_SAME(whole, std::floor(value(x)), x, x);
    if (!std::isfinite(value(x))) continue;
    const double difference = value(x) - std::floor(value(x));
    EXPECT_LE(value(fraction), below_one);
    // Fractions within half a unit of 1 become the number below 1.
    if (difference <= below_one) {
      EXPECT_NEAR(value(fraction), difference, std::ldexp(difference, -Format<Number>::digits));
    } else {
      EXPECT_EQ(value(fraction), below_one);
    }
    // A zero may have the sign of x.
    if (value(fraction) != 0) {
      EXPECT_GT(value(fraction), 0);
    } else if (value(x) == 0) {
      EXPECT_SAME(fraction, value(x), x, x);
    }
  }
}

TYPED_TEST(ExactFunctions, RemquoGivesTheRemainderAndTheLowBitsOfTheQuotient) {
  using Number = typename TypeParam::Number;
  for (const auto& [x, y] : pairs<Number>()) {
    int quotient = 0, expected_quotient = 0;
    EXPECT_SAME(builtin_remquo(x, y, &quotient),
                std::remquo(value(x), value(y), &expected_quotient), x, y);
    if (!std::isfinite(value(x)) || std::isnan(value(y)) || value(y) == 0) continue;
    // C promises 3 bits; they are the low ones of ours.
    EXPECT_EQ(quotient % 8, expected_quotient % 8) << std::hexfloat << value(x) << ", " << value(y);
    EXPECT_LT(std::abs(quotient), 128);
  }
}

// Its zeros at negative arguments are not numbers of the type: near them errors are absolute ones.
TYPED_TEST(ExactFunctions, LgammaRGivesTheLogarithmAndTheSignOfGamma) {
  using Number = typename TypeParam::Number;
  const double near_zeros = 6 * std::ldexp(1.0, -Format<Number>::digits);
  const std::vector<Number> all = numbers<Number>();
  // MPFR takes half a millisecond for one.
  constexpr std::size_t step = is_half<Number> ? 23 : 1;
  for (std::size_t i = 0; i < all.size(); i += step) {
    const Number x = all[i];
    int sign = 7, expected_sign = 0;
    const Number actual = builtin_lgamma_r(x, &sign);
    Exact exact;
    exact = value(x);
    mpfr_lgamma(exact, &expected_sign, exact, MPFR_RNDN);
    const double ulps = ulps_between<Number>(value(actual), exact);
    const bool is_near = std::fabs(value(actual) - mpfr_get_d(exact, MPFR_RNDN)) <= near_zeros;
    EXPECT_TRUE(ulps <= 4 || (value(x) < 0 && is_near))
        << std::hexfloat << value(x) << ": " << value(actual) << ", " << ulps << " units wrong";
    // Gamma has no sign at its poles, nor where it is none.
    const bool is_pole = value(x) <= 0 && value(x) == std::floor(value(x));
    if (!is_pole && !std::isnan(value(x))) {
      EXPECT_EQ(sign, expected_sign) << std::hexfloat << value(x);
    }
  }
}

}  // namespace
}  // namespace cleave::test
