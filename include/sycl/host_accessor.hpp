// Declares host_accessor: how the host uses a buffer (SYCL 2020, 4.7.6.10).
#pragma once

#include <cstddef>
#include <type_traits>

#include "accessor.hpp"

namespace sycl {
inline namespace _v1 {

/// Its constructor waits for commands in conflict; later ones wait until its last copy is gone.
template <class Type, int Dimensions = 1,
          access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write>
class host_accessor
    : public detail::indexable<host_accessor<Type, Dimensions, Mode>,
                               std::conditional_t<Mode == access_mode::read, const Type, Type>,
                               (Dimensions > 0 ? Dimensions : 1)>,
      public detail::with_no_init<host_accessor<Type, Dimensions, Mode>> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "accessors have at most three dimensions");
  static constexpr int memory_dimensions = Dimensions > 0 ? Dimensions : 1;
  using extent_type = range<memory_dimensions>;
  using index_type = id<memory_dimensions>;
  using element = std::conditional_t<Mode == access_mode::read, const Type, Type>;

 public:
  static constexpr int dimensions = Dimensions;
  using value_type = element;
  using reference = element&;
  using const_reference = const Type&;
  using iterator = detail::accessor_iterator<element, memory_dimensions>;
  using const_iterator = detail::accessor_iterator<const Type, memory_dimensions>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  host_accessor() = default;
  /// A reading one of one that writes, too, or that has constants as elements.
  template <class Other, access_mode OtherMode,
            std::enable_if_t<
                Mode == access_mode::read &&
                    std::is_same_v<std::remove_const_t<Other>, std::remove_const_t<Type>> &&
                    (OtherMode == access_mode::read || OtherMode == access_mode::read_write) &&
                    !std::is_same_v<host_accessor<Other, Dimensions, OtherMode>, host_accessor>,
                int> = 0>
  host_accessor(const host_accessor<Other, Dimensions, OtherMode>& other)
      : access_(other.access_),
        first_(other.first_),
        memory_(other.memory_),
        range_(other.range_),
        offset_(other.offset_),
        has_no_init_(other.has_no_init_) {}

  template <class Of, class Allocator>
  host_accessor(buffer<Of, memory_dimensions, Allocator>& of,
                const property_list& properties = {}) {
    init(of, of.get_range(), index_type(), properties);
  }
  template <class Of, class Allocator>
  host_accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent,
                const property_list& properties = {}) {
    init(of, extent, index_type(), properties);
  }
  template <class Of, class Allocator>
  host_accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, index_type offset,
                const property_list& properties = {}) {
    init(of, extent, offset, properties);
  }
  template <class Of, class Allocator>
  host_accessor(buffer<Of, memory_dimensions, Allocator>& of, mode_tag_t<Mode>,
                const property_list& properties = {})
      : host_accessor(of, properties) {}
  template <class Of, class Allocator>
  host_accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, mode_tag_t<Mode>,
                const property_list& properties = {})
      : host_accessor(of, extent, properties) {}
  template <class Of, class Allocator>
  host_accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, index_type offset,
                mode_tag_t<Mode>, const property_list& properties = {})
      : host_accessor(of, extent, offset, properties) {}

  void swap(host_accessor& other) { std::swap(*this, other); }
  size_type byte_size() const noexcept { return size() * sizeof(Type); }
  size_type size() const noexcept { return range_.size(); }
  size_type max_size() const noexcept { return size(); }
  bool empty() const noexcept { return size() == 0; }
  extent_type get_range() const { return range_; }
  index_type get_offset() const { return offset_; }
  /// The first element of the buffer, whatever the accessor's offset.
  element* get_pointer() const noexcept { return first_ - detail::linear(memory_, offset_); }

  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  operator reference() const {
    return *first_;
  }
  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  const host_accessor& operator=(const Type& value) const {
    *first_ = value;
    return *this;
  }

  iterator begin() const noexcept { return this->iterate(0); }
  iterator end() const noexcept { return this->iterate(static_cast<std::ptrdiff_t>(size())); }
  const_iterator cbegin() const noexcept { return const_iterator(first_, memory_, range_, 0); }
  const_iterator cend() const noexcept {
    return const_iterator(first_, memory_, range_, static_cast<std::ptrdiff_t>(size()));
  }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const host_accessor& left, const host_accessor& right) {
    return left.access_.get() == right.access_.get();
  }
  friend bool operator!=(const host_accessor& left, const host_accessor& right) {
    return !(left == right);
  }

 private:
  template <class, int, access_mode>
  friend class host_accessor;
  friend class detail::with_no_init<host_accessor>;
  friend class detail::indexable<host_accessor, element, memory_dimensions>;
  friend struct std::hash<host_accessor>;

  bool has_no_init() const { return has_no_init_; }
  element* first() const { return first_; }
  const extent_type& memory_range() const { return memory_; }

  template <class Of, class Allocator>
  void init(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, index_type offset,
            const property_list& properties) {
    const bool has_no_init = detail::property_access::has<property::no_init>(properties);
    if (has_no_init && Mode == access_mode::read) {
      detail::raise(errc::invalid, "an accessor that reads needs what was there: no no_init");
    }
    has_no_init_ = has_no_init;
    memory_ = of.get_range();
    range_ = extent;
    // Without dimensions it is the first element (4.7.6.10).
    if constexpr (Dimensions == 0) range_[0] = extent[0] == 0 ? 0 : 1;
    offset_ = offset;
    for (int i = 0; i < memory_dimensions; ++i) {
      if (offset[i] > memory_[i] || extent[i] > memory_[i] - offset[i]) {
        detail::raise(errc::invalid, "an accessor's range is not inside its buffer");
      }
    }
    void* address = nullptr;
    cleave_sycl_host_access* made = nullptr;
    detail::check(detail::api().host_access(
        detail::object_access::get(of), detail::access_bits(Mode, has_no_init), &address, &made));
    access_ = detail::reference<cleave_sycl_host_access>::take(made);
    first_ = static_cast<element*>(address) + detail::buffer_access::first(of) +
             detail::linear(memory_, offset_);
  }

  detail::reference<cleave_sycl_host_access> access_;
  element* first_ = nullptr;  // at the offset
  extent_type memory_;
  extent_type range_;
  index_type offset_;
  bool has_no_init_ = false;
};

template <class Type, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_accessor<Type, Dimensions, Mode>> : std::true_type {};

template <class Type, int Dimensions, class Allocator>
host_accessor(buffer<Type, Dimensions, Allocator>&, const property_list& = {})
    -> host_accessor<Type, Dimensions>;
template <class Type, int Dimensions, class Allocator>
host_accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, const property_list& = {})
    -> host_accessor<Type, Dimensions>;
template <class Type, int Dimensions, class Allocator>
host_accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, id<Dimensions>,
              const property_list& = {}) -> host_accessor<Type, Dimensions>;
template <class Type, int Dimensions, class Allocator, access_mode Mode>
host_accessor(buffer<Type, Dimensions, Allocator>&, mode_tag_t<Mode>, const property_list& = {})
    -> host_accessor<Type, Dimensions, Mode>;
template <class Type, int Dimensions, class Allocator, access_mode Mode>
host_accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, mode_tag_t<Mode>,
              const property_list& = {}) -> host_accessor<Type, Dimensions, Mode>;
template <class Type, int Dimensions, class Allocator, access_mode Mode>
host_accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, id<Dimensions>,
              mode_tag_t<Mode>, const property_list& = {}) -> host_accessor<Type, Dimensions, Mode>;

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
/// SYCL 1.2.1 had this in place of host_accessor.
template <class Type, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<Type, Dimensions, Mode, target::host_buffer, IsPlaceholder>
    : public host_accessor<Type, Dimensions, Mode> {
  using base = host_accessor<Type, Dimensions, Mode>;

 public:
  using base::base;
  using base::operator=;
  accessor() = default;
  bool is_placeholder() const { return false; }
  std::size_t get_size() const { return this->byte_size(); }
  std::size_t get_count() const { return this->size(); }
};
#pragma clang diagnostic pop

}  // namespace _v1
}  // namespace sycl

template <class Type, int Dimensions, sycl::access_mode Mode>
struct std::hash<sycl::host_accessor<Type, Dimensions, Mode>> {
  std::size_t operator()(const sycl::host_accessor<Type, Dimensions, Mode>& of) const {
    return std::hash<const void*>()(of.access_.get());
  }
};

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
template <class Type, int Dimensions, sycl::access_mode Mode,
          sycl::access::placeholder IsPlaceholder>
struct std::hash<sycl::accessor<Type, Dimensions, Mode, sycl::target::host_buffer, IsPlaceholder>>
    : std::hash<sycl::host_accessor<Type, Dimensions, Mode>> {};
#pragma clang diagnostic pop
