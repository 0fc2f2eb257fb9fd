#include "compiler/frontend/spirv/float_modes.h"

#include <algorithm>

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::ExecutionMode;

// FPFastMathDefault stands in place of ContractionOff.
bool forbids_contraction(const cleave::spirv::ExecutionModeUse& use) {
  return use.mode == ExecutionMode::ContractionOff || use.mode == ExecutionMode::FPFastMathDefault;
}

// The mode of numbers of one type in one kernel; without one, no liberties.
uint32_t default_of(const cleave::spirv::Module& source, cleave::spirv::Id function,
                    cleave::spirv::Id type) {
  for (const cleave::spirv::ExecutionModeUse& use : source.execution_modes()) {
    const bool is_it = use.mode == ExecutionMode::FPFastMathDefault && use.function == function &&
                       use.operands[0] == type;
    if (is_it) return static_cast<uint32_t>(source.integer_constant(use.operands[1]).value_or(0));
  }
  return 0;
}

}  // namespace

FloatModes float_modes(const cleave::spirv::Module& source) {
  FloatModes modes;
  // FPFastMathMode says everything where the module has float controls.
  modes.contracts = !source.entry_points().empty() &&
                    !source.declares(cleave::spirv::Capability::FloatControls2) &&
                    std::ranges::none_of(source.execution_modes(), forbids_contraction);
  for (const cleave::spirv::ExecutionModeUse& use : source.execution_modes()) {
    if (use.mode != ExecutionMode::FPFastMathDefault) continue;
    uint32_t granted = ~0U;
    for (const cleave::spirv::EntryPoint& entry : source.entry_points()) {
      granted &= default_of(source, entry.function, use.operands[0]);
    }
    modes.defaults[use.operands[0]] = granted;
  }
  return modes;
}

}  // namespace cleave::compiler::frontend::spirv
