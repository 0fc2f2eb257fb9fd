// Declares the launches of handler whose kernels get properties (sycl_ext_oneapi_kernel_properties).
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../declarations.hpp"
#include "../ext/oneapi/kernel_properties/properties.hpp"
#include "../nd_range.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

template <class List>
using enable_if_properties =
    std::enable_if_t<ext::oneapi::experimental::is_property_list_v<List>, int>;

/// A base of handler: each function gives the kernel its properties, and calls handler's function of that name.
template <class Handler>
class property_launches {
 public:
  // With properties in front of the reductions and the kernel (sycl_ext_oneapi_kernel_properties).
  template <class Name = detail::unnamed_kernel, class Properties, class Functor,
            detail::enable_if_properties<Properties> = 0>
  void single_task(Properties, const Functor& functor) {
    launch_with<Name, Properties, 1>(
        [&](const auto& kernel) {
          if constexpr (std::is_same_v<decltype(kernel), const sycl::kernel&>) {
            own().single_task(kernel);
          } else {
            own().template single_task<Name>(kernel);
          }
        },
        functor);
  }
#define CLEAVE_SYCL_WITH_PROPERTIES(head, extent_type, dimensions)                     \
  template <class Name = detail::unnamed_kernel, head class Properties, class... Rest, \
            detail::enable_if_properties<Properties> = 0>                              \
  void parallel_for(extent_type extent, Properties, const Rest&... rest) {             \
    parallel_for_with<Name, Properties, dimensions>(                                   \
        extent, std::tuple<const Rest&...>(rest...),                                   \
        std::make_index_sequence<sizeof...(Rest) - 1>());                              \
  }
#define CLEAVE_SYCL_NOTHING
#define CLEAVE_SYCL_DIMENSIONS int Dimensions,
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_NOTHING, range<1>, 1)
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_NOTHING, range<2>, 2)
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_NOTHING, range<3>, 3)
  CLEAVE_SYCL_WITH_PROPERTIES(CLEAVE_SYCL_DIMENSIONS, nd_range<Dimensions>, Dimensions)
#undef CLEAVE_SYCL_NOTHING
#undef CLEAVE_SYCL_DIMENSIONS
#undef CLEAVE_SYCL_WITH_PROPERTIES
  template <class Name = detail::unnamed_kernel, int Dimensions, class Properties, class Functor,
            detail::enable_if_properties<Properties> = 0>
  void parallel_for_work_group(range<Dimensions> groups, Properties, const Functor& functor) {
    launch_with<Name, Properties, Dimensions>(
        [&](const auto& kernel) { own().template parallel_for_work_group<Name>(groups, kernel); },
        functor);
  }
  template <class Name = detail::unnamed_kernel, int Dimensions, class Properties, class Functor,
            detail::enable_if_properties<Properties> = 0>
  void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local, Properties,
                               const Functor& functor) {
    launch_with<Name, Properties, Dimensions>(
        [&](const auto& kernel) {
          own().template parallel_for_work_group<Name>(groups, local, kernel);
        },
        functor);
  }

 private:
  Handler& own() { return static_cast<Handler&>(*this); }

  /// Gives the kernel the properties, and launches it by a function. A kernel that is compiled already is as it is.
  template <class Name, class Properties, int Dimensions, class Launch, class Functor>
  void launch_with(Launch launch, const Functor& functor) {
    using properties = detail::kernel_properties<Properties>;
    detail::check_properties_of_launch<Properties, Dimensions>();
    if constexpr (std::is_same_v<Functor, kernel>) {
      static_assert(!properties::are_compiled,
                    "these properties are for kernels that are compiled with them");
      launch(functor);
    } else {
      launch(detail::functor_with_properties<Properties, Functor>{functor});
    }
  }
  template <class Name, class Properties, int Dimensions, class Extent, class... Arguments,
            std::size_t... Positions>
  void parallel_for_with(const Extent& extent, const std::tuple<const Arguments&...>& all,
                         std::index_sequence<Positions...>) {
    launch_with<Name, Properties, Dimensions>(
        [&](const auto& kernel) {
          if constexpr (std::is_same_v<decltype(kernel), const sycl::kernel&>) {
            own().parallel_for(extent, kernel);
          } else {
            own().template parallel_for<Name>(extent, std::get<Positions>(all)..., kernel);
          }
        },
        std::get<sizeof...(Positions)>(all));
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
