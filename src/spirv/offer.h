// Tells what a device offers to modules, from the names of its extensions and of its features of
// OpenCL C.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "spirv/read.h"
#include "spirv/tables.h"

namespace cleave::spirv {

/// Returns the capabilities that hang on features, of a device with these (offer.def).
[[nodiscard]] Offer offer_of(std::span<const std::string> extensions,
                             std::span<const std::string> features);

/// Tells whether modules for such a device may declare the capability of this row.
[[nodiscard]] bool is_offered(const CapabilityFacts& row, const Offer& offer);

/// Returns all capabilities that modules for such a device may declare, ascending: also those that
/// every device has.
[[nodiscard]] std::vector<Capability> capabilities_of(const Offer& offer);

/// Returns the names of the extensions (SPV_…) that such modules may declare, in the order of the
/// alphabet. They live for ever.
[[nodiscard]] std::vector<const char*> extensions_of(const Offer& offer);

/// Returns those of the names that capabilities which a module declares hang on: what it needs of a
/// device. Precondition: the outline of the module has no problem.
[[nodiscard]] std::vector<std::string> needed_of(std::span<const std::byte> module,
                                                 std::span<const std::string> names);

/// Returns the names of the sets of extended instructions that modules may import.
[[nodiscard]] std::vector<const char*> instruction_sets();

/// Major and minor versions of modules, newest first.
struct ModuleVersion {
  uint32_t major = 1;
  uint32_t minor = 0;
};
[[nodiscard]] std::vector<ModuleVersion> versions();

}  // namespace cleave::spirv
