// Says what an access of all lanes of a sub-group costs, by the form that the memory table
// (docs/COMPILER.md) gives it.
#pragma once

#include <cstdint>

#include "compiler/pass/ir/processor_costs.h"

namespace cleave::compiler::pass::analysis {

/// The forms of the code that rows of the memory table emit. Each row names its own.
enum class AccessForm : uint8_t {
  uniform,      // one scalar access for all lanes
  contiguous,   // vectors of neighbours
  interleaved,  // whole vectors and shuffles, at small strides
  apart,        // an address for each lane
};

/// An access of all lanes.
struct AccessSize {
  double lanes;
  double registers;  // that hold the value of all lanes
  double elements;   // of one lane; more than 1 for vectors of the program
  bool is_load;
};

/// Returns the cycles of an access.
[[nodiscard]] double access_cost(AccessForm form, const AccessSize& size,
                                 const ir::ProcessorCosts& costs);

/// Returns the cycles of an access that no row fits: lanes make it one after another.
[[nodiscard]] double serial_access_cost(double lanes, const ir::ProcessorCosts& costs);

}  // namespace cleave::compiler::pass::analysis
