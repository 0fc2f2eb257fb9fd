// The measurements of the isolation benchmark, for one driver in the process that loaded it.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <vector>

#include "isolation/results.h"

namespace cleave::benchmark::isolation {

struct Options {
  size_t rounds = 3;            // of all drivers
  double phase_seconds = 0.7;   // how long requests are sent in a row, in each setting and round
  double pause_seconds = 5e-4;  // between a request's answer and the next one
  size_t reserved = 0;          // compute units of the part for requests, and of each part at once;
                                // 0: 2 of 8 or more, else 1
};

/// Returns the number of units of a part on a machine of so many processors.
[[nodiscard]] size_t part_units(const Options& options, size_t processors);

/// Sends small kernels, one after the other, and verifies what they compute: first while nothing
/// else runs, then while the load does. Throws when a call fails or a result is wrong.
[[nodiscard]] Latencies measure_latencies(cl_device_id device, Setting setting,
                                          const Options& options);

/// One launch on each of the parts of equal size, alone and then all at once, several times.
[[nodiscard]] std::vector<PartTimes> measure_parts(cl_device_id device, const Options& options);
/// The same by loops of the host's own threads: what the machine allows.
[[nodiscard]] std::vector<PartTimes> measure_native_parts(const Options& options);

}  // namespace cleave::benchmark::isolation
