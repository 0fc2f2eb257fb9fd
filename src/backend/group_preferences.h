// Lists the sizes of work-groups that a device runs well.
#pragma once

#include <cstdint>

namespace cleave::backend {

/// The constants of one device by which local sizes are chosen (local_size.h) and small work-groups
/// merged (group_merging.h). The values are those of processors; the planners say how they were
/// measured.
struct GroupPreferences {
  // Work-items of a work-group: enough to pay for handing it out, few enough for its data to stay
  // in cache.
  uint64_t items = 256;
  uint64_t groups_per_unit = 4;  // so that a slow compute unit can leave some to the others
  uint64_t longest_row = 1024;   // work-items of one that is a row of whole sub-groups
  uint64_t tile_rows = 4;        // of a work-group that reads images

  // Larger work-groups, in which small ones are merged.
  uint64_t few_sub_groups = 4;      // beyond which work-groups leave few lanes unused
  uint64_t sub_groups_at_once = 4;  // that gain by running together
  uint64_t least_merged = 16;       // work-groups, where rows of a picture are gathered
  uint64_t most_items = 4096;       // where several sub-groups shall run at once
  uint64_t most_local_bytes = uint64_t{32} << 10;  // of local memory: it stays in the nearest cache
  uint64_t most_kept_bytes = uint64_t{16} << 20;   // of private memory across barriers
};

}  // namespace cleave::backend
