// Declares selectors: functions that give each device a score (SYCL 2020, 4.6.1).
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "aspects.hpp"
#include "detail/abi.h"
#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

class device;

namespace CLEAVE_SYCL_HIDDEN detail {

void take_score(int score);
/// std::is_invocable_r instantiates twenty classes for each argument that a constructor may get.
template <class Selector>
using enable_if_selector =
    decltype(take_score(std::declval<const Selector&>()(std::declval<const device&>())));

/// A selector that names aspects: the library compares devices.
template <class Selector>
struct is_library_selector : std::false_type {};

inline int score(const device& candidate, const cleave_sycl_selection& selection);

struct default_selector_type {
  cleave_sycl_selection get() const {
    return {sizeof(cleave_sycl_selection), nullptr, 0, nullptr, 0};
  }
  int operator()(const device& candidate) const { return score(candidate, get()); }
};
template <aspect Kind>
struct kind_selector {
  static constexpr std::int32_t kind = static_cast<std::int32_t>(Kind);
  cleave_sycl_selection get() const {
    return {sizeof(cleave_sycl_selection), &kind, 1, nullptr, 0};
  }
  int operator()(const device& candidate) const { return score(candidate, get()); }
};
template <class Aspect = aspect>
struct aspects_selector {
  std::vector<Aspect> wanted;
  std::vector<Aspect> unwanted;
  cleave_sycl_selection get() const {
    return {sizeof(cleave_sycl_selection), numbers(wanted), wanted.size(), numbers(unwanted),
            unwanted.size()};
  }
  int operator()(const device& candidate) const { return score(candidate, get()); }

 private:
  static_assert(sizeof(Aspect) == sizeof(std::int32_t));
  static const std::int32_t* numbers(const std::vector<Aspect>& of) {
    return reinterpret_cast<const std::int32_t*>(of.data());
  }
};
template <>
struct is_library_selector<default_selector_type> : std::true_type {};
template <aspect Kind>
struct is_library_selector<kind_selector<Kind>> : std::true_type {};
template <>
struct is_library_selector<aspects_selector<>> : std::true_type {};

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// A device for which the program has no code is never chosen; of the others one that is no part of
/// another kind, and of these the one with most compute units.
inline constexpr detail::default_selector_type default_selector_v{};
inline constexpr detail::kind_selector<aspect::cpu> cpu_selector_v{};
inline constexpr detail::kind_selector<aspect::gpu> gpu_selector_v{};
inline constexpr detail::kind_selector<aspect::accelerator> accelerator_selector_v{};

CLEAVE_SYCL_LAZY
detail::aspects_selector<> aspect_selector(const std::vector<aspect>& wanted,
                                           const std::vector<aspect>& unwanted = {}) {
  return {wanted, unwanted};
}
// The overload below takes no arguments.
template <class First, class... Rest,
          class = std::enable_if_t<std::is_same_v<First, aspect> &&
                                   (std::is_same_v<Rest, aspect> && ...)>>
detail::aspects_selector<> aspect_selector(First first, Rest... rest) {
  return {{first, rest...}, {}};
}
template <aspect... Wanted>
detail::aspects_selector<> aspect_selector() {
  return {{Wanted...}, {}};
}

}  // namespace _v1
}  // namespace sycl
