// Chooses which nodes of predicated regions are skipped where no lane reaches them (BOSCC), and
// where the others forget an earlier iteration.
#pragma once

#include <llvm/IR/Dominators.h>

#include <vector>

#include "compiler/pass/analysis/control_plan.h"
#include "compiler/pass/ir/processor_costs.h"
#include "compiler/pass/widen/widen_instructions.h"

namespace cleave::compiler::pass::widen {

/// A level's skips, by node.
struct Skips {
  std::vector<bool> guarded;     // for predicated nodes: skipped where no lane reaches it
  std::vector<unsigned> behind;  // for predicated nodes: target of the skip
  // For split and predicated nodes: the nodes whose masks and phis, which hold values of an earlier
  // iteration, are reset there.
  std::vector<std::vector<unsigned>> resets;
};

[[nodiscard]] Skips choose_skips(const analysis::PlanLevel& level,
                                 const llvm::DominatorTree& dominators,
                                 const InstructionWidener& instructions,
                                 const ir::ProcessorCosts& costs);

}  // namespace cleave::compiler::pass::widen
