// Lists the compute slices that CLEAVE_COMPUTE_SLICES asks for, and the processes that use them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "json.h"
#include "topology/topology.h"

namespace cleave::tool {

struct Slice {
  topology::UnitSet units;
  std::vector<uint32_t> processors;
  std::vector<pid_t> holders;  // as of ProcessorClaims::holders
};

/// The units of a root device that one NUMA node has, and their slices.
struct Tile {
  topology::UnitSet units;
  std::vector<Slice> slices;
};

/// The tiles of a root device.
struct SlicesOfDevice {
  std::vector<Tile> tiles;  // those that have slices
  bool is_tile = false;     // all of the device is the only one
  std::string problem;      // why the users of the slices cannot be known; "": they are known
};

/// Returns the slices of each root device. No device has any where the option does not parse: the
/// driver has said so.
[[nodiscard]] std::vector<SlicesOfDevice> slices_of(const topology::Machine& machine,
                                                    const std::vector<topology::UnitSet>& roots);

/// A line for each slice, indented; "" where there is none.
[[nodiscard]] std::string describe(const SlicesOfDevice& slices);

[[nodiscard]] Json to_json(const SlicesOfDevice& slices);

}  // namespace cleave::tool
