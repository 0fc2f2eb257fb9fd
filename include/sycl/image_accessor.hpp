// Declares the accessors of images: how commands and the host read and write texels (SYCL 2020, 4.7.6.13 and 4.7.6.14).
#pragma once

#include <cstddef>
#include <type_traits>

#include "aspects.hpp"
#include "detail/accessor_base.hpp"
#include "detail/image_texels.hpp"
#include "handler.hpp"
#include "image.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Throws errc::feature_not_supported where kernels on the queue's device use no images.
template <image_target Target>
void check_images(const handler& group) {
  if constexpr (Target == image_target::device) {
    cleave_sycl_device* const used = api().queue_device(handler_access::queue_of(group));
    if (api().device_has(used, static_cast<std::uint32_t>(aspect::image)) != 0) return;
    raise(errc::feature_not_supported,
          "an image accessor for kernels: the queue's device has no aspect::image");
  }
}

/// Base of all accessors of images: the layout, and the elements as which texels are read and written.
template <class Type, int Dimensions>
class image_accessor_base {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "images have one to three dimensions");
  static_assert(is_image_element<std::remove_const_t<Type>>,
                "an image accessor's elements are int4, uint4, float4 or half4");

 public:
  std::size_t size() const noexcept {
    return static_cast<std::size_t>(layout_.size[0]) * static_cast<std::size_t>(layout_.size[1]) *
           static_cast<std::size_t>(layout_.size[2]);
  }

 protected:
  template <class, int>
  friend class image_accessor_base;
  using element = std::remove_const_t<Type>;
  using number = typename image_element<element>::number;

  image_accessor_base() = default;
  explicit image_accessor_base(const image_layout& layout) : layout_(layout) {
    if (kind_of(layout.format) != image_element<element>::kind) {
      raise(errc::invalid,
            "an image accessor whose elements are not those of the image's format: of _sint it is "
            "int4, of _uint uint4, of _unorm and _sfloat float4 or half4");
    }
  }
  template <class Other>
  explicit image_accessor_base(const image_accessor_base<Other, Dimensions>& other)
      : layout_(other.layout_) {}

  template <class Coordinate>
  element read_at(const unsigned char* first, const Coordinate& at) const {
    static_assert(is_image_coordinate<std::int32_t, Dimensions, Coordinate>,
                  "coordinates are int in one dimension, int2 in two and int4 in three");
    return from_numbers(image_texels<>::template read<number, Dimensions>(first, layout_, at));
  }
  template <class Coordinate>
  void write_at(unsigned char* first, const Coordinate& at, const element& colour) const {
    static_assert(is_image_coordinate<std::int32_t, Dimensions, Coordinate>,
                  "coordinates are int in one dimension, int2 in two and int4 in three");
    if constexpr (std::is_same_v<element, vec<half, 4>>) {
      image_texels<>::template write<number, Dimensions>(
          first, layout_, at, vec<float, 4>(colour[0], colour[1], colour[2], colour[3]));
    } else {
      image_texels<>::template write<number, Dimensions>(first, layout_, at, colour);
    }
  }
  template <class Coordinate>
  element sample_at(const unsigned char* first, const image_sampler& sampler,
                    const Coordinate& at) const {
    static_assert(is_image_coordinate<float, Dimensions, Coordinate>,
                  "coordinates are float in one dimension, float2 in two and float4 in three");
    return from_numbers(
        image_texels<>::template sample<number, Dimensions>(first, layout_, sampler, at));
  }

 private:
  static element from_numbers(const vec<number, 4>& numbers) {
    if constexpr (std::is_same_v<element, vec<half, 4>>) {
      return element(half(numbers[0]), half(numbers[1]), half(numbers[2]), half(numbers[3]));
    } else {
      return numbers;
    }
  }
  image_layout layout_;
};

/// The memory of an image in a command: its address on the device, which a host task finds while it runs.
template <image_target Target>
class image_memory {
  static constexpr bool is_for_host = Target == image_target::host_task;

 public:
  image_memory() = default;
  image_memory(cleave_sycl_buffer* image, handler& group, std::uint32_t mode) : image_(image) {
    if constexpr (is_for_host) {
      handler_access::add_access(group, image, mode | unsigned{CLEAVE_SYCL_ACCESS_HOST});
      first_ = api().buffer_host_address(image);
    } else {
      first_ = static_cast<unsigned char*>(handler_access::add_access(group, image, mode));
    }
  }
#ifdef __SYCL_DEVICE_ONLY__
  image_memory(const image_memory&) noexcept = default;  // as that of an accessor
#else
  image_memory(const image_memory& other) noexcept : first_(other.first_), image_(other.image_) {
    bind();
  }
#endif
  image_memory& operator=(const image_memory& other) noexcept = default;

  unsigned char* first() const {
    if constexpr (is_for_host) {
      return static_cast<unsigned char*>(*first_);
    } else {
      return first_;
    }
  }
  cleave_sycl_buffer* image() const { return image_; }
  friend bool operator==(const image_memory& left, const image_memory& right) {
    return left.first_ == right.first_ && left.image_ == right.image_;
  }

 private:
  /// While a kernel is copied into its command, its accessors get the addresses of that command.
  void bind() {
#ifndef __SYCL_DEVICE_ONLY__
    if constexpr (!is_for_host) {
      if (const handler* const group = copying_handler()) {
        if (void* const address = handler_access::address_of(*group, image_)) {
          first_ = static_cast<unsigned char*>(address);
        }
      }
    }
#endif
  }

  std::conditional_t<is_for_host, void* const*, unsigned char*> first_ = nullptr;
  cleave_sycl_buffer* image_ = nullptr;  // the image outlives its accessors
};

/// The host's access to an image, as long as a copy lives.
class image_host_access {
 public:
  image_host_access() = default;
  image_host_access(cleave_sycl_buffer* image, std::uint32_t mode) {
    void* address = nullptr;
    cleave_sycl_host_access* made = nullptr;
    check(api().host_access(image, mode, &address, &made));
    access_ = reference<cleave_sycl_host_access>::take(made);
    first_ = static_cast<unsigned char*>(address);
  }
  unsigned char* first() const { return first_; }
  const cleave_sycl_host_access* access() const { return access_.get(); }

 private:
  reference<cleave_sycl_host_access> access_;
  unsigned char* first_ = nullptr;
};

/// Reads the properties of an accessor; one that reads keeps what was there.
template <access_mode Mode>
bool wants_no_init(const property_list& properties) {
  const bool has_no_init = property_access::has<property::no_init>(properties);
  if (has_no_init && Mode == access_mode::read) {
    raise(errc::invalid, "an accessor that reads needs what was there: no no_init");
  }
  return has_no_init;
}

template <access_mode Mode>
inline constexpr bool reads_image = Mode == access_mode::read || Mode == access_mode::read_write;
template <access_mode Mode>
inline constexpr bool writes_image = Mode == access_mode::write || Mode == access_mode::read_write;

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// Reads and writes texels in commands. Outside the image reads give zeros, and writes do nothing.
template <class Type, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor
    : public detail::image_accessor_base<Type, Dimensions>,
      public detail::with_no_init<unsampled_image_accessor<Type, Dimensions, Mode, Target>> {
  static_assert(detail::reads_image<Mode> || detail::writes_image<Mode>,
                "image accessors read, write, or do both");
  static_assert(!std::is_const_v<Type> || Mode == access_mode::read,
                "an accessor of constants reads alone");
  using base = detail::image_accessor_base<Type, Dimensions>;
  using element = std::remove_const_t<Type>;

 public:
  using value_type = std::conditional_t<Mode == access_mode::read, const Type, Type>;
  using reference = value_type&;
  using const_reference = const Type&;

  template <class Allocator>
  unsampled_image_accessor(unsampled_image<Dimensions, Allocator>& of, handler& group,
                           const property_list& properties = {})
      : base(detail::image_access::layout(of)),
        has_no_init_(detail::wants_no_init<Mode>(properties)) {
    detail::check_images<Target>(group);
    memory_ = detail::image_memory<Target>(detail::object_access::get(of), group,
                                           detail::access_bits(Mode, has_no_init_));
  }
  /// A reading copy of one whose elements differ by const alone (4.7.6.13.2).
  template <class Other,
            std::enable_if_t<Mode == access_mode::read && !std::is_same_v<Other, Type> &&
                                 std::is_same_v<std::remove_const_t<Other>, element>,
                             int> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<Other, Dimensions, Mode, Target>& other)
      : base(other), memory_(other.memory_), has_no_init_(other.has_no_init_) {}

  template <class Coordinate, access_mode M = Mode,
            std::enable_if_t<detail::reads_image<M>, int> = 0>
  element read(const Coordinate& at) const noexcept {
    return this->read_at(memory_.first(), at);
  }
  template <class Coordinate, access_mode M = Mode,
            std::enable_if_t<detail::writes_image<M>, int> = 0>
  void write(const Coordinate& at, const element& colour) const {
    this->write_at(memory_.first(), at, colour);
  }

  friend bool operator==(const unsampled_image_accessor& left,
                         const unsampled_image_accessor& right) {
    return left.memory_ == right.memory_;
  }
  friend bool operator!=(const unsampled_image_accessor& left,
                         const unsampled_image_accessor& right) {
    return !(left == right);
  }

 private:
  template <class, int, access_mode, image_target>
  friend class unsampled_image_accessor;
  friend class detail::with_no_init<unsampled_image_accessor>;
  friend struct detail::object_access;
  bool has_no_init() const { return has_no_init_; }
  cleave_sycl_buffer* object() const { return memory_.image(); }

  detail::image_memory<Target> memory_;
  bool has_no_init_ = false;
};

/// Reads with the image's sampler in commands.
template <class Type, int Dimensions, image_target Target>
class sampled_image_accessor
    : public detail::image_accessor_base<Type, Dimensions>,
      public detail::with_no_init<sampled_image_accessor<Type, Dimensions, Target>> {
  using base = detail::image_accessor_base<Type, Dimensions>;
  using element = std::remove_const_t<Type>;

 public:
  using value_type = const Type;
  using reference = const Type&;
  using const_reference = const Type&;

  template <class Allocator>
  sampled_image_accessor(sampled_image<Dimensions, Allocator>& of, handler& group,
                         const property_list& properties = {})
      : base(detail::image_access::layout(of)), sampler_(detail::sampler_access::sampler(of)) {
    detail::wants_no_init<access_mode::read>(properties);
    detail::check_images<Target>(group);
    memory_ = detail::image_memory<Target>(detail::object_access::get(of), group,
                                           detail::access_bits(access_mode::read, false));
  }
  /// A copy of one whose elements differ by const alone (4.7.6.14.2).
  template <class Other, std::enable_if_t<!std::is_same_v<Other, Type> &&
                                              std::is_same_v<std::remove_const_t<Other>, element>,
                                          int> = 0>
  sampled_image_accessor(const sampled_image_accessor<Other, Dimensions, Target>& other)
      : base(other), memory_(other.memory_), sampler_(other.sampler_) {}

  template <class Coordinate>
  element read(const Coordinate& at) const noexcept {
    return this->sample_at(memory_.first(), sampler_, at);
  }

  friend bool operator==(const sampled_image_accessor& left, const sampled_image_accessor& right) {
    return left.memory_ == right.memory_;
  }
  friend bool operator!=(const sampled_image_accessor& left, const sampled_image_accessor& right) {
    return !(left == right);
  }

 private:
  template <class, int, image_target>
  friend class sampled_image_accessor;
  friend class detail::with_no_init<sampled_image_accessor>;
  friend struct detail::object_access;
  bool has_no_init() const { return false; }
  cleave_sycl_buffer* object() const { return memory_.image(); }

  detail::image_memory<Target> memory_;
  image_sampler sampler_;
};

/// Reads and writes texels on the host. Its constructor waits for commands in conflict; later ones wait until its last copy
/// is gone.
template <class Type, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor
    : public detail::image_accessor_base<Type, Dimensions>,
      public detail::with_no_init<host_unsampled_image_accessor<Type, Dimensions, Mode>> {
  static_assert(detail::reads_image<Mode> || detail::writes_image<Mode>,
                "image accessors read, write, or do both");
  static_assert(!std::is_const_v<Type> || Mode == access_mode::read,
                "an accessor of constants reads alone");
  using base = detail::image_accessor_base<Type, Dimensions>;
  using element = std::remove_const_t<Type>;

 public:
  using value_type = std::conditional_t<Mode == access_mode::read, const Type, Type>;
  using reference = value_type&;
  using const_reference = const Type&;

  template <class Allocator>
  host_unsampled_image_accessor(unsampled_image<Dimensions, Allocator>& of,
                                const property_list& properties = {})
      : base(detail::image_access::layout(of)),
        has_no_init_(detail::wants_no_init<Mode>(properties)),
        access_(detail::object_access::get(of), detail::access_bits(Mode, has_no_init_)) {}
  template <class Other,
            std::enable_if_t<Mode == access_mode::read && !std::is_same_v<Other, Type> &&
                                 std::is_same_v<std::remove_const_t<Other>, element>,
                             int> = 0>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<Other, Dimensions, Mode>& other)
      : base(other), has_no_init_(other.has_no_init_), access_(other.access_) {}

  template <class Coordinate, access_mode M = Mode,
            std::enable_if_t<detail::reads_image<M>, int> = 0>
  element read(const Coordinate& at) const noexcept {
    return this->read_at(access_.first(), at);
  }
  template <class Coordinate, access_mode M = Mode,
            std::enable_if_t<detail::writes_image<M>, int> = 0>
  void write(const Coordinate& at, const element& colour) const {
    this->write_at(access_.first(), at, colour);
  }

  friend bool operator==(const host_unsampled_image_accessor& left,
                         const host_unsampled_image_accessor& right) {
    return left.access_.access() == right.access_.access();
  }
  friend bool operator!=(const host_unsampled_image_accessor& left,
                         const host_unsampled_image_accessor& right) {
    return !(left == right);
  }

 private:
  template <class, int, access_mode>
  friend class host_unsampled_image_accessor;
  friend class detail::with_no_init<host_unsampled_image_accessor>;
  friend struct detail::object_access;
  bool has_no_init() const { return has_no_init_; }
  const cleave_sycl_host_access* object() const { return access_.access(); }

  bool has_no_init_ = false;
  detail::image_host_access access_;
};

/// Reads with the image's sampler on the host: what it gives is what kernels read.
template <class Type, int Dimensions>
class host_sampled_image_accessor
    : public detail::image_accessor_base<Type, Dimensions>,
      public detail::with_no_init<host_sampled_image_accessor<Type, Dimensions>> {
  using base = detail::image_accessor_base<Type, Dimensions>;
  using element = std::remove_const_t<Type>;

 public:
  using value_type = const Type;
  using reference = const Type&;
  using const_reference = const Type&;

  template <class Allocator>
  host_sampled_image_accessor(sampled_image<Dimensions, Allocator>& of,
                              const property_list& properties = {})
      : base(detail::image_access::layout(of)),
        access_(detail::object_access::get(of),
                (detail::wants_no_init<access_mode::read>(properties),
                 detail::access_bits(access_mode::read, false))),
        sampler_(detail::sampler_access::sampler(of)) {}
  template <class Other, std::enable_if_t<!std::is_same_v<Other, Type> &&
                                              std::is_same_v<std::remove_const_t<Other>, element>,
                                          int> = 0>
  host_sampled_image_accessor(const host_sampled_image_accessor<Other, Dimensions>& other)
      : base(other), access_(other.access_), sampler_(other.sampler_) {}

  template <class Coordinate>
  element read(const Coordinate& at) const noexcept {
    return this->sample_at(access_.first(), sampler_, at);
  }

  friend bool operator==(const host_sampled_image_accessor& left,
                         const host_sampled_image_accessor& right) {
    return left.access_.access() == right.access_.access();
  }
  friend bool operator!=(const host_sampled_image_accessor& left,
                         const host_sampled_image_accessor& right) {
    return !(left == right);
  }

 private:
  template <class, int>
  friend class host_sampled_image_accessor;
  friend class detail::with_no_init<host_sampled_image_accessor>;
  friend struct detail::object_access;
  bool has_no_init() const { return false; }
  const cleave_sycl_host_access* object() const { return access_.access(); }

  detail::image_host_access access_;
  image_sampler sampler_;
};

template <class Type, int Dimensions, access_mode Mode, image_target Target>
struct is_device_copyable<unsampled_image_accessor<Type, Dimensions, Mode, Target>>
    : std::true_type {};
template <class Type, int Dimensions, image_target Target>
struct is_device_copyable<sampled_image_accessor<Type, Dimensions, Target>> : std::true_type {};

namespace CLEAVE_SYCL_HIDDEN detail {
/// A kernel of OpenCL gets the image.
template <class Type, int Dimensions, access_mode Mode>
struct kernel_argument<unsampled_image_accessor<Type, Dimensions, Mode, image_target::device>> {
  template <class Accessor>
  static void set(handler& group, std::uint32_t index, const Accessor& argument) {
    handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_BUFFER, index, 0, nullptr,
                                 object_access::get(argument));
  }
};
/// Its sampler is an argument of its own there.
template <class Type, int Dimensions>
struct kernel_argument<sampled_image_accessor<Type, Dimensions, image_target::device>> {
  template <class Accessor>
  static void set(handler& group, std::uint32_t index, const Accessor& argument) {
    handler_access::add_argument(group, CLEAVE_SYCL_ARGUMENT_BUFFER, index, 0, nullptr,
                                 object_access::get(argument));
  }
};

/// Hashes an accessor by what it accesses.
template <class Accessor>
struct hash_of_image_accessor {
  std::size_t operator()(const Accessor& of) const {
    return reinterpret_cast<std::size_t>(object_access::get(of));
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

template <class Type, int Dimensions, sycl::access_mode Mode, sycl::image_target Target>
struct std::hash<sycl::unsampled_image_accessor<Type, Dimensions, Mode, Target>>
    : sycl::detail::hash_of_image_accessor<
          sycl::unsampled_image_accessor<Type, Dimensions, Mode, Target>> {};
template <class Type, int Dimensions, sycl::image_target Target>
struct std::hash<sycl::sampled_image_accessor<Type, Dimensions, Target>>
    : sycl::detail::hash_of_image_accessor<sycl::sampled_image_accessor<Type, Dimensions, Target>> {
};
template <class Type, int Dimensions, sycl::access_mode Mode>
struct std::hash<sycl::host_unsampled_image_accessor<Type, Dimensions, Mode>>
    : sycl::detail::hash_of_image_accessor<
          sycl::host_unsampled_image_accessor<Type, Dimensions, Mode>> {};
template <class Type, int Dimensions>
struct std::hash<sycl::host_sampled_image_accessor<Type, Dimensions>>
    : sycl::detail::hash_of_image_accessor<sycl::host_sampled_image_accessor<Type, Dimensions>> {};
