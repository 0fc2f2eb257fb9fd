// Describes the CPU device: the facts that queries return.
#pragma once

#include "backend/hardware.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

[[nodiscard]] DeviceFacts read_facts(const topology::Machine& machine);

}  // namespace cleave::backend::cpu
