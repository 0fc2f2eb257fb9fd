// Shapes of launches whose kernels are called with items, nd_items or groups (kernel_entry.hpp says what a shape is).
#pragma once

#include "../nd_item.hpp"
#include "kernel_entry.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

template <int Dimensions>
struct range_shape {
  static constexpr bool has_work_groups = false;
  template <class Functor>
  static constexpr bool fits =
      takes<Functor, item<Dimensions, true>> || takes<Functor, item<Dimensions, false>>;
  template <class Functor>
  static constexpr bool with_handler =
      takes<Functor, item<Dimensions, true>> ? takes_handler<Functor, item<Dimensions, true>>
                                             : takes_handler<Functor, item<Dimensions, false>>;
  template <class Functor>
  CLEAVE_SYCL_INLINE static void run(const Functor& functor,
                                     const specialization_table* constants) {
    const auto here = item_access::here<Dimensions, false>();
    if constexpr (takes<Functor, item<Dimensions, true>>) {
      call(functor, constants, static_cast<item<Dimensions, true>>(here));
    } else {
      call(functor, constants, here);
    }
  }
};

/// With the deprecated offset.
template <int Dimensions>
struct offset_shape {
  static constexpr bool has_work_groups = false;
  template <class Functor>
  static constexpr bool fits = takes<Functor, item<Dimensions, true>>;
  template <class Functor>
  static constexpr bool with_handler = takes_handler<Functor, item<Dimensions, true>>;
  template <class Functor>
  CLEAVE_SYCL_INLINE static void run(const Functor& functor,
                                     const specialization_table* constants) {
    call(functor, constants, item_access::here<Dimensions, true>());
  }
};

template <int Dimensions>
struct nd_range_shape {
  static constexpr bool has_work_groups = true;
  template <class Functor>
  static constexpr bool fits = takes<Functor, nd_item<Dimensions>>;
  template <class Functor>
  static constexpr bool with_handler = takes_handler<Functor, nd_item<Dimensions>>;
  template <class Functor>
  CLEAVE_SYCL_INLINE static void run(const Functor& functor,
                                     const specialization_table* constants) {
    call(functor, constants, nd_item_access::here<Dimensions>());
  }
};

/// A kernel of a hierarchical launch, and the size of its work-groups. One work-item runs for all of its work-group: the launch has
/// no others.
template <int Dimensions, class Functor>
struct hierarchical_kernel {
  using functor_type = Functor;
  Functor functor;
  range<Dimensions> local;
};
template <int Dimensions>
struct work_group_shape {
  static constexpr bool has_work_groups = true;
  template <class Kernel>
  static constexpr bool fits = takes<typename Kernel::functor_type, group<Dimensions>>;
  template <class Kernel>
  static constexpr bool with_handler =
      takes_handler<typename Kernel::functor_type, group<Dimensions>>;
  template <class Kernel>
  [[clang::annotate("sycl.one_work_item")]] CLEAVE_SYCL_INLINE static void run(
      const Kernel& kernel, const specialization_table* constants) {
    call(kernel.functor, constants, group_access::whole<Dimensions>(kernel.local));
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
