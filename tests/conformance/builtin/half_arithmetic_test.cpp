// Operations on halves as the compiler lowers them for processors with and without conversions and
// arithmetic of their own, of scalars and of vectors, against exact arithmetic on integers.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <random>
#include <vector>

#include "tests/support/half.h"

#define OPERATIONS(M, SUFFIX)  \
  M(add, SUFFIX)               \
  M(subtract, SUFFIX)          \
  M(multiply, SUFFIX)          \
  M(divide, SUFFIX)            \
  M(fma, SUFFIX)               \
  M(multiply_then_add, SUFFIX) \
  M(negate, SUFFIX)            \
  M(fabs, SUFFIX)              \
  M(copysign, SUFFIX)          \
  M(sqrt, SUFFIX)              \
  M(rint, SUFFIX)              \
  M(less, SUFFIX)              \
  M(from_single, SUFFIX)       \
  M(from_double, SUFFIX)       \
  M(from_long, SUFFIX)         \
  M(to_single, SUFFIX)         \
  M(to_double, SUFFIX)         \
  M(to_long, SUFFIX)

#define DECLARE(NAME, SUFFIX) \
  void half_##NAME##_##SUFFIX(const void* a, const void* b, const void* c, void* result);
extern "C" {
OPERATIONS(DECLARE, integers)
OPERATIONS(DECLARE, integers_vector)
OPERATIONS(DECLARE, f16c)
OPERATIONS(DECLARE, f16c_vector)
OPERATIONS(DECLARE, avx512fp16)
OPERATIONS(DECLARE, avx512fp16_vector)
}

namespace cleave::test {
namespace {

using Operation = void (*)(const void*, const void*, const void*, void*);

enum class Needs { nothing, f16c, avx512fp16 };

struct Variant {
  const char* name;
  unsigned length;
  Needs needs;
#define MEMBER(NAME, SUFFIX) Operation NAME;
  OPERATIONS(MEMBER, )
};

void PrintTo(const Variant& variant, std::ostream* out) {
  *out << variant.name;
}

#define ADDRESS(NAME, SUFFIX) half_##NAME##_##SUFFIX,
const Variant variants[] = {
    {"by_integers", 1, Needs::nothing, OPERATIONS(ADDRESS, integers)},
    {"vectors_by_integers", 16, Needs::nothing, OPERATIONS(ADDRESS, integers_vector)},
    {"with_f16c", 1, Needs::f16c, OPERATIONS(ADDRESS, f16c)},
    {"vectors_with_f16c", 16, Needs::f16c, OPERATIONS(ADDRESS, f16c_vector)},
    {"with_avx512fp16", 1, Needs::avx512fp16, OPERATIONS(ADDRESS, avx512fp16)},
    {"vectors_with_avx512fp16", 16, Needs::avx512fp16, OPERATIONS(ADDRESS, avx512fp16_vector)},
};

class HalfArithmetic : public testing::TestWithParam<Variant> {
 protected:
  void SetUp() override {
    if (GetParam().needs == Needs::f16c && !__builtin_cpu_supports("f16c")) {
      GTEST_SKIP() << "the processor has no F16C";
    }
    if (GetParam().needs == Needs::avx512fp16 && !__builtin_cpu_supports("avx512fp16")) {
      GTEST_SKIP() << "the processor has no AVX512-FP16";
    }
  }

  /// All results of an operation on these operands.
  template <class Result, class Operand>
  std::vector<Result> results(Operation operation, const std::vector<Operand>& a,
                              const std::vector<Operand>& b = {},
                              const std::vector<Operand>& c = {}) const {
    const std::size_t length = GetParam().length;
    const std::size_t padded = (a.size() + length - 1) / length * length;
    const auto fill = [padded](std::vector<Operand> values) {
      values.resize(padded);
      return values;
    };
    const std::vector<Operand> as = fill(a);
    const std::vector<Operand> bs = fill(b);
    const std::vector<Operand> cs = fill(c);
    std::vector<Result> results(padded);
    for (std::size_t i = 0; i < padded; i += length) {
      operation(&as[i], &bs[i], &cs[i], &results[i]);
    }
    results.resize(a.size());
    return results;
  }
};

using Halves = std::vector<std::uint16_t>;

Halves all_halves() {
  Halves all(0x10000);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
  return all;
}

/// Pairs of everything special, and random ones. The n-th operand of each.
struct Operands {
  Halves a, b, c;
};
Operands operands(unsigned seed, bool third) {
  Operands result;
  const Halves special = special_halves();
  const auto add = [&result](unsigned a, unsigned b, unsigned c) {
    result.a.push_back(static_cast<std::uint16_t>(a));
    result.b.push_back(static_cast<std::uint16_t>(b));
    result.c.push_back(static_cast<std::uint16_t>(c));
  };
  for (const auto a : special) {
    for (const auto b : special) {
      if (!third) add(a, b, 0);
      for (std::size_t i = 0; third && i < special.size(); ++i) add(a, b, special[i]);
    }
  }
  std::mt19937_64 random(seed);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = random();
    add(bits & 0xffff, bits >> 16 & 0xffff, bits >> 32 & 0xffff);
  }
  // Sums near ties: the third operand about 2^-11 of the product, which has bits far below.
  for (int i = 0; third && i < 200000; ++i) {
    const auto bits = random();
    const auto a = (bits & 0x03ff) | 0x3c00;
    const auto b = (bits >> 10 & 0x03ff) | (0x3c00 + (bits >> 60 << 10));
    add(static_cast<unsigned>(a), static_cast<unsigned>(b),
        static_cast<unsigned>((bits >> 20 & 0x83ff) | (bits >> 40) % 32 << 10));
  }
  return result;
}

void expect_half(std::uint16_t actual, std::uint16_t expected, const char* what, std::size_t i) {
  if (is_nan(expected)) {
    EXPECT_TRUE(is_nan(actual)) << what << ' ' << i << std::hex << ": " << actual;
  } else {
    EXPECT_EQ(actual, expected) << what << ' ' << i << std::hex << ": " << actual << " instead of "
                                << expected;
  }
}

TEST_P(HalfArithmetic, SumsProductsAndQuotientsAreCorrectlyRounded) {
  const Operands operand = operands(1, false);
  const auto& [a, b, c] = operand;
  const auto sums = results<std::uint16_t>(GetParam().add, a, b);
  const auto differences = results<std::uint16_t>(GetParam().subtract, a, b);
  const auto products = results<std::uint16_t>(GetParam().multiply, a, b);
  const auto quotients = results<std::uint16_t>(GetParam().divide, a, b);
  for (std::size_t i = 0; i < a.size() && !HasFailure(); ++i) {
    // In double precision all but quotients are exact, and those have enough bits for any tie.
    const double x = value_of(a[i]);
    const double y = value_of(b[i]);
    expect_half(sums[i], nearest_half(x + y), "sum", i);
    expect_half(differences[i], nearest_half(x - y), "difference", i);
    expect_half(products[i], nearest_half(x * y), "product", i);
    expect_half(quotients[i], nearest_half(x / y), "quotient", i);
  }
}

TEST_P(HalfArithmetic, FusedMultiplyAddIsRoundedOnce) {
  const Operands operand = operands(2, true);
  const auto& [a, b, c] = operand;
  const auto fused = results<std::uint16_t>(GetParam().fma, a, b, c);
  const auto unfused = results<std::uint16_t>(GetParam().multiply_then_add, a, b, c);
  for (std::size_t i = 0; i < a.size() && !HasFailure(); ++i) {
    const double product = value_of(a[i]) * value_of(b[i]);
    expect_half(fused[i], nearest_half_of_sum(product, value_of(c[i])), "fma", i);
    // A processor's own arithmetic may fuse what is open to it.
    if (GetParam().needs == Needs::avx512fp16) continue;
    expect_half(unfused[i], nearest_half(value_of(nearest_half(product)) + value_of(c[i])),
                "multiply, then add", i);
  }
}

TEST_P(HalfArithmetic, SignsAreBits) {
  const Halves all = all_halves();
  Halves other = all;
  for (std::size_t i = 0; i < other.size(); ++i) other[i] = static_cast<std::uint16_t>(i * 40503);
  const auto negated = results<std::uint16_t>(GetParam().negate, all);
  const auto absolute = results<std::uint16_t>(GetParam().fabs, all);
  const auto copied = results<std::uint16_t>(GetParam().copysign, all, other);
  for (std::size_t i = 0; i < all.size() && !HasFailure(); ++i) {
    EXPECT_EQ(negated[i], all[i] ^ 0x8000);
    EXPECT_EQ(absolute[i], all[i] & 0x7fff);
    EXPECT_EQ(copied[i], (all[i] & 0x7fff) | (other[i] & 0x8000));
  }
}

TEST_P(HalfArithmetic, RootsAndWholeNumbersAreCorrectlyRounded) {
  const Halves all = all_halves();
  const auto roots = results<std::uint16_t>(GetParam().sqrt, all);
  const auto whole = results<std::uint16_t>(GetParam().rint, all);
  for (std::size_t i = 0; i < all.size() && !HasFailure(); ++i) {
    expect_half(roots[i], nearest_half(std::sqrt(value_of(all[i]))), "sqrt", i);
    expect_half(whole[i], nearest_half(std::nearbyint(value_of(all[i]))), "rint", i);
  }
}

TEST_P(HalfArithmetic, ComparisonsAreOfValues) {
  const Operands operand = operands(3, false);
  const auto less = results<std::uint16_t>(GetParam().less, operand.a, operand.b);
  for (std::size_t i = 0; i < less.size() && !HasFailure(); ++i) {
    const bool expected = value_of(operand.a[i]) < value_of(operand.b[i]);
    EXPECT_EQ(less[i], expected ? 0x3c00 : 0) << operand.a[i] << " < " << operand.b[i];
  }
}

TEST_P(HalfArithmetic, ConversionsFromHalfAreExact) {
  const Halves all = all_halves();
  const auto singles = results<float>(GetParam().to_single, all);
  const auto doubles = results<double>(GetParam().to_double, all);
  const auto longs = results<std::int64_t>(GetParam().to_long, all);
  for (std::size_t i = 0; i < all.size() && !HasFailure(); ++i) {
    const double expected = value_of(all[i]);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(singles[i]) && std::isnan(doubles[i])) << i;
      continue;
    }
    EXPECT_EQ(std::bit_cast<std::uint64_t>(doubles[i]), std::bit_cast<std::uint64_t>(expected));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(singles[i]),
              std::bit_cast<std::uint32_t>(static_cast<float>(expected)));
    if (std::isinf(expected)) continue;
    EXPECT_EQ(longs[i], static_cast<std::int64_t>(expected));
  }
}

/// Every half, every tie between two, and what lies beside those; and random numbers.
template <class T>
std::vector<T> numbers_near_halves() {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  std::vector<T> numbers = {0, std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min(),
                            std::numeric_limits<T>::max(), std::numeric_limits<T>::quiet_NaN()};
  for (std::uint16_t half = 0; half < 0x7c00; ++half) {
    const T value = static_cast<T>(value_of(half));
    const T next = half == 0x7bff ? T(0x1p16) : static_cast<T>(value_of(half + 1));
    for (const T number : {value, value + (next - value) / 2}) {
      for (const T near :
           {std::nextafter(number, -infinity), number, std::nextafter(number, infinity)}) {
        numbers.push_back(near);
        numbers.push_back(-near);
      }
    }
  }
  std::mt19937_64 random(4);
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (int i = 0; i < 100000; ++i) {
    numbers.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
    numbers.push_back(static_cast<T>(
        std::ldexp(static_cast<double>(random()), -64 + static_cast<int>(random() % 50) - 30)));
  }
  return numbers;
}

template <class T>
void check_rounding(const std::vector<T>& numbers, const Halves& halves) {
  for (std::size_t i = 0; i < numbers.size() && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(numbers[i]);
    expect_half(halves[i], nearest_half(static_cast<double>(numbers[i])), "conversion", i);
  }
}

TEST_P(HalfArithmetic, ConversionsToHalfRoundToTheNearest) {
  const auto singles = numbers_near_halves<float>();
  check_rounding(singles, results<std::uint16_t>(GetParam().from_single, singles));
  const auto doubles = numbers_near_halves<double>();
  check_rounding(doubles, results<std::uint16_t>(GetParam().from_double, doubles));
  std::vector<std::int64_t> longs = {std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()};
  for (std::int64_t n = -70000; n <= 70000; ++n) longs.push_back(n);
  for (int places = 17; places < 63; ++places) {
    longs.insert(longs.end(), {std::int64_t(1) << places, -(std::int64_t(1) << places) - 1});
  }
  check_rounding(longs, results<std::uint16_t>(GetParam().from_long, longs));
}

INSTANTIATE_TEST_SUITE_P(Lowered, HalfArithmetic, testing::ValuesIn(variants),
                         [](const auto& variant) { return std::string(variant.param.name); });

}  // namespace
}  // namespace cleave::test
