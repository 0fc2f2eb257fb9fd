// Makes kernels of functors: the entry that the compiler takes for devices, and what calls the functor in it. Shapes whose
// kernels are called with items are in kernel.hpp.
#pragma once

#include <type_traits>

#include "../kernel_handler.hpp"
#include "abi.h"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace ext::oneapi::experimental {
struct properties_tag;
}
namespace CLEAVE_SYCL_HIDDEN detail {

/// The name of kernels without one: that of their functor's type takes its place.
struct unnamed_kernel;

template <class Name, class Functor>
struct kernel_name {
  using type = Name;
};
template <class Functor>
struct kernel_name<unnamed_kernel, Functor> {
  using type = Functor;
};
template <class Name, class Functor>
using kernel_name_t = typename kernel_name<Name, Functor>::type;

template <class Functor, class... Items>
inline constexpr bool takes_handler = std::is_invocable_v<const Functor&, Items..., kernel_handler>;

/// Whether a functor tells of properties of its kernel (sycl_ext_oneapi_kernel_properties).
template <class Functor, class = void>
struct embedded_properties {
  static constexpr bool are_there = false;
};
template <class Functor>
struct embedded_properties<Functor,
                           std::void_t<decltype(std::declval<Functor&>().get(
                               std::declval<ext::oneapi::experimental::properties_tag>()))>> {
  static constexpr bool are_there = true;
  using type = decltype(std::declval<Functor&>().get(
      std::declval<ext::oneapi::experimental::properties_tag>()));
};
/// A call of it gives a kernel the properties of a list (sycl/ext/oneapi/kernel_properties/properties.hpp).
template <class Properties>
void ask_for_properties();

/// Calls a functor, with a kernel_handler if it takes one.
template <class Functor, class... Items>
CLEAVE_SYCL_INLINE void call(const Functor& functor, const specialization_table* constants,
                             const Items&... items) {
  if constexpr (embedded_properties<Functor>::are_there) {
    detail::ask_for_properties<typename embedded_properties<Functor>::type>();
  }
  if constexpr (takes_handler<Functor, Items...>) {
    functor(items..., kernel_handler_access::make(constants));
  } else {
    functor(items...);
  }
}

template <class Functor, class... Items>
inline constexpr bool takes = std::is_invocable_v<const Functor&, Items...> ||
                              std::is_invocable_v<const Functor&, Items..., kernel_handler>;

// Shapes of launches: each says what its kernels are called with, whether they may use local memory, and whether a kernel
// takes a kernel_handler.

struct single_task_shape {
  static constexpr bool has_work_groups = false;
  template <class Functor>
  static constexpr bool fits = takes<Functor>;
  template <class Functor>
  static constexpr bool with_handler = takes_handler<Functor>;
  template <class Functor>
  CLEAVE_SYCL_INLINE static void run(const Functor& functor,
                                     const specialization_table* constants) {
    call(functor, constants);
  }
};

/// The bytes of an object: one whose copy or destructor is not trivial would come by reference, and
/// be destroyed. Behind those of a kernel that takes a kernel_handler the constants are found.
template <class Object, bool WithHandler>
struct bytes {
  alignas(Object) unsigned char data[sizeof(Object)];
  static constexpr const specialization_table* constants = nullptr;
};
template <class Object>
struct bytes<Object, true> {
  alignas(Object) unsigned char data[sizeof(Object)];
  const specialization_table* constants;
};
template <class Shape, class Object>
using kernel_bytes = bytes<Object, Shape::template with_handler<Object>>;

#ifdef __SYCL_DEVICE_ONLY__
template <class Name, class Shape, class Object>
CLEAVE_SYCL_ENTRY(Name)
void kernel_entry(kernel_bytes<Shape, Object> object) {
  Shape::run(reinterpret_cast<const Object&>(object.data), object.constants);
}
#else
// The host's pass needs no more than the signature, so that it compiles no kernel.
template <class Name, class Shape, class Object>
CLEAVE_SYCL_ENTRY(Name)
void kernel_entry(kernel_bytes<Shape, Object>) {}
#endif

/// Brings the kernel into being, and returns its symbol on devices.
template <class Name, class Shape, class Object>
const char* kernel_symbol() {
  static_assert(
      Shape::template fits<Object>,
      "the kernel cannot be called with what this launch gives it: a const operator() that "
      "takes an item, id, nd_item or nothing is wanted");
  void (*const entry)(kernel_bytes<Shape, Object>) = kernel_entry<Name, Shape, Object>;
  (void)entry;
  return CLEAVE_SYCL_SYMBOL(Name);
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
