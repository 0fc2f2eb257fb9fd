#include "compiler/pass/analysis/access_cost.h"

namespace cleave::compiler::pass::analysis {

double access_cost(AccessForm form, const AccessSize& size, const ir::ProcessorCosts& costs) {
  switch (form) {
    case AccessForm::uniform:
      return costs.scalar_operation;
    case AccessForm::contiguous:
      return size.registers * costs.vector_operation;
    case AccessForm::interleaved:
      return size.lanes * size.elements * costs.transposed_lane;
    case AccessForm::apart:
      break;
  }
  // The elements of one lane follow each other: the first brings the line.
  const double first = size.is_load ? costs.gather_lane : costs.scatter_lane;
  return size.lanes * (first + (size.elements - 1) * costs.transposed_lane);
}

double serial_access_cost(double lanes, const ir::ProcessorCosts& costs) {
  // The address and the value of each lane go through memory.
  constexpr double operations = 8;
  return lanes * operations * costs.scalar_operation;
}

}  // namespace cleave::compiler::pass::analysis
