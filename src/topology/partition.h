// Partitions sets of compute units, as pure functions of a machine, a set and a request. One
// function serves clCreateSubDevices of OpenCL 1.2 (4.3), whose property lists are read and written
// here; clCreateSubDevicesEXT, whose lists are those of topology/fission.h; and the tool's --split.
#pragma once

#include <CL/cl.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "topology/topology.h"

namespace cleave::topology {

/// A property list, understood.
struct PartitionRequest {
  enum class Scheme : uint8_t { equally, by_counts, by_names, by_affinity_domain };
  Scheme scheme = Scheme::equally;
  cl_uint units_each = 0;                // equally
  std::vector<cl_uint> counts;           // by counts, without the terminator
  std::vector<cl_uint> names;            // by names: those of the one part, without the terminator
  cl_device_affinity_domain domain = 0;  // by affinity domain: exactly one bit
  friend bool operator==(const PartitionRequest&, const PartitionRequest&) = default;
};

/// The parts of a device. Disjoint; each lists its units in ascending order.
struct Partition {
  std::vector<UnitSet> parts;
  /// The request, with NEXT_PARTITIONABLE replaced by the domain that was found.
  PartitionRequest how;
  /// By names: the units of the one part in the order that the request names them in, which is the
  /// order of the part's own names. Otherwise empty: name n is the n-th unit of a part.
  std::vector<uint32_t> order;
};

/// Reads a property list that ends with 0. CL_INVALID_VALUE for null, an empty list, an unknown
/// scheme, two schemes in one list, and values that no device could support. A list of counts is
/// read to its own terminator and no further.
[[nodiscard]] support::Result<PartitionRequest> parse_partition(
    const cl_device_partition_property* properties);

/// Returns CL_DEVICE_PARTITION_TYPE of a part: the properties with their terminators. Names are no
/// scheme of the core specification; they are told in cl_ext_device_fission's way.
[[nodiscard]] std::vector<cl_device_partition_property> partition_properties(
    const PartitionRequest& how);

/// Splits `device`, a set of units of `machine`. `order` holds its units in the order of their
/// names; empty: ascending. Errors as in 4.3:
///   CL_INVALID_VALUE: an affinity domain that this machine does not have;
///   CL_DEVICE_PARTITION_FAILED: the device cannot be split further that way: it is a single unit,
///     an equal part is the whole device, or all units share the domain;
///   CL_INVALID_DEVICE_PARTITION_COUNT: more units or parts than there are, or no names;
///   CL_INVALID_PARTITION_NAME_EXT: a name that is not less than the number of units, or comes
///     twice.
[[nodiscard]] support::Result<Partition> partition(const Machine& machine, const UnitSet& device,
                                                   const PartitionRequest& request,
                                                   std::span<const uint32_t> order = {});

/// The domains along which `device` can be split (CL_DEVICE_PARTITION_AFFINITY_DOMAIN); 0: none.
[[nodiscard]] cl_device_affinity_domain affinity_domains(const Machine& machine,
                                                         const UnitSet& device);

/// `equally:4`, `counts:3,1`, `names:0,2-5` (one part, of these units), `numa`, `l4`, `l3`, `l2`,
/// `l1` or `next`. Nothing parses: `problem` says what is wrong, with which value, and what would
/// be right.
[[nodiscard]] bool parse_split(std::string_view text, PartitionRequest& request,
                               std::string& problem);

/// The word of parse_split for a split along `domain`, which is one bit; "" if there is none.
[[nodiscard]] std::string word_of(cl_device_affinity_domain domain);

/// Divides a machine into `count` parts of neighbouring units that differ by one core at most (by
/// one unit where there are fewer cores than parts), with the fewest parts across the borders of
/// nodes, then of caches from the outermost. None: there are fewer units than that.
[[nodiscard]] std::vector<UnitSet> divide_evenly(const Machine& machine, uint32_t count);

/// The root devices that `split` (a word of parse_split, or "ranks:N" for N parts of divide_evenly)
/// and `as` ("all" or "one:N") ask for: the whole machine when `split` is empty. None, and a
/// `problem`, when that cannot be. `root_devices_here` in topology/rank.h knows further words. A
/// machine of one unit is its own single part where parts of one unit are asked for.
[[nodiscard]] std::vector<UnitSet> root_devices(const Machine& machine, std::string_view split,
                                                std::string_view as, std::string& problem);

}  // namespace cleave::topology
