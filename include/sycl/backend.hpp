// Exchanges objects with OpenCL (SYCL 2020, 4.5.1 and appendix C). Whoever calls OpenCL includes <CL/cl.h> too.
#pragma once

#include <type_traits>
#include <vector>

#include "backend/opencl_scalars.hpp"
#include "backend_traits.hpp"
#include "buffer.hpp"
#include "context.hpp"
#include "device.hpp"
#include "event.hpp"
#include "image.hpp"
#include "kernel_bundle.hpp"
#include "platform.hpp"
#include "queue.hpp"

namespace sycl {
inline namespace _v1 {

/// True where there may be platforms of the backend.
template <backend Backend>
struct is_backend_active : std::bool_constant<Backend == backend::opencl> {};
template <backend Backend>
inline constexpr bool is_backend_active_v = is_backend_active<Backend>::value;

namespace CLEAVE_SYCL_HIDDEN detail {

// These return what get_native does. What OpenCL counts is retained for the caller.
inline cl_platform_id native(const platform& object) {
  return static_cast<cl_platform_id>(api().platform_native(object_access::get(object)));
}
inline cl_device_id native(const device& object) {
  return static_cast<cl_device_id>(api().device_native(object_access::get(object)));
}
inline cl_context native(const context& object) {
  return static_cast<cl_context>(api().context_native(object_access::get(object)));
}
inline cl_command_queue native(const queue& object) {
  return static_cast<cl_command_queue>(api().queue_native(object_access::get(object)));
}
CLEAVE_SYCL_LAZY std::vector<cl_event> native(const event& object) {
  return read<std::vector<cl_event>>([&](const cleave_sycl_sink* sink) {
    return api().event_native(object_access::get(object), sink);
  });
}

inline cl_kernel native(const kernel& object) {
  return static_cast<cl_kernel>(api().kernel_native(object_access::get(object)));
}
template <bundle_state State>
std::vector<cl_program> native(const kernel_bundle<State>& object) {
  return read<std::vector<cl_program>>([&](const cleave_sycl_sink* sink) {
    return api().bundle_native(object_access::get(object), sink);
  });
}

template <class Type, int Dimensions, class Allocator>
std::vector<cl_mem> native(const buffer<Type, Dimensions, Allocator>& object) {
  return read<std::vector<cl_mem>>([&](const cleave_sycl_sink* sink) {
    return api().buffer_native(object_access::get(object), sink);
  });
}

template <class Image>
std::vector<cl_mem> natives_of_image(const Image& object) {
  return read<std::vector<cl_mem>>([&](const cleave_sycl_sink* sink) {
    return api().buffer_native(object_access::get(object), sink);
  });
}
template <int Dimensions, class Allocator>
std::vector<cl_mem> native(const unsampled_image<Dimensions, Allocator>& object) {
  return natives_of_image(object);
}
template <int Dimensions, class Allocator>
std::vector<cl_mem> native(const sampled_image<Dimensions, Allocator>& object) {
  return natives_of_image(object);
}

/// Makes an image of one of OpenCL; `rest` is what its class keeps beside.
template <class Image, int Dimensions, class... Rest>
Image image_of(cl_mem object, const context& its_context, cleave_sycl_event* available,
               const Rest&... rest) {
  cleave_sycl_image_shape shape{sizeof shape, Dimensions, 0, 0, {1, 1, 1}, 0, 0};
  cleave_sycl_buffer* made = nullptr;
  check(api().image_of_native(object, object_access::get(its_context), available, &shape, &made));
  return object_access::take<Image>(made, shape, rest...);
}

template <class Type, int Dimensions, class Allocator>
buffer<Type, Dimensions, Allocator> buffer_of(cl_mem object, const context& its_context,
                                              cleave_sycl_event* available) {
  cleave_sycl_buffer* made = nullptr;
  std::size_t bytes = 0;
  check(api().buffer_of_native(object, object_access::get(its_context), available, &made, &bytes));
  range<Dimensions> extent;
  for (int i = 0; i < Dimensions; ++i) extent[i] = i == 0 ? bytes / sizeof(Type) : 1;
  return object_access::take<buffer<Type, Dimensions, Allocator>>(made, extent);
}

/// Calls `create` with the user's handler as the library takes it; the library owns it after a success.
template <class Create>
void with_handler(const async_handler& handler, Create create) {
  const cleave_sycl_async_handler trampoline = async_trampoline<>::make(handler);
  if (cleave_sycl_error* error = create(trampoline)) {
    if (trampoline.call != nullptr) trampoline.box.destroy(trampoline.box.state);
    raise(error);
  }
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// Returns the object of OpenCL that this one stands for. The caller releases what OpenCL counts. Of a
/// context it may have more devices than get_devices() names, of a compute slice it is the tile. A buffer or image has one object
/// for each cl_context where it has been used; that with the current contents comes first.
template <backend Backend, class Type>
backend_return_t<Backend, Type> get_native(const Type& object) {
  return detail::native(object);
}

// These make objects of those of OpenCL, which they retain. errc::invalid for what is none of a platform
// here, or does not belong to the context.

template <backend Backend, std::enable_if_t<Backend == backend::opencl, int> = 0>
platform make_platform(const cl_platform_id& object) {
  cleave_sycl_platform* made = nullptr;
  detail::check(detail::api().platform_of_native(object, &made));
  return detail::object_access::share<platform>(made);
}

/// Equal to the device that SYCL knows of the same id, if it has not gone. It is never a compute slice.
template <backend Backend, std::enable_if_t<Backend == backend::opencl, int> = 0>
device make_device(const cl_device_id& object) {
  cleave_sycl_device* made = nullptr;
  detail::check(detail::api().device_of_native(object, &made));
  return detail::object_access::take<device>(made);
}

template <backend Backend, std::enable_if_t<Backend == backend::opencl, int> = 0>
context make_context(const cl_context& object, const async_handler& handler = {}) {
  cleave_sycl_context* made = nullptr;
  detail::with_handler(handler, [&](const cleave_sycl_async_handler& trampoline) {
    return detail::api().context_of_native(object, &trampoline, &made);
  });
  return detail::object_access::take<context>(made);
}

/// Its device is a compute slice where the queue was made for one.
template <backend Backend, std::enable_if_t<Backend == backend::opencl, int> = 0>
queue make_queue(const cl_command_queue& object, const context& its_context,
                 const async_handler& handler = {}) {
  cleave_sycl_queue* made = nullptr;
  std::uint32_t flags = 0;
  detail::with_handler(handler, [&](const cleave_sycl_async_handler& trampoline) {
    return detail::api().queue_of_native(object, detail::object_access::get(its_context),
                                         &trampoline, &made, &flags);
  });
  const bool is_in_order = (flags & CLEAVE_SYCL_QUEUE_IN_ORDER) != 0;
  const bool has_profiling = (flags & CLEAVE_SYCL_QUEUE_PROFILING) != 0;
  const property::queue::in_order in_order;
  const property::queue::enable_profiling profiling;
  return detail::object_access::take<queue>(
      made, is_in_order
                ? has_profiling ? property_list(in_order, profiling) : property_list(in_order)
            : has_profiling ? property_list(profiling)
                            : property_list());
}

/// Complete when all of them are.
template <backend Backend, std::enable_if_t<Backend == backend::opencl, int> = 0>
event make_event(const std::vector<cl_event>& objects, const context& its_context) {
  cleave_sycl_event* made = nullptr;
  detail::check(detail::api().event_of_native(reinterpret_cast<void* const*>(objects.data()),
                                              objects.size(),
                                              detail::object_access::get(its_context), &made));
  return detail::object_access::take<event>(made);
}

/// The buffer has the bytes of the cl_mem, which SYCL uses as long as the buffer lives; nothing is copied. Commands wait for
/// `available`. errc::invalid for memory of another cl_context than get_native(its_context).
template <backend Backend, class Type, int Dimensions = 1,
          class Allocator = buffer_allocator<std::remove_const_t<Type>>,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
buffer<Type, Dimensions, Allocator> make_buffer(const cl_mem& object, const context& its_context,
                                                event available) {
  return detail::buffer_of<Type, Dimensions, Allocator>(object, its_context,
                                                        detail::object_access::get(available));
}
template <backend Backend, class Type, int Dimensions = 1,
          class Allocator = buffer_allocator<std::remove_const_t<Type>>,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
buffer<Type, Dimensions, Allocator> make_buffer(const cl_mem& object, const context& its_context) {
  return detail::buffer_of<Type, Dimensions, Allocator>(object, its_context, nullptr);
}

/// The image has the texels of the cl_mem, which SYCL uses as long as the image lives; nothing is copied. Commands wait for
/// `available`. errc::invalid for memory of another cl_context than get_native(its_context), and for images of other
/// dimensions; errc::feature_not_supported for formats that image_format does not have.
template <backend Backend, int Dimensions = 1, class Allocator = image_allocator,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
unsampled_image<Dimensions, Allocator> make_unsampled_image(const cl_mem& object,
                                                            const context& its_context,
                                                            event available) {
  return detail::image_of<unsampled_image<Dimensions, Allocator>, Dimensions>(
      object, its_context, detail::object_access::get(available));
}
template <backend Backend, int Dimensions = 1, class Allocator = image_allocator,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
unsampled_image<Dimensions, Allocator> make_unsampled_image(const cl_mem& object,
                                                            const context& its_context) {
  return detail::image_of<unsampled_image<Dimensions, Allocator>, Dimensions>(object, its_context,
                                                                              nullptr);
}
template <backend Backend, int Dimensions = 1, class Allocator = image_allocator,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
sampled_image<Dimensions, Allocator> make_sampled_image(const cl_mem& object,
                                                        const context& its_context,
                                                        image_sampler sampler, event available) {
  return detail::image_of<sampled_image<Dimensions, Allocator>, Dimensions>(
      object, its_context, detail::object_access::get(available), sampler);
}
template <backend Backend, int Dimensions = 1, class Allocator = image_allocator,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
sampled_image<Dimensions, Allocator> make_sampled_image(const cl_mem& object,
                                                        const context& its_context,
                                                        image_sampler sampler) {
  return detail::image_of<sampled_image<Dimensions, Allocator>, Dimensions>(object, its_context,
                                                                            nullptr, sampler);
}

template <backend Backend, std::enable_if_t<Backend == backend::opencl, int> = 0>
kernel make_kernel(const cl_kernel& object, const context& its_context) {
  cleave_sycl_kernel* made = nullptr;
  detail::check(
      detail::api().kernel_of_native(object, detail::object_access::get(its_context), &made));
  return detail::object_access::take<kernel>(made);
}

/// Builds a program that is no executable, where the state is that of executables.
template <backend Backend, bundle_state State,
          std::enable_if_t<Backend == backend::opencl, int> = 0>
kernel_bundle<State> make_kernel_bundle(const cl_program& object, const context& its_context) {
  cleave_sycl_bundle* made = nullptr;
  detail::check(detail::api().bundle_of_native(object, static_cast<std::uint32_t>(State),
                                               detail::object_access::get(its_context), &made));
  return detail::object_access::take<kernel_bundle<State>>(made);
}

namespace CLEAVE_SYCL_HIDDEN detail {
inline std::uint32_t kind_of_native(cl_device_id) {
  return CLEAVE_SYCL_COUNTED_DEVICE;
}
inline std::uint32_t kind_of_native(cl_context) {
  return CLEAVE_SYCL_COUNTED_CONTEXT;
}
inline std::uint32_t kind_of_native(cl_command_queue) {
  return CLEAVE_SYCL_COUNTED_QUEUE;
}
inline std::uint32_t kind_of_native(cl_event) {
  return CLEAVE_SYCL_COUNTED_EVENT;
}
inline std::uint32_t kind_of_native(cl_mem) {
  return CLEAVE_SYCL_COUNTED_MEMORY;
}
inline std::uint32_t kind_of_native(cl_program) {
  return CLEAVE_SYCL_COUNTED_PROGRAM;
}
inline std::uint32_t kind_of_native(cl_kernel) {
  return CLEAVE_SYCL_COUNTED_KERNEL;
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace opencl {
/// The reference count of an object of OpenCL.
template <class Native>
cl_uint get_reference_count(Native object) {
  cl_uint count = 0;
  sycl::detail::check(
      sycl::detail::api().native_references(sycl::detail::kind_of_native(object), object, &count));
  return count;
}

/// A bundle of programs for devices of the context, which are built where they are not. errc::invalid where one cannot be.
CLEAVE_SYCL_LAZY kernel_bundle<bundle_state::executable> create_bundle(
    const context& its_context, const std::vector<device>& devices,
    const std::vector<cl_program>& programs) {
  const auto of_devices =
      sycl::detail::bundle_request<>::template handles<cleave_sycl_device>(devices);
  cleave_sycl_bundle* made = nullptr;
  sycl::detail::check(sycl::detail::api().bundle_of_natives(
      reinterpret_cast<void* const*>(programs.data()), programs.size(),
      sycl::detail::object_access::get(its_context), of_devices.data(), of_devices.size(), &made));
  return sycl::detail::object_access::take<kernel_bundle<bundle_state::executable>>(made);
}

/// The code that a cl… function returned, of an exception that says so; else 0.
inline std::int32_t get_error_code(const exception& error) {
  return detail::exception_access::opencl_code(error);
}
CLEAVE_SYCL_LAZY bool has_extension(const platform& object, const std::string& name) {
  return object.has_extension(name);
}
CLEAVE_SYCL_LAZY bool has_extension(const device& object, const std::string& name) {
  return object.has_extension(name);
}
}  // namespace opencl

}  // namespace _v1
}  // namespace sycl
