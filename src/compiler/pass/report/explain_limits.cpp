#include "compiler/pass/report/explain_limits.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/branch_hints.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/processor_costs.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::report {
namespace {

using llvm::Instruction;

// Latencies in chained additions: of a division or root, and of a value that a store hands to a load.
constexpr double division_in_additions = 5, forwarding_in_additions = 2.5;

/// Returns the instruction whose line stands for the loop in reports.
const Instruction& position_of(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  return *(exiting.empty() ? loop.getHeader() : exiting.front())->getTerminator();
}

bool is_division(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return instruction.isIntDivRem() || instruction.getOpcode() == Instruction::FDiv ||
         instruction.getOpcode() == Instruction::FRem ||
         (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt);
}

/// Costs nothing in widened code, or belongs to addresses and control flow.
bool is_free(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::GetElementPtrInst>(instruction) ||
         instruction.isTerminator() || (call != nullptr && call->isAssumeLikeIntrinsic()) ||
         instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

using Instructions = llvm::SmallPtrSet<const Instruction*, 32>;

void add_users(const Instruction& instruction, llvm::SmallVectorImpl<const Instruction*>& work) {
  for (const llvm::User* user : instruction.users()) {
    work.push_back(llvm::cast<Instruction>(user));
  }
}

Instructions computed_from(llvm::SmallVector<const Instruction*> work) {
  Instructions found;
  while (!work.empty()) {
    const Instruction* instruction = work.pop_back_val();
    if (found.insert(instruction).second) add_users(*instruction, work);
  }
  return found;
}

/// Knows what differs from part to part. All else is computed once: LLVM joins what parts have in
/// common, and in a register tile what its rows, or its columns, have in common.
class PartsInCommon {
 public:
  explicit PartsInCommon(const llvm::Function& lane_function) {
    llvm::SmallVector<const Instruction*> by_row, by_column;
    for (const Instruction& instruction : llvm::instructions(lane_function)) {
      if (llvm::isa<llvm::StoreInst>(instruction) || instruction.isAtomic()) {
        by_row.push_back(&instruction);
        by_column.push_back(&instruction);
      }
      if (ir::lane_intrinsic_of(instruction) != ir::LaneIntrinsic::part) continue;
      for (const llvm::User* user : instruction.users()) {
        const auto* use = llvm::cast<Instruction>(user);
        const bool is_row = is_row_of(*use), is_column = is_column_of(*use);
        if (!is_column) by_row.push_back(use);
        if (!is_row) by_column.push_back(use);
      }
    }
    by_row_ = computed_from(std::move(by_row));
    by_column_ = computed_from(std::move(by_column));
  }

  /// Returns how often an instruction is made that would be made `times` times.
  [[nodiscard]] unsigned times_of(const Instruction& instruction, unsigned times) const {
    const bool row = by_row_.contains(&instruction), column = by_column_.contains(&instruction);
    if (row && column) return times;
    if (row) return std::max(1U, times / columns_);
    return column ? std::min(times, columns_) : 1;
  }

 private:
  // Tiles have powers of two of rows and columns: InstCombine makes shifts and masks of divisions,
  // and masks what has been scaled before.
  static bool is_row_of(const Instruction& use) {
    return use.getOpcode() == Instruction::LShr || use.getOpcode() == Instruction::UDiv;
  }
  bool is_column_of(const Instruction& use) {
    using namespace llvm::PatternMatch;
    uint64_t mask = 0, shift = 0, divisor = 0;
    const Instruction* column = &use;
    if (match(&use, m_Shl(m_Value(), m_ConstantInt(shift))) && use.hasOneUse())
      column = llvm::cast<Instruction>(*use.user_begin());
    if (match(column, m_And(m_Value(), m_ConstantInt(mask))))
      columns_ = static_cast<unsigned>(mask >> shift) + 1;
    if (match(column, m_URem(m_Value(), m_ConstantInt(divisor))))
      columns_ = static_cast<unsigned>(divisor);
    return mask + divisor != 0;
  }

  Instructions by_row_, by_column_;
  unsigned columns_ = 1;
};

class LoopLimits {
 public:
  LoopLimits(const llvm::Loop& loop, const analysis::ShapeAnalysis& shapes, unsigned width,
             const PartsInCommon& parts, llvm::function_ref<LaneWork(const Instruction&)> work_of)
      : loop_(loop),
        shapes_(shapes),
        parts_(parts),
        width_(width),
        function_(*loop.getHeader()->getParent()),
        costs_(ir::processor_costs(function_)),
        work_of_(work_of) {
    for (const llvm::BasicBlock* block : loop.blocks()) {
      if (ir::is_unlikely(*block)) continue;
      for (const Instruction& instruction : *block) count(instruction);
    }
    find_chain();
  }

  void explain() const {
    const Instruction& position = position_of(loop_);
    const auto say = [&](llvm::StringRef word, const llvm::Twine& text) {
      ir::remark(position, ir::Topic::limit, word, text);
    };
    const double in_vectors = std::max(memory_, arithmetic_);
    const double all = serial_ + apart_ + in_vectors;
    if (chain_ > all) {
      return say("chain", llvm::Twine("each iteration waits for the one before: ") + chain_reason_);
    }
    if (serial_ >= std::max(apart_, in_vectors) && serial_at_ != nullptr) {
      return say("serialised", std::string("lanes run one after another for '") +
                                   serial_at_->getOpcodeName() + "'" + ir::line_of(*serial_at_));
    }
    if (apart_ >= in_vectors && apart_at_ != nullptr) {
      return say("gather", std::string("lanes stand apart in memory: the ") +
                               (llvm::isa<llvm::LoadInst>(apart_at_) ? "load" : "store") +
                               ir::line_of(*apart_at_));
    }
    if (memory_ < arithmetic_ || accesses_ == 0) {
      return say("arithmetic", "its operations: vectors have what they need");
    }
    if (has_sums_) {
      return say("tile", std::to_string(accesses_) + " loads and stores for " +
                             std::to_string(operations_) +
                             " operations: each loaded value serves few sums");
    }
    say("memory", std::to_string(accesses_) + " loads and stores for " +
                      std::to_string(operations_) + " operations");
  }

 private:
  [[nodiscard]] double registers_of(const llvm::Type* type) const {
    const uint64_t bits = std::max<uint64_t>(
        8, type->isSized()
               ? function_.getDataLayout().getTypeSizeInBits(const_cast<llvm::Type*>(type))
               : 0);
    return std::ceil(static_cast<double>(bits) * width_ / ir::vector_bits(function_));
  }

  void count(const Instruction& instruction) {
    if (is_free(instruction)) return;
    LaneWork work = work_of_(instruction);
    work.times = parts_.times_of(instruction, work.times);
    const double times = work.times;
    if (work.way == LaneWork::Way::serial) {
      const double lane =
          instruction.isAtomic() ? costs_.atomic_addition : 2 * costs_.scalar_operation;
      serial_ += times * width_ * lane;
      serial_at_ = &instruction;
    } else if (work.way == LaneWork::Way::apart) {
      const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
      apart_ += times * width_ * (is_load ? costs_.gather_lane : costs_.scatter_lane);
      apart_at_ = &instruction;
    } else if (llvm::getLoadStorePointerOperand(&instruction) != nullptr) {
      accesses_ += work.times;
      // A value that all lanes share is loaded into a whole register.
      const bool is_shared = llvm::isa<llvm::LoadInst>(instruction) && is_uniform(instruction);
      memory_ += times * costs_.vector_operation *
                 (is_shared ? 1 : registers_of(llvm::getLoadStoreType(&instruction)));
    } else if (is_computed_in_vectors(instruction)) {
      operations_ += work.times;
      arithmetic_ += times * (is_uniform(instruction) ? 1 : registers_of(instruction.getType())) *
                     (is_division(instruction) ? costs_.vector_division : costs_.vector_operation);
    }
  }

  /// Returns false for addresses and counters. Floating-point numbers that all lanes share are in vector
  /// registers too.
  [[nodiscard]] bool is_computed_in_vectors(const Instruction& instruction) const {
    return instruction.getType()->isFPOrFPVectorTy() || !shapes_.of(&instruction).is_scalar();
  }
  [[nodiscard]] bool is_uniform(const Instruction& instruction) const {
    return shapes_.of(&instruction).is_same();
  }

  /// Finds the longest chain from a value that goes round the loop, in a register or in memory, to its next
  /// one.
  void find_chain() {
    const llvm::BasicBlock* latch = loop_.getLoopLatch();
    if (latch == nullptr) return;
    for (const llvm::PHINode& phi : loop_.getHeader()->phis()) {
      if (!is_computed_in_vectors(phi)) continue;
      has_sums_ |= phi.getType()->isFloatingPointTy();
      const double length = way_from(phi, *phi.getIncomingValueForBlock(latch));
      if (length > chain_) {
        chain_ = length;
        const llvm::StringRef name = phi.getName().split('.').first;  // without LLVM's numbers
        chain_reason_ = (name.empty() ? "a value" : "'" + name.str() + "'") + " goes round it";
      }
    }
    for (const llvm::BasicBlock* block : loop_.blocks()) {
      for (const Instruction& instruction : *block) {
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
          find_in_memory(*store);
      }
    }
  }

  /// A location that each iteration loads from and stores to.
  void find_in_memory(const llvm::StoreInst& store) {
    const llvm::Value* pointer = store.getPointerOperand();
    if (!loop_.isLoopInvariant(pointer)) return;
    for (const llvm::User* user : pointer->users()) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
      if (load == nullptr || !loop_.contains(load)) continue;
      const double length = way_from(*load, *store.getValueOperand()) +
                            forwarding_in_additions * costs_.chained_addition;
      if (length <= chain_) continue;
      chain_ = length;
      chain_reason_ = "it stores" + ir::line_of(store) + " what it loads next";
    }
  }

  /// Returns the cycles from a value to another one of the same iteration; 0: the second does not depend on the
  /// first.
  [[nodiscard]] double way_from(const Instruction& start, const llvm::Value& end) const {
    std::map<const llvm::Value*, double> known = {{&start, 0}};
    const double length = way_to(end, known);
    return std::max(length, 0.0);
  }

  /// Returns less than 0 where there is no way.
  double way_to(const llvm::Value& value, std::map<const llvm::Value*, double>& known) const {
    const auto [found, is_new] = known.try_emplace(&value, -1);
    if (!is_new) return found->second;
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !loop_.contains(instruction)) return -1;
    double longest = -1;
    for (const llvm::Value* operand : instruction->operand_values()) {
      longest = std::max(longest, way_to(*operand, known));
    }
    if (longest >= 0) longest += latency_of(*instruction);
    return known[&value] = longest;
  }

  [[nodiscard]] double latency_of(const Instruction& instruction) const {
    if (is_division(instruction)) return division_in_additions * costs_.chained_addition;
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      return forwarding_in_additions * costs_.chained_addition;
    }
    if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(instruction)) return 0;
    return instruction.getType()->isFloatingPointTy() && !llvm::isa<llvm::SelectInst>(instruction)
               ? costs_.chained_addition
               : 1;
  }

  const llvm::Loop& loop_;
  const analysis::ShapeAnalysis& shapes_;
  const PartsInCommon& parts_;
  const unsigned width_;
  const llvm::Function& function_;
  const ir::ProcessorCosts& costs_;
  const llvm::function_ref<LaneWork(const Instruction&)> work_of_;
  double serial_ = 0, apart_ = 0, memory_ = 0, arithmetic_ = 0,
         chain_ = 0;  // cycles of an iteration
  unsigned accesses_ = 0, operations_ = 0;
  bool has_sums_ = false;  // floating-point numbers go round the loop
  const Instruction *serial_at_ = nullptr, *apart_at_ = nullptr;
  std::string chain_reason_;
};

bool waits_for_others(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      return call != nullptr && call->getFnAttr(ir::yield_attribute).isValid();
    });
  });
}

}  // namespace

void explain_limits(const llvm::Function& lane_function, const llvm::LoopInfo& loops,
                    const analysis::ShapeAnalysis& shapes, unsigned width,
                    llvm::function_ref<LaneWork(const Instruction&)> work_of) {
  if (!ir::wants_remarks(lane_function.getContext())) return;
  const PartsInCommon parts(lane_function);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || waits_for_others(*loop)) continue;
    LoopLimits(*loop, shapes, width, parts, work_of).explain();
  }
}

void explain_barriers(llvm::Function& kernel) {
  if (!ir::wants_remarks(kernel.getContext())) return;
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallPtrSet<const llvm::Loop*, 8> told;
  for (const llvm::BasicBlock& block : kernel) {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    const auto barrier = llvm::find_if(block, ir::is_barrier_call);
    if (loop == nullptr || barrier == block.end() || !told.insert(loop).second) continue;
    ir::remark(position_of(*loop), ir::Topic::limit, "barrier",
               "each iteration waits at the barrier" + ir::line_of(*barrier) +
                   ": a loop over sub-groups, and what lives across it in memory");
  }
}

}  // namespace cleave::compiler::pass::report
