// Declares sub_group_mask: a bit for each work-item of a sub-group (sycl_ext_oneapi_sub_group_mask).
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../detail/builtins.hpp"
#include "../../marray.hpp"
#include "../../sub_group.hpp"

namespace sycl {
inline namespace _v1 {
namespace ext::oneapi {

struct sub_group_mask;
template <class Group>
std::enable_if_t<std::is_same_v<Group, sub_group>, typename Group::mask_type> group_ballot(
    Group its_group, bool predicate = true);

/// Bits beyond the largest sub-group of the kernel are zeros, always. On the host masks have `max_bits`.
struct sub_group_mask {
 public:
  static constexpr std::size_t max_bits = 64;

  class reference {
   public:
    reference(const reference&) = default;
    reference& operator=(bool value) {
      mask_->set(position_, value);
      return *this;
    }
    reference& operator=(const reference& other) { return *this = static_cast<bool>(other); }
    bool operator~() const { return !mask_->test(position_); }
    operator bool() const { return mask_->test(position_); }
    reference& flip() {
      mask_->flip(position_);
      return *this;
    }

   private:
    friend struct sub_group_mask;
    reference(sub_group_mask* mask, id<1> position) : mask_(mask), position_(position) {}
    sub_group_mask* mask_;
    id<1> position_;
  };

  sub_group_mask() : sub_group_mask(size_here(), 0) {}
  sub_group_mask(unsigned long long bits) : sub_group_mask(size_here(), bits) {}
  template <class Type, std::size_t Count, std::enable_if_t<std::is_integral_v<Type>, int> = 0>
  sub_group_mask(const marray<Type, Count>& bits) : sub_group_mask() {
    insert_bits(bits);
  }
  sub_group_mask(const sub_group_mask&) = default;
  sub_group_mask& operator=(const sub_group_mask&) = default;

  bool operator[](id<1> position) const { return test(position); }
  reference operator[](id<1> position) { return reference(this, position); }
  bool test(id<1> position) const { return (shifted_right(position[0]) & 1) != 0; }
  bool all() const { return bits_ == all_bits(); }
  bool any() const { return bits_ != 0; }
  bool none() const { return bits_ == 0; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcountll(bits_)); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }
  /// size() where no bit is set, as find_high is.
  id<1> find_low() const {
    return none() ? size_ : static_cast<std::size_t>(__builtin_ctzll(bits_));
  }
  id<1> find_high() const {
    return none() ? size_ : static_cast<std::size_t>(63 - __builtin_clzll(bits_));
  }

  /// Replaces as many bits from the position on as the value has.
  template <class Type>
  void insert_bits(const Type& bits, id<1> position = 0) {
    if constexpr (std::is_integral_v<Type>) {
      const std::uint64_t place = shifted(width_of<Type>(), position[0]);
      const auto value = static_cast<std::uint64_t>(bits) & width_of<Type>();
      bits_ = ((bits_ & ~place) | shifted(value, position[0])) & all_bits();
    } else {
      std::size_t next = position[0];
      for (const auto& each : bits) {
        insert_bits(each, next);
        next += CHAR_BIT * sizeof each;
      }
    }
  }
  /// Puts out as many bits from the position on as the value has.
  template <class Type>
  void extract_bits(Type& out, id<1> position = 0) const {
    if constexpr (std::is_integral_v<Type>) {
      out = static_cast<Type>(shifted_right(position[0]) & width_of<Type>());
    } else {
      std::size_t next = position[0];
      for (auto& each : out) {
        extract_bits(each, next);
        next += CHAR_BIT * sizeof each;
      }
    }
  }

  void set() { bits_ = all_bits(); }
  void set(id<1> position, bool value = true) {
    const std::uint64_t bit = bit_of(position);
    bits_ = value ? bits_ | bit : bits_ & ~bit;
  }
  void reset() { bits_ = 0; }
  void reset(id<1> position) { bits_ &= ~bit_of(position); }
  void reset_low() { bits_ &= bits_ - 1; }
  void reset_high() { reset(find_high()); }
  void flip() { bits_ ^= all_bits(); }
  void flip(id<1> position) { bits_ ^= bit_of(position); }

  bool operator==(const sub_group_mask& other) const { return bits_ == other.bits_; }
  bool operator!=(const sub_group_mask& other) const { return bits_ != other.bits_; }

  sub_group_mask& operator&=(const sub_group_mask& other) {
    bits_ &= other.bits_;
    return *this;
  }
  sub_group_mask& operator|=(const sub_group_mask& other) {
    bits_ = (bits_ | other.bits_) & all_bits();
    return *this;
  }
  sub_group_mask& operator^=(const sub_group_mask& other) {
    bits_ = (bits_ ^ other.bits_) & all_bits();
    return *this;
  }
  sub_group_mask& operator<<=(std::size_t shift) {
    bits_ = shifted(bits_, shift) & all_bits();
    return *this;
  }
  sub_group_mask& operator>>=(std::size_t shift) {
    bits_ = shifted_right(shift);
    return *this;
  }
  sub_group_mask operator~() const { return sub_group_mask(size_, ~bits_); }
  sub_group_mask operator<<(std::size_t shift) const {
    return sub_group_mask(size_, shifted(bits_, shift));
  }
  sub_group_mask operator>>(std::size_t shift) const {
    return sub_group_mask(size_, shifted_right(shift));
  }
  friend sub_group_mask operator&(const sub_group_mask& left, const sub_group_mask& right) {
    return sub_group_mask(left.size_, left.bits_ & right.bits_);
  }
  friend sub_group_mask operator|(const sub_group_mask& left, const sub_group_mask& right) {
    return sub_group_mask(left.size_, left.bits_ | right.bits_);
  }
  friend sub_group_mask operator^(const sub_group_mask& left, const sub_group_mask& right) {
    return sub_group_mask(left.size_, left.bits_ ^ right.bits_);
  }

 private:
  template <class Group>
  friend std::enable_if_t<std::is_same_v<Group, sub_group>, typename Group::mask_type> group_ballot(
      Group, bool);

  sub_group_mask(std::uint64_t size, std::uint64_t bits) : bits_(bits), size_(size) {
    bits_ &= all_bits();
  }

  static std::uint64_t size_here() {
#ifdef __SYCL_DEVICE_ONLY__
    return detail::cl::get_max_sub_group_size();
#else
    return max_bits;
#endif
  }
  template <class Type>
  static constexpr std::uint64_t width_of() {
    return ~std::uint64_t{0} >> (max_bits - CHAR_BIT * sizeof(Type));
  }
  static std::uint64_t shifted(std::uint64_t bits, std::size_t by) {
    return by < max_bits ? bits << by : 0;
  }
  std::uint64_t shifted_right(std::size_t by) const { return by < max_bits ? bits_ >> by : 0; }
  std::uint64_t all_bits() const { return ~std::uint64_t{0} >> (max_bits - size_); }
  std::uint64_t bit_of(id<1> position) const { return shifted(1, position[0]) & all_bits(); }

  // No byte of padding behind these: a copy of padding would be an array of bytes to compilers.
  std::uint64_t bits_;
  std::uint64_t size_;
};

/// Returns which work-items of the sub-group say so; all of them call it.
template <class Group>
std::enable_if_t<std::is_same_v<Group, sub_group>, typename Group::mask_type> group_ballot(
    Group its_group, bool predicate) {
  const detail::cl::uint4 words = detail::cl::sub_group_ballot(predicate ? 1 : 0);
  return sub_group_mask(its_group.get_max_local_range()[0], std::uint64_t{words.y} << 32 | words.x);
}

}  // namespace ext::oneapi
}  // namespace _v1
}  // namespace sycl
