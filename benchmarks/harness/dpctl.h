// The runtime of DPC++ on Intel's driver, through the C library of dpctl, which PyPI has: what launches cost there.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "harness/twins.h"

namespace cleave::benchmark {

/// Names the folder with dpctl's library and those of DPC++ that it needs, before the first call of dpctl_functions().
void use_dpctl_of(std::string folder);

/// Its sessions are in-order queues of Intel's CPU device. Kernels are made, not found. Null where no folder was named.
/// Throws if a library cannot be loaded.
[[nodiscard]] const TwinFunctions* dpctl_functions();

/// Whether a case is measured there: those of launches are, since the code of kernels is the driver's.
[[nodiscard]] bool dpctl_measures(std::string_view benchmark);

/// Makes a kernel of a SPIR-V module for a session's queue; it stays until the program ends. Throws where that fails.
[[nodiscard]] const Twin* make_dpctl_kernel(TwinSession& session, std::span<const std::byte> module,
                                            const char* name);

}  // namespace cleave::benchmark
