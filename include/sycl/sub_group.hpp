// Declares sub_group: work-items of a work-group that run together (SYCL 2020, 4.9.1.8).
#pragma once

#include <cstddef>
#include <cstdint>

#include "detail/builtins.hpp"
#include "memory_enums.hpp"
#include "range.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct group_access;
}
namespace ext::oneapi {
struct sub_group_mask;
}

class sub_group {
 public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  using mask_type = ext::oneapi::sub_group_mask;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group() = delete;

  CLEAVE_SYCL_INLINE id<1> get_group_id() const { return id_; }
  CLEAVE_SYCL_INLINE id<1> get_local_id() const { return local_id_; }
  CLEAVE_SYCL_INLINE range<1> get_local_range() const { return size_; }
  CLEAVE_SYCL_INLINE range<1> get_max_local_range() const { return most_; }
  CLEAVE_SYCL_INLINE range<1> get_group_range() const { return count_; }
  CLEAVE_SYCL_INLINE std::uint32_t get_group_linear_id() const { return id_; }
  CLEAVE_SYCL_INLINE std::uint32_t get_local_linear_id() const { return local_id_; }
  CLEAVE_SYCL_INLINE std::uint32_t get_group_linear_range() const {
    return static_cast<std::uint32_t>(count_);
  }
  CLEAVE_SYCL_INLINE std::uint32_t get_local_linear_range() const { return size_; }
  CLEAVE_SYCL_INLINE bool leader() const { return local_id_ == 0; }

  /// Those of two work-items of one sub-group are equal.
  friend bool operator==(const sub_group& left, const sub_group& right) {
    return left.id_ == right.id_ && left.size_ == right.size_ && left.count_ == right.count_ &&
           left.work_group_ == right.work_group_;
  }
  friend bool operator!=(const sub_group& left, const sub_group& right) { return !(left == right); }

 private:
  friend struct detail::group_access;
  CLEAVE_SYCL_INLINE explicit sub_group(std::size_t work_group)
      : work_group_(work_group),
        count_(detail::cl::get_num_sub_groups()),
        id_(detail::cl::get_sub_group_id()),
        local_id_(detail::cl::get_sub_group_local_id()),
        size_(detail::cl::get_sub_group_size()),
        most_(detail::cl::get_max_sub_group_size()) {}

  // No byte between these: a copy of padding would be an array of bytes to compilers.
  std::size_t work_group_;  // its linear id
  std::size_t count_;
  std::uint32_t id_;
  std::uint32_t local_id_;  // of the work-item that asked for the sub-group
  std::uint32_t size_;
  std::uint32_t most_;
};

}  // namespace _v1
}  // namespace sycl
