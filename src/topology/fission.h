// Translates cl_ext_device_fission to requests of topology/partition.h: its property lists, which
// have tokens, affinity domains and terminators of their own, and its error codes.
#pragma once

#include <CL/cl_ext.h>

#include <vector>

#include "support/result.h"
#include "topology/partition.h"

namespace cleave::topology {

/// Reads a property list that ends with CL_PROPERTIES_LIST_END_EXT. CL_INVALID_VALUE for null, an
/// empty list, an unknown scheme or domain, and two schemes (or two lists of names) in one list;
/// CL_INVALID_PARTITION_COUNT_EXT for parts of no units; CL_INVALID_PARTITION_NAME_EXT for a name
/// that no device has.
[[nodiscard]] support::Result<PartitionRequest> parse_fission(
    const cl_device_partition_property_ext* properties);

/// Returns CL_DEVICE_PARTITION_STYLE_EXT of a part: the properties with their terminators.
[[nodiscard]] std::vector<cl_device_partition_property_ext> fission_properties(
    const PartitionRequest& how);

/// The extension's code for what partition() refuses. A domain that the machine does not have is
/// one that the device cannot be split along: the scheme is supported all the same.
[[nodiscard]] support::Status fission_status(support::Status status);

/// The domains of CL_DEVICE_AFFINITY_DOMAINS_EXT for what affinity_domains() gives, outermost
/// first: never CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT.
[[nodiscard]] std::vector<cl_device_partition_property_ext> fission_domains(
    cl_device_affinity_domain domains);

}  // namespace cleave::topology
