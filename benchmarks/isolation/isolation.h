// Whether parts of a device leave each other alone: cleave_bench isolation.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "harness/drivers.h"
#include "isolation/measure.h"

namespace cleave::benchmark::isolation {

/// Measures each driver in processes of its own, in turns, so that threads of one that wait by
/// spinning are not in the way of another. The last results are those of native code, of parts
/// alone.
[[nodiscard]] std::vector<Results> measure_all(const DriverFiles& drivers, const Options& options);

/// Two tables; docs/results/isolation.tsv and parts.tsv have such rows.
void write_markdown(std::ostream& stream, const Options& options,
                    const std::vector<Results>& results);

}  // namespace cleave::benchmark::isolation
