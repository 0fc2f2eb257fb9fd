// Holds what all accessors of memory have: where it is, and how it is indexed (SYCL 2020, 4.7.6).
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "../access.hpp"
#include "../range.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// How often an accessor has been indexed: `accessor[i][j]` is a view of one dimension less.
template <class Type, int Dimensions>
class indexed_view {
 public:
  indexed_view(Type* data, const std::size_t* extent) : data_(data), extent_(extent) {}
  decltype(auto) operator[](std::size_t index) const {
    if constexpr (Dimensions == 1) {
      return static_cast<Type&>(data_[index]);
    } else {
      return indexed_view<Type, Dimensions - 1>(data_ + index * stride(), extent_ + 1);
    }
  }

 private:
  std::size_t stride() const {
    if constexpr (Dimensions == 2) return extent_[1];
    return extent_[1] * extent_[2];
  }
  Type* data_;
  const std::size_t* extent_;  // of this dimension and those below
};

/// The elements of an accessor, row by row; they need not lie one behind the other.
template <class Type, int Dimensions>
class accessor_iterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = std::remove_const_t<Type>;
  using pointer = Type*;
  using reference = Type&;
  using iterator_category = std::random_access_iterator_tag;

  accessor_iterator() = default;
  accessor_iterator(Type* data, const range<Dimensions>& memory, const range<Dimensions>& extent,
                    std::ptrdiff_t place)
      : data_(data), memory_(memory), extent_(extent), place_(place) {}

  Type& operator*() const { return data_[offset(place_)]; }
  Type* operator->() const { return &**this; }
  Type& operator[](std::ptrdiff_t count) const { return data_[offset(place_ + count)]; }

  accessor_iterator& operator++() { return *this += 1; }
  accessor_iterator& operator--() { return *this += -1; }
  accessor_iterator operator++(int) {
    const accessor_iterator before = *this;
    *this += 1;
    return before;
  }
  accessor_iterator operator--(int) {
    const accessor_iterator before = *this;
    *this += -1;
    return before;
  }
  accessor_iterator& operator+=(std::ptrdiff_t count) {
    place_ += count;
    return *this;
  }
  accessor_iterator& operator-=(std::ptrdiff_t count) { return *this += -count; }
  friend accessor_iterator operator+(accessor_iterator of, std::ptrdiff_t count) {
    return of += count;
  }
  friend accessor_iterator operator+(std::ptrdiff_t count, accessor_iterator of) {
    return of += count;
  }
  friend accessor_iterator operator-(accessor_iterator of, std::ptrdiff_t count) {
    return of -= count;
  }
  friend std::ptrdiff_t operator-(const accessor_iterator& left, const accessor_iterator& right) {
    return left.place_ - right.place_;
  }
#define CLEAVE_SYCL_COMPARE(op)                                                            \
  friend bool operator op(const accessor_iterator& left, const accessor_iterator& right) { \
    return left.place_ op right.place_;                                                    \
  }
  CLEAVE_SYCL_COMPARE(==)
  CLEAVE_SYCL_COMPARE(!=)
  CLEAVE_SYCL_COMPARE(<)
  CLEAVE_SYCL_COMPARE(>)
  CLEAVE_SYCL_COMPARE(<=)
  CLEAVE_SYCL_COMPARE(>=)
#undef CLEAVE_SYCL_COMPARE

 private:
  std::size_t offset(std::ptrdiff_t place) const {
    if constexpr (Dimensions == 1) {
      return static_cast<std::size_t>(place);
    } else {
      auto rest = static_cast<std::size_t>(place);
      id<Dimensions> index;
      for (int i = Dimensions - 1; i >= 0; --i) {
        index[i] = rest % extent_[i];
        rest /= extent_[i];
      }
      return linear(memory_, index);
    }
  }
  Type* data_ = nullptr;
  range<Dimensions> memory_;
  range<Dimensions> extent_;
  std::ptrdiff_t place_ = 0;
};

/// Elements by index; `Derived` has data() of the first one, the memory's range and its own.
template <class Derived, class Element, int Dimensions>
class indexable {
 public:
  Element& operator[](id<Dimensions> index) const {
    return self().first()[linear(self().memory_range(), index)];
  }
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0>
  Element& operator[](std::size_t index) const {
    return self().first()[index];
  }
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  indexed_view<Element, D - 1> operator[](std::size_t index) const {
    const std::size_t* const extent = data_of(self().memory_range());
    std::size_t stride = 1;
    for (int i = 1; i < D; ++i) stride *= extent[i];
    return {self().first() + index * stride, extent + 1};
  }

 protected:
  using iterator_of = accessor_iterator<Element, Dimensions>;
  iterator_of iterate(std::ptrdiff_t place) const {
    return iterator_of(self().first(), self().memory_range(), self().get_range(), place);
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

/// has_property and get_property of accessors, which know one property alone.
template <class Derived>
class with_no_init {
 public:
  template <class Property>
  bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> &&
           static_cast<const Derived*>(this)->has_no_init();
  }
  /// errc::invalid where the accessor was made without it.
  template <class Property>
  Property get_property() const {
    if (!has_property<Property>()) {
      raise(errc::invalid, "get_property: the accessor was not made with this property");
    }
    return Property();
  }
};

constexpr std::uint32_t access_bits(access_mode mode, bool has_no_init) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  switch (mode) {
    case access_mode::read:
      return CLEAVE_SYCL_ACCESS_READ;
    case access_mode::write:
      return CLEAVE_SYCL_ACCESS_WRITE | (has_no_init ? unsigned{CLEAVE_SYCL_ACCESS_NO_INIT} : 0u);
    case access_mode::discard_write:
    case access_mode::discard_read_write:
      return CLEAVE_SYCL_ACCESS_WRITE | CLEAVE_SYCL_ACCESS_NO_INIT;
    default:
      return CLEAVE_SYCL_ACCESS_READ | CLEAVE_SYCL_ACCESS_WRITE |
             (has_no_init ? unsigned{CLEAVE_SYCL_ACCESS_NO_INIT} : 0u);
  }
#pragma clang diagnostic pop
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
