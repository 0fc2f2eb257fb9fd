// Divides a tile, a device inside one NUMA node, into compute slices: equal groups of its compute
// units. Slices are no devices; queues run on them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "topology/topology.h"

namespace cleave::topology {

/// The numbers of slices that the tiles of each root device have, by the device's index; devices
/// that are missing have none.
using SliceCounts = std::map<uint32_t, uint32_t>;

/// Reads `0:2,1:4`: root device 0 in 2 slices, 1 in 4. The counts are 1 (none), 2 or 4.
/// Nothing parses: `problem` says what is wrong, with which value, and what would be right.
[[nodiscard]] bool parse_slices(std::string_view text, SliceCounts& counts, std::string& problem);

/// The tiles of a root device: what each NUMA node has of it.
[[nodiscard]] std::vector<UnitSet> tiles_of(const Machine& machine, const UnitSet& root);

/// True if every root device that is named is there, and those that are to have slices have a tile
/// with so many units. Otherwise `problem` says as much as that of parse_slices().
[[nodiscard]] bool slices_exist(const Machine& machine, const std::vector<UnitSet>& roots,
                                const SliceCounts& counts, std::string& problem);

/// The slices of `device`, a part of the root device `root` or that itself. None unless it is a
/// tile: all that one NUMA node has of the root. None if it has fewer units than `count`. Units
/// beyond a multiple of `count` belong to no slice.
[[nodiscard]] std::vector<UnitSet> slices_of(const Machine& machine, const UnitSet& root,
                                             const UnitSet& device, uint32_t count);

}  // namespace cleave::topology
