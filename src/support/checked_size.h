// Computes sums and products of sizes from applications, and says when they do not fit.
#pragma once

#include <cstddef>

namespace cleave::support {

/// A size_t that remembers an overflow anywhere in its history.
class CheckedSize {
 public:
  CheckedSize(size_t value) : value_(value) {}  // NOLINT: arithmetic mixes with plain sizes

  friend CheckedSize operator+(CheckedSize left, CheckedSize right) {
    CheckedSize sum = 0;
    sum.overflowed_ = __builtin_add_overflow(left.value_, right.value_, &sum.value_) ||
                      left.overflowed_ || right.overflowed_;
    return sum;
  }
  friend CheckedSize operator*(CheckedSize left, CheckedSize right) {
    CheckedSize product = 0;
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

}  // namespace cleave::support
