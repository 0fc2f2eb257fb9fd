// Declares range and id: sizes and places in one to three dimensions (SYCL 2020, 4.9.1.1 and 4.9.1.3).
#pragma once

#include <cstddef>
#include <type_traits>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

template <int Dimensions>
class id;
template <int Dimensions, bool WithOffset>
class item;

namespace CLEAVE_SYCL_HIDDEN detail {

/// The values of a range or id. Conversions are members of a base class: those of templates are no
/// candidates for `pointer[id]`.
template <int Dimensions>
class coordinates {
 public:
  static constexpr int dimensions = Dimensions;

  constexpr std::size_t get(int dimension) const { return values_[dimension]; }
  constexpr std::size_t& operator[](int dimension) { return values_[dimension]; }
  constexpr std::size_t operator[](int dimension) const { return values_[dimension]; }

 protected:
  constexpr coordinates() = default;
  constexpr explicit coordinates(std::size_t first) : values_{first} {}
  constexpr coordinates(std::size_t first, std::size_t second) : values_{first, second} {}
  constexpr coordinates(std::size_t first, std::size_t second, std::size_t third)
      : values_{first, second, third} {}
  constexpr bool is_equal(const coordinates& other) const {
    for (int i = 0; i < Dimensions; ++i) {
      if (values_[i] != other.values_[i]) return false;
    }
    return true;
  }

  std::size_t values_[Dimensions] = {};

 private:
  template <int D>
  friend const std::size_t* data_of(const coordinates<D>&);
};

template <int Dimensions>
class id_base : public coordinates<Dimensions> {
 protected:
  using coordinates<Dimensions>::coordinates;
};
template <>
class id_base<1> : public coordinates<1> {
 public:
  constexpr operator std::size_t() const { return values_[0]; }

 protected:
  using coordinates<1>::coordinates;
};

/// Returns the values of a range or id, first dimension first.
template <int Dimensions>
const std::size_t* data_of(const coordinates<Dimensions>& of) {
  return of.values_;
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

// The operators of ranges and ids: of two, and of one with a number on either side.
#define CLEAVE_SYCL_OPERATOR(type, result, op)                                                 \
  friend constexpr result operator op(const type& left, const type& right) {                   \
    result made{};                                                                             \
    for (int i = 0; i < Dimensions; ++i) made[i] = left[i] op right[i];                        \
    return made;                                                                               \
  }                                                                                            \
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>               \
  friend constexpr result operator op(const type& left, const Number& right) {                 \
    result made{};                                                                             \
    for (int i = 0; i < Dimensions; ++i) made[i] = left[i] op static_cast<std::size_t>(right); \
    return made;                                                                               \
  }                                                                                            \
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>               \
  friend constexpr result operator op(const Number& left, const type& right) {                 \
    result made{};                                                                             \
    for (int i = 0; i < Dimensions; ++i) made[i] = static_cast<std::size_t>(left) op right[i]; \
    return made;                                                                               \
  }
#define CLEAVE_SYCL_ASSIGNMENT(type, op)                                           \
  friend constexpr type& operator op## = (type & left, const type& right) {        \
    for (int i = 0; i < Dimensions; ++i) left[i] op## = right[i];                  \
    return left;                                                                   \
  }                                                                                \
  friend constexpr type& operator op## = (type & left, const std::size_t& right) { \
    for (int i = 0; i < Dimensions; ++i) left[i] op## = right;                     \
    return left;                                                                   \
  }
#define CLEAVE_SYCL_OPERATORS(type)                        \
  CLEAVE_SYCL_OPERATOR(type, type, +)                      \
  CLEAVE_SYCL_OPERATOR(type, type, -)                      \
  CLEAVE_SYCL_OPERATOR(type, type, *)                      \
  CLEAVE_SYCL_OPERATOR(type, type, /)                      \
  CLEAVE_SYCL_OPERATOR(type, type, %)                      \
  CLEAVE_SYCL_OPERATOR(type, type, <<)                     \
  CLEAVE_SYCL_OPERATOR(type, type, >>)                     \
  CLEAVE_SYCL_OPERATOR(type, type, &)                      \
  CLEAVE_SYCL_OPERATOR(type, type, |)                      \
  CLEAVE_SYCL_OPERATOR(type, type, ^)                      \
  CLEAVE_SYCL_OPERATOR(type, type, &&)                     \
  CLEAVE_SYCL_OPERATOR(type, type, ||)                     \
  CLEAVE_SYCL_OPERATOR(type, type, <)                      \
  CLEAVE_SYCL_OPERATOR(type, type, >)                      \
  CLEAVE_SYCL_OPERATOR(type, type, <=)                     \
  CLEAVE_SYCL_OPERATOR(type, type, >=)                     \
  CLEAVE_SYCL_ASSIGNMENT(type, +)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, -)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, *)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, /)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, %)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, <<)                         \
  CLEAVE_SYCL_ASSIGNMENT(type, >>)                         \
  CLEAVE_SYCL_ASSIGNMENT(type, &)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, |)                          \
  CLEAVE_SYCL_ASSIGNMENT(type, ^)                          \
  friend constexpr type operator+(const type& of) {        \
    return of;                                             \
  }                                                        \
  friend constexpr type operator-(const type& of) {        \
    type made{};                                           \
    for (int i = 0; i < Dimensions; ++i) made[i] = -of[i]; \
    return made;                                           \
  }                                                        \
  friend constexpr type& operator++(type& of) {            \
    return of += 1;                                        \
  }                                                        \
  friend constexpr type& operator--(type& of) {            \
    return of -= 1;                                        \
  }                                                        \
  friend constexpr type operator++(type& of, int) {        \
    type before = of;                                      \
    of += 1;                                               \
    return before;                                         \
  }                                                        \
  friend constexpr type operator--(type& of, int) {        \
    type before = of;                                      \
    of -= 1;                                               \
    return before;                                         \
  }

/// Sizes in each dimension; the last varies fastest in memory.
template <int Dimensions = 1>
class range : public detail::coordinates<Dimensions> {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "ranges have one to three dimensions");
  using base = detail::coordinates<Dimensions>;

 public:
  constexpr range() = default;
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0>
  constexpr range(std::size_t first) : base(first) {}
  template <int D = Dimensions, std::enable_if_t<D == 2, int> = 0>
  constexpr range(std::size_t first, std::size_t second) : base(first, second) {}
  template <int D = Dimensions, std::enable_if_t<D == 3, int> = 0>
  constexpr range(std::size_t first, std::size_t second, std::size_t third)
      : base(first, second, third) {}

  constexpr std::size_t size() const {
    std::size_t product = 1;
    for (int i = 0; i < Dimensions; ++i) product *= this->values_[i];
    return product;
  }

  friend constexpr bool operator==(const range& left, const range& right) {
    return left.is_equal(right);
  }
  friend constexpr bool operator!=(const range& left, const range& right) {
    return !left.is_equal(right);
  }
  CLEAVE_SYCL_OPERATORS(range)
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

/// A place in each dimension.
template <int Dimensions = 1>
class id : public detail::id_base<Dimensions> {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "ids have one to three dimensions");
  using base = detail::id_base<Dimensions>;

 public:
  constexpr id() = default;
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0>
  constexpr id(std::size_t first) : base(first) {}
  template <int D = Dimensions, std::enable_if_t<D == 2, int> = 0>
  constexpr id(std::size_t first, std::size_t second) : base(first, second) {}
  template <int D = Dimensions, std::enable_if_t<D == 3, int> = 0>
  constexpr id(std::size_t first, std::size_t second, std::size_t third)
      : base(first, second, third) {}
  constexpr id(const range<Dimensions>& from) {
    for (int i = 0; i < Dimensions; ++i) this->values_[i] = from[i];
  }
  template <bool WithOffset>
  constexpr id(const item<Dimensions, WithOffset>& from) : id(from.get_id()) {}

  friend constexpr bool operator==(const id& left, const id& right) { return left.is_equal(right); }
  friend constexpr bool operator!=(const id& left, const id& right) {
    return !left.is_equal(right);
  }
  // A number is compared with an id of one dimension: without these, `id == 1` would have two readings.
  template <class Number, int D = Dimensions,
            std::enable_if_t<D == 1 && std::is_integral_v<Number>, int> = 0>
  friend constexpr bool operator==(const id& left, const Number& right) {
    return left[0] == static_cast<std::size_t>(right);
  }
  template <class Number, int D = Dimensions,
            std::enable_if_t<D == 1 && std::is_integral_v<Number>, int> = 0>
  friend constexpr bool operator!=(const id& left, const Number& right) {
    return left[0] != static_cast<std::size_t>(right);
  }
  template <class Number, int D = Dimensions,
            std::enable_if_t<D == 1 && std::is_integral_v<Number>, int> = 0>
  friend constexpr bool operator==(const Number& left, const id& right) {
    return right == left;
  }
  template <class Number, int D = Dimensions,
            std::enable_if_t<D == 1 && std::is_integral_v<Number>, int> = 0>
  friend constexpr bool operator!=(const Number& left, const id& right) {
    return right != left;
  }
  CLEAVE_SYCL_OPERATORS(id)
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

#undef CLEAVE_SYCL_OPERATOR
#undef CLEAVE_SYCL_ASSIGNMENT
#undef CLEAVE_SYCL_OPERATORS

namespace CLEAVE_SYCL_HIDDEN detail {
/// The place of an index in memory, row by row.
template <int Dimensions>
constexpr std::size_t linear(const range<Dimensions>& extent, const id<Dimensions>& index) {
  std::size_t place = index[0];
  for (int i = 1; i < Dimensions; ++i) place = place * extent[i] + index[i];
  return place;
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl
