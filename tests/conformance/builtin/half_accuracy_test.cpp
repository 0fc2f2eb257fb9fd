// The math functions of half against MPFR: those of one number for every half.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <random>

#include "accuracy.h"
#include "tests/support/half.h"

using cleave::test::Half;

#define ONE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  Half builtin_##NAME(Half) asm("_Z" #MANGLED "Dh");
#define TWO(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  Half builtin_##NAME(Half, Half) asm("_Z" #MANGLED "DhDh");
#define EXTREME(NAME, REFERENCE, SCREEN, MANGLED, ...) \
  TWO(NAME, REFERENCE, SCREEN, 0, 0, 0, MANGLED, )
#define INTEGER(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  Half builtin_##NAME(Half, int) asm("_Z" #MANGLED "Dhi");
#include "math_functions.def"

namespace cleave::test {

namespace {

template <class Function, class Reference>
void check_one(Function function, Reference reference, double bound) {
  Worst<Half> worst;
  Exact exact;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    exact = value_of(bits);
    reference(exact, exact);
    worst.take(function(half_of(bits)), exact, bound, half_of(bits));
  }
  worst.expect_within(bound);
}

template <class Function, class Reference>
void check_two(Function function, Reference reference, double bound) {
  Worst<Half> worst;
  Exact first;
  Exact second;
  const auto check = [&](unsigned x, unsigned y) {
    first = value_of(x);
    second = value_of(y);
    reference(first, first, second);
    worst.take(function(half_of(x), half_of(y)), first, bound, half_of(x), value_of(y));
  };
  for (const unsigned x : special_halves()) {
    for (const unsigned y : special_halves()) check(x, y);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto bits = random();
    check(bits & 0xffff, bits >> 16);
  }
  worst.expect_within(bound);
}

template <class Function, class Reference>
void check_integer(Function function, Reference reference, double bound) {
  Worst<Half> worst;
  Exact exact;
  std::vector<std::uint16_t> halves = special_halves();
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) halves.push_back(static_cast<std::uint16_t>(random()));
  for (const unsigned bits : halves) {
    for (const int n : {0,   1,  -1,  2,  -2,  3,   -3, 4,    5,     7,          -10,
                        -14, 15, -24, 24, -25, -41, 40, -149, 65536, 2147483647, -2147483647 - 1}) {
      exact = value_of(bits);
      reference(exact, exact, n);
      worst.take(function(half_of(bits), n), exact, bound, half_of(bits), n);
    }
  }
  worst.expect_within(bound);
}

#define ONE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                         \
  TEST(HalfMathAccuracy, NAME##IsWithinItsBound) {                                               \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x) { REFERENCE(result, x, MPFR_RNDN); }; \
    check_one([](Half x) { return builtin_##NAME(x); }, reference, HALF);                        \
  }
#define TWO(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)             \
  TEST(HalfMathAccuracy, NAME##IsWithinItsBound) {                                   \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) {             \
      REFERENCE(result, x, y, MPFR_RNDN);                                            \
    };                                                                               \
    check_two([](Half x, Half y) { return builtin_##NAME(x, y); }, reference, HALF); \
  }
#define EXTREME(NAME, REFERENCE, SCREEN, MANGLED, ...) \
  TWO(NAME, REFERENCE, SCREEN, 0, 0, 0, MANGLED, )
#define INTEGER(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)            \
  TEST(HalfMathAccuracy, NAME##IsWithinItsBound) {                                      \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x, long n) {                    \
      REFERENCE(result, x, n, MPFR_RNDN);                                               \
    };                                                                                  \
    check_integer([](Half x, int n) { return builtin_##NAME(x, n); }, reference, HALF); \
  }
#include "math_functions.def"

}  // namespace
}  // namespace cleave::test
