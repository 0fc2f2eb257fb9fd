#include "compiler/pass/regions/choose_jam.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "compiler/pass/analysis/access_cost.h"
#include "compiler/pass/analysis/loop_frequencies.h"
#include "compiler/pass/analysis/stride_step.h"
#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/branch_hints.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/processor_costs.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::regions {
namespace {

// The sum over all parts: beyond, compilation takes too long.
constexpr size_t most_jammed_instructions = 3000;

constexpr size_t few_instructions = 100;  // so few keep what 16 sub-groups need in registers
// So many operations one after another, and so few accesses beside them, wait for each other's
// results more than for units that compute. 36 built-in functions of single and double precision
// have 16 to 47 of them: each in a kernel of its own, on an EPYC, they took 0.79 to 1.02 times as
// long in twos as alone, in the geometric mean 0.94 with AVX-512 and AVX2 and 0.91 with SSE4.2.
// Shorter ones gained nothing.
constexpr size_t long_chain = 16;
constexpr size_t chain_of_access = 8;
// A collective takes about as long as so many of them, one that combines lanes step by step as two
// for each step. Most of that is waiting: shorter chains are worth overlapping, and more of them.
constexpr size_t chain_of_collective = 4;
constexpr size_t chain_of_step = 2;
constexpr size_t long_chain_of_collectives = 32;
constexpr uint32_t most_overlapping = 8;  // registers of 512 bits with values in such chains
constexpr uint32_t most_parts = 16;       // of a register tile
// Rows of a matrix whose pitch is a multiple of 4 KiB share the lines of one set of the cache: 8
// rows leave room for what else the loop loads, 16 would not. Those of local memory are close.
constexpr uint32_t most_rows = 8;
// Lanes that each walk through memory of their own are streams, of which a cache set holds few
// lines where they lie 4 KiB apart, and prefetchers follow few. 64 chunks of 1024 floats at once
// took 2.7 times as long as 16, those of 1000 floats 0.85 times. Lanes whose indices are loaded are
// not among these: rows of a sparse matrix follow each other closely, and with 16 of them its
// product took 1.3 times as long as with 32.
constexpr uint32_t most_streams = 16;
// Walks of more lanes take up to 2.7 times as long, and everything else gains up to 1.7 times by
// jamming: what walks for less than this part of the time does not decide. A loop without a
// constant trip count is taken for a long one.
constexpr double part_of_walks = 0.2;
constexpr unsigned usual_trip_count = analysis::LoopFrequencies::most_trip_count;

using Values = std::set<const llvm::Value*>;

enum class Loads : bool { followed, left_out };

/// Returns these values and those that are computed from them. A value that is loaded from such an
/// address is one if loads are followed; a stored one is not.
Values computed_from(llvm::SmallVector<const llvm::Value*> work, Loads loads = Loads::followed) {
  Values values;
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (loads == Loads::left_out && llvm::isa<llvm::LoadInst>(value)) continue;
    if (!values.insert(value).second) continue;
    llvm::append_range(work, value->users());
  }
  return values;
}

/// Returns the values that are computed from the local id in a dimension.
Values computed_from_id(llvm::Function& kernel, uint64_t dimension, Loads loads = Loads::followed) {
  llvm::SmallVector<const llvm::Value*> ids;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
    bool is_id = intrinsic == ir::LaneIntrinsic::local_linear_id;
    if (intrinsic == ir::LaneIntrinsic::local_id) {
      const auto* argument = llvm::cast<llvm::CallInst>(instruction).getArgOperand(0);
      is_id = llvm::cast<llvm::ConstantInt>(argument)->getZExtValue() == dimension;
    }
    if (is_id) ids.push_back(&instruction);
  }
  return computed_from(std::move(ids), loads);
}

bool is_floating_operation(const llvm::Instruction& instruction) {
  const bool computes =
      llvm::isa<llvm::BinaryOperator>(instruction) ||
      (llvm::isa<llvm::IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory());
  return computes && instruction.getType()->isFPOrFPVectorTy();
}

/// Returns true for a branch that the program does not mark as hardly ever taken.
bool is_undecided(const llvm::Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  return branch != nullptr && branch->isConditional() &&
         llvm::none_of(branch->successors(),
                       [](const llvm::BasicBlock* block) { return ir::is_unlikely(*block); });
}

/// Returns true for an address in a table of the program, which is mostly short enough for
/// registers.
bool is_lookup(const llvm::Value& pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&pointer));
  return variable != nullptr && variable->isConstant();
}

/// Returns how long a collective function of W lanes takes, in operations one after another.
size_t chain_of(const ir::Collective& collective, uint32_t width) {
  switch (collective.kind) {
    case ir::Collective::Kind::reduce:
    case ir::Collective::Kind::scan_inclusive:
    case ir::Collective::Kind::scan_exclusive:
    case ir::Collective::Kind::clustered:
      return chain_of_step * llvm::Log2_32(width);
    default:
      return chain_of_collective;
  }
}

/// Returns true for atomic operations that other threads may see. Those of local memory are loads
/// and stores of the one thread that runs a work-group, and sub-groups need no order among
/// themselves.
bool is_shared_atomic(const llvm::Instruction& instruction) {
  if (!instruction.isAtomic() || llvm::isa<llvm::FenceInst>(instruction)) return false;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    pointer = atomic->getPointerOperand();
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    pointer = exchange->getPointerOperand();
  }
  return pointer->getType()->getPointerAddressSpace() != ir::local_space;
}

class JamEstimator {
 public:
  JamEstimator(llvm::Function& kernel, const ir::PassOptions& options)
      : kernel_(kernel), width_(options.sub_group_size), dominators_(kernel), loops_(dominators_) {
    const Values of_x = computed_from_id(kernel, 0), of_y = computed_from_id(kernel, 1);
    const Values by_x_alone = computed_from_id(kernel, 0, Loads::left_out);
    const std::set<const llvm::BasicBlock*> unlikely = unlikely_blocks();
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      ++instructions_;
      if (!unlikely.contains(instruction.getParent())) {
        branches_ += is_undecided(instruction) ? 1 : 0;
        if (is_floating_operation(instruction)) {
          ++operations_;
          weighed_operations_ += weight(instruction);
        }
      }
      const std::optional<ir::Collective> collective = ir::collective_of(instruction);
      if (collective) in_collectives_ += chain_of(*collective, width_);
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      bool is_foreign = call != nullptr && !ir::lane_intrinsic_of(instruction) && !collective &&
                        !llvm::isa<llvm::IntrinsicInst>(call);
      if (is_foreign || is_shared_atomic(instruction)) single_lanes_.push_back(&instruction);
      if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
        accesses_ +=
            is_lookup(*pointer) || instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)
                ? 0
                : 1;
        is_transposed_ |= of_x.contains(pointer) && is_transposed(instruction, of_x, of_y);
        if (by_x_alone.contains(pointer) && is_walk(instruction, of_x)) walks_.insert(&instruction);
      }
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        bool x = of_x.contains(load->getPointerOperand());
        bool y = of_y.contains(load->getPointerOperand());
        if (x && y) own_loads_ += weight(instruction);
        if (x && !y) shared_along_y_ += weight(instruction);
        if (y && !x) {
          shared_along_x_ += weight(instruction);
          rows_are_close_ &= load->getPointerAddressSpace() == ir::local_space;
        }
        // Arguments and sizes of the launch are loaded once anyway.
        const bool is_given = load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
        if (!x && !y && !is_given) shared_by_all_ += weight(instruction);
      }
      if (llvm::isa<llvm::PHINode>(instruction)) {
        count_phi(instruction, of_x.contains(&instruction) || of_y.contains(&instruction));
      }
    }
    find_divergent_loops();
    walks_long_ = !walks_.empty() && part_in_walks() >= part_of_walks;
  }

  [[nodiscard]] Jam choose(uint32_t most_x, uint32_t most_y) const {
    const bool has_loops = !loops_.empty();
    // Code outside loops takes little of the time of a kernel that has some.
    const auto* slow = llvm::find_if(single_lanes_, [&](const llvm::Instruction* instruction) {
      return !has_loops || loops_.getLoopFor(instruction->getParent()) != nullptr;
    });
    if (slow != single_lanes_.end()) {
      return {1, 1, "lanes run one after another for an instruction" + ir::line_of(**slow)};
    }
    if (loops_vote_) return {1, 1, "branches in loops follow what a sub-group finds together"};
    uint32_t count = has_loops ? most_in_registers() : 4;
    if (is_transposed_ && !has_loops && most_y >= 4 && instructions_ <= few_instructions) {
      return {1, std::min({most_y, instructions_ <= few_instructions / 2 ? 16U : 8U, width_}),
              "they access rows of memory by columns"};
    }
    std::string limit =
        has_loops ? std::to_string(pressure()) + " registers go round a loop for each of them"
                  : "there is no loop";
    if (loops_diverge_ && count > 2) {
      count = 2;
      limit = "lanes leave loops at different iterations";
    }
    if (walks_long_ && count * width_ > most_streams) {
      count = most_streams / width_;
      limit = "each lane walks through memory of its own";
    }
    for (; count > 1 && instructions_ * count > most_jammed_instructions; count /= 2) {
      limit = "the kernel is long: " + std::to_string(instructions_) + " instructions";
    }
    if (const std::optional<Jam> tile = best_tile(most_x, most_y)) return *tile;
    const bool along_y = most_y > 1 && shared_along_y_ >= shared_along_x_;
    if (along_y && (has_loops || shared_along_y_ + shared_by_all_ >= 6)) {
      const uint32_t most = std::min(most_y, 8U);
      const uint32_t y = llvm::bit_floor(std::clamp(count, 1U, most));
      return {1, y, reason(shared_along_y_, y, most, limit)};
    }
    if (has_loops) {
      const uint32_t most = std::min(most_x, is_collective() ? most_collective() : 4U);
      const uint32_t x = llvm::bit_floor(std::clamp(count, 1U, most));
      return {x, 1, reason(shared_along_x_, x, most, limit)};
    }
    if (const uint32_t x = std::min(overlapping(), most_x); x > 1) {
      return {x, 1, "long chains of operations wait for themselves, and overlap"};
    }
    return {1, 1, "there is no loop, and sub-groups have few loads in common"};
  }

 private:
  /// Returns the register tile with the fewest loads for each result, of sub-groups whose loops
  /// load vectors for all rows and numbers for all columns; nullopt if they have no such loads, or
  /// registers for one sub-group alone. Of equals the one with fewer rows: its columns are longer
  /// pieces of memory.
  [[nodiscard]] std::optional<Jam> best_tile(uint32_t most_x, uint32_t most_y) const {
    if (loops_.empty() || loops_diverge_ || walks_long_) return std::nullopt;
    const uint64_t shared = shared_along_x_ + shared_along_y_;
    // With more to compute, units that load are not the bound, and temporaries take the registers.
    const bool is_bound_by_loads = own_loads_ < shared && weighed_operations_ <= 2 * shared;
    if (shared_along_x_ == 0 || shared_along_y_ == 0 || !is_bound_by_loads) return std::nullopt;
    const auto loads_of = [&](uint32_t x, uint32_t y) {
      return static_cast<double>(x * shared_along_y_ + y * shared_along_x_ + shared_by_all_) /
             (x * y);
    };
    uint32_t best_x = 1, best_y = 1;
    most_y = std::min(most_y, rows_are_close_ ? most_parts : most_rows);
    for (uint32_t y = 1; y <= most_y; y *= 2) {
      for (uint32_t x = 1; x <= most_x && fits_registers(x, y); x *= 2) {
        if (loads_of(x, y) < loads_of(best_x, best_y)) std::tie(best_x, best_y) = std::pair(x, y);
      }
    }
    if (best_x * best_y == 1) return std::nullopt;
    return Jam{best_x, best_y,
               "a tile of " + std::to_string(best_y) + " rows and " + std::to_string(best_x) +
                   (best_x == 1 ? " column" : " columns") +
                   ": each vector that is loaded serves its rows, each number its columns"};
  }
  /// Returns true if registers hold what goes round the loops of so many sub-groups, a loaded vector
  /// for each column, a number for all lanes and a product, and the code is not too long.
  [[nodiscard]] bool fits_registers(uint32_t x, uint32_t y) const {
    const uint32_t of_vector = std::max(1U, 32 * width_ / ir::vector_bits(kernel_));
    const uint32_t registers = x * y * pressure() + x * of_vector + 2;
    return x * y <= most_parts && instructions_ * x * y <= most_jammed_instructions &&
           registers <= (ir::has_feature(kernel_, "avx512f") ? 32 : 16);
  }

  /// Returns true if collectives take most of the time.
  [[nodiscard]] bool is_collective() const { return in_collectives_ > operations_; }
  [[nodiscard]] uint32_t most_collective() const {
    return std::max(4U, most_overlapping / std::max(1U, 32 * width_ / 512));
  }
  /// Returns how many sub-groups beside each other should run as one only because the operations of
  /// each wait for one another; 1: the processor overlaps them without help.
  [[nodiscard]] uint32_t overlapping() const {
    const size_t chain = operations_ + in_collectives_;
    const bool is_long = chain >= (is_collective() ? long_chain_of_collectives : long_chain);
    if (branches_ > 1 || !is_long || chain < chain_of_access * accesses_) return 1;
    uint32_t count = is_collective() ? most_collective() : most_chains();
    while (count > 1 && instructions_ * count > most_jammed_instructions) count /= 2;
    return count;
  }
  /// With 1, 2 and 4 sub-groups at once, 65,536 results on two processors of an EPYC take, of
  /// options by the formula of Black and Scholes, 50, 40 and 33 us, of 128 multiply-adds in a row
  /// 45, 36 and 27; 2 and 4 take the same time with the 16 registers of AVX2 (0.98 to 1.04) and of
  /// SSE4.2.
  [[nodiscard]] uint32_t most_chains() const { return ir::has_feature(kernel_, "avx512f") ? 4 : 2; }

  /// Returns the blocks behind branches that the program expects not to be taken.
  [[nodiscard]] std::set<const llvm::BasicBlock*> unlikely_blocks() const {
    std::set<const llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : kernel_) {
      if (blocks.contains(&block) || !ir::is_unlikely(block)) continue;
      llvm::SmallVector<llvm::BasicBlock*> behind;
      dominators_.getDescendants(&block, behind);
      blocks.insert(behind.begin(), behind.end());
    }
    return blocks;
  }

  [[nodiscard]] std::string reason(uint64_t shared, uint32_t count, uint32_t most,
                                   const std::string& limit) const {
    std::string why = count < most ? limit : "as many as are ever joined in launches of this shape";
    if (count == 1) return why;
    return (shared + shared_by_all_ > 0 ? "they have loads in common" : "their loops overlap") +
           std::string("; not more: ") + why;
  }
  /// Returns by how many bytes the address of an access grows with the local id in a dimension, on
  /// which the values depend; nullopt: that is unknown.
  [[nodiscard]] std::optional<int64_t> stride_along(const llvm::Instruction& access,
                                                    uint64_t dimension,
                                                    const Values& values) const {
    return analysis::stride_per_step(
        *llvm::getLoadStorePointerOperand(&access),
        [&](const llvm::Value& value) -> std::optional<int64_t> {
          if (!values.contains(&value)) return 0;
          const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
          if (call == nullptr || ir::lane_intrinsic_of(*call) != ir::LaneIntrinsic::local_id)
            return std::nullopt;
          const auto* argument = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
          return argument->getZExtValue() == dimension ? 1 : 0;
        },
        kernel_.getDataLayout());
  }
  [[nodiscard]] int64_t bytes_of(const llvm::Instruction& access) const {
    return static_cast<int64_t>(
        kernel_.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue());
  }
  /// Returns true if it accesses neighbours along y, and none along x. Rows below each other that
  /// run as one do so by vectors.
  [[nodiscard]] bool is_transposed(const llvm::Instruction& access, const Values& of_x,
                                   const Values& of_y) const {
    const std::optional<int64_t> x = stride_along(access, 0, of_x);
    const int64_t bytes = bytes_of(access);
    return (!x || *x > bytes) && stride_along(access, 1, of_y) == bytes;
  }
  /// Returns true if it accesses neighbours in the iterations of its loop, and other cache lines
  /// for neighbours along x.
  [[nodiscard]] bool is_walk(const llvm::Instruction& access, const Values& of_x) const {
    const llvm::Loop* loop = loops_.getLoopFor(access.getParent());
    if (loop == nullptr) return false;
    const std::optional<int64_t> x = stride_along(access, 0, of_x);
    if (x && std::abs(*x) < int64_t{ir::cache_line_bytes}) return false;
    return llvm::any_of(loop->getHeader()->phis(), [&](const llvm::PHINode& phi) {
      const Values of_phi = computed_from({&phi});
      const auto step = [&](const llvm::Value& value) -> std::optional<int64_t> {
        if (&value == &phi) return 1;
        return of_phi.contains(&value) ? std::nullopt : std::optional<int64_t>(0);
      };
      const llvm::Value& pointer = *llvm::getLoadStorePointerOperand(&access);
      return counts_by_one(phi, *loop) &&
             analysis::stride_per_step(pointer, step, kernel_.getDataLayout()) == bytes_of(access);
    });
  }
  /// Returns the estimated part of the kernel's time that walks take: each lane accesses a line of
  /// its own. As often as their loops run: short rows that are read before a long loop and written
  /// behind it take little.
  [[nodiscard]] double part_in_walks() {
    llvm::TargetLibraryInfoImpl no_library(kernel_.getParent()->getTargetTriple());
    no_library.disableAllFunctions();
    llvm::TargetLibraryInfo library(no_library);
    llvm::AssumptionCache assumptions(kernel_);
    llvm::ScalarEvolution evolution(kernel_, library, assumptions, dominators_, loops_);
    const analysis::LoopFrequencies frequencies(evolution, usual_trip_count);
    const ir::ProcessorCosts& costs = ir::processor_costs(kernel_);
    double in_walks = 0, elsewhere = 0;
    for (const llvm::BasicBlock& block : kernel_) {
      const double often = frequencies.of(block, loops_.getLoopFor(&block));
      for (const llvm::Instruction& instruction : block) {
        if (!walks_.contains(&instruction)) {
          elsewhere += often * costs.vector_operation;
          continue;
        }
        in_walks += often * analysis::access_cost(analysis::AccessForm::apart,
                                                  size_of_walk(instruction), costs);
      }
    }
    return in_walks / (in_walks + elsewhere);
  }
  /// Returns the size of an access of scalars, which scalarise leaves.
  [[nodiscard]] analysis::AccessSize size_of_walk(const llvm::Instruction& access) const {
    const double lanes = width_;
    return {
        .lanes = lanes,
        .registers = lanes * static_cast<double>(8 * bytes_of(access)) / ir::vector_bits(kernel_),
        .elements = 1,
        .is_load = llvm::isa<llvm::LoadInst>(access)};
  }
  [[nodiscard]] static bool counts_by_one(const llvm::PHINode& phi, const llvm::Loop& loop) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    if (latch == nullptr || !phi.getType()->isIntegerTy()) return false;
    return match(phi.getIncomingValueForBlock(latch),
                 llvm::PatternMatch::m_c_Add(llvm::PatternMatch::m_Specific(&phi),
                                             llvm::PatternMatch::m_One()));
  }

  [[nodiscard]] unsigned weight(const llvm::Instruction& instruction) const {
    return 1U << (3 * std::min(loops_.getLoopDepth(instruction.getParent()), 3U));
  }

  /// A value that goes round an innermost loop takes registers all the while.
  void count_phi(const llvm::Instruction& phi, bool differs) {
    const llvm::Loop* loop = loops_.getLoopFor(phi.getParent());
    if (!differs || loop == nullptr || !loop->isInnermost() ||
        loop->getHeader() != phi.getParent()) {
      return;
    }
    const uint64_t bits = kernel_.getDataLayout().getTypeSizeInBits(phi.getType());
    registers_of_[loop] +=
        static_cast<uint32_t>(llvm::divideCeil(bits * width_, ir::vector_bits(kernel_)));
  }

  /// Returns how many sub-groups have registers for what goes round their loops, beside two of each and
  /// some for addresses and constants. With as many on AVX2, which has 16, two sub-groups with
  /// eight chains of multiply-adds took 1.2 to 1.8 times as long as one after the other, four with
  /// four chains of float4 1.0 to 1.1 times as long as two; where a product of matrices takes one
  /// for each sub-group, four took 1.2 to 1.4 times as long as eight.
  [[nodiscard]] uint32_t most_in_registers() const {
    const uint32_t most = 24 / (pressure() + 2);
    return ir::has_feature(kernel_, "avx512f") ? most : std::min(most, 12 / pressure());
  }
  /// Returns the registers for the loop-carried values of an innermost loop of one sub-group.
  [[nodiscard]] uint32_t pressure() const {
    uint32_t most = 1;
    for (const auto& [loop, count] : registers_of_) most = std::max(most, count);
    return most;
  }

  void find_divergent_loops() {
    const analysis::Uniformity uniformity(kernel_, 0);
    for (const llvm::BasicBlock& block : kernel_) {
      loops_diverge_ |=
          loops_.getLoopFor(&block) != nullptr && !uniformity.has_uniform_branch(block);
    }
    if (in_collectives_ > 0) find_voting_loops();
  }

  void find_voting_loops() {
    const analysis::Uniformity of_one(kernel_, 1), of_two(kernel_, 2);
    for (const llvm::BasicBlock& block : kernel_) {
      loops_vote_ |= loops_.getLoopFor(&block) != nullptr && of_one.has_uniform_branch(block) &&
                     !of_two.has_uniform_branch(block);
    }
  }

  llvm::Function& kernel_;
  uint32_t width_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  size_t instructions_ = 0;
  size_t branches_ = 0;        // conditional ones that are likely to go either way
  size_t operations_ = 0;      // on floating-point numbers, where lanes are likely to come
  size_t in_collectives_ = 0;  // as many operations take as long as all collectives
  size_t accesses_ = 0;        // except to what the launch gave
  // Instructions that run one lane at a time.
  llvm::SmallVector<const llvm::Instruction*> single_lanes_;
  bool loops_diverge_ = false;
  bool loops_vote_ = false;  // branch on collectives: jammed sub-groups would need masks for that
  bool is_transposed_ = false;  // some access is
  bool rows_are_close_ = true;  // what all columns load is local memory
  llvm::SmallPtrSet<const llvm::Instruction*, 8> walks_;
  bool walks_long_ = false;  // walks take a good part of the time
  // Loads that jamming would save, weighted: in a dimension, or in each.
  uint64_t shared_along_x_ = 0, shared_along_y_ = 0, shared_by_all_ = 0;
  uint64_t own_loads_ = 0;           // weighted: those that no two sub-groups have in common
  uint64_t weighed_operations_ = 0;  // operations_, weighted
  std::map<const llvm::Loop*, uint32_t> registers_of_;
};

}  // namespace

Jam choose_jam(llvm::Function& kernel, const ir::PassOptions& options) {
  if (kernel.hasFnAttribute(ir::has_yield_attribute)) {
    return {1, 1, "one sub-group may wait for another, or for the host"};
  }
  if (options.quick) return {1, 1, "this is quick code"};
  if (!options.optimise) return {1, 1, "code is made as it is written"};
  if (options.jam_x * options.jam_y == 1) {
    return {1, 1, "rows of work-groups of this shape may hold one, or no whole ones"};
  }
  return JamEstimator(kernel, options).choose(options.jam_x, options.jam_y);
}

}  // namespace cleave::compiler::pass::regions
