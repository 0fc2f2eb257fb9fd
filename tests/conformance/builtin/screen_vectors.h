// Computes right results nearly for many numbers at a time, by the vector library SLEEF, which
// shares nothing with the functions under test; and tells which results MPFR has to look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cleave::test::screen {

constexpr std::size_t lanes = 4;

/// The size of an array of whole vectors that holds `count` numbers: of those below.
constexpr std::size_t whole_vectors(std::size_t count) {
  return (count + lanes - 1) / lanes * lanes;
}

/// Right results within 2^-45 of their size, of functions of one number or of two.
using VectorsOfOne = void (*)(std::span<const double> x, double* right);
using VectorsOfTwo = void (*)(std::span<const double> x, const double* y, double* right);

/// Those of a row of math_functions.def, by its name.
VectorsOfOne vectors_of_one(std::string_view name);
VectorsOfTwo vectors_of_two(std::string_view name);

/// A type's digits, and the exponents of its numbers, of significands in [1/2, 1).
struct Shape {
  int digits, min_exponent, max_exponent;
};

/// Results beside what is nearly right, and the difference of both, which may be more exact.
struct Results {
  std::span<const double> actual;
  const double* right;
  const double* difference;
};

/// Writes the indices of the results that may be `limit` units in the last place wrong or more, or
/// are special and other than the right ones. Returns how many these are.
std::size_t find_doubtful(const Results& results, const Shape& shape, double limit,
                          std::uint32_t* indices);

}  // namespace cleave::test::screen
