// Declares item: a work-item of a launch without work-groups (SYCL 2020, 4.9.1.4).
#pragma once

#include "detail/builtins.hpp"
#include "range.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

struct item_access;

/// Ids and sizes of this work-item, in SYCL's order of dimensions.
template <int Dimensions, template <int> class Value, class Query>
CLEAVE_SYCL_INLINE Value<Dimensions> ask(Query query) {
  return make_each<Dimensions, Value<Dimensions>>(
      [&](int i) CLEAVE_SYCL_INLINED { return query(static_cast<unsigned>(Dimensions - 1 - i)); });
}

template <int Dimensions, bool WithOffset>
class item_data {
 public:
  /// The same item with an offset of zeros.
  operator item<Dimensions, true>() const;

 protected:
  CLEAVE_SYCL_INLINE item_data(const range<Dimensions>& extent, const id<Dimensions>& index)
      : extent_(extent), index_(index) {}
  bool is_equal(const item_data& other) const {
    return extent_ == other.extent_ && index_ == other.index_;
  }
  range<Dimensions> extent_;
  id<Dimensions> index_;
};

template <int Dimensions>
class item_data<Dimensions, true> {
 protected:
  CLEAVE_SYCL_INLINE item_data(const range<Dimensions>& extent, const id<Dimensions>& index,
                               const id<Dimensions>& offset)
      : extent_(extent), index_(index), offset_(offset) {}
  bool is_equal(const item_data& other) const {
    return extent_ == other.extent_ && index_ == other.index_ && offset_ == other.offset_;
  }
  range<Dimensions> extent_;
  id<Dimensions> index_;
  id<Dimensions> offset_;
};

/// An item of one dimension is a number, too.
template <int Dimensions, bool WithOffset>
class item_base : public item_data<Dimensions, WithOffset> {
 protected:
  template <class... Values>
  CLEAVE_SYCL_INLINE explicit item_base(const range<Dimensions>& extent, const Values&... values)
      : item_data<Dimensions, WithOffset>(extent, values...) {}
};
template <bool WithOffset>
class item_base<1, WithOffset> : public item_data<1, WithOffset> {
 public:
  CLEAVE_SYCL_INLINE operator std::size_t() const { return this->index_[0]; }

 protected:
  template <class... Values>
  CLEAVE_SYCL_INLINE explicit item_base(const range<1>& extent, const Values&... values)
      : item_data<1, WithOffset>(extent, values...) {}
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <int Dimensions = 1, bool WithOffset = true>
class item : public detail::item_base<Dimensions, WithOffset> {
  using base = detail::item_base<Dimensions, WithOffset>;

 public:
  static constexpr int dimensions = Dimensions;

  item() = delete;

  CLEAVE_SYCL_INLINE id<Dimensions> get_id() const { return this->index_; }
  CLEAVE_SYCL_INLINE std::size_t get_id(int dimension) const { return this->index_[dimension]; }
  CLEAVE_SYCL_INLINE std::size_t operator[](int dimension) const { return this->index_[dimension]; }
  CLEAVE_SYCL_INLINE range<Dimensions> get_range() const { return this->extent_; }
  CLEAVE_SYCL_INLINE std::size_t get_range(int dimension) const { return this->extent_[dimension]; }

  template <bool Has = WithOffset, std::enable_if_t<Has, int> = 0>
  [[deprecated("offsets of items are deprecated in SYCL 2020")]]
  CLEAVE_SYCL_INLINE id<Dimensions> get_offset() const {
    return this->offset_;
  }

  CLEAVE_SYCL_INLINE std::size_t get_linear_id() const {
    if constexpr (WithOffset) {
      return detail::linear(this->extent_, detail::make_each<Dimensions, id<Dimensions>>(
                                               [&](int i) CLEAVE_SYCL_INLINED {
                                                 return this->index_[i] - this->offset_[i];
                                               }));
    } else {
      return detail::linear(this->extent_, this->index_);
    }
  }

  friend bool operator==(const item& left, const item& right) { return left.is_equal(right); }
  friend bool operator!=(const item& left, const item& right) { return !left.is_equal(right); }

 private:
  friend struct detail::item_access;
  template <class... Offset>
  CLEAVE_SYCL_INLINE item(const range<Dimensions>& extent, const id<Dimensions>& index,
                          const Offset&... offset)
      : base(extent, index, offset...) {}
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct item_access {
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static item<Dimensions, false> make(const range<Dimensions>& extent,
                                                         const id<Dimensions>& index) {
    return item<Dimensions, false>(extent, index);
  }
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static item<Dimensions, true> make(const range<Dimensions>& extent,
                                                        const id<Dimensions>& index,
                                                        const id<Dimensions>& offset) {
    return item<Dimensions, true>(extent, index, offset);
  }
  /// This work-item's.
  template <int Dimensions, bool WithOffset>
  CLEAVE_SYCL_INLINE static item<Dimensions, WithOffset> here() {
    const auto extent = ask<Dimensions, range>(
        [](unsigned i) CLEAVE_SYCL_INLINED { return cl::get_global_size(i); });
    const auto index =
        ask<Dimensions, id>([](unsigned i) CLEAVE_SYCL_INLINED { return cl::get_global_id(i); });
    if constexpr (WithOffset) {
      return make(extent, index, ask<Dimensions, id>([](unsigned i) CLEAVE_SYCL_INLINED {
                    return cl::get_global_offset(i);
                  }));
    } else {
      return make(extent, index);
    }
  }
};

template <int Dimensions, bool WithOffset>
CLEAVE_SYCL_INLINE item_data<Dimensions, WithOffset>::operator item<Dimensions, true>() const {
  return item_access::make(extent_, index_, id<Dimensions>());
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl
