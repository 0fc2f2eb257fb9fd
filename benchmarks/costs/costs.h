// Measures what operations cost on this processor: cleave_bench costs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "harness/statistics.h"

namespace cleave::benchmark::costs {

struct Options {
  size_t rounds = 31;             // of each loop
  double round_seconds = 100e-6;  // that a loop runs in a round, three times
  std::string processor;          // LLVM's name, for rows of processor_costs.def; empty: tables
};

/// Cycles of one operation, as many as additions that wait for each other would be in that time.
struct Cost {
  const char* name;
  const char* what;
  bool is_here;  // false: the processor has no such instruction, and there are no cycles
  Summary cycles;
};

/// Holds what was measured with vectors of one width; 0: without vectors.
struct Costs {
  unsigned bits;
  std::vector<Cost> all;
};

/// Times every loop on one processor, which the calling thread keeps to meanwhile. First the loops
/// without vectors, then those with vectors of each width that x86-64 knows, widest first.
[[nodiscard]] std::vector<Costs> measure_costs(const Options& options);

/// A table with medians and spreads.
void write_costs(std::ostream& stream, const std::vector<Costs>& costs);

/// A row of src/compiler/pass/ir/processor_costs.def for each width that the processor has.
void write_rows(std::ostream& stream, const std::string& processor,
                const std::vector<Costs>& costs);

}  // namespace cleave::benchmark::costs
