#include "compiler/pass/analysis/lanes_cost.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/IVDescriptors.h>
#include <llvm/Analysis/LoopAccessAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "compiler/pass/analysis/access_cost.h"
#include "compiler/pass/analysis/loop_frequencies.h"
#include "compiler/pass/analysis/register_pressure.h"
#include "compiler/pass/analysis/stride_step.h"
#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/processor_costs.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::analysis {
namespace {

using llvm::Instruction;
using llvm::Value;
using llvm::PatternMatch::m_c_Add;
using llvm::PatternMatch::m_Specific;
using llvm::PatternMatch::m_Value;

constexpr double overlapping = 0.6;  // of a chain's latency, where short loops follow each other
constexpr double next_lane_operations = 9;  // scalar: ids, and the end of the loop over lanes

// The factor by which spills take longer where values go through memory one after another. Fitted
// to hashes in sixteen lanes: of uint16 MD4 takes 2.5 times as long together, SHA-1 2.7 and SHA-256
// 2.4, while an MD4 of uint8 takes 0.65 of the time.
constexpr double waiting_for_spills = 1.25;

// The least cycles of an operation on a vector of the program where one lane runs: it waits for
// those before it, and two at a time are ready. With AVX2 an MD4 of uint4 takes 17 ms so, of uint8
// 8 ms, although the processor does three operations a cycle.
constexpr double lone_operation = 0.5;

// Cycles of a load from the second-level cache whose address waits for another load: guessed, for
// one lane. A search in a tree of the host's takes 4.8 ms one lane after another on an EPYC of
// 2024, and 2.2 together, where lanes wait at the same time.
constexpr double chained_load = 14;

// Cycles from a store to what a load of the same location finds: processors forward it, in 4 or 5.
constexpr double forwarded_store = 4.5;

constexpr unsigned usual_trip_count = 16;  // assumed of a loop without a constant one
// LLVM unrolls loops of fewer iterations, and makes no vectors of what then stands there. A
// volume's renderer, with eight corners of a cell in a loop of four iterations, took 7.7 ms one
// after another and takes 3.0 together.
constexpr unsigned least_vector_trip_count = 16;
// The average fraction of a divergent loop's iterations in which a lane is active.
constexpr double divergent_use = 0.5;
// Greater strides are gathers (pass/analysis/interleave_groups.h).
constexpr int64_t most_interleaved = 16;
// The fraction of registers that code has for values: some are for addresses and constants.
constexpr double usable = 0.85;

class LanesCostEstimator {
 public:
  LanesCostEstimator(llvm::Function& kernel, uint32_t width,
                     llvm::FunctionAnalysisManager& analyses)
      : kernel_(kernel),
        layout_(kernel.getDataLayout()),
        width_(width),
        vector_bits_(ir::vector_bits(kernel)),
        costs_(ir::processor_costs(kernel)),
        next_lane_(next_lane_operations * costs_.scalar_operation),
        registers_(ir::has_feature(kernel, "avx512f") ? 32 : 16),
        loops_(analyses.getResult<llvm::LoopAnalysis>(kernel)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel)),
        frequencies_(evolution_, usual_trip_count),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(kernel)),
        assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(kernel)),
        accesses_(analyses.getResult<llvm::LoopAccessAnalysis>(kernel)),
        uniformity_(kernel, 0) {}

  LanesCost run() {
    spills_ = spilled_part();
    cost_.one_after_another = width_ * next_lane_;
    for (const llvm::BasicBlock& block : kernel_) {
      const llvm::Loop* loop = loops_.getLoopFor(&block);
      for (const Instruction& instruction : block) count(instruction, loop);
    }
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) count_waiting(*loop);
    cost_.reason = reason();
    return cost_;
  }

 private:
  /// The result of LLVM's loop vectoriser for an innermost loop.
  struct VectorLoop {
    double elements = 1;  // elements of a vector; 1: no vectors
    std::unique_ptr<llvm::PredicatedScalarEvolution> evolution;
  };

  [[nodiscard]] double bits_of(const llvm::Type* type) const {
    return static_cast<double>(layout_.getTypeSizeInBits(const_cast<llvm::Type*>(type)));
  }
  [[nodiscard]] static double elements_of(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : vector->getNumElements();
  }
  /// Returns the registers for a value of all lanes: each element of a vector is a value of its
  /// own.
  [[nodiscard]] double registers_of(const llvm::Type* type) const {
    const double element = bits_of(type->getScalarType());
    return elements_of(type) * std::ceil(width_ * std::max(8.0, element) / vector_bits_);
  }
  /// Returns the instructions for a value of one lane.
  [[nodiscard]] double pieces_of(const llvm::Type* type) const {
    return type->isVectorTy() ? std::ceil(bits_of(type) / vector_bits_) : 1;
  }

  /// Returns the fraction of vector values that spill.
  double spilled_part() {
    const unsigned pressure = register_pressure(kernel_, [&](const Instruction& value) -> unsigned {
      if (value.getType()->isVoidTy() || !value.getType()->isSized()) return 0;
      if (value.getType()->isPtrOrPtrVectorTy() || uniformity_.is_uniform(value)) return 0;
      return static_cast<unsigned>(registers_of(value.getType()));
    });
    const double there_are = registers_ * usable;
    return pressure <= there_are ? 0 : 1 - there_are / pressure;
  }

  /// Returns how many iterations lanes together run for one of the average lane.
  double divergence(const llvm::Loop* loop) {
    double result = 1;
    for (; loop != nullptr; loop = loop->getParentLoop()) {
      if (is_divergent(*loop)) result /= divergent_use;
    }
    return result;
  }
  [[nodiscard]] bool is_divergent(const llvm::Loop& loop) const {
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
      return !uniformity_.has_uniform_branch(*block);
    });
  }

  const VectorLoop& vector_loop(const llvm::Loop& loop) {
    const auto [found, is_new] = vector_loops_.try_emplace(&loop);
    if (is_new) found->second = judge(const_cast<llvm::Loop&>(loop));
    return found->second;
  }

  /// A vector of the widest elements that the loop loads or stores fills a register.
  VectorLoop judge(llvm::Loop& loop) {
    VectorLoop result;
    const unsigned known = evolution_.getSmallConstantTripCount(&loop);
    if (known != 0 && known < least_vector_trip_count) return result;
    if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() == nullptr ||
        llvm::isa<llvm::SCEVCouldNotCompute>(evolution_.getBackedgeTakenCount(&loop)) ||
        !accesses_.getInfo(loop).canVectorizeMemory() ||
        accesses_.getInfo(loop).hasLoadStoreDependenceInvolvingLoopInvariantAddress()) {
      return result;
    }
    auto evolution = std::make_unique<llvm::PredicatedScalarEvolution>(evolution_, loop);
    double widest = 0;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) {
        if (!can_be_vector(instruction, loop, *evolution)) return result;
        if (llvm::getLoadStorePointerOperand(&instruction) != nullptr) {
          widest = std::max(widest, bits_of(llvm::getLoadStoreType(&instruction)));
        }
      }
    }
    if (widest == 0) return result;
    result.elements = std::max(1.0, vector_bits_ / widest);
    result.evolution = std::move(evolution);
    return result;
  }

  bool can_be_vector(Instruction& instruction, llvm::Loop& loop,
                     llvm::PredicatedScalarEvolution& evolution) {
    if (instruction.getType()->isVectorTy()) return false;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      if (phi->getParent() != loop.getHeader()) return true;
      llvm::InductionDescriptor induction;
      if (llvm::InductionDescriptor::isInductionPHI(phi, &loop, evolution, induction)) return true;
      llvm::RecurrenceDescriptor reduction;
      return llvm::RecurrenceDescriptor::isReductionPHI(phi, &loop, reduction, nullptr,
                                                        &assumptions_, &dominators_, &evolution_) &&
             !reduction.isOrdered();
    }
    if (llvm::isa<llvm::IntrinsicInst>(instruction)) return !instruction.mayReadOrWriteMemory();
    return !llvm::isa<llvm::CallBase>(instruction) && !instruction.isAtomic() &&
           !instruction.isVolatile();
  }

  void count(const Instruction& instruction, const llvm::Loop* loop) {
    // Calls without a result are marks, or cost the same either way.
    const bool is_mark = llvm::isa<llvm::CallInst>(instruction) &&
                         (instruction.getType()->isVoidTy() || ir::lane_intrinsic_of(instruction));
    if (is_mark ||
        llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::ReturnInst, llvm::UnreachableInst>(
            instruction)) {
      return;
    }
    const double often = frequencies_.of(*instruction.getParent(), loop);
    cost_.together += often * divergence(loop) * together(instruction);
    const double cost = share_of_lanes(*instruction.getParent()) * alone(instruction, loop);
    cost_.one_after_another += often * width_ * cost;
    iterations_[loop] += cost;
  }

  /// Returns the fraction of the lanes that come to a block: at a switch that divides lanes, each
  /// goes to one case, and together they run all. The fraction for two sides of a branch is
  /// unknown, and many are short.
  double share_of_lanes(const llvm::BasicBlock& block) {
    const llvm::DomTreeNode* node = dominators_.getNode(&block);
    double share = 1;
    for (; node != nullptr && node->getIDom() != nullptr; node = node->getIDom()) {
      const llvm::BasicBlock* before = node->getIDom()->getBlock();
      const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(before->getTerminator());
      const bool is_case = choice != nullptr && node->getBlock()->getSinglePredecessor() == before;
      if (is_case && !uniformity_.has_uniform_branch(*before)) share /= choice->getNumSuccessors();
    }
    return share;
  }

  [[nodiscard]] double together(const Instruction& instruction) {
    if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction)) {
      return uniformity_.has_uniform_branch(*instruction.getParent()) ? costs_.scalar_operation
                                                                      : 3 * costs_.scalar_operation;
    }
    if (instruction.isAtomic()) return width_ * (costs_.atomic_addition + next_lane_);
    if (llvm::getLoadStorePointerOperand(&instruction) != nullptr) {
      return memory_together(instruction);
    }
    // Addresses are of lane 0, or go into gathers.
    if (uniformity_.is_uniform(instruction) || is_address(instruction)) {
      return costs_.scalar_operation;
    }
    const double registers = registers_of(instruction.getType());
    if (is_division(instruction)) return registers * costs_.vector_division;
    return registers * (costs_.vector_operation + spills_ * costs_.spill * waiting_for_spills);
  }

  double memory_together(const Instruction& instruction) {
    // Kernels with volatile local memory, which is accessed by vectors, are not estimated.
    if (instruction.isVolatile()) return serial_access_cost(width_, costs_);
    const llvm::Type* type = llvm::getLoadStoreType(&instruction);
    const AccessForm form = form_together(*llvm::getLoadStorePointerOperand(&instruction), type);
    if (form == AccessForm::apart) far_accesses_.push_back(&instruction);
    const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
    return access_cost(form, {width_, registers_of(type), elements_of(type), is_load}, costs_);
  }

  /// Estimates the form that the access gets, before there is a lane function for rows to match.
  [[nodiscard]] AccessForm form_together(const Value& pointer, const llvm::Type* type) const {
    if (uniformity_.is_uniform(pointer)) return AccessForm::uniform;
    if (is_private(pointer) && has_uniform_indices(pointer)) return AccessForm::contiguous;
    const std::optional<int64_t> stride = lane_stride(pointer);
    const double element = bits_of(type->getScalarType()) / 8;
    if (!stride || static_cast<double>(std::abs(*stride)) > element * most_interleaved) {
      return AccessForm::apart;
    }
    const bool is_next = static_cast<double>(std::abs(*stride)) == element;
    return is_next && elements_of(type) == 1 ? AccessForm::contiguous : AccessForm::interleaved;
  }

  double alone(const Instruction& instruction, const llvm::Loop* loop) {
    const VectorLoop* vectors = loop == nullptr ? nullptr : &vector_loop(*loop);
    const bool is_vector = vectors != nullptr && vectors->elements > 1;
    const double many = is_vector ? vectors->elements : 1;
    if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction)) {
      const llvm::BasicBlock& block = *instruction.getParent();
      const bool is_foreseen =
          uniformity_.has_uniform_branch(block) || (loop != nullptr && loop->isLoopExiting(&block));
      return (is_foreseen ? costs_.scalar_operation : costs_.misprediction / 4) / many;
    }
    if (instruction.isAtomic()) return costs_.atomic_addition;
    if (const Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      return memory_alone(instruction, const_cast<Value*>(pointer), *vectors, is_vector);
    }
    if (uniformity_.is_uniform(instruction) && loop == nullptr) return 0;  // once for all lanes
    if (loop != nullptr && follows_counter(instruction, *loop)) return 0;
    if (is_address(instruction)) return costs_.scalar_operation / many;
    const double pieces = pieces_of(instruction.getType());
    if (is_division(instruction))
      return pieces * (is_vector ? costs_.vector_division : costs_.scalar_division) / many;
    if (is_vector) return costs_.vector_operation / many;
    if (!instruction.getType()->isVectorTy()) return costs_.scalar_operation;
    return std::max(pieces * costs_.vector_operation, lone_operation);
  }

  /// Returns true for what LLVM computes outside the loop, or as part of addresses, by the loop's
  /// counter. A sum of 64 neighbours takes 0.5 cycles for each of them.
  [[nodiscard]] bool follows_counter(const Instruction& instruction, const llvm::Loop& loop) {
    if (!evolution_.isSCEVable(instruction.getType()) || llvm::isa<llvm::LoadInst>(instruction)) {
      return false;
    }
    // A sum of 32 bits whose extension could wrap around is no recurrence, but seldom wraps.
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::GetElementPtrInst>(instruction)) {
      return llvm::all_of(instruction.operand_values(), [&](const Value* operand) {
        const auto* inner = llvm::dyn_cast<Instruction>(operand);
        return inner == nullptr || loop.isLoopInvariant(inner) || follows_counter(*inner, loop);
      });
    }
    const llvm::SCEV* value = evolution_.getSCEV(const_cast<Instruction*>(&instruction));
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value);
    if (recurrence != nullptr) return recurrence->getLoop() == &loop && recurrence->isAffine();
    return evolution_.isLoopInvariant(value, &loop);
  }

  double memory_alone(const Instruction& instruction, Value* pointer, const VectorLoop& vectors,
                      bool is_vector) {
    const llvm::Type* type = llvm::getLoadStoreType(&instruction);
    if (!is_vector) {
      const bool is_given = instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load);
      return is_given ? 0 : pieces_of(type) * costs_.vector_operation;
    }
    const auto* recurrence =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(vectors.evolution->getSCEV(pointer));
    if (recurrence == nullptr) {
      const bool is_invariant = evolution_.isLoopInvariant(
          vectors.evolution->getSCEV(pointer), loops_.getLoopFor(instruction.getParent()));
      return is_invariant ? costs_.vector_operation / vectors.elements : costs_.gather_lane;
    }
    const auto* step =
        llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution_));
    const bool follows =
        step != nullptr &&
        static_cast<double>(step->getAPInt().abs().getZExtValue()) == bits_of(type) / 8;
    return follows ? costs_.vector_operation / vectors.elements : costs_.gather_lane;
  }

  /// Adds the time for which lanes one after another wait in a loop: the misprediction when a lane
  /// leaves a divergent one, and in an innermost one that is not vectorised the latency of
  /// loop-carried floating-point values, or of loads whose addresses were loaded.
  void count_waiting(const llvm::Loop& loop) {
    const double entered = frequencies_.of(loop.getParentLoop());
    if (is_divergent(loop)) cost_.one_after_another += entered * width_ * costs_.misprediction;
    if (!loop.isInnermost() || vector_loop(loop).elements > 1) return;
    const bool waits = llvm::any_of(loop.getHeader()->phis(), [](const llvm::PHINode& phi) {
      return phi.getType()->isFPOrFPVectorTy();
    });
    double chain = waits ? costs_.chained_addition * overlapping : 0;
    if (adds_to_memory(loop)) chain = forwarded_store + costs_.chained_addition;
    if (follows_loads(loop)) chain = chained_load;
    const double waiting = std::max(0.0, chain - iterations_[&loop]);
    cost_.one_after_another += frequencies_.of(&loop) * width_ * waiting;
  }

  /// Returns true if an iteration loads what the one before has stored: a sum that is kept in memory,
  /// as in `c[i] += …`.
  [[nodiscard]] bool adds_to_memory(const llvm::Loop& loop) {
    llvm::SmallPtrSet<const llvm::SCEV*, 4> loaded, stored;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const Instruction& instruction : *block) {
        auto* pointer = const_cast<Value*>(llvm::getLoadStorePointerOperand(&instruction));
        if (pointer == nullptr) continue;
        const llvm::SCEV* address = evolution_.getSCEV(pointer);
        if (!evolution_.isLoopInvariant(address, &loop)) continue;
        (llvm::isa<llvm::LoadInst>(instruction) ? loaded : stored).insert(address);
      }
    }
    return llvm::any_of(stored,
                        [&](const llvm::SCEV* address) { return loaded.contains(address); });
  }

  /// Returns true if an iteration loads from where what the one before loaded led it, as searches
  /// and walks along lists and trees do.
  [[nodiscard]] static bool follows_loads(const llvm::Loop& loop) {
    return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
      const llvm::BasicBlock* latch = loop.getLoopLatch();
      return latch != nullptr && comes_by_load(phi, *phi.getIncomingValueForBlock(latch), loop);
    });
  }
  /// Returns true if a value of the loop is computed from what is loaded from an address that
  /// depends on the phi.
  [[nodiscard]] static bool comes_by_load(const llvm::PHINode& phi, const Value& value,
                                          const llvm::Loop& loop) {
    llvm::SmallPtrSet<const Value*, 16> addresses = {&phi}, loaded;
    llvm::SmallVector<const Value*> work = {&phi};
    while (!work.empty()) {
      const Value* from = work.pop_back_val();
      for (const llvm::User* user : from->users()) {
        const auto* next = llvm::cast<Instruction>(user);
        const bool begins_again =
            llvm::isa<llvm::PHINode>(next) && next->getParent() == loop.getHeader();
        if (begins_again || !loop.contains(next)) continue;
        const bool is_loaded = llvm::isa<llvm::LoadInst>(next) || loaded.contains(from);
        if ((is_loaded ? loaded : addresses).insert(next).second) work.push_back(next);
      }
    }
    return loaded.contains(&value);
  }

  [[nodiscard]] static bool is_division(const Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case Instruction::FDiv:
      case Instruction::FRem:
        return true;
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
        return !llvm::isa<llvm::Constant>(instruction.getOperand(1));
      default:
        return false;
    }
  }
  /// Returns true if the value is used in addresses only.
  [[nodiscard]] static bool is_address(const Instruction& instruction) {
    if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return true;
    return !instruction.use_empty() &&
           llvm::all_of(instruction.users(), [](const llvm::User* user) {
             return llvm::isa<llvm::GetElementPtrInst, llvm::SExtInst, llvm::ZExtInst>(user);
           });
  }
  [[nodiscard]] static bool is_private(const Value& pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer));
  }
  /// Returns true if all lanes access one element of the variables in which they stand.
  [[nodiscard]] bool has_uniform_indices(const Value& pointer) const {
    const Value* inner = &pointer;
    while (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(inner)) {
      const bool are_uniform = llvm::all_of(address->indices(), [&](const llvm::Use& index) {
        return uniformity_.is_uniform(*index);
      });
      if (!are_uniform) return false;
      inner = address->getPointerOperand();
    }
    return true;
  }
  /// Returns the bytes from a lane's address to the next lane's, if they are constant.
  [[nodiscard]] std::optional<int64_t> lane_stride(const Value& pointer) const {
    return stride_per_step(
        pointer,
        [&](const Value& value) -> std::optional<int64_t> {
          const auto* instruction = llvm::dyn_cast<Instruction>(&value);
          if (instruction == nullptr || uniformity_.is_uniform(value)) return 0;
          if (const Value* start = start_of_number(*instruction)) return lane_stride(*start);
          const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(*instruction);
          if (intrinsic == ir::LaneIntrinsic::local_linear_id) return 1;
          if (!intrinsic || !ir::is_id(*intrinsic)) return std::nullopt;
          const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(
              llvm::cast<llvm::CallInst>(instruction)->getArgOperand(0));
          if (dimension == nullptr) return std::nullopt;
          return dimension->isZero() ? 1 : 0;
        },
        layout_);
  }

  /// Returns where a number of a loop starts that grows by the same in all lanes: strength
  /// reduction counts offsets of lanes by what one iteration adds. Null: it is no such number.
  [[nodiscard]] const Value* start_of_number(const Instruction& instruction) const {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    const llvm::Loop* loop = phi == nullptr ? nullptr : loops_.getLoopFor(phi->getParent());
    if (loop == nullptr || loop->getHeader() != phi->getParent()) return nullptr;
    const llvm::BasicBlock *before = loop->getLoopPredecessor(), *latch = loop->getLoopLatch();
    const Value* step = nullptr;
    if (before == nullptr || latch == nullptr ||
        !match(phi->getIncomingValueForBlock(latch), m_c_Add(m_Specific(phi), m_Value(step))) ||
        !uniformity_.is_uniform(*step)) {
      return nullptr;
    }
    return phi->getIncomingValueForBlock(before);
  }

  [[nodiscard]] std::string reason() const {
    if (!far_accesses_.empty()) {
      return "together they access memory far apart" + ir::line_of(*far_accesses_.back());
    }
    if (spills_ > 0) return "together their vectors need more registers than there are";
    return {};
  }

  llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  const double width_;
  const double vector_bits_;
  const ir::ProcessorCosts& costs_;
  const double next_lane_;
  const double registers_;
  llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  const LoopFrequencies frequencies_;
  llvm::DominatorTree& dominators_;
  llvm::AssumptionCache& assumptions_;
  llvm::LoopAccessInfoManager& accesses_;
  const Uniformity uniformity_;
  std::map<const llvm::Loop*, VectorLoop> vector_loops_;
  std::map<const llvm::Loop*, double> iterations_;  // cycles of an iteration of one lane
  // The fraction of vector values that is in memory.
  double spills_ = 0;
  std::vector<const Instruction*> far_accesses_;
  LanesCost cost_;
};

}  // namespace

LanesCost estimate_lanes_cost(llvm::Function& kernel, uint32_t width,
                              llvm::FunctionAnalysisManager& analyses) {
  return LanesCostEstimator(kernel, width, analyses).run();
}

}  // namespace cleave::compiler::pass::analysis
