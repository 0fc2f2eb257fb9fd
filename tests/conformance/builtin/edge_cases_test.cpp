// The math functions of the built-in library give what the language prescribes, in every type:
// OpenCL C 3.0, 7.5.1.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/half.h"

using cleave::test::Half;

// The library's functions have the names that C++ would give them.
#define ONE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  float builtin_##NAME(float) asm("_Z" #MANGLED "f");                    \
  double builtin_##NAME(double) asm("_Z" #MANGLED "d");                  \
  Half builtin_##NAME(Half) asm("_Z" #MANGLED "Dh");
#define TWO(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  float builtin_##NAME(float, float) asm("_Z" #MANGLED "ff");            \
  double builtin_##NAME(double, double) asm("_Z" #MANGLED "dd");         \
  Half builtin_##NAME(Half, Half) asm("_Z" #MANGLED "DhDh");
#define EXTREME(NAME, REFERENCE, SCREEN, MANGLED, ...) TWO(NAME, , , , , , MANGLED, )
#define INTEGER(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...) \
  float builtin_##NAME(float, int) asm("_Z" #MANGLED "fi");                  \
  double builtin_##NAME(double, int) asm("_Z" #MANGLED "di");                \
  Half builtin_##NAME(Half, int) asm("_Z" #MANGLED "Dhi");
#include "math_functions.def"

namespace cleave::test {
namespace {

/// The same number, zeros by their sign; or both are NaN.
template <class T>
void expect_same(T actual, double prescribed, const char* row) {
  const auto value = static_cast<double>(actual);
  const bool is_same = std::isnan(prescribed)
                           ? std::isnan(value)
                           : value == prescribed && std::signbit(value) == std::signbit(prescribed);
  EXPECT_TRUE(is_same) << row << " is " << value << " in " << sizeof(T) << " bytes";
}

template <class T>
void check_functions_of_one_number() {
#define EDGE_1(NAME, X, RESULT) \
  expect_same(builtin_##NAME(static_cast<T>(X)), RESULT, #NAME "(" #X ") = " #RESULT);
#include "edge_cases.def"
}

template <class T>
void check_functions_of_two_numbers() {
#define EDGE_2(NAME, X, Y, RESULT)                                          \
  expect_same(builtin_##NAME(static_cast<T>(X), static_cast<T>(Y)), RESULT, \
              #NAME "(" #X ", " #Y ") = " #RESULT);
#include "edge_cases.def"
}

template <class T>
void check_functions_of_a_number_and_a_whole_one() {
#define EDGE_N(NAME, X, N, RESULT) \
  expect_same(builtin_##NAME(static_cast<T>(X), N), RESULT, #NAME "(" #X ", " #N ") = " #RESULT);
#include "edge_cases.def"
}

#define CHECK_TYPE(TYPE, T)                              \
  TEST(PrescribedResults, AreThoseOf##TYPE##Functions) { \
    check_functions_of_one_number<T>();                  \
    check_functions_of_two_numbers<T>();                 \
    check_functions_of_a_number_and_a_whole_one<T>();    \
  }
CHECK_TYPE(Half, Half)
CHECK_TYPE(Single, float)
CHECK_TYPE(Double, double)

}  // namespace
}  // namespace cleave::test
