// Holds the sizes of a launch, and what the library is told of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../nd_range.hpp"
#include "abi.h"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Sizes of a launch.
struct launch_sizes {
  std::uint32_t dimensions = 1;
  std::size_t global[3] = {1, 1, 1};
  std::size_t local[3] = {};
  std::size_t offset[3] = {};
  bool has_local = false;
  bool has_offset = false;

  launch_sizes() = default;
  template <int Dimensions>
  explicit launch_sizes(const range<Dimensions>& extent) : dimensions(Dimensions) {
    std::memcpy(global, data_of(extent), sizeof extent);
  }
  template <int Dimensions>
  explicit launch_sizes(const nd_range<Dimensions>& both)
      : dimensions(Dimensions), has_local(true) {
    const range<Dimensions> its_global = both.get_global_range();
    const range<Dimensions> its_local = both.get_local_range();
    std::memcpy(global, data_of(its_global), sizeof its_global);
    std::memcpy(local, data_of(its_local), sizeof its_local);
    set_offset(nd_range_access::offset(both));
  }
  template <int Dimensions>
  void set_offset(const id<Dimensions>& from) {
    for (int i = 0; i < Dimensions; ++i) {
      offset[i] = from[i];
      has_offset = has_offset || from[i] != 0;
    }
  }
};

/// The unit is named by the template that launches: of functions that several units have, the linker
/// keeps one.
inline cleave_sycl_launch make_launch(const cleave_sycl_unit* unit, const char* symbol,
                                      const launch_sizes& sizes, const void* object,
                                      std::size_t object_bytes, std::size_t local_bytes) {
  return {sizeof(cleave_sycl_launch),
          sizes.dimensions,
          unit,
          symbol,
          object,
          object_bytes,
          local_bytes,
          sizes.global,
          sizes.has_local ? sizes.local : nullptr,
          sizes.has_offset ? sizes.offset : nullptr,
          nullptr};
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
