// Exchanges objects with OpenCL (SYCL 2020, 4.5.1 and appendix C). Whoever calls OpenCL includes <CL/cl.h> too.
#pragma once

#include <type_traits>
#include <vector>

#include "backend/opencl_scalars.hpp"
#include "backend_traits.hpp"
#include "context.hpp"
#include "device.hpp"
#include "event.hpp"
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
/// context it may have more devices than get_devices() names, of a compute slice it is the tile.
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

namespace opencl {
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
