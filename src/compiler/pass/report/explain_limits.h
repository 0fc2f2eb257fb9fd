// Says for each loop in one word what limits it, for people: `limit: chain`.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass::report {

/// How widened code does an instruction of a lane function.
struct LaneWork {
  enum class Way : uint8_t {
    at_once,  // a vector instruction, or one scalar instruction for all lanes
    apart,  // an access of lanes that stand apart: a gather, a scatter, or whole vectors and shuffles
    serial,  // one lane after another
  } way = Way::at_once;
  unsigned times = 1;  // once for all parts, or for each of them
};

/// Emits a remark on each innermost loop of a lane function of `width` lanes: "serialised", "gather", "chain",
/// "tile", "memory" or "arithmetic", whichever takes most of an iteration by the processor's costs. Loops that
/// wait for others have none. `work_of` knows how each instruction was widened.
void explain_limits(const llvm::Function& lane_function, const llvm::LoopInfo& loops,
                    const analysis::ShapeAnalysis& shapes, unsigned width,
                    llvm::function_ref<LaneWork(const llvm::Instruction&)> work_of);

/// Emits a remark "barrier" on each loop of a kernel whose iterations wait at barriers of its own.
void explain_barriers(llvm::Function& kernel);

}  // namespace cleave::compiler::pass::report
