// The types of OpenCL C that generated kernels compute with.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {

enum class Element : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

/// A scalar, or a vector of 2, 3, 4, 8 or 16 elements.
struct Type {
  Element element = Element::u32;
  unsigned width = 1;

  friend bool operator==(const Type&, const Type&) = default;

  [[nodiscard]] bool is_float() const { return element >= Element::f16; }
  [[nodiscard]] bool is_vector() const { return width > 1; }
  [[nodiscard]] bool is_signed() const {
    return !is_float() && static_cast<unsigned>(element) % 2 == 0;
  }
  /// Returns the size of an element, in bytes.
  [[nodiscard]] unsigned element_size() const;
  /// Returns the size of a value in memory, in bytes: three elements take the place of four.
  [[nodiscard]] unsigned size() const { return element_size() * (width == 3 ? 4 : width); }
  [[nodiscard]] std::string name() const;

  [[nodiscard]] Type scalar() const { return {element, 1}; }
  [[nodiscard]] Type with_width(unsigned count) const { return {element, count}; }
  /// The integer type of the same size.
  [[nodiscard]] Type as_unsigned() const;
  [[nodiscard]] Type as_signed() const;
  /// The floating type of the same size, which is not one byte.
  [[nodiscard]] Type as_float() const;
};

inline constexpr Type uint_type = {Element::u32, 1};
inline constexpr Type ulong_type = {Element::u64, 1};

Type random_scalar(Random& random);
/// Often a scalar; wide vectors are rare, because each costs the work of many scalars.
Type random_type(Random& random);

/// `e0`, `e1` … of a vector: "s0", "sa".
std::string component(unsigned index);

}  // namespace cleave::test::fuzz::kernels
