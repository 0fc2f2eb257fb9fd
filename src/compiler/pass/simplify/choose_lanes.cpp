#include "compiler/pass/simplify/choose_lanes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/pass/analysis/lanes_cost.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::simplify {
namespace {

// Estimating costs takes time with the square of a function's size.
constexpr size_t most_estimated_instructions = 8000;

/// Returns true if the estimates are far enough from each other to believe them. Lanes together
/// are what kernels are written for, and their code is better known. Reads of float8 from the
/// second-level cache, estimated at 0.66 with AVX-512, take 0.65 of the time one after another;
/// scans of chunks on an EPYC, estimated at 0.71, 0.12 to 1.1.
bool is_worth_it(const analysis::LanesCost& cost) {
  constexpr double part = 0.75;
  return cost.one_after_another < part * cost.together;
}

/// Returns true if the estimates are so close that only launches can tell. They cannot know how
/// often loops run, and which caches hold what they access. A wrong guess costs some launches the
/// time of the slower order.
bool is_unsure(const analysis::LanesCost& cost) {
  constexpr double far = 3;
  return cost.one_after_another < far * cost.together &&
         cost.together < far * cost.one_after_another;
}

/// Returns true for volatile accesses to local memory: programs without barriers rely on lanes that
/// make each of them together.
bool is_exchange(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer != nullptr && instruction.isVolatile() &&
         pointer->getType()->getPointerAddressSpace() == ir::local_space;
}

/// Returns true if the lanes of a kernel have nothing to do with each other.
bool are_independent(llvm::Function& kernel) {
  if (kernel.hasFnAttribute(ir::may_wait_attribute)) return false;
  size_t count = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (++count > most_estimated_instructions || is_exchange(instruction)) return false;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
    const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
    if (!intrinsic || ir::is_barrier(*intrinsic) || ir::collective_of(instruction)) return false;
  }
  return true;
}

/// Returns the work-items of a work-group; 0: their number is not known.
uint64_t group_items(const ir::PassOptions& options) {
  const auto [x, y, z] = options.local_size;
  return uint64_t{x} * y * z;
}

/// Returns the part of a sub-group's lanes that work-groups of that many items fill.
double part_in_use(uint64_t items, uint64_t width) {
  if (items == 0) return 1;
  const uint64_t lanes = (items + width - 1) / width * width;
  return static_cast<double>(items) / static_cast<double>(lanes);
}

void mark_serial(llvm::Function& kernel, const std::string& reason) {
  kernel.addFnAttr(ir::serial_lanes_attribute);
  ir::remark(kernel, ir::Topic::kernel, "serial", "its lanes run one after another: " + reason);
}

void choose(llvm::Function& kernel, const ir::PassOptions& options, ir::LlvmPasses& passes) {
  if (!are_independent(kernel)) return;
  const uint64_t items = group_items(options);
  if (items == 1) return mark_serial(kernel, "there is one in a work-group");
  llvm::FunctionPassManager manager;
  manager.addPass(llvm::LoopSimplifyPass());
  passes.run(kernel, manager);
  analysis::LanesCost cost =
      analysis::estimate_lanes_cost(kernel, options.sub_group_size, passes.analyses());
  // Lanes that do not exist cost vectors as much as others, and nothing one after another.
  cost.one_after_another *= part_in_use(items, options.sub_group_size);
  if (is_unsure(cost)) kernel.addFnAttr(ir::unsure_lanes_attribute);
  if (is_worth_it(cost) == options.other_lanes) return;
  mark_serial(kernel, options.other_lanes ? "to be compared with lanes together" : cost.reason);
}

}  // namespace

std::string choose_lanes(llvm::Module& module, const ir::PassOptions& options) {
  ir::LlvmPasses passes(options.target_machine);
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::kernel_attribute)) choose(function, options, passes);
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
