// Declares unsampled_image and sampled_image: texels that commands use, wherever they run (SYCL 2020, 4.7.3).
#pragma once

#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <type_traits>

#include "buffer_properties.hpp"
#include "declarations.hpp"
#include "detail/image_texels.hpp"
#include "detail/object.hpp"
#include "handler.hpp"
#include "image_properties.hpp"
#include "range.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// The bytes from a row to the next, and from a slice to the next; images of one dimension have none.
template <int Dimensions>
struct image_pitch {
  using type = range<Dimensions - 1>;
};
template <>
struct image_pitch<1> {
  struct type {};
};

struct sampler_access;

/// Base of both classes of images. An image is one of the library's buffers, whose bytes are texels.
template <class Derived, int Dimensions, class Allocator>
class image_base : public shared_object<Derived, cleave_sycl_buffer>, public with_properties {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "images have one to three dimensions");
  using base = shared_object<Derived, cleave_sycl_buffer>;
  using pitch_type = typename image_pitch<Dimensions>::type;

 public:
  range<Dimensions> get_range() const { return range_; }
  /// In bytes: of rows, and of slices where there are some.
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  pitch_type get_pitch() const {
    pitch_type pitch;
    pitch[0] = layout_.row_pitch;
    if constexpr (D == 3) pitch[1] = layout_.slice_pitch;
    return pitch;
  }
  std::size_t byte_size() const noexcept {
    return layout_.slice_pitch * static_cast<std::size_t>(layout_.size[2]);
  }
  std::size_t size() const noexcept { return range_.size(); }
  Allocator get_allocator() const { return allocator_; }

 protected:
  friend struct image_access;
  /// The host's memory, and how the image uses it.
  struct host_memory {
    void* address = nullptr;
    bool is_constant = false;
    bool is_write_back = false;
    cleave_sycl_box keeper = {};
  };
  image_base(const host_memory& host, image_format format, const range<Dimensions>& extent,
             const pitch_type* pitch, const Allocator& allocator, const property_list& properties)
      : image_base(make(host, format, extent, pitch, properties), allocator, properties) {}
  /// Stands for one of OpenCL.
  image_base(reference<cleave_sycl_buffer> object, const cleave_sycl_image_shape& shape)
      : image_base({std::move(object), shape}, Allocator(), property_list()) {}

 private:
  struct made {
    reference<cleave_sycl_buffer> object;
    cleave_sycl_image_shape shape;
  };
  image_base(made image, const Allocator& allocator, const property_list& properties)
      : base(std::move(image.object)), with_properties(properties), allocator_(allocator) {
    const cleave_sycl_image_shape& shape = image.shape;
    layout_.row_pitch = shape.row_pitch;
    layout_.slice_pitch = shape.slice_pitch;
    layout_.format = static_cast<image_format>(shape.format);
    for (int i = 0; i < Dimensions; ++i) {
      range_[i] = shape.extent[i];
      layout_.size[i] = static_cast<std::int32_t>(shape.extent[i]);
    }
  }

  static made make(const host_memory& host, image_format format, const range<Dimensions>& extent,
                   const pitch_type* pitch, const property_list& properties) {
    cleave_sycl_image_shape shape{
        sizeof shape, Dimensions, static_cast<std::uint32_t>(format), 0, {1, 1, 1}, 0, 0};
    for (int i = 0; i < Dimensions; ++i) shape.extent[i] = extent[i];
    if constexpr (Dimensions > 1) {
      if (pitch != nullptr) shape.row_pitch = (*pitch)[0];
    }
    if constexpr (Dimensions > 2) {
      if (pitch != nullptr) shape.slice_pitch = (*pitch)[1];
    }
    cleave_sycl_buffer_request request{
        sizeof request,     0,           host.address, host.is_constant,
        host.is_write_back, host.keeper, nullptr,      {}};
    if (property_access::mask(properties) != 0) image_properties::add(properties, request);
    cleave_sycl_buffer* object = nullptr;
    if (cleave_sycl_error* error =
            api().create_image(&request, &shape, pitch != nullptr, &object)) {
      if (host.keeper.destroy != nullptr) host.keeper.destroy(host.keeper.state);
      raise(error);
    }
    return {reference<cleave_sycl_buffer>::take(object), shape};
  }

  range<Dimensions> range_;
  image_layout layout_;
  Allocator allocator_;
};

/// Lets accessors see how an image lies in memory.
struct image_access {
  template <class Derived, int Dimensions, class Allocator>
  static const image_layout& layout(const image_base<Derived, Dimensions, Allocator>& of) {
    return of.layout_;
  }
};

/// Copies the contents to where the user wants them: to memory, or through an iterator, element by element.
template <class Destination>
struct image_destination {
  Destination to;
  static void call(void* state, const void* data, std::size_t bytes) noexcept {
    put(static_cast<image_destination*>(state)->to, data, bytes);
  }

 private:
  template <class Pointee>
  static void put(Pointee* to, const void* data, std::size_t bytes) {
    std::memcpy(to, data, bytes);
  }
  template <class Pointee>
  static void put(std::weak_ptr<Pointee>& to, const void* data, std::size_t bytes) {
    if (const auto locked = to.lock()) put(locked.get(), data, bytes);
  }
  template <class Iterator>
  static void put(Iterator& to, const void* data, std::size_t bytes) {
    using element = typename element_of<Iterator>::type;
    static_assert(std::is_trivially_copyable_v<element>,
                  "set_final_data: the iterator's elements take bytes of texels");
    for (std::size_t at = 0; at + sizeof(element) <= bytes; at += sizeof(element), ++to) {
      element value;
      std::memcpy(&value, static_cast<const char*>(data) + at, sizeof value);
      *to = value;
    }
  }
  /// Inserters name a container, others their elements.
  template <class Iterator, class = void>
  struct element_of {
    using type = typename std::iterator_traits<Iterator>::value_type;
  };
  template <class Iterator>
  struct element_of<Iterator, std::void_t<typename Iterator::container_type>> {
    using type = typename Iterator::container_type::value_type;
  };
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// Texels that commands read and write one by one. The destructor of the last copy waits for all commands that use the
/// image, and brings the contents back to where they came from.
template <int Dimensions, class Allocator>
class unsampled_image
    : public detail::image_base<unsampled_image<Dimensions, Allocator>, Dimensions, Allocator> {
  using base = detail::image_base<unsampled_image, Dimensions, Allocator>;
  using host_memory = typename base::host_memory;
  using extent_type = range<Dimensions>;
  template <int D>
  using pitch_type = typename detail::image_pitch<D>::type;

 public:
  // Without contents.
  unsampled_image(image_format format, const extent_type& extent,
                  const property_list& properties = {})
      : base({}, format, extent, nullptr, Allocator(), properties) {}
  unsampled_image(image_format format, const extent_type& extent, Allocator allocator,
                  const property_list& properties = {})
      : base({}, format, extent, nullptr, allocator, properties) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  unsampled_image(image_format format, const extent_type& extent, const pitch_type<D>& pitch,
                  const property_list& properties = {})
      : base({}, format, extent, &pitch, Allocator(), properties) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  unsampled_image(image_format format, const extent_type& extent, const pitch_type<D>& pitch,
                  Allocator allocator, const property_list& properties = {})
      : base({}, format, extent, &pitch, allocator, properties) {}

  // With the host's memory, which is the image's to its end and holds the contents then.
  unsampled_image(void* host, image_format format, const extent_type& extent,
                  const property_list& properties = {})
      : base(of(host), format, extent, nullptr, Allocator(), properties) {}
  unsampled_image(void* host, image_format format, const extent_type& extent, Allocator allocator,
                  const property_list& properties = {})
      : base(of(host), format, extent, nullptr, allocator, properties) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  unsampled_image(void* host, image_format format, const extent_type& extent,
                  const pitch_type<D>& pitch, const property_list& properties = {})
      : base(of(host), format, extent, &pitch, Allocator(), properties) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  unsampled_image(void* host, image_format format, const extent_type& extent,
                  const pitch_type<D>& pitch, Allocator allocator,
                  const property_list& properties = {})
      : base(of(host), format, extent, &pitch, allocator, properties) {}

  // With memory that has other owners, too.
  unsampled_image(const std::shared_ptr<void>& host, image_format format, const extent_type& extent,
                  const property_list& properties = {})
      : base(of(host), format, extent, nullptr, Allocator(), properties) {}
  unsampled_image(const std::shared_ptr<void>& host, image_format format, const extent_type& extent,
                  Allocator allocator, const property_list& properties = {})
      : base(of(host), format, extent, nullptr, allocator, properties) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  unsampled_image(const std::shared_ptr<void>& host, image_format format, const extent_type& extent,
                  const pitch_type<D>& pitch, const property_list& properties = {})
      : base(of(host), format, extent, &pitch, Allocator(), properties) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  unsampled_image(const std::shared_ptr<void>& host, image_format format, const extent_type& extent,
                  const pitch_type<D>& pitch, Allocator allocator,
                  const property_list& properties = {})
      : base(of(host), format, extent, &pitch, allocator, properties) {}

  template <class Type,
            access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write,
            image_target Target = image_target::device>
  unsampled_image_accessor<Type, Dimensions, Mode, Target> get_access(
      handler& group, const property_list& properties = {}) {
    return {*this, group, properties};
  }
  template <class Type,
            access_mode Mode = std::is_const_v<Type> ? access_mode::read : access_mode::read_write>
  host_unsampled_image_accessor<Type, Dimensions, Mode> get_host_access(
      const property_list& properties = {}) {
    return {*this, properties};
  }

  /// Says where the bytes go at the end: a pointer, an iterator, a weak_ptr, or null for nowhere.
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

 private:
  friend struct detail::object_access;
  friend class detail::shared_object<unsampled_image, cleave_sycl_buffer>;
  unsampled_image(detail::reference<cleave_sycl_buffer> made, const cleave_sycl_image_shape& shape)
      : base(std::move(made), shape) {}

  static host_memory of(void* host) { return {host, false, true, {}}; }
  static host_memory of(const std::shared_ptr<void>& host) {
    return {host.get(), false, true, detail::make_box(host)};
  }
  void set_no_destination() {
    const cleave_sycl_final_data nobody{};
    detail::check(detail::api().buffer_final_data(this->object(), &nobody));
  }
  template <class Destination>
  void set_destination(Destination to) {
    using destination = detail::image_destination<Destination>;
    const cleave_sycl_final_data request{detail::make_box(destination{to}), destination::call};
    detail::check(detail::api().buffer_final_data(this->object(), &request));
  }
};

/// Texels that commands read with a sampler. Nothing is written to the host's memory, or back to it.
template <int Dimensions, class Allocator>
class sampled_image
    : public detail::image_base<sampled_image<Dimensions, Allocator>, Dimensions, Allocator> {
  using base = detail::image_base<sampled_image, Dimensions, Allocator>;
  using host_memory = typename base::host_memory;
  using extent_type = range<Dimensions>;
  template <int D>
  using pitch_type = typename detail::image_pitch<D>::type;

 public:
  // With the host's memory, which is the image's to its end.
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const extent_type& extent, const property_list& properties = {})
      : base(of(host), format, extent, nullptr, Allocator(), properties), sampler_(sampler) {}
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const extent_type& extent, Allocator allocator,
                const property_list& properties = {})
      : base(of(host), format, extent, nullptr, allocator, properties), sampler_(sampler) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const extent_type& extent, const pitch_type<D>& pitch,
                const property_list& properties = {})
      : base(of(host), format, extent, &pitch, Allocator(), properties), sampler_(sampler) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const extent_type& extent, const pitch_type<D>& pitch, Allocator allocator,
                const property_list& properties = {})
      : base(of(host), format, extent, &pitch, allocator, properties), sampler_(sampler) {}

  // With memory that has other owners, too.
  sampled_image(const std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const extent_type& extent, const property_list& properties = {})
      : base(of(host), format, extent, nullptr, Allocator(), properties), sampler_(sampler) {}
  sampled_image(const std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const extent_type& extent, Allocator allocator,
                const property_list& properties = {})
      : base(of(host), format, extent, nullptr, allocator, properties), sampler_(sampler) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  sampled_image(const std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const extent_type& extent, const pitch_type<D>& pitch,
                const property_list& properties = {})
      : base(of(host), format, extent, &pitch, Allocator(), properties), sampler_(sampler) {}
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  sampled_image(const std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const extent_type& extent, const pitch_type<D>& pitch, Allocator allocator,
                const property_list& properties = {})
      : base(of(host), format, extent, &pitch, allocator, properties), sampler_(sampler) {}

  template <class Type, image_target Target = image_target::device>
  sampled_image_accessor<Type, Dimensions, Target> get_access(
      handler& group, const property_list& properties = {}) {
    return {*this, group, properties};
  }
  template <class Type>
  host_sampled_image_accessor<Type, Dimensions> get_host_access(
      const property_list& properties = {}) {
    return {*this, properties};
  }

 private:
  friend struct detail::object_access;
  friend struct detail::sampler_access;
  friend class detail::shared_object<sampled_image, cleave_sycl_buffer>;
  sampled_image(detail::reference<cleave_sycl_buffer> made, const cleave_sycl_image_shape& shape,
                image_sampler sampler)
      : base(std::move(made), shape), sampler_(sampler) {}

  static host_memory of(const void* host) {
    return {const_cast<void*>(host), host != nullptr, false, {}};
  }
  static host_memory of(const std::shared_ptr<const void>& host) {
    return {const_cast<void*>(host.get()), host != nullptr, false, detail::make_box(host)};
  }

  image_sampler sampler_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct sampler_access {
  template <int Dimensions, class Allocator>
  static const image_sampler& sampler(const sampled_image<Dimensions, Allocator>& of) {
    return of.sampler_;
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

template <int Dimensions, class Allocator>
struct std::hash<sycl::unsampled_image<Dimensions, Allocator>>
    : sycl::detail::hash_of_object<sycl::unsampled_image<Dimensions, Allocator>> {};
template <int Dimensions, class Allocator>
struct std::hash<sycl::sampled_image<Dimensions, Allocator>>
    : sycl::detail::hash_of_object<sycl::sampled_image<Dimensions, Allocator>> {};
