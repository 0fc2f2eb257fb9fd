// Describes the CPU device: the facts that queries return.
#pragma once

#include "backend/hardware.h"
#include "topology/topology.h"

namespace cleave::backend::cpu {

[[nodiscard]] DeviceFacts read_facts(const topology::Machine& machine);

/// Returns the mode of code that the user wants (CLEAVE_CODEGEN).
[[nodiscard]] compiler::interface::CodegenMode codegen_mode();

}  // namespace cleave::backend::cpu
