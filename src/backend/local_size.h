// Chooses the local size of a launch that leaves it to the implementation (5.10).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/group_preferences.h"

namespace cleave::backend {

struct LocalSizeRequest {
  std::array<uint64_t, 3> global_size = {1, 1, 1};
  std::array<uint64_t, 3> required = {};  // reqd_work_group_size; zeros: none
  std::array<uint64_t, 3> hint = {};      // work_group_size_hint; zeros: none
  std::array<uint64_t, 3> maximum_item_sizes = {1, 1, 1};
  uint64_t maximum_group_size = 1;  // of the kernel on the device
  uint64_t sub_group_size = 1;
  uint64_t compute_units = 1;
  bool uniform = true;  // the local size must divide the global size
  // Work-items of several rows should be in a work-group: they share texels.
  bool has_tiles = false;
  GroupPreferences preferences = {};  // of the device
};

/// A local size within all limits of the request; no dimension is zero. Pure.
[[nodiscard]] std::array<uint64_t, 3> choose_local_size(const LocalSizeRequest& request);

}  // namespace cleave::backend
