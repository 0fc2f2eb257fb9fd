// Sizes from applications: sums and products that say when they do not fit.
#pragma once

#include <cstddef>

namespace cleave::api::check {

/// A size_t that remembers an overflow anywhere in its history.
class Size {
 public:
  Size(size_t value) : value_(value) {}  // NOLINT: arithmetic mixes with plain sizes

  friend Size operator+(Size left, Size right) {
    Size sum = 0;
    sum.overflowed_ = __builtin_add_overflow(left.value_, right.value_, &sum.value_) ||
                      left.overflowed_ || right.overflowed_;
    return sum;
  }
  friend Size operator*(Size left, Size right) {
    Size product = 0;
    product.overflowed_ = __builtin_mul_overflow(left.value_, right.value_, &product.value_) ||
                          left.overflowed_ || right.overflowed_;
    return product;
  }
  [[nodiscard]] bool overflowed() const { return overflowed_; }
  /// The value; meaningless after an overflow.
  [[nodiscard]] size_t value() const { return value_; }
  [[nodiscard]] bool fits(size_t limit) const { return !overflowed_ && value_ <= limit; }

 private:
  size_t value_;
  bool overflowed_ = false;
};

}  // namespace cleave::api::check
