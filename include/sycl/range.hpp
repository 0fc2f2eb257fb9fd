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

  CLEAVE_SYCL_INLINE constexpr std::size_t get(int dimension) const { return values_[dimension]; }
  CLEAVE_SYCL_INLINE constexpr std::size_t& operator[](int dimension) { return values_[dimension]; }
  CLEAVE_SYCL_INLINE constexpr std::size_t operator[](int dimension) const {
    return values_[dimension];
  }

 protected:
  constexpr coordinates() = default;
  CLEAVE_SYCL_INLINE constexpr explicit coordinates(std::size_t first) : values_{first} {}
  CLEAVE_SYCL_INLINE constexpr coordinates(std::size_t first, std::size_t second)
      : values_{first, second} {}
  CLEAVE_SYCL_INLINE constexpr coordinates(std::size_t first, std::size_t second, std::size_t third)
      : values_{first, second, third} {}
  constexpr bool is_equal(const coordinates& other) const {
    bool is = values_[0] == other.values_[0];
    if constexpr (Dimensions > 1) is = is && values_[1] == other.values_[1];
    if constexpr (Dimensions > 2) is = is && values_[2] == other.values_[2];
    return is;
  }

  std::size_t values_[Dimensions] = {};

 private:
  template <int D>
  friend const std::size_t* data_of(const coordinates<D>&);
};

// Constructors that a class inherits are calls in device code, which keep its objects in memory: these are of its own.
template <int Dimensions>
class id_base : public coordinates<Dimensions> {
 protected:
  constexpr id_base() = default;
  CLEAVE_SYCL_INLINE constexpr id_base(std::size_t first, std::size_t second)
      : coordinates<Dimensions>(first, second) {}
  CLEAVE_SYCL_INLINE constexpr id_base(std::size_t first, std::size_t second, std::size_t third)
      : coordinates<Dimensions>(first, second, third) {}
};
template <>
class id_base<1> : public coordinates<1> {
 public:
  CLEAVE_SYCL_INLINE constexpr operator std::size_t() const { return values_[0]; }

 protected:
  constexpr id_base() = default;
  CLEAVE_SYCL_INLINE constexpr explicit id_base(std::size_t first) : coordinates<1>(first) {}
};

/// Makes a range or id of a value for each dimension. A loop would keep ids in memory: it is unrolled after that was
/// divided into values, and lanes would each have a copy across barriers.
template <int Dimensions, class Value, class Function>
CLEAVE_SYCL_INLINE constexpr Value make_each(Function function) {
  if constexpr (Dimensions == 1) {
    return Value(static_cast<std::size_t>(function(0)));
  } else if constexpr (Dimensions == 2) {
    return Value(static_cast<std::size_t>(function(0)), static_cast<std::size_t>(function(1)));
  } else {
    return Value(static_cast<std::size_t>(function(0)), static_cast<std::size_t>(function(1)),
                 static_cast<std::size_t>(function(2)));
  }
}

// The operators of one value.
#define CLEAVE_SYCL_OPERATION(name, op)                                                       \
  struct name {                                                                               \
    CLEAVE_SYCL_INLINE static constexpr std::size_t of(std::size_t left, std::size_t right) { \
      return left op right;                                                                   \
    }                                                                                         \
  };
CLEAVE_SYCL_OPERATION(plus_of, +)
CLEAVE_SYCL_OPERATION(minus_of, -)
CLEAVE_SYCL_OPERATION(times_of, *)
CLEAVE_SYCL_OPERATION(quotient_of, /)
CLEAVE_SYCL_OPERATION(rest_of, %)
CLEAVE_SYCL_OPERATION(left_shift_of, <<)
CLEAVE_SYCL_OPERATION(right_shift_of, >>)
CLEAVE_SYCL_OPERATION(bit_and_of, &)
CLEAVE_SYCL_OPERATION(bit_or_of, |)
CLEAVE_SYCL_OPERATION(bit_xor_of, ^)
CLEAVE_SYCL_OPERATION(and_of, &&)
CLEAVE_SYCL_OPERATION(or_of, ||)
CLEAVE_SYCL_OPERATION(less_of, <)
CLEAVE_SYCL_OPERATION(greater_of, >)
CLEAVE_SYCL_OPERATION(less_equal_of, <=)
CLEAVE_SYCL_OPERATION(greater_equal_of, >=)
#undef CLEAVE_SYCL_OPERATION

/// Returns a value of a range or id, or the number that stands for all of them.
template <int Dimensions>
CLEAVE_SYCL_INLINE constexpr std::size_t value_at(const coordinates<Dimensions>& of,
                                                  int dimension) {
  return of[dimension];
}
CLEAVE_SYCL_INLINE constexpr std::size_t value_at(std::size_t number, int) {
  return number;
}
/// Makes a range or id of an operation's values for each dimension.
template <class Operation, class Result, class Left, class Right>
CLEAVE_SYCL_INLINE constexpr Result compute(const Left& left, const Right& right) {
  constexpr int dimensions = Result::dimensions;
  const std::size_t first = Operation::of(detail::value_at(left, 0), detail::value_at(right, 0));
  if constexpr (dimensions == 1) {
    return Result(first);
  } else {
    const std::size_t second = Operation::of(detail::value_at(left, 1), detail::value_at(right, 1));
    if constexpr (dimensions == 2) {
      return Result(first, second);
    } else {
      return Result(first, second,
                    Operation::of(detail::value_at(left, 2), detail::value_at(right, 2)));
    }
  }
}

/// Returns the values of a range or id, first dimension first.
template <int Dimensions>
const std::size_t* data_of(const coordinates<Dimensions>& of) {
  return of.values_;
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

// The operators of ranges and ids: of two, and of one with a number on either side. `operation` computes one value: bodies with
// lambdas in place of it take longer to compile.
#define CLEAVE_SYCL_OPERATOR(type, operation, op)                                \
  friend constexpr type operator op(const type& left, const type& right) {       \
    return detail::compute<detail::operation, type>(left, right);                \
  }                                                                              \
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0> \
  friend constexpr type operator op(const type& left, const Number& right) {     \
    return detail::compute<detail::operation, type>(left, right);                \
  }                                                                              \
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0> \
  friend constexpr type operator op(const Number& left, const type& right) {     \
    return detail::compute<detail::operation, type>(left, right);                \
  }
#define CLEAVE_SYCL_ASSIGNMENT(type, op)                                           \
  friend constexpr type& operator op## = (type & left, const type& right) {        \
    return left = left op right;                                                   \
  }                                                                                \
  friend constexpr type& operator op## = (type & left, const std::size_t& right) { \
    return left = left op right;                                                   \
  }
#define CLEAVE_SYCL_OPERATORS(type)                 \
  CLEAVE_SYCL_OPERATOR(type, plus_of, +)            \
  CLEAVE_SYCL_OPERATOR(type, minus_of, -)           \
  CLEAVE_SYCL_OPERATOR(type, times_of, *)           \
  CLEAVE_SYCL_OPERATOR(type, quotient_of, /)        \
  CLEAVE_SYCL_OPERATOR(type, rest_of, %)            \
  CLEAVE_SYCL_OPERATOR(type, left_shift_of, <<)     \
  CLEAVE_SYCL_OPERATOR(type, right_shift_of, >>)    \
  CLEAVE_SYCL_OPERATOR(type, bit_and_of, &)         \
  CLEAVE_SYCL_OPERATOR(type, bit_or_of, |)          \
  CLEAVE_SYCL_OPERATOR(type, bit_xor_of, ^)         \
  CLEAVE_SYCL_OPERATOR(type, and_of, &&)            \
  CLEAVE_SYCL_OPERATOR(type, or_of, ||)             \
  CLEAVE_SYCL_OPERATOR(type, less_of, <)            \
  CLEAVE_SYCL_OPERATOR(type, greater_of, >)         \
  CLEAVE_SYCL_OPERATOR(type, less_equal_of, <=)     \
  CLEAVE_SYCL_OPERATOR(type, greater_equal_of, >=)  \
  CLEAVE_SYCL_ASSIGNMENT(type, +)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, -)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, *)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, /)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, %)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, <<)                  \
  CLEAVE_SYCL_ASSIGNMENT(type, >>)                  \
  CLEAVE_SYCL_ASSIGNMENT(type, &)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, |)                   \
  CLEAVE_SYCL_ASSIGNMENT(type, ^)                   \
  friend constexpr type operator+(const type& of) { \
    return of;                                      \
  }                                                 \
  friend constexpr type operator-(const type& of) { \
    return std::size_t(0) - of;                     \
  }                                                 \
  friend constexpr type& operator++(type& of) {     \
    return of += 1;                                 \
  }                                                 \
  friend constexpr type& operator--(type& of) {     \
    return of -= 1;                                 \
  }                                                 \
  friend constexpr type operator++(type& of, int) { \
    type before = of;                               \
    of += 1;                                        \
    return before;                                  \
  }                                                 \
  friend constexpr type operator--(type& of, int) { \
    type before = of;                               \
    of -= 1;                                        \
    return before;                                  \
  }

/// Sizes in each dimension; the last varies fastest in memory.
template <int Dimensions = 1>
class range : public detail::coordinates<Dimensions> {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "ranges have one to three dimensions");
  using base = detail::coordinates<Dimensions>;

 public:
  constexpr range() = default;
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0>
  CLEAVE_SYCL_INLINE constexpr range(std::size_t first) : base(first) {}
  template <int D = Dimensions, std::enable_if_t<D == 2, int> = 0>
  CLEAVE_SYCL_INLINE constexpr range(std::size_t first, std::size_t second) : base(first, second) {}
  template <int D = Dimensions, std::enable_if_t<D == 3, int> = 0>
  CLEAVE_SYCL_INLINE constexpr range(std::size_t first, std::size_t second, std::size_t third)
      : base(first, second, third) {}

  CLEAVE_SYCL_INLINE constexpr std::size_t size() const {
    std::size_t product = this->values_[0];
    if constexpr (Dimensions > 1) product *= this->values_[1];
    if constexpr (Dimensions > 2) product *= this->values_[2];
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
  CLEAVE_SYCL_INLINE constexpr id(std::size_t first) : base(first) {}
  template <int D = Dimensions, std::enable_if_t<D == 2, int> = 0>
  CLEAVE_SYCL_INLINE constexpr id(std::size_t first, std::size_t second) : base(first, second) {}
  template <int D = Dimensions, std::enable_if_t<D == 3, int> = 0>
  CLEAVE_SYCL_INLINE constexpr id(std::size_t first, std::size_t second, std::size_t third)
      : base(first, second, third) {}
  CLEAVE_SYCL_INLINE constexpr id(const range<Dimensions>& from)
      : id(detail::make_each<Dimensions, id>([&](int i) CLEAVE_SYCL_INLINED { return from[i]; })) {}
  template <bool WithOffset>
  CLEAVE_SYCL_INLINE constexpr id(const item<Dimensions, WithOffset>& from) : id(from.get_id()) {}

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
CLEAVE_SYCL_INLINE constexpr std::size_t linear(const range<Dimensions>& extent,
                                                const id<Dimensions>& index) {
  std::size_t place = index[0];
  if constexpr (Dimensions > 1) place = place * extent[1] + index[1];
  if constexpr (Dimensions > 2) place = place * extent[2] + index[2];
  return place;
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl
