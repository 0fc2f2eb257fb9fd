// Declares local_accessor: an array that the work-items of a work-group share (SYCL 2020, 4.7.6.11).
#pragma once

#include <cstddef>
#include <type_traits>

#include "accessor.hpp"
#include "detail/accessor_base.hpp"
#include "detail/builtins.hpp"
#include "handler.hpp"
#include "multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {

/// Holds an offset in the work-group's dynamic memory, which it gets when a kernel that captures it is copied
/// into its command.
template <class Type, int Dimensions = 1>
class local_accessor : public detail::indexable<local_accessor<Type, Dimensions>, Type,
                                                (Dimensions > 0 ? Dimensions : 1)> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "accessors have at most three dimensions");
  static constexpr int memory_dimensions = Dimensions > 0 ? Dimensions : 1;
  using extent_type = range<memory_dimensions>;
  using indexing = detail::indexable<local_accessor, Type, memory_dimensions>;

 public:
  static constexpr int dimensions = Dimensions;
  using value_type = Type;
  using reference = Type&;
  using const_reference = const Type&;
  template <access::decorated Decoration>
  using accessor_ptr = multi_ptr<Type, access::address_space::local_space, Decoration>;
  using iterator = Type*;  // elements lie one behind the other
  using const_iterator = const Type*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  local_accessor() = default;
#ifdef __SYCL_DEVICE_ONLY__
  local_accessor(const local_accessor&) noexcept = default;  // as that of an accessor
#else
  local_accessor(const local_accessor& other) noexcept
      : indexing(other), offset_(other.offset_), range_(other.range_), identity_(other.identity_) {
    bind();
  }
#endif
  local_accessor& operator=(const local_accessor&) noexcept = default;
  /// The same array as one of constants.
  template <class Other, std::enable_if_t<std::is_const_v<Type> && !std::is_const_v<Other> &&
                                              std::is_same_v<Other, std::remove_const_t<Type>>,
                                          int> = 0>
  local_accessor(const local_accessor<Other, Dimensions>& other) noexcept
      : offset_(other.offset_), range_(other.range_), identity_(other.identity_) {
    bind();
  }
  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  local_accessor(handler&, const property_list& = {})
      : range_(1), identity_(detail::next_identity()) {}
  template <int D = Dimensions, std::enable_if_t<(D > 0), int> = 0>
  local_accessor(range<Dimensions> extent, handler&, const property_list& = {})
      : range_(extent), identity_(detail::next_identity()) {}

  void swap(local_accessor& other) { std::swap(*this, other); }
  size_type byte_size() const noexcept { return size() * sizeof(Type); }
  size_type size() const noexcept { return range_.size(); }
  size_type max_size() const noexcept { return size(); }
  [[deprecated("use byte_size")]] size_type get_size() const { return byte_size(); }
  [[deprecated("use size")]] size_type get_count() const { return size(); }
  bool empty() const noexcept { return size() == 0; }
  extent_type get_range() const { return range_; }

  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  operator reference() const {
    return *first();
  }
  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  const local_accessor& operator=(const Type& value) const {
    *first() = value;
    return *this;
  }

  local_ptr<Type> get_pointer() const noexcept {
    return get_multi_ptr<access::decorated::legacy>();
  }
  template <access::decorated Decoration>
  accessor_ptr<Decoration> get_multi_ptr() const noexcept {
    return accessor_ptr<Decoration>(
        address_space_cast<access::address_space::local_space, Decoration>(first()));
  }

  iterator begin() const noexcept { return first(); }
  iterator end() const noexcept { return first() + size(); }
  const_iterator cbegin() const noexcept { return first(); }
  const_iterator cend() const noexcept { return first() + size(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const local_accessor& left, const local_accessor& right) {
    return left.identity_ == right.identity_;
  }
  friend bool operator!=(const local_accessor& left, const local_accessor& right) {
    return !(left == right);
  }

 private:
  template <class, int>
  friend class local_accessor;
  friend class detail::indexable<local_accessor, Type, memory_dimensions>;
  friend struct std::hash<local_accessor>;

  Type* first() const {
    return (Type*)(CLEAVE_SYCL_LOCAL Type*)(detail::cl::local_base() + offset_);
  }
  const extent_type& memory_range() const { return range_; }

  /// A copy in a command is known by its place there: commands of the same arrays have objects of the same bytes, and
  /// what they set need not be set again.
  void bind() {
#ifndef __SYCL_DEVICE_ONLY__
    if (handler* const group = detail::copying_handler()) {
      if (identity_ != 0 && (identity_ & in_command) == 0) {
        offset_ = detail::handler_access::add_local(*group, identity_, byte_size(), alignof(Type));
        identity_ = in_command | offset_;
      }
    }
#endif
  }
  static constexpr std::size_t in_command = ~(~std::size_t{0} >> 1);

  std::size_t offset_ = 0;
  extent_type range_;
  std::size_t identity_ = 0;  // 0: it has no memory
};

template <class Type, int Dimensions>
struct is_device_copyable<local_accessor<Type, Dimensions>> : std::true_type {};

namespace CLEAVE_SYCL_HIDDEN detail {
/// A kernel of OpenCL gets local memory of that many bytes.
template <class Type, int Dimensions>
struct kernel_argument<local_accessor<Type, Dimensions>> {
  static void set(handler& group, std::uint32_t index,
                  const local_accessor<Type, Dimensions>& argument) {
    handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_LOCAL, index, argument.byte_size(),
                                 nullptr, nullptr);
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
/// SYCL 1.2.1 had this in place of local_accessor.
template <class Type, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<Type, Dimensions, Mode, target::local, IsPlaceholder>
    : public local_accessor<Type, Dimensions> {
  using base = local_accessor<Type, Dimensions>;

 public:
  using base::base;
  using base::operator=;
  accessor() = default;
};
namespace CLEAVE_SYCL_HIDDEN detail {
template <class Type, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
struct kernel_argument<accessor<Type, Dimensions, Mode, target::local, IsPlaceholder>>
    : kernel_argument<local_accessor<Type, Dimensions>> {};
}  // namespace CLEAVE_SYCL_HIDDEN detail
#pragma clang diagnostic pop

}  // namespace _v1
}  // namespace sycl

template <class Type, int Dimensions>
struct std::hash<sycl::local_accessor<Type, Dimensions>> {
  std::size_t operator()(const sycl::local_accessor<Type, Dimensions>& of) const {
    return of.identity_;
  }
};

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
template <class Type, int Dimensions, sycl::access_mode Mode,
          sycl::access::placeholder IsPlaceholder>
struct std::hash<sycl::accessor<Type, Dimensions, Mode, sycl::target::local, IsPlaceholder>>
    : std::hash<sycl::local_accessor<Type, Dimensions>> {};
#pragma clang diagnostic pop
