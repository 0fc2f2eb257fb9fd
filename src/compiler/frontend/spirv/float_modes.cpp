#include "compiler/frontend/spirv/float_modes.h"

#include <algorithm>

namespace cleave::compiler::frontend {
namespace {

using spirv::ExecutionMode;

// FPFastMathDefault stands in place of ContractionOff.
bool forbids_contraction(const spirv::ExecutionModeUse& use) {
  return use.mode == ExecutionMode::ContractionOff || use.mode == ExecutionMode::FPFastMathDefault;
}

// The mode of numbers of one type in one kernel; without one, no liberties.
uint32_t default_of(const spirv::Module& source, spirv::Id function, spirv::Id type) {
  for (const spirv::ExecutionModeUse& use : source.execution_modes()) {
    const bool is_it = use.mode == ExecutionMode::FPFastMathDefault && use.function == function &&
                       use.operands[0] == type;
    if (is_it) return static_cast<uint32_t>(source.integer_constant(use.operands[1]).value_or(0));
  }
  return 0;
}

}  // namespace

FloatModes float_modes(const spirv::Module& source) {
  FloatModes modes;
  // FPFastMathMode says everything where the module has float controls.
  modes.contracts = !source.entry_points().empty() &&
                    !source.declares(spirv::Capability::FloatControls2) &&
                    std::ranges::none_of(source.execution_modes(), forbids_contraction);
  for (const spirv::ExecutionModeUse& use : source.execution_modes()) {
    if (use.mode != ExecutionMode::FPFastMathDefault) continue;
    uint32_t granted = ~0U;
    for (const spirv::EntryPoint& entry : source.entry_points()) {
      granted &= default_of(source, entry.function, use.operands[0]);
    }
    modes.defaults[use.operands[0]] = granted;
  }
  return modes;
}

}  // namespace cleave::compiler::frontend
