// Holds what integer functions give, in integers of 128 bits, and the arguments at which they are
// most likely to be wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "spirv/tokens.h"

namespace cleave::test {

__extension__ typedef __int128 Wide;                   // NOLINT(modernize-use-using): `using` warns
__extension__ typedef unsigned __int128 UnsignedWide;  // NOLINT(modernize-use-using)

struct IntegerType {
  const char* name;
  const char* as_unsigned;
  const char* twice_as_wide;
  unsigned bits;
  bool is_signed;

  [[nodiscard]] Wide least() const { return is_signed ? -(Wide{1} << (bits - 1)) : 0; }
  [[nodiscard]] Wide greatest() const { return (Wide{1} << (is_signed ? bits - 1 : bits)) - 1; }
  /// The number as it is in memory.
  [[nodiscard]] uint64_t bits_of(Wide x) const {
    return static_cast<uint64_t>(x) & (~uint64_t{0} >> (64 - bits));
  }
  [[nodiscard]] Wide nearest(Wide x) const {
    return x < least() ? least() : x > greatest() ? greatest() : x;
  }
  /// x * y + z. Of unsigned numbers that are less than 2^128.
  [[nodiscard]] Wide nearest_mad(Wide x, Wide y, Wide z) const {
    if (is_signed) return nearest(x * y + z);
    const UnsignedWide sum = UnsignedWide(x) * UnsignedWide(y) + UnsignedWide(z);
    return sum > UnsignedWide(greatest()) ? greatest() : Wide(sum);
  }
  /// The upper half of a product of twice the width.
  [[nodiscard]] Wide upper_half(Wide x, Wide y) const {
    return is_signed ? x * y >> bits : Wide(UnsignedWide(x) * UnsignedWide(y) >> bits);
  }
  /// True if mul24 has an answer.
  [[nodiscard]] bool has_24_bits(Wide x, Wide y) const {
    const Wide end = Wide{1} << (is_signed ? 23 : 24), begin = is_signed ? -end : 0;
    return x >= begin && x < end && y >= begin && y < end;
  }
};

std::ostream& operator<<(std::ostream& to, const IntegerType& type);
[[nodiscard]] std::span<const IntegerType> integer_types();

struct Arguments {
  Wide x, y, z;
};

/// All pairs of corner values: the ends, powers of 2, numbers whose products are at an end, and the
/// neighbours of each. Some of the pairs come with all third numbers that matter, such as those
/// that bring the sum with the product to an end; the others have one each.
[[nodiscard]] std::vector<Arguments> corner_arguments(const IntegerType& type);
/// Some forty of them: products of 0 and a negative number with all third numbers.
[[nodiscard]] std::vector<Arguments> few_corner_arguments(const IntegerType& type);

/// Relates the type of a function's result to that of its arguments.
enum class Result { same, without_sign, twice };
/// No instruction.
constexpr auto none = static_cast<spirv::OpenClStd>(~uint32_t{0});

/// A row of integer_functions.def.
struct IntegerFunction {
  const char* name;
  const char* call;
  Result result;
  unsigned least_bits, most_bits;
  spirv::OpenClStd of_signed, of_unsigned;
  bool (*is_defined)(const IntegerType& type, Wide x, Wide y, Wide z);
  Wide (*exact)(const IntegerType& type, Wide x, Wide y, Wide z);

  [[nodiscard]] unsigned result_bits(const IntegerType& type) const {
    return result == Result::twice ? 2 * type.bits : type.bits;
  }
  [[nodiscard]] spirv::OpenClStd instruction(const IntegerType& type) const {
    return type.is_signed ? of_signed : of_unsigned;
  }
};

/// Those that the type has.
[[nodiscard]] std::vector<IntegerFunction> functions_of(const IntegerType& type);

/// Buffers of a kernel that computes all functions of a type: `places` numbers for each of x, y and
/// z, then for the results of each function, which have as much room as the widest.
struct IntegerBuffer {
  IntegerBuffer(const IntegerType& of, std::span<const Arguments> arguments);

  /// Returns where a part begins: 0 to 2 are x, y and z, then come functions_of(type) in turn.
  [[nodiscard]] size_t begin(size_t part) const { return part * room; }
  /// Fails the test at the first result that is not exact. Modules have no results of functions
  /// that no instruction stands for.
  void check(std::span<const Arguments> arguments, std::span<const unsigned char> results,
             bool are_of_module = false) const;

  IntegerType type;
  size_t places = 0;  // a multiple of every vector's length
  size_t room = 0;    // bytes
  std::vector<unsigned char> bytes;
};

/// A module with the kernel `test`, whose work-items compute all functions that OpenCL.std has at
/// the arguments of their places in a buffer.
[[nodiscard]] std::vector<uint32_t> module_of_functions(const IntegerBuffer& buffer);
/// The same with constants for arguments, for one work-item.
[[nodiscard]] std::vector<uint32_t> module_of_constants(const IntegerBuffer& buffer,
                                                        std::span<const Arguments> arguments);

}  // namespace cleave::test
