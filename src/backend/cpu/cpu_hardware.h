// Makes a device of the host's processors.
#pragma once

#include <memory>

#include "backend/hardware.h"

namespace cleave::backend::cpu {

/// Workers and memory are as the options of the platform say.
[[nodiscard]] std::unique_ptr<Hardware> make_hardware(topology::Machine machine);

}  // namespace cleave::backend::cpu
