// Declares unified shared memory: memory that host and devices address alike (SYCL 2020, 4.8).
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include "context.hpp"
#include "queue.hpp"

namespace sycl {
inline namespace _v1 {

namespace usm {
enum class alloc : int { host, device, shared, unknown };
}  // namespace usm

namespace CLEAVE_SYCL_HIDDEN detail {
inline void* allocate(usm::alloc kind, std::size_t alignment, std::size_t bytes,
                      const device* its_device, const context& its_context) {
  const cleave_sycl_usm_request request{
      sizeof request,
      static_cast<std::uint32_t>(kind),
      object_access::get(its_context),
      its_device == nullptr ? nullptr : object_access::get(*its_device),
      bytes,
      alignment};
  void* memory = nullptr;
  check(api().allocate(&request, &memory));
  return memory;
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

// Each returns null where there is no memory of that size and alignment, and throws
// errc::feature_not_supported where the device has no memory of that kind.

inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const device& its_device,
                           const context& its_context, usm::alloc kind, const property_list& = {}) {
  return detail::allocate(kind, alignment, bytes, kind == usm::alloc::host ? nullptr : &its_device,
                          its_context);
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const queue& its_queue,
                           usm::alloc kind, const property_list& properties = {}) {
  return aligned_alloc(alignment, bytes, its_queue.get_device(), its_queue.get_context(), kind,
                       properties);
}
inline void* malloc(std::size_t bytes, const device& its_device, const context& its_context,
                    usm::alloc kind, const property_list& properties = {}) {
  return aligned_alloc(0, bytes, its_device, its_context, kind, properties);
}
inline void* malloc(std::size_t bytes, const queue& its_queue, usm::alloc kind,
                    const property_list& properties = {}) {
  return aligned_alloc(0, bytes, its_queue, kind, properties);
}
template <class Type>
Type* aligned_alloc(std::size_t alignment, std::size_t count, const device& its_device,
                    const context& its_context, usm::alloc kind,
                    const property_list& properties = {}) {
  const std::size_t least = alignment > alignof(Type) ? alignment : alignof(Type);
  return static_cast<Type*>(
      aligned_alloc(least, count * sizeof(Type), its_device, its_context, kind, properties));
}
template <class Type>
Type* aligned_alloc(std::size_t alignment, std::size_t count, const queue& its_queue,
                    usm::alloc kind, const property_list& properties = {}) {
  return aligned_alloc<Type>(alignment, count, its_queue.get_device(), its_queue.get_context(),
                             kind, properties);
}
template <class Type>
Type* malloc(std::size_t count, const device& its_device, const context& its_context,
             usm::alloc kind, const property_list& properties = {}) {
  return aligned_alloc<Type>(0, count, its_device, its_context, kind, properties);
}
template <class Type>
Type* malloc(std::size_t count, const queue& its_queue, usm::alloc kind,
             const property_list& properties = {}) {
  return aligned_alloc<Type>(0, count, its_queue, kind, properties);
}

// The three kinds by name: of devices and shared ones for a device, of the host for a context.
#define CLEAVE_SYCL_USM_KIND(kind)                                                                 \
  inline void* malloc_##kind(std::size_t bytes, const device& its_device,                          \
                             const context& its_context, const property_list& properties = {}) {   \
    return malloc(bytes, its_device, its_context, usm::alloc::kind, properties);                   \
  }                                                                                                \
  inline void* malloc_##kind(std::size_t bytes, const queue& its_queue,                            \
                             const property_list& properties = {}) {                               \
    return malloc(bytes, its_queue, usm::alloc::kind, properties);                                 \
  }                                                                                                \
  inline void* aligned_alloc_##kind(std::size_t alignment, std::size_t bytes,                      \
                                    const device& its_device, const context& its_context,          \
                                    const property_list& properties = {}) {                        \
    return aligned_alloc(alignment, bytes, its_device, its_context, usm::alloc::kind, properties); \
  }                                                                                                \
  inline void* aligned_alloc_##kind(std::size_t alignment, std::size_t bytes,                      \
                                    const queue& its_queue,                                        \
                                    const property_list& properties = {}) {                        \
    return aligned_alloc(alignment, bytes, its_queue, usm::alloc::kind, properties);               \
  }                                                                                                \
  template <class Type>                                                                            \
  Type* malloc_##kind(std::size_t count, const device& its_device, const context& its_context,     \
                      const property_list& properties = {}) {                                      \
    return malloc<Type>(count, its_device, its_context, usm::alloc::kind, properties);             \
  }                                                                                                \
  template <class Type>                                                                            \
  Type* malloc_##kind(std::size_t count, const queue& its_queue,                                   \
                      const property_list& properties = {}) {                                      \
    return malloc<Type>(count, its_queue, usm::alloc::kind, properties);                           \
  }                                                                                                \
  template <class Type>                                                                            \
  Type* aligned_alloc_##kind(std::size_t alignment, std::size_t count, const device& its_device,   \
                             const context& its_context, const property_list& properties = {}) {   \
    return aligned_alloc<Type>(alignment, count, its_device, its_context, usm::alloc::kind,        \
                               properties);                                                        \
  }                                                                                                \
  template <class Type>                                                                            \
  Type* aligned_alloc_##kind(std::size_t alignment, std::size_t count, const queue& its_queue,     \
                             const property_list& properties = {}) {                               \
    return aligned_alloc<Type>(alignment, count, its_queue, usm::alloc::kind, properties);         \
  }
CLEAVE_SYCL_USM_KIND(device)
CLEAVE_SYCL_USM_KIND(shared)
#undef CLEAVE_SYCL_USM_KIND

inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes,
                                const context& its_context, const property_list& = {}) {
  return detail::allocate(usm::alloc::host, alignment, bytes, nullptr, its_context);
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const queue& its_queue,
                                const property_list& properties = {}) {
  return aligned_alloc_host(alignment, bytes, its_queue.get_context(), properties);
}
inline void* malloc_host(std::size_t bytes, const context& its_context,
                         const property_list& properties = {}) {
  return aligned_alloc_host(0, bytes, its_context, properties);
}
inline void* malloc_host(std::size_t bytes, const queue& its_queue,
                         const property_list& properties = {}) {
  return aligned_alloc_host(0, bytes, its_queue, properties);
}
template <class Type>
Type* aligned_alloc_host(std::size_t alignment, std::size_t count, const context& its_context,
                         const property_list& properties = {}) {
  const std::size_t least = alignment > alignof(Type) ? alignment : alignof(Type);
  return static_cast<Type*>(
      aligned_alloc_host(least, count * sizeof(Type), its_context, properties));
}
template <class Type>
Type* aligned_alloc_host(std::size_t alignment, std::size_t count, const queue& its_queue,
                         const property_list& properties = {}) {
  return aligned_alloc_host<Type>(alignment, count, its_queue.get_context(), properties);
}
template <class Type>
Type* malloc_host(std::size_t count, const context& its_context,
                  const property_list& properties = {}) {
  return aligned_alloc_host<Type>(0, count, its_context, properties);
}
template <class Type>
Type* malloc_host(std::size_t count, const queue& its_queue, const property_list& properties = {}) {
  return aligned_alloc_host<Type>(0, count, its_queue, properties);
}

inline void free(void* memory, const context& its_context) {
  detail::check(detail::api().free(detail::object_access::get(its_context), memory));
}
inline void free(void* memory, const queue& its_queue) {
  free(memory, its_queue.get_context());
}

inline usm::alloc get_pointer_type(const void* memory, const context& its_context) {
  std::uint32_t kind = CLEAVE_SYCL_USM_UNKNOWN;
  detail::check(detail::api().pointer_kind(detail::object_access::get(its_context), memory, &kind));
  return static_cast<usm::alloc>(kind);
}
/// The device of device and shared memory, the first of the context of host memory; errc::invalid
/// for other pointers.
inline device get_pointer_device(const void* memory, const context& its_context) {
  cleave_sycl_device* found = nullptr;
  detail::check(
      detail::api().pointer_device(detail::object_access::get(its_context), memory, &found));
  return detail::object_access::take<device>(found);
}

/// An allocator for containers of the host. Device memory cannot be constructed from the host.
template <class Type, usm::alloc Kind, std::size_t Alignment = 0>
class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "the host cannot construct objects in device memory");

 public:
  using value_type = Type;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class Other>
  struct rebind {
    using other = usm_allocator<Other, Kind, Alignment>;
  };

  usm_allocator() = delete;
  usm_allocator(const context& its_context, const device& its_device,
                const property_list& properties = {})
      : context_(its_context), device_(its_device), properties_(properties) {}
  explicit usm_allocator(const queue& its_queue, const property_list& properties = {})
      : usm_allocator(its_queue.get_context(), its_queue.get_device(), properties) {}
  template <class Other>
  usm_allocator(const usm_allocator<Other, Kind, Alignment>& other) noexcept
      : context_(other.context_), device_(other.device_), properties_(other.properties_) {}

  Type* allocate(std::size_t count) {
    Type* const memory =
        aligned_alloc<Type>(Alignment, count, device_, context_, Kind, properties_);
    if (memory == nullptr) {
      detail::raise(errc::memory_allocation, "usm_allocator: there is no memory left");
    }
    return memory;
  }
  void deallocate(Type* memory, std::size_t) {
    if (memory != nullptr) free(memory, context_);
  }

  template <class Property>
  bool has_property() const noexcept {
    return detail::property_access::has<Property>(properties_);
  }
  template <class Property>
  Property get_property() const {
    return detail::property_access::get<Property>(properties_);
  }

  template <class Other, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator==(const usm_allocator& left,
                         const usm_allocator<Other, OtherKind, OtherAlignment>& right) {
    return Kind == OtherKind && Alignment == OtherAlignment && left.is_like(right);
  }
  template <class Other, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator!=(const usm_allocator& left,
                         const usm_allocator<Other, OtherKind, OtherAlignment>& right) {
    return !(left == right);
  }

 private:
  template <class, usm::alloc, std::size_t>
  friend class usm_allocator;
  template <class Other>
  bool is_like(const Other& other) const {
    return context_ == other.context_ && device_ == other.device_;
  }
  context context_;
  device device_;
  property_list properties_;
};

}  // namespace _v1
}  // namespace sycl
