// Declares interop_handle, which gives host tasks the objects of OpenCL (SYCL 2020, 4.10.2).
#pragma once

#include "access.hpp"
#include "backend_traits.hpp"
#include "detail/object.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;

namespace CLEAVE_SYCL_HIDDEN detail {
struct interop_access;
}

/// Good for the host task that gets it, as long as it runs; what it gives belongs to the runtime.
class interop_handle {
 public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return backend::opencl; }

  /// The memory of a buffer that the command group uses, brought to the queue's context; errc::invalid for
  /// others.
  template <backend Backend, class Type, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  backend_return_t<Backend, buffer<std::remove_const_t<Type>, (Dimensions > 0 ? Dimensions : 1),
                                   std::allocator<std::remove_const_t<Type>>, void>>
  get_native_mem(const accessor<Type, Dimensions, Mode, Target, IsPlaceholder>& of) const {
    return {static_cast<_cl_mem*>(memory(detail::object_access::get(of)))};
  }
  /// The image likewise.
  template <backend Backend, class Type, int Dimensions, access_mode Mode, image_target Target>
  backend_return_t<Backend, unsampled_image<Dimensions>> get_native_mem(
      const unsampled_image_accessor<Type, Dimensions, Mode, Target>& of) const {
    return {static_cast<_cl_mem*>(memory(detail::object_access::get(of)))};
  }
  template <backend Backend, class Type, int Dimensions, image_target Target>
  backend_return_t<Backend, sampled_image<Dimensions>> get_native_mem(
      const sampled_image_accessor<Type, Dimensions, Target>& of) const {
    return {static_cast<_cl_mem*>(memory(detail::object_access::get(of)))};
  }
  template <backend Backend>
  backend_return_t<Backend, queue> get_native_queue() const noexcept {
    return static_cast<_cl_command_queue*>(native(CLEAVE_SYCL_NATIVE_QUEUE));
  }
  template <backend Backend>
  backend_return_t<Backend, device> get_native_device() const noexcept {
    return static_cast<_cl_device_id*>(native(CLEAVE_SYCL_NATIVE_DEVICE));
  }
  template <backend Backend>
  backend_return_t<Backend, context> get_native_context() const noexcept {
    return static_cast<_cl_context*>(native(CLEAVE_SYCL_NATIVE_CONTEXT));
  }

 private:
  friend struct detail::interop_access;
  explicit interop_handle(const cleave_sycl_interop* interop) : interop_(interop) {}
  void* memory(cleave_sycl_buffer* of) const {
    void* found = nullptr;
    detail::check(detail::api().interop_memory(interop_, of, &found));
    return found;
  }
  void* native(std::uint32_t what) const { return detail::api().interop_native(interop_, what); }

  const cleave_sycl_interop* interop_;
};

namespace CLEAVE_SYCL_HIDDEN detail {

/// Keeps the exception that is being handled for the library.
inline void keep_exception([[maybe_unused]] cleave_sycl_exception* thrown) noexcept {
#ifdef __cpp_exceptions
  thrown->library = standard_library;
  thrown->box = {new std::exception_ptr(std::current_exception()),
                 [](void* held) { delete static_cast<std::exception_ptr*>(held); }};
#endif
}

struct interop_access {
  /// Calls a host task's function for the library, with a handle if it takes one.
  template <class Task>
  static void call(void* task, const cleave_sycl_interop* interop,
                   cleave_sycl_exception* thrown) noexcept {
#ifdef __cpp_exceptions
    try {
      run(*static_cast<Task*>(task), interop);
    } catch (...) {
      keep_exception(thrown);
    }
#else
    (void)thrown;
    run(*static_cast<Task*>(task), interop);
#endif
  }

 private:
  template <class Task>
  static void run(Task& task, [[maybe_unused]] const cleave_sycl_interop* interop) {
    if constexpr (std::is_invocable_v<Task&, interop_handle>) {
      task(interop_handle(interop));
    } else {
      static_assert(std::is_invocable_v<Task&>, "a host task takes nothing, or an interop_handle");
      task();
    }
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
