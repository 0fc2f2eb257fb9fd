// Declares buffer: data that commands use, wherever they run (SYCL 2020, 4.7.2).
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "access.hpp"
#include "buffer_properties.hpp"
#include "context.hpp"
#include "detail/object.hpp"
#include "handler.hpp"
#include "range.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type>
using buffer_allocator = std::allocator<Type>;

template <class Type, int Dimensions = 1,
          class Allocator = buffer_allocator<std::remove_const_t<Type>>, class Enable = void>
class buffer;
template <class Type, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;
template <class Type, int Dimensions, access_mode Mode>
class host_accessor;

namespace CLEAVE_SYCL_HIDDEN detail {
struct buffer_access;

template <class Container, class Type, class = void>
struct is_contiguous : std::false_type {};
template <class Container, class Type>
struct is_contiguous<Container, Type,
                     std::void_t<decltype(std::data(std::declval<Container&>())),
                                 decltype(std::size(std::declval<Container&>()))>>
    : std::is_convertible<decltype(std::data(std::declval<Container&>())), const Type*> {};

template <class Iterator, class = void>
struct is_iterator : std::false_type {};
template <class Iterator>
struct is_iterator<Iterator,
                   std::void_t<typename std::iterator_traits<Iterator>::iterator_category>>
    : std::true_type {};

/// Properties stand where an allocator may stand, too.
template <class Argument>
inline constexpr bool is_properties =
    std::is_same_v<Argument, property_list> || is_property_v<Argument>;

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// The destructor of the last copy waits for all commands that use the buffer, and brings the contents
/// back to where they came from.
template <class Type, int Dimensions, class Allocator, class Enable>
class buffer
    : public detail::shared_object<buffer<Type, Dimensions, Allocator, Enable>, cleave_sycl_buffer>,
      public detail::with_properties {
  static_assert(is_device_copyable_v<std::remove_const_t<Type>>,
                "buffers hold what is device copyable");
  using base = detail::shared_object<buffer, cleave_sycl_buffer>;

 public:
  using value_type = Type;
  using reference = value_type&;
  using const_reference = const value_type&;
  using allocator_type = Allocator;

  // Without contents.
  buffer(const range<Dimensions>& extent, const property_list& properties = {})
      : buffer(extent, Allocator(), properties) {}
  buffer(const range<Dimensions>& extent, Allocator allocator, const property_list& properties = {})
      : buffer(extent, nullptr, false, false, {}, allocator, properties) {}

  // With the host's memory, which is the buffer's to its end and holds the contents then.
  buffer(Type* host, const range<Dimensions>& extent, const property_list& properties = {})
      : buffer(host, extent, Allocator(), properties) {}
  buffer(Type* host, const range<Dimensions>& extent, Allocator allocator,
         const property_list& properties = {})
      : buffer(extent, const_cast<std::remove_const_t<Type>*>(host), std::is_const_v<Type>,
               !std::is_const_v<Type>, {}, allocator, properties) {}

  // With memory that is read alone.
  template <class T = Type, std::enable_if_t<!std::is_const_v<T>, int> = 0>
  buffer(const T* host, const range<Dimensions>& extent, const property_list& properties = {})
      : buffer(host, extent, Allocator(), properties) {}
  template <class T = Type, std::enable_if_t<!std::is_const_v<T>, int> = 0>
  buffer(const T* host, const range<Dimensions>& extent, Allocator allocator,
         const property_list& properties = {})
      : buffer(extent, const_cast<T*>(host), true, false, {}, allocator, properties) {}

  // With memory that has other owners, too.
  buffer(const std::shared_ptr<Type>& host, const range<Dimensions>& extent,
         const property_list& properties = {})
      : buffer(host, extent, Allocator(), properties) {}
  buffer(const std::shared_ptr<Type>& host, const range<Dimensions>& extent, Allocator allocator,
         const property_list& properties = {})
      : buffer(extent, const_cast<std::remove_const_t<Type>*>(host.get()), std::is_const_v<Type>,
               !std::is_const_v<Type>, detail::make_box(host), allocator, properties) {}
  buffer(const std::shared_ptr<Type[]>& host, const range<Dimensions>& extent,
         const property_list& properties = {})
      : buffer(host, extent, Allocator(), properties) {}
  buffer(const std::shared_ptr<Type[]>& host, const range<Dimensions>& extent, Allocator allocator,
         const property_list& properties = {})
      : buffer(extent, const_cast<std::remove_const_t<Type>*>(host.get()), std::is_const_v<Type>,
               !std::is_const_v<Type>, detail::make_box(host), allocator, properties) {}

  // With a container's memory.
  template <class Container, int D = Dimensions,
            std::enable_if_t<D == 1 && detail::is_contiguous<Container, Type>::value, int> = 0>
  buffer(Container& container, const property_list& properties = {})
      : buffer(container, Allocator(), properties) {}
  template <class Container, int D = Dimensions,
            std::enable_if_t<D == 1 && detail::is_contiguous<Container, Type>::value, int> = 0>
  buffer(Container& container, Allocator allocator, const property_list& properties = {})
      : buffer(std::data(container), range<1>(std::size(container)), allocator, properties) {}

  // With a copy of a sequence, to which nothing is written back.
  template <class Iterator, int D = Dimensions,
            std::enable_if_t<D == 1 && detail::is_iterator<Iterator>::value, int> = 0>
  buffer(Iterator first, Iterator last, const property_list& properties = {})
      : buffer(first, last, Allocator(), properties) {}
  template <class Iterator, int D = Dimensions,
            std::enable_if_t<D == 1 && detail::is_iterator<Iterator>::value, int> = 0>
  buffer(Iterator first, Iterator last, Allocator allocator, const property_list& properties = {})
      : buffer(std::make_shared<sequence>(first, last), allocator, properties) {}

  /// A part of another buffer, that shares its contents. errc::invalid where the part is not inside, or is
  /// not one behind the other in memory.
  buffer(buffer<Type, Dimensions, Allocator>& of, const id<Dimensions>& index,
         const range<Dimensions>& extent)
      : base(of),
        with_properties(of),
        range_(extent),
        first_(of.first_ + detail::linear(of.range_, index)),
        part_(detail::next_identity()),
        allocator_(of.allocator_),
        is_sub_buffer_(true) {
    if (of.is_sub_buffer_) {
      detail::raise(errc::invalid, "a sub-buffer is part of a buffer that is not one itself");
    }
    check_part(of.range_, index, extent);
  }

  range<Dimensions> get_range() const { return range_; }
  std::size_t byte_size() const noexcept { return size() * sizeof(Type); }
  std::size_t size() const noexcept { return range_.size(); }
  [[deprecated("use size")]] std::size_t get_count() const { return size(); }
  [[deprecated("use byte_size")]] std::size_t get_size() const { return byte_size(); }
  Allocator get_allocator() const { return allocator_; }
  bool is_sub_buffer() const noexcept { return is_sub_buffer_; }

  template <access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write,
            target Target = target::device>
  auto get_access(handler& group) {
    return accessor<Type, Dimensions, Mode, Target, access::placeholder::false_t>(*this, group);
  }
  template <access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write,
            target Target = target::device>
  auto get_access(handler& group, range<Dimensions> extent, id<Dimensions> offset = {}) {
    return accessor<Type, Dimensions, Mode, Target, access::placeholder::false_t>(*this, group,
                                                                                  extent, offset);
  }
  template <class... Arguments>
  auto get_access(Arguments&&... arguments) {
    return accessor{*this, std::forward<Arguments>(arguments)...};
  }
  template <class... Arguments>
  auto get_host_access(Arguments&&... arguments) {
    return host_accessor{*this, std::forward<Arguments>(arguments)...};
  }
  template <access_mode Mode>
  [[deprecated("use get_host_access")]] auto get_access() {
    return make_host_accessor<Mode>();
  }
  template <access_mode Mode>
  [[deprecated("use get_host_access")]] auto get_access(range<Dimensions> extent,
                                                        id<Dimensions> offset = {}) {
    return make_host_accessor<Mode>(extent, offset);
  }

  /// Says where the contents go at the end: a pointer, an iterator, a weak_ptr, or null for nowhere.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination to = nullptr) {
    if constexpr (std::is_null_pointer_v<Destination>) {
      set_no_destination();
    } else if constexpr (std::is_pointer_v<Destination>) {
      if (to == nullptr) return set_no_destination();
      set_destination(to);
    } else {
      set_destination(to);
    }
  }
  /// The pointer keeps the destination no longer than its owners do.
  template <class Pointee>
  void set_final_data(const std::shared_ptr<Pointee>& to) {
    set_destination(std::weak_ptr<Pointee>(to));
  }
  /// Forces or cancels that the contents go to their destination; where there is none this is nothing.
  void set_write_back(bool is_on = true) {
    detail::check(detail::api().buffer_write_back(this->object(), is_on ? 1 : 0));
  }

  /// The same bytes as elements of another type. errc::invalid where the sizes do not agree.
  template <class Other, int OtherDimensions>
  auto reinterpret(range<OtherDimensions> extent) const {
    using made = buffer<Other, OtherDimensions,
                        typename std::allocator_traits<Allocator>::template rebind_alloc<
                            std::remove_const_t<Other>>>;
    if (extent.size() * sizeof(Other) != byte_size() ||
        first_ * sizeof(Type) % sizeof(Other) != 0) {
      detail::raise(errc::invalid, "buffer::reinterpret: the sizes do not agree");
    }
    return made(typename made::same_bytes(), *this, extent, first_ * sizeof(Type) / sizeof(Other));
  }
  template <class Other, int OtherDimensions = Dimensions,
            std::enable_if_t<OtherDimensions == 1 ||
                                 (OtherDimensions == Dimensions && sizeof(Other) == sizeof(Type)),
                             int> = 0>
  auto reinterpret() const {
    if constexpr (OtherDimensions == 1) {
      return reinterpret<Other, 1>(range<1>(byte_size() / sizeof(Other)));
    } else {
      return reinterpret<Other, OtherDimensions>(range_);
    }
  }

 private:
  friend base;
  friend struct detail::object_access;
  friend struct detail::buffer_access;
  template <class, int, class, class>
  friend class buffer;

  using sequence = std::vector<std::conditional_t<std::is_same_v<std::remove_const_t<Type>, bool>,
                                                  unsigned char, std::remove_const_t<Type>>>;

  buffer(const range<Dimensions>& extent, void* host, bool is_constant, bool is_write_back,
         const cleave_sycl_box& keeper, Allocator allocator, const property_list& properties)
      : base(create(extent.size() * sizeof(Type), host, is_constant, is_write_back, keeper,
                    properties)),
        with_properties(properties),
        range_(extent),
        allocator_(allocator) {}
  buffer(const std::shared_ptr<sequence>& copy, Allocator allocator,
         const property_list& properties)
      : buffer(range<Dimensions>(copy->size()), copy->data(), false, false, detail::make_box(copy),
               allocator, properties) {}
  /// Stands for one of OpenCL.
  buffer(detail::reference<cleave_sycl_buffer> made, const range<Dimensions>& extent)
      : base(std::move(made)), range_(extent) {}
  /// Makes one of the same bytes as another.
  struct same_bytes {};
  template <class Other, int OtherDimensions, class OtherAllocator>
  buffer(same_bytes, const buffer<Other, OtherDimensions, OtherAllocator>& of,
         const range<Dimensions>& extent, std::size_t first)
      : base(detail::reference<cleave_sycl_buffer>::share(detail::object_access::get(of))),
        with_properties(of),
        range_(extent),
        first_(first),
        part_(detail::next_identity()),
        is_sub_buffer_(of.is_sub_buffer_) {}

  static detail::reference<cleave_sycl_buffer> create(std::size_t bytes, void* host,
                                                      bool is_constant, bool is_write_back,
                                                      const cleave_sycl_box& keeper,
                                                      const property_list& properties) {
    cleave_sycl_buffer_request request{sizeof request, bytes,  host,    is_constant,
                                       is_write_back,  keeper, nullptr, {}};
    if (detail::property_access::mask(properties) != 0) {
      detail::buffer_properties::add(properties, request);
    }
    cleave_sycl_buffer* made = nullptr;
    if (cleave_sycl_error* error = detail::api().create_buffer(&request, &made)) {
      if (keeper.destroy != nullptr) keeper.destroy(keeper.state);
      detail::raise(error);
    }
    return detail::reference<cleave_sycl_buffer>::take(made);
  }

  template <access_mode Mode, class... Arguments>
  auto make_host_accessor(const Arguments&... arguments) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    return accessor<Type, Dimensions, Mode, target::host_buffer, access::placeholder::false_t>(
        *this, arguments...);
#pragma clang diagnostic pop
  }

  static void check_part(const range<Dimensions>& whole, const id<Dimensions>& index,
                         const range<Dimensions>& extent) {
    bool is_whole_below = true;  // in all dimensions that vary faster
    bool is_good = true;
    for (int i = Dimensions - 1; i >= 0; --i) {
      is_good = is_good && index[i] <= whole[i] && extent[i] <= whole[i] - index[i];
      is_good = is_good && (is_whole_below || extent[i] == 1);
      is_whole_below = is_whole_below && extent[i] == whole[i];
    }
    if (!is_good) {
      detail::raise(errc::invalid,
                    "a sub-buffer is inside its buffer, and one behind the other in memory");
    }
  }

  static bool is_same(const buffer& left, const buffer& right) {
    return left.object() == right.object() && left.part_ == right.part_;
  }
  void set_no_destination() {
    const cleave_sycl_final_data nobody{};
    detail::check(detail::api().buffer_final_data(this->object(), &nobody));
  }
  template <class Destination>
  void set_destination(Destination to) {
    struct final_data {
      Destination to;
      std::size_t first;
      std::size_t count;
      static void call(void* state, const void* data, std::size_t) noexcept {
        auto& self = *static_cast<final_data*>(state);
        put(self.to, static_cast<const Type*>(data) + self.first, self.count);
      }
    };
    const cleave_sycl_final_data request{detail::make_box(final_data{to, first_, size()}),
                                         final_data::call};
    detail::check(detail::api().buffer_final_data(this->object(), &request));
  }
  template <class Destination>
  static void put(Destination& to, const Type* data, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, ++to) *to = data[i];
  }
  template <class Pointee>
  static void put(std::weak_ptr<Pointee>& to, const Type* data, std::size_t count) {
    if (const auto locked = to.lock()) {
      auto* place = locked.get();
      put(place, data, count);
    }
  }

  range<Dimensions> range_;
  std::size_t first_ = 0;  // of the library's buffer, in elements
  std::size_t part_ = 0;   // distinguishes views of one buffer, copies apart; 0: the buffer itself
  Allocator allocator_;
  bool is_sub_buffer_ = false;
};

template <class Iterator, class Allocator,
          std::enable_if_t<
              detail::is_iterator<Iterator>::value && !detail::is_properties<Allocator>, int> = 0>
buffer(Iterator, Iterator, Allocator, const property_list& = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, Allocator>;
template <class Iterator, std::enable_if_t<detail::is_iterator<Iterator>::value, int> = 0>
buffer(Iterator, Iterator, const property_list& = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class Type, int Dimensions, class Allocator,
          std::enable_if_t<!detail::is_properties<Allocator>, int> = 0>
buffer(const Type*, const range<Dimensions>&, Allocator, const property_list& = {})
    -> buffer<Type, Dimensions, Allocator>;
template <class Type, int Dimensions>
buffer(const Type*, const range<Dimensions>&, const property_list& = {})
    -> buffer<Type, Dimensions>;
template <class Type, int Dimensions>
buffer(Type*, const range<Dimensions>&, const property_list& = {}) -> buffer<Type, Dimensions>;
template <class Container, class Allocator,
          std::enable_if_t<!detail::is_properties<Allocator>, int> = 0>
buffer(Container&, Allocator, const property_list& = {})
    -> buffer<typename Container::value_type, 1, Allocator>;
template <class Container>
buffer(Container&, const property_list& = {}) -> buffer<typename Container::value_type, 1>;

namespace CLEAVE_SYCL_HIDDEN detail {
struct buffer_access {
  template <class Type, int Dimensions, class Allocator>
  static std::size_t first(const buffer<Type, Dimensions, Allocator>& of) {
    return of.first_;
  }
  template <class Type, int Dimensions, class Allocator>
  static std::size_t hash(const buffer<Type, Dimensions, Allocator>& of) {
    return identity_of(object_access::get(of)) * 31 + of.part_;
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

template <class Type, int Dimensions, class Allocator>
struct std::hash<sycl::buffer<Type, Dimensions, Allocator>> {
  std::size_t operator()(const sycl::buffer<Type, Dimensions, Allocator>& of) const {
    return sycl::detail::buffer_access::hash(of);
  }
};
