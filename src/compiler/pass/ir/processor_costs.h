// Tells what operations cost on the processor of a function.
#pragma once

#include <llvm/IR/Function.h>

#include <span>

namespace cleave::compiler::pass::ir {

/// Cycles of one operation among many, unless it says otherwise. Data are in the second-level
/// cache, and a line is used up before the next one comes. `cleave_bench costs` measures them.
struct ProcessorCosts {
  double vector_operation;  // one register
  double scalar_operation;
  double chained_addition;  // in floating point, waiting for the one before
  double gather_lane;       // an element gathered; each lane is on a line of its own
  double scatter_lane;
  double transposed_lane;  // an element at a small stride, by whole vectors and shuffles
  double vector_division;  // floats
  double scalar_division;
  double atomic_addition;  // uncontended
  double misprediction;
  double spill;  // the extra cost of an operation whose operands and result are on the stack
};

/// A row of processor_costs.def.
struct ProcessorCostsRow {
  llvm::StringRef processor;  // LLVM's name
  unsigned vector_bits;
  ProcessorCosts costs;
};

/// Returns the row that tells most about a processor with vectors of that width: its own; else the
/// first row of the width from the same vendor, since its processors are built on each other; else
/// the first row of the width. Names of no vendor, such as "x86-64-v3", have the last. Requires: a
/// row of the width.
[[nodiscard]] const ProcessorCostsRow& nearest_costs(std::span<const ProcessorCostsRow> rows,
                                                     llvm::StringRef processor,
                                                     unsigned vector_bits);

/// Returns the costs for the function's target, as "target-cpu" and "target-features" name it.
[[nodiscard]] const ProcessorCosts& processor_costs(const llvm::Function& function);

}  // namespace cleave::compiler::pass::ir
