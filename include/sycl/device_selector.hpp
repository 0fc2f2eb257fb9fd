// Declares selectors: functions that give each device a score (SYCL 2020, 4.6.1).
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "aspects.hpp"
#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

class device;

namespace CLEAVE_SYCL_HIDDEN detail {

template <class Selector>
using enable_if_selector =
    std::enable_if_t<std::is_invocable_r_v<int, const Selector&, const device&>>;

inline int default_score(const device& candidate);
inline int score_of_aspect(const device& candidate, aspect wanted);

struct default_selector_type {
  int operator()(const device& candidate) const { return default_score(candidate); }
};
template <aspect Kind>
struct kind_selector {
  int operator()(const device& candidate) const { return score_of_aspect(candidate, Kind); }
};

struct aspects_selector {
  std::vector<aspect> wanted;
  std::vector<aspect> unwanted;
  inline int operator()(const device& candidate) const;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// A device for which the program has no code is never chosen; of the others one that is no part of
/// another kind, and of these the one with most compute units.
inline constexpr detail::default_selector_type default_selector_v{};
inline constexpr detail::kind_selector<aspect::cpu> cpu_selector_v{};
inline constexpr detail::kind_selector<aspect::gpu> gpu_selector_v{};
inline constexpr detail::kind_selector<aspect::accelerator> accelerator_selector_v{};

inline detail::aspects_selector aspect_selector(const std::vector<aspect>& wanted,
                                                const std::vector<aspect>& unwanted = {}) {
  return {wanted, unwanted};
}
template <class... Aspects, class = std::enable_if_t<(std::is_same_v<Aspects, aspect> && ...)>>
detail::aspects_selector aspect_selector(Aspects... wanted) {
  return {{wanted...}, {}};
}
template <aspect... Wanted>
detail::aspects_selector aspect_selector() {
  return {{Wanted...}, {}};
}

}  // namespace _v1
}  // namespace sycl
