// Declares accessor: how a command uses a buffer (SYCL 2020, 4.7.6.9).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "buffer.hpp"
#include "detail/accessor_base.hpp"
#include "handler.hpp"
#include "multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {

namespace CLEAVE_SYCL_HIDDEN detail {
/// Reads the tags of constructors.
struct accessor_access;
template <class Tag>
struct accessor_tag {
  static constexpr bool is_tag = false;
};
template <access_mode Mode>
struct accessor_tag<mode_tag_t<Mode>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target its_target = target::device;
};
template <access_mode Mode, target Target>
struct accessor_tag<mode_target_tag_t<Mode, Target>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target its_target = Target;
};
/// Targets of accessors that are made of buffers.
constexpr bool is_buffer_target(target its_target) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return its_target == target::device || its_target == target::host_task ||
         its_target == target::constant_buffer;
#pragma clang diagnostic pop
}
template <class Tag>
using enable_if_tag = std::enable_if_t<accessor_tag<Tag>::is_tag, int>;
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// An accessor holds the address of the buffer's contents on the device. One that is a placeholder gets it
/// when a kernel that captures it is copied into its command.
template <class Type, int Dimensions = 1,
          access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write,
          target Target = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t>
class accessor
    : public detail::indexable<accessor<Type, Dimensions, Mode, Target, IsPlaceholder>,
                               std::conditional_t<Mode == access_mode::read, const Type, Type>,
                               (Dimensions > 0 ? Dimensions : 1)>,
      public detail::with_no_init<accessor<Type, Dimensions, Mode, Target, IsPlaceholder>> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "accessors have at most three dimensions");
  static_assert(!std::is_const_v<Type> || Mode == access_mode::read,
                "an accessor of constants reads alone");
  static_assert(
      detail::is_buffer_target(Target),
      "accessors are for device, host_task and the deprecated constant_buffer; hosts have "
      "host_accessor, and work-groups local_accessor");
  static constexpr int memory_dimensions = Dimensions > 0 ? Dimensions : 1;
  static constexpr bool is_for_host = Target == target::host_task;
  using extent_type = range<memory_dimensions>;
  using index_type = id<memory_dimensions>;
  using element = std::conditional_t<Mode == access_mode::read, const Type, Type>;
  using indexing = detail::indexable<accessor, element, memory_dimensions>;

 public:
  static constexpr int dimensions = Dimensions;
  using value_type = element;
  using reference = element&;
  using const_reference = const Type&;
  template <access::decorated Decoration>
  using accessor_ptr = multi_ptr<element, access::address_space::global_space, Decoration>;
  using iterator = detail::accessor_iterator<element, memory_dimensions>;
  using const_iterator = detail::accessor_iterator<const Type, memory_dimensions>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  accessor() = default;
#ifdef __SYCL_DEVICE_ONLY__
  // In device code it is trivially copyable: traits of classes that hold one, which device code looks at, find so.
  accessor(const accessor&) noexcept = default;
#else
  accessor(const accessor& other) noexcept
      : indexing(other), detail::with_no_init<accessor>(other) {
    assign(other);
    bind();
  }
#endif
  accessor& operator=(const accessor&) noexcept = default;
  /// A reading accessor of one that writes, too, or that has constants as elements.
  template <class Other, access_mode OtherMode, access::placeholder OtherPlaceholder,
            std::enable_if_t<
                Mode == access_mode::read &&
                    std::is_same_v<std::remove_const_t<Other>, std::remove_const_t<Type>> &&
                    (OtherMode == access_mode::read || OtherMode == access_mode::read_write) &&
                    !std::is_same_v<
                        accessor<Other, Dimensions, OtherMode, Target, OtherPlaceholder>, accessor>,
                int> = 0>
  accessor(const accessor<Other, Dimensions, OtherMode, Target, OtherPlaceholder>& other) noexcept {
    assign(other);
    bind();
  }

  // Each with and without a handler; with all of the buffer, a part at its begin, and a part at a place.
  template <class Of, class Allocator>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, const property_list& properties = {}) {
    init(of, nullptr, of.get_range(), index_type(), properties);
  }
  template <class Of, class Allocator>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, handler& group,
           const property_list& properties = {}) {
    init(of, &group, of.get_range(), index_type(), properties);
  }
  template <class Of, class Allocator>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent,
           const property_list& properties = {}) {
    init(of, nullptr, extent, index_type(), properties);
  }
  template <class Of, class Allocator>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, index_type offset,
           const property_list& properties = {}) {
    init(of, nullptr, extent, offset, properties);
  }
  template <class Of, class Allocator>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, handler& group, extent_type extent,
           const property_list& properties = {}) {
    init(of, &group, extent, index_type(), properties);
  }
  template <class Of, class Allocator>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, handler& group, extent_type extent,
           index_type offset, const property_list& properties = {}) {
    init(of, &group, extent, offset, properties);
  }
  // The same with a tag, from which mode and target are deduced.
  template <class Of, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, Tag, const property_list& properties = {})
      : accessor(of, properties) {}
  template <class Of, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, handler& group, Tag,
           const property_list& properties = {})
      : accessor(of, group, properties) {}
  template <class Of, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, Tag,
           const property_list& properties = {})
      : accessor(of, extent, properties) {}
  template <class Of, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, extent_type extent, index_type offset, Tag,
           const property_list& properties = {})
      : accessor(of, extent, offset, properties) {}
  template <class Of, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, handler& group, extent_type extent, Tag,
           const property_list& properties = {})
      : accessor(of, group, extent, properties) {}
  template <class Of, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
  accessor(buffer<Of, memory_dimensions, Allocator>& of, handler& group, extent_type extent,
           index_type offset, Tag, const property_list& properties = {})
      : accessor(of, group, extent, offset, properties) {}

  void swap(accessor& other) { std::swap(*this, other); }
  bool is_placeholder() const { return is_placeholder_; }
  size_type byte_size() const noexcept { return size() * sizeof(Type); }
  size_type size() const noexcept { return range_.size(); }
  size_type max_size() const noexcept { return size(); }
  [[deprecated("use byte_size")]] size_type get_size() const { return byte_size(); }
  [[deprecated("use size")]] size_type get_count() const { return size(); }
  bool empty() const noexcept { return size() == 0; }
  extent_type get_range() const { return range_; }
  index_type get_offset() const { return offset_; }

  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  operator reference() const {
    return *first();
  }
  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  const accessor& operator=(const Type& value) const {
    *first() = value;
    return *this;
  }

  /// The first element of the buffer, whatever the accessor's offset: a global_ptr or constant_ptr, in host tasks a plain
  /// pointer.
  auto get_pointer() const noexcept {
    if constexpr (is_for_host) {
      return first_of_buffer();
    } else if constexpr (Target == detail::constant_target) {
      return constant_ptr<Type>(const_cast<Type*>(first_of_buffer()));
    } else {
      return get_multi_ptr<access::decorated::legacy>();
    }
  }
  template <access::decorated Decoration>
  accessor_ptr<Decoration> get_multi_ptr() const noexcept {
    return accessor_ptr<Decoration>(
        address_space_cast<access::address_space::global_space, Decoration>(first_of_buffer()));
  }

  iterator begin() const noexcept { return this->iterate(0); }
  iterator end() const noexcept { return this->iterate(static_cast<std::ptrdiff_t>(size())); }
  const_iterator cbegin() const noexcept { return const_iterator(first(), memory_, range_, 0); }
  const_iterator cend() const noexcept {
    return const_iterator(first(), memory_, range_, static_cast<std::ptrdiff_t>(size()));
  }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const accessor& left, const accessor& right) {
    return left.buffer_ == right.buffer_ && left.first_ == right.first_ &&
           left.range_ == right.range_ && left.offset_ == right.offset_ &&
           left.memory_ == right.memory_ && left.is_placeholder_ == right.is_placeholder_;
  }
  friend bool operator!=(const accessor& left, const accessor& right) { return !(left == right); }

 private:
  template <class, int, access_mode, target, access::placeholder>
  friend class accessor;
  friend struct detail::accessor_access;
  friend class detail::with_no_init<accessor>;
  friend struct detail::object_access;
  friend class detail::indexable<accessor, element, memory_dimensions>;

  bool has_no_init() const { return has_no_init_; }
  element* first_of_buffer() const { return first() - detail::linear(memory_, offset_); }
  cleave_sycl_buffer* object() const { return buffer_; }
  element* first() const {
    if constexpr (is_for_host) {
      return first_ == nullptr ? nullptr : static_cast<element*>(*first_) + place_;
    } else {
      return first_;
    }
  }
  const extent_type& memory_range() const { return memory_; }

  template <class Of, class Allocator>
  void init(buffer<Of, memory_dimensions, Allocator>& of, handler* group, extent_type extent,
            index_type offset, const property_list& properties) {
    static_assert(std::is_same_v<std::remove_const_t<Of>, std::remove_const_t<Type>>,
                  "an accessor has the elements of its buffer");
    static_assert(!std::is_const_v<Of> || Mode == access_mode::read,
                  "a buffer of constants is read alone");
    const bool has_no_init = detail::property_access::has<property::no_init>(properties);
    if (has_no_init && Mode == access_mode::read) {
      detail::raise(errc::invalid, "an accessor that reads needs what was there: no no_init");
    }
    memory_ = of.get_range();
    range_ = extent;
    // Without dimensions it is the first element (4.7.6.9).
    if constexpr (Dimensions == 0) range_[0] = extent[0] == 0 ? 0 : 1;
    offset_ = offset;
    for (int i = 0; i < memory_dimensions; ++i) {
      if (offset[i] > memory_[i] || extent[i] > memory_[i] - offset[i]) {
        detail::raise(errc::invalid, "an accessor's range is not inside its buffer");
      }
    }
    buffer_ = detail::object_access::get(of);
    place_ = detail::buffer_access::first(of) + detail::linear(memory_, offset_);
    mode_ = detail::access_bits(Mode, has_no_init);
    is_placeholder_ = group == nullptr;
    has_no_init_ = has_no_init;
    if constexpr (is_for_host) {
      mode_ |= unsigned{CLEAVE_SYCL_ACCESS_HOST};
      first_ = detail::api().buffer_host_address(buffer_);
    }
    if (group != nullptr) {
      check_origin(*group);
      set_address(detail::handler_access::add_access(*group, buffer_, mode_));
    }
  }
  /// On devices a sub-buffer begins where they can address it (SYCL 2020, 4.7.2.1).
  void check_origin(handler& group) const {
    if constexpr (!is_for_host) {
      const std::size_t first = place_ - detail::linear(memory_, offset_);
      detail::handler_access::check_origin(group, first * sizeof(Type));
    }
  }

  template <class Other>
  void assign(const Other& other) noexcept {
    first_ = other.first_;
    memory_ = other.memory_;
    range_ = other.range_;
    offset_ = other.offset_;
    buffer_ = other.buffer_;
    place_ = other.place_;
    mode_ = other.mode_;
    is_placeholder_ = other.is_placeholder_;
    has_no_init_ = other.has_no_init_;
  }
  void set_address(void* address) {
    if constexpr (!is_for_host) first_ = static_cast<element*>(address) + place_;
  }

  /// While a kernel is copied into its command, its accessors get the addresses of that command.
  void bind() {
#ifndef __SYCL_DEVICE_ONLY__
    if (const handler* const group = detail::copying_handler()) {
      if (void* const address = detail::handler_access::address_of(*group, buffer_)) {
        set_address(address);
      }
    }
#endif
  }

  // On devices the element at the offset. A host task finds the buffer's address there while it runs.
  std::conditional_t<is_for_host, void* const*, element*> first_ = nullptr;
  extent_type memory_;
  extent_type range_;
  index_type offset_;
  cleave_sycl_buffer* buffer_ = nullptr;  // the buffer outlives its accessors
  std::size_t place_ = 0;                 // of `first_` in the library's buffer
  std::uint32_t mode_ = 0;
  bool is_placeholder_ = false;
  bool has_no_init_ = false;
};

template <class Type, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
struct is_property_of<property::no_init, accessor<Type, Dimensions, Mode, Target, IsPlaceholder>>
    : std::true_type {};

template <class Type, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
struct is_device_copyable<accessor<Type, Dimensions, Mode, Target, IsPlaceholder>>
    : std::true_type {};

template <class Type, int Dimensions, class Allocator>
accessor(buffer<Type, Dimensions, Allocator>&, const property_list& = {})
    -> accessor<Type, Dimensions,
                std::is_const_v<Type> ? access_mode::read : access_mode::read_write, target::device,
                access::placeholder::true_t>;
template <class Type, int Dimensions, class Allocator>
accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, const property_list& = {})
    -> accessor<Type, Dimensions,
                std::is_const_v<Type> ? access_mode::read : access_mode::read_write, target::device,
                access::placeholder::true_t>;
template <class Type, int Dimensions, class Allocator>
accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, id<Dimensions>,
         const property_list& = {})
    -> accessor<Type, Dimensions,
                std::is_const_v<Type> ? access_mode::read : access_mode::read_write, target::device,
                access::placeholder::true_t>;
template <class Type, int Dimensions, class Allocator>
accessor(buffer<Type, Dimensions, Allocator>&, handler&, const property_list& = {})
    -> accessor<Type, Dimensions,
                std::is_const_v<Type> ? access_mode::read : access_mode::read_write>;
template <class Type, int Dimensions, class Allocator>
accessor(buffer<Type, Dimensions, Allocator>&, handler&, range<Dimensions>,
         const property_list& = {})
    -> accessor<Type, Dimensions,
                std::is_const_v<Type> ? access_mode::read : access_mode::read_write>;
template <class Type, int Dimensions, class Allocator>
accessor(buffer<Type, Dimensions, Allocator>&, handler&, range<Dimensions>, id<Dimensions>,
         const property_list& = {})
    -> accessor<Type, Dimensions,
                std::is_const_v<Type> ? access_mode::read : access_mode::read_write>;
template <class Type, int Dimensions, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
accessor(buffer<Type, Dimensions, Allocator>&, Tag, const property_list& = {})
    -> accessor<Type, Dimensions, detail::accessor_tag<Tag>::mode,
                detail::accessor_tag<Tag>::its_target, access::placeholder::true_t>;
template <class Type, int Dimensions, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, Tag, const property_list& = {})
    -> accessor<Type, Dimensions, detail::accessor_tag<Tag>::mode,
                detail::accessor_tag<Tag>::its_target, access::placeholder::true_t>;
template <class Type, int Dimensions, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
accessor(buffer<Type, Dimensions, Allocator>&, range<Dimensions>, id<Dimensions>, Tag,
         const property_list& = {})
    -> accessor<Type, Dimensions, detail::accessor_tag<Tag>::mode,
                detail::accessor_tag<Tag>::its_target, access::placeholder::true_t>;
template <class Type, int Dimensions, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
accessor(buffer<Type, Dimensions, Allocator>&, handler&, Tag, const property_list& = {})
    -> accessor<Type, Dimensions, detail::accessor_tag<Tag>::mode,
                detail::accessor_tag<Tag>::its_target>;
template <class Type, int Dimensions, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
accessor(buffer<Type, Dimensions, Allocator>&, handler&, range<Dimensions>, Tag,
         const property_list& = {}) -> accessor<Type, Dimensions, detail::accessor_tag<Tag>::mode,
                                                detail::accessor_tag<Tag>::its_target>;
template <class Type, int Dimensions, class Allocator, class Tag, detail::enable_if_tag<Tag> = 0>
accessor(buffer<Type, Dimensions, Allocator>&, handler&, range<Dimensions>, id<Dimensions>, Tag,
         const property_list& = {}) -> accessor<Type, Dimensions, detail::accessor_tag<Tag>::mode,
                                                detail::accessor_tag<Tag>::its_target>;

namespace CLEAVE_SYCL_HIDDEN detail {
constexpr bool reads(access_mode mode) {
  return mode == access_mode::read || mode == access_mode::read_write;
}
constexpr bool writes(access_mode mode) {
  return mode != access_mode::read;
}

struct accessor_access {
  /// The part of its buffer that an accessor of the command group sees.
  template <class Accessor>
  static cleave_sycl_region region(const handler& group, const Accessor& of) {
    if (handler_access::address_of(group, of.buffer_) == nullptr) {
      raise(errc::invalid, "the command group does not use the accessor's buffer: require it");
    }
    cleave_sycl_region made{sizeof made,
                            of.buffer_,
                            sizeof(typename Accessor::value_type),
                            of.place_ - linear(of.memory_, of.offset_),
                            {1, 1, 1},
                            {},
                            {1, 1, 1}};
    constexpr int dimensions = Accessor::memory_dimensions;
    for (int i = 0; i < dimensions; ++i) {
      const int at = 3 - dimensions + i;
      made.memory[at] = of.memory_[i];
      made.offset[at] = of.offset_[i];
      made.extent[at] = of.range_[i];
    }
    return made;
  }
  template <class Accessor>
  static void require(handler& group, const Accessor& used) {
    if (used.buffer_ == nullptr) raise(errc::invalid, "require: the accessor has no buffer");
    used.check_origin(group);
    handler_access::add_access(group, used.buffer_, used.mode_);
  }
  template <class Accessor>
  static std::size_t hash(const Accessor& of) {
    const std::hash<const void*> hash_of_address;
    return hash_of_address(of.buffer_) * 31 + hash_of_address(of.first_) + of.place_ * 7 +
           of.size();
  }
  template <class Accessor>
  static cleave_sycl_buffer* buffer(const Accessor& of) {
    return of.buffer_;
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace CLEAVE_SYCL_HIDDEN detail {
/// A kernel of OpenCL gets the whole buffer of an accessor; one without a buffer is no memory.
template <class Type, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
struct kernel_argument<accessor<Type, Dimensions, Mode, target::device, IsPlaceholder>> {
  template <class Accessor>
  static void set(handler& group, std::uint32_t index, const Accessor& argument) {
    cleave_sycl_buffer* const used = accessor_access::buffer(argument);
    if (used != nullptr && accessor_access::region(group, argument).first != 0) {
      raise(errc::feature_not_supported,
            "set_arg: an accessor of a sub-buffer: kernels of OpenCL get whole buffers");
    }
    handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_BUFFER, index, 0, nullptr, used);
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

#define CLEAVE_SYCL_ACCESSOR(side)                                                     \
  class side##Type, int side##Dimensions, access_mode side##Mode, target side##Target, \
      access::placeholder side##Placeholder
#define CLEAVE_SYCL_NAME(side) \
  accessor<side##Type, side##Dimensions, side##Mode, side##Target, side##Placeholder>

template <CLEAVE_SYCL_ACCESSOR(Of)>
void handler::require(const CLEAVE_SYCL_NAME(Of) & used) {
  detail::accessor_access::require(*this, used);
}

template <CLEAVE_SYCL_ACCESSOR(From), class To>
void handler::copy(CLEAVE_SYCL_NAME(From) from, std::shared_ptr<To> to) {
  copy(from, to.get());
  object_.also_keep(detail::make_box(std::move(to)));
}
template <class From, CLEAVE_SYCL_ACCESSOR(To)>
void handler::copy(std::shared_ptr<From> from, CLEAVE_SYCL_NAME(To) to) {
  copy(static_cast<const From*>(from.get()), to);
  object_.also_keep(detail::make_box(std::move(from)));
}
template <CLEAVE_SYCL_ACCESSOR(From), class To>
void handler::copy(CLEAVE_SYCL_NAME(From) from, To* to) {
  static_assert(detail::reads(FromMode), "the source of a copy is read");
  const cleave_sycl_region part = detail::accessor_access::region(*this, from);
  begin_copy(&part, nullptr, nullptr, to);
}
template <class From, CLEAVE_SYCL_ACCESSOR(To)>
void handler::copy(const From* from, CLEAVE_SYCL_NAME(To) to) {
  static_assert(detail::writes(ToMode), "the destination of a copy is written to");
  const cleave_sycl_region part = detail::accessor_access::region(*this, to);
  begin_copy(nullptr, from, &part, nullptr);
}
template <CLEAVE_SYCL_ACCESSOR(From), CLEAVE_SYCL_ACCESSOR(To)>
void handler::copy(CLEAVE_SYCL_NAME(From) from, CLEAVE_SYCL_NAME(To) to) {
  static_assert(detail::reads(FromMode), "the source of a copy is read");
  static_assert(detail::writes(ToMode), "the destination of a copy is written to");
  if (to.byte_size() < from.byte_size()) {
    detail::raise(errc::invalid, "copy: the destination has less bytes than the source");
  }
  const cleave_sycl_region source = detail::accessor_access::region(*this, from);
  const cleave_sycl_region target = detail::accessor_access::region(*this, to);
  begin_copy(&source, nullptr, &target, nullptr);
}
template <CLEAVE_SYCL_ACCESSOR(Of)>
void handler::update_host(CLEAVE_SYCL_NAME(Of) of) {
  static_cast<void>(detail::accessor_access::region(*this, of));
  begin<command::update_host>();
  memory_.to = detail::accessor_access::buffer(of);
}
template <CLEAVE_SYCL_ACCESSOR(To)>
void handler::fill(CLEAVE_SYCL_NAME(To) to, const ToType& pattern) {
  static_assert(detail::writes(ToMode), "what is filled is written to");
  const filled_region<ToType> filled{detail::accessor_access::region(*this, to), pattern};
  begin<command::fill_region>();
  object_.copy(filled);
  memory_.bytes = offsetof(filled_region<ToType>, pattern);
}
#undef CLEAVE_SYCL_ACCESSOR
#undef CLEAVE_SYCL_NAME

}  // namespace _v1
}  // namespace sycl

template <class Type, int Dimensions, sycl::access_mode Mode, sycl::target Target,
          sycl::access::placeholder IsPlaceholder>
struct std::hash<sycl::accessor<Type, Dimensions, Mode, Target, IsPlaceholder>> {
  std::size_t operator()(
      const sycl::accessor<Type, Dimensions, Mode, Target, IsPlaceholder>& of) const {
    return sycl::detail::accessor_access::hash(of);
  }
};
