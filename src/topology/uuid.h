// Makes identifiers of devices and of the driver (4.2, CL_DEVICE_UUID), of what stays the same.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "topology/topology.h"

namespace cleave::topology {

using Uuid = std::array<uint8_t, 16>;

/// Returns the identifier that stands for all that `text` says: as RFC 9562 has it, of version 8.
[[nodiscard]] Uuid uuid_of(std::string_view text);

/// Reads the number that the system's installation gave this machine, below `root` ("/" is this
/// system): etc/machine-id, or what D-Bus keeps. Empty: it has none, as in many containers.
[[nodiscard]] std::string read_machine_id(const std::filesystem::path& root);

/// Returns the identifier of a device of these units: another one for other processors, another
/// machine (`machine_id`; where that is empty, for another kind of processor) and another
/// `description` (of read_machine(); empty: this machine); otherwise always the same.
[[nodiscard]] Uuid device_uuid(const std::string& machine_id, const std::string& description,
                               const Machine& machine, const UnitSet& units);

}  // namespace cleave::topology
