// Declares device_event: what tells of a copy that a work-group makes (SYCL 2020, 4.9.1.9).
#pragma once

#include "detail/builtins.hpp"
#include "multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct group_copy;
}

/// The work-items of the group have made the copy when each of them has waited.
class device_event {
 public:
  device_event() = delete;
  void wait() const {
    if (is_alone_) return;
    detail::cl::work_group_barrier(detail::cl::local_fence | detail::cl::global_fence,
                                   detail::cl::scope_work_group);
  }

 private:
  friend struct detail::group_copy;
  explicit device_event(bool is_alone) : is_alone_(is_alone) {}
  bool is_alone_;  // one work-item made it for all
};

namespace CLEAVE_SYCL_HIDDEN detail {

/// Between local and global memory alone.
template <access::address_space To, access::address_space From>
inline constexpr bool is_group_copy =
    (To == access::address_space::local_space && From == access::address_space::global_space) ||
    (To == access::address_space::global_space && From == access::address_space::local_space);

struct group_copy {
  /// The work-items `first`, `first + step`, … of the elements copy; a stride is that of the global side.
  template <class To, access::address_space ToSpace, access::decorated ToDecoration, class From,
            access::address_space FromSpace, access::decorated FromDecoration>
  CLEAVE_SYCL_INLINE static device_event run(const multi_ptr<To, ToSpace, ToDecoration>& to,
                                             const multi_ptr<From, FromSpace, FromDecoration>& from,
                                             std::size_t count, std::size_t stride,
                                             std::size_t first, std::size_t step, bool is_alone) {
    constexpr bool is_to_global = ToSpace == access::address_space::global_space;
    const std::size_t to_stride = is_to_global ? stride : 1;
    const std::size_t from_stride = is_to_global ? 1 : stride;
    auto* const target = to.get_decorated();
    const auto* const source = from.get_decorated();
    for (std::size_t i = first; i < count; i += step) {
      // Classes assign through references without an address space.
      *(To*)(target + i * to_stride) = *(const From*)(source + i * from_stride);
    }
    return device_event(is_alone);
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// Members async_work_group_copy and wait_for of group and nd_item, which have share() of this work-item.
#define CLEAVE_SYCL_GROUP_COPIES                                                                 \
  template <class To, access::address_space ToSpace, access::decorated ToDecoration, class From, \
            access::address_space FromSpace, access::decorated FromDecoration,                   \
            std::enable_if_t<detail::is_group_copy<ToSpace, FromSpace>, int> = 0>                \
  device_event async_work_group_copy(multi_ptr<To, ToSpace, ToDecoration> to,                    \
                                     multi_ptr<From, FromSpace, FromDecoration> from,            \
                                     std::size_t count) const {                                  \
    return async_work_group_copy(to, from, count, 1);                                            \
  }                                                                                              \
  /** The stride is in elements, of the side in global memory. */                                \
  template <class To, access::address_space ToSpace, access::decorated ToDecoration, class From, \
            access::address_space FromSpace, access::decorated FromDecoration,                   \
            std::enable_if_t<detail::is_group_copy<ToSpace, FromSpace>, int> = 0>                \
  device_event async_work_group_copy(multi_ptr<To, ToSpace, ToDecoration> to,                    \
                                     multi_ptr<From, FromSpace, FromDecoration> from,            \
                                     std::size_t count, std::size_t stride) const {              \
    return copy_share(to, from, count, stride);                                                  \
  }                                                                                              \
  template <class... Events>                                                                     \
  void wait_for(Events... events) const {                                                        \
    (events.wait(), ...);                                                                        \
  }

}  // namespace _v1
}  // namespace sycl
