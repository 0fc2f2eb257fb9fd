// The math functions of the built-in library, compiled for this processor, against MPFR.
#include "accuracy.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>

// The library's functions have the names that C++ would give them.
#define ONE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  float builtin_##NAME(float) asm("_Z" #MANGLED "f");                    \
  double builtin_##NAME(double) asm("_Z" #MANGLED "d");
#define TWO(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  float builtin_##NAME(float, float) asm("_Z" #MANGLED "ff");            \
  double builtin_##NAME(double, double) asm("_Z" #MANGLED "dd");
#define EXTREME(NAME, REFERENCE, SCREEN, MANGLED, ...) \
  TWO(NAME, REFERENCE, SCREEN, 0, 0, 0, MANGLED, )
#define INTEGER(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  float builtin_##NAME(float, int) asm("_Z" #MANGLED "fi");                  \
  double builtin_##NAME(double, int) asm("_Z" #MANGLED "di");
#include "math_functions.def"

namespace cleave::test {
namespace {

template <class T, class Function, class Reference>
void check_one(Function function, Reference reference, double bound) {
  std::vector<T> values = special_values<T>();
  for (const T value : random_values<T>(2000, 1)) values.push_back(value);
  Worst<T> worst;
  Exact exact;
  for (const T x : values) {
    exact = static_cast<double>(x);
    reference(exact, exact);
    worst.take(function(x), exact, bound, x);
  }
  worst.expect_within(bound);
}

constexpr auto reject_none = [](double /*x*/, double /*y*/) { return false; };

/// Leaves out the pairs that are rejected.
template <class T, class Function, class Reference, class Reject = decltype(reject_none)>
void check_two(Function function, Reference reference, double bound, Reject reject = reject_none) {
  Worst<T> worst;
  Exact first;
  Exact second;
  const auto check = [&](T x, T y) {
    if (reject(static_cast<double>(x), static_cast<double>(y))) return;
    first = static_cast<double>(x);
    second = static_cast<double>(y);
    reference(first, first, second);
    worst.take(function(x, y), first, bound, x, static_cast<double>(y));
  };
  const std::vector<T> special = special_values<T>();
  for (const T x : special) {
    for (const T y : special) check(x, y);
  }
  const std::vector<T> xs = random_values<T>(2000, 1);
  std::vector<T> ys = random_values<T>(2000, 2);
  std::shuffle(ys.begin(), ys.end(), std::mt19937(3));
  for (std::size_t i = 0; i < xs.size(); ++i) check(xs[i], ys[i]);
  worst.expect_within(bound);
}

template <class T, class Function, class Reference>
void check_integer(Function function, Reference reference, double bound) {
  Worst<T> worst;
  Exact exact;
  std::vector<T> values = special_values<T>();
  for (const T value : random_values<T>(100, 1)) values.push_back(value);
  for (const T x : values) {
    for (const int n : {0,     1,     -1,   2,     -2,    3,          -3,
                        4,     5,     7,    -10,   24,    -24,        100,
                        -126,  127,   -149, 150,   300,   -700,       1023,
                        -1022, -1074, 2100, -2100, 65536, 2147483647, -2147483647 - 1}) {
      exact = static_cast<double>(x);
      reference(exact, exact, n);
      worst.take(function(x, n), exact, bound, x, n);
    }
  }
  worst.expect_within(bound);
}

#define ONE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                         \
  TEST(MathAccuracy, NAME##IsWithinItsBound) {                                                   \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x) { REFERENCE(result, x, MPFR_RNDN); }; \
    check_one<float>([](float x) { return builtin_##NAME(x); }, reference, SINGLE);              \
    check_one<double>([](double x) { return builtin_##NAME(x); }, reference, DOUBLE);            \
  }
#define TWO(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                           \
  TEST(MathAccuracy, NAME##IsWithinItsBound) {                                                     \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) {                           \
      REFERENCE(result, x, y, MPFR_RNDN);                                                          \
    };                                                                                             \
    check_two<float>([](float x, float y) { return builtin_##NAME(x, y); }, reference, SINGLE);    \
    check_two<double>([](double x, double y) { return builtin_##NAME(x, y); }, reference, DOUBLE); \
  }
#define EXTREME(NAME, REFERENCE, SCREEN, MANGLED, ...)                                             \
  TEST(MathAccuracy, NAME##IsWithinItsBound) {                                                     \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) {                           \
      REFERENCE(result, x, y, MPFR_RNDN);                                                          \
    };                                                                                             \
    const auto reject = [](double x, double y) { return x == 0 && y == 0; };                       \
    check_two<float>([](float x, float y) { return builtin_##NAME(x, y); }, reference, 0, reject); \
    check_two<double>([](double x, double y) { return builtin_##NAME(x, y); }, reference, 0,       \
                      reject);                                                                     \
  }
#define INTEGER(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                      \
  TEST(MathAccuracy, NAME##IsWithinItsBound) {                                                    \
    const auto reference = [](mpfr_ptr result, mpfr_ptr x, long n) {                              \
      REFERENCE(result, x, n, MPFR_RNDN);                                                         \
    };                                                                                            \
    check_integer<float>([](float x, int n) { return builtin_##NAME(x, n); }, reference, SINGLE); \
    check_integer<double>([](double x, int n) { return builtin_##NAME(x, n); }, reference,        \
                          DOUBLE);                                                                \
  }
#include "math_functions.def"

}  // namespace
}  // namespace cleave::test
