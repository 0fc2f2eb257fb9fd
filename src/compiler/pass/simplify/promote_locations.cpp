#include "compiler/pass/simplify/promote_locations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/ir/object_scopes.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::Instruction;
using llvm::Loop;
using llvm::StoreInst;
using llvm::Value;

/// Returns true of what other work-items could see the memory of the work-item by, or wait for.
bool is_seen_by_others(const Instruction& instruction) {
  if (instruction.isAtomic() || instruction.isVolatile()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || llvm::isa<llvm::MemIntrinsic>(call)) return false;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
  if (intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic()) return false;
  return call->isConvergent() || call->mayReadOrWriteMemory() || !call->willReturn();
}

bool is_seen_by_others(const Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const Instruction& one) { return is_seen_by_others(one); });
  });
}

/// Each location is compared with each access of the loop.
bool is_long(const Loop& loop) {
  constexpr size_t most_instructions = 4'000;
  size_t count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) count += block->size();
  return count > most_instructions;
}

/// Accesses of one type to one location, all that a loop has.
struct Location {
  StoreInst* store;                    // runs in every execution of the loop
  std::vector<Instruction*> accesses;  // loads and stores, that one among them
};

class LocationPromoter {
 public:
  LocationPromoter(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
      : kernel_(kernel),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(kernel)),
        loops_(analyses.getResult<llvm::LoopAnalysis>(kernel)),
        assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(kernel)),
        processor_(analyses.getResult<llvm::TargetIRAnalysis>(kernel)),
        aliases_(analyses.getResult<llvm::AAManager>(kernel)) {}

  /// Inner loops come first: what they store behind them may leave the loop around them too.
  void run() {
    llvm::SmallVector<Loop*> all = loops_.getLoopsInPreorder();
    for (Loop* loop : llvm::reverse(all)) promote_in(*loop);
  }

 private:
  void promote_in(Loop& loop) {
    if (!loop.isLoopSimplifyForm() || is_long(loop) || is_seen_by_others(loop)) return;
    std::vector<Location> locations = find_locations(loop, /*is_to_be_turned=*/true);
    if (locations.empty()) return;
    const bool runs = llvm::all_of(
        locations, [&](const Location& one) { return runs_whenever_entered(*one.store, loop); });
    if (!runs && turn(loop)) locations = find_locations(loop, /*is_to_be_turned=*/false);
    for (const Location& location : locations) {
      if (runs_whenever_entered(*location.store, loop)) promote(location, loop);
    }
  }

  /// `is_to_be_turned`: a store counts that runs in every execution once the loop tests at its
  /// bottom.
  [[nodiscard]] std::vector<Location> find_locations(const Loop& loop, bool is_to_be_turned) {
    std::vector<Location> found;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) {
        auto* store = llvm::dyn_cast<StoreInst>(&instruction);
        if (store == nullptr || is_in(found, *store) || !can_leave(*store, loop)) continue;
        const bool runs = runs_whenever_entered(*store, loop) ||
                          (is_to_be_turned && runs_once_turned(*store, loop));
        if (!runs) continue;
        if (auto accesses = accesses_of(*store, loop)) found.push_back({store, *accesses});
      }
    }
    return found;
  }

  [[nodiscard]] static bool is_in(const std::vector<Location>& locations, StoreInst& store) {
    return llvm::any_of(
        locations, [&](const Location& one) { return llvm::is_contained(one.accesses, &store); });
  }

  /// Private variables are left to passes that lay them out.
  [[nodiscard]] static bool can_leave(const StoreInst& store, const Loop& loop) {
    return store.getPointerAddressSpace() != ir::private_space &&
           is_invariant(*store.getPointerOperand(), loop);
  }

  /// Returns true if the loop does not change the value, or could do without computing it.
  [[nodiscard]] static bool is_invariant(const Value& value, const Loop& loop, unsigned depth = 0) {
    constexpr unsigned deepest = 8;
    if (loop.isLoopInvariant(&value)) return true;
    const auto& instruction = llvm::cast<Instruction>(value);
    return can_be_computed_before(instruction) && depth < deepest &&
           llvm::all_of(
               instruction.operand_values(),
               [&](const Value* operand) { return is_invariant(*operand, loop, depth + 1); });
  }
  [[nodiscard]] static bool can_be_computed_before(const Instruction& instruction) {
    const auto intrinsic = ir::lane_intrinsic_of(instruction);
    if (intrinsic) return !ir::needs_kernel(*intrinsic);
    return llvm::isa<llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::CastInst>(instruction) &&
           llvm::isSafeToSpeculativelyExecute(&instruction);
  }
  /// Computes an invariant value before the loop.
  static void hoist(Value& value, const Loop& loop) {
    if (loop.isLoopInvariant(&value)) return;
    auto& instruction = llvm::cast<Instruction>(value);
    for (Value* operand : instruction.operand_values()) hoist(*operand, loop);
    instruction.moveBefore(loop.getLoopPreheader()->getTerminator()->getIterator());
    instruction.dropUBImplyingAttrsAndMetadata();
    instruction.updateLocationAfterHoist();
  }

  /// Returns true if all ways out of the loop have passed the store.
  [[nodiscard]] bool runs_whenever_entered(const StoreInst& store, const Loop& loop) const {
    llvm::SmallVector<llvm::BasicBlock*> exits;
    loop.getExitBlocks(exits);
    return !exits.empty() && llvm::all_of(exits, [&](const llvm::BasicBlock* exit) {
      return dominators_.dominates(store.getParent(), exit);
    });
  }
  /// Returns true if all ways out but the one at its top have, and each iteration does.
  [[nodiscard]] bool runs_once_turned(const StoreInst& store, const Loop& loop) const {
    if (!loop.isLoopExiting(loop.getHeader()) || store.getParent() == loop.getHeader())
      return false;
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return dominators_.dominates(store.getParent(), loop.getLoopLatch()) &&
           llvm::all_of(exiting, [&](const llvm::BasicBlock* block) {
             return block == loop.getHeader() || dominators_.dominates(store.getParent(), block);
           });
  }

  /// Returns the accesses of the location in the loop; nullopt: some may be others, or are of
  /// another type.
  [[nodiscard]] std::optional<std::vector<Instruction*>> accesses_of(StoreInst& store,
                                                                     const Loop& loop) {
    const llvm::MemoryLocation location = llvm::MemoryLocation::get(&store);
    std::vector<Instruction*> accesses;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (Instruction& other : *block) {
        if (!other.mayReadOrWriteMemory()) continue;
        if (is_same(other, store, location)) {
          accesses.push_back(&other);
        } else if (meets(other, location)) {
          remark_meeting(store, other);
          return std::nullopt;
        }
      }
    }
    return accesses;
  }

  [[nodiscard]] bool is_same(const Instruction& other, const StoreInst& store,
                             const llvm::MemoryLocation& location) {
    const Value* const pointer = llvm::getLoadStorePointerOperand(&other);
    return pointer != nullptr &&
           llvm::getLoadStoreType(&other) == store.getValueOperand()->getType() &&
           (pointer == store.getPointerOperand() ||
            aliases_.isMustAlias(llvm::MemoryLocation::get(&other), location));
  }

  [[nodiscard]] bool meets(const Instruction& other, const llvm::MemoryLocation& location) {
    if (other.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return false;
    const Value* const pointer = llvm::getLoadStorePointerOperand(&other);
    const bool is_elsewhere =
        pointer != nullptr && (are_apart(*pointer, *location.Ptr) ||
                               aliases_.pointsToConstantMemory(llvm::MemoryLocation::get(&other)));
    if (is_elsewhere) return false;
    return llvm::isModOrRefSet(aliases_.getModRefInfo(&other, location));
  }

  /// Local memory is none that an argument of the other address spaces leads to: to LLVM, which has
  /// no rules of address spaces here, the beginning of both is loaded from somewhere.
  [[nodiscard]] static bool are_apart(const Value& one, const Value& other) {
    const unsigned a = one.getType()->getPointerAddressSpace();
    const unsigned b = other.getType()->getPointerAddressSpace();
    const auto is_global = [](unsigned space) {
      return space == ir::global_space || space == ir::constant_space;
    };
    return (a == ir::local_space && is_global(b)) || (b == ir::local_space && is_global(a));
  }

  bool turn(Loop& loop) {
    constexpr unsigned most_copied = 64;  // instructions of the test, which is made before the loop
    return llvm::LoopRotation(
               &loop, &loops_, &processor_, &assumptions_, &dominators_,
               /*SE=*/nullptr, /*MSSAU=*/nullptr,
               llvm::SimplifyQuery(kernel_.getDataLayout(), &dominators_, &assumptions_),
               /*RotationOnly=*/true, most_copied, /*IsUtilMode=*/true) &&
           loop.isLoopSimplifyForm();
  }

  /// Makes the location a variable while the loop runs, and the variable a value.
  void promote(const Location& location, Loop& loop) {
    StoreInst& store = *location.store;
    hoist(*store.getPointerOperand(), loop);
    ir::remark(store, ir::Topic::memory, "register",
               "in a register while the loop runs: nothing else in the loop can meet it");
    llvm::Type* const type = store.getValueOperand()->getType();
    llvm::IRBuilder<> builder(&*kernel_.getEntryBlock().begin());
    llvm::AllocaInst* const variable = builder.CreateAlloca(type);
    llvm::AAMDNodes scopes = store.getAAMetadata();
    for (const Instruction* access : location.accesses) {
      scopes = scopes.merge(access->getAAMetadata());
    }
    builder.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
    builder.SetCurrentDebugLocation(store.getDebugLoc());
    llvm::LoadInst* const before =
        builder.CreateAlignedLoad(type, store.getPointerOperand(), store.getAlign());
    before->setAAMetadata(scopes);
    builder.CreateStore(before, variable);
    llvm::SmallVector<llvm::BasicBlock*> exits;
    loop.getUniqueExitBlocks(exits);
    for (llvm::BasicBlock* exit : exits) {
      builder.SetInsertPoint(exit, exit->getFirstInsertionPt());
      builder.SetCurrentDebugLocation(store.getDebugLoc());
      llvm::LoadInst* const last = builder.CreateLoad(type, variable);
      builder.CreateAlignedStore(last, store.getPointerOperand(), store.getAlign())
          ->setAAMetadata(scopes);
    }
    for (Instruction* access : location.accesses) become(*access, *variable);
    llvm::PromoteMemToReg(variable, dominators_, &assumptions_);
    if (before->use_empty()) before->eraseFromParent();
  }

  static void become(Instruction& access, llvm::AllocaInst& variable) {
    const unsigned operand = llvm::isa<StoreInst>(access)
                                 ? StoreInst::getPointerOperandIndex()
                                 : llvm::LoadInst::getPointerOperandIndex();
    access.setOperand(operand, &variable);
  }

  static void remark_meeting(const StoreInst& store, const Instruction& other) {
    ir::remark(
        store, ir::Topic::memory, "in_memory",
        "accessed in every iteration: it may be what is accessed" + ir::line_of(other) + " too");
  }

  llvm::Function& kernel_;
  llvm::DominatorTree& dominators_;
  llvm::LoopInfo& loops_;
  llvm::AssumptionCache& assumptions_;
  llvm::TargetTransformInfo& processor_;
  llvm::AAResults& aliases_;
};

bool stores_in_loops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  return !loops.empty() &&
         llvm::any_of(llvm::instructions(kernel), [&](const Instruction& instruction) {
           return llvm::isa<StoreInst>(instruction) &&
                  loops.getLoopFor(instruction.getParent()) != nullptr;
         });
}

void promote_locations_of(llvm::Function& kernel, const ir::PassOptions& options) {
  ir::LlvmPasses passes(options.target_machine);
  if (!stores_in_loops(kernel, passes.analyses())) return;
  llvm::FunctionPassManager manager;
  manager.addPass(llvm::LoopSimplifyPass());
  passes.run(kernel, manager);
  ir::ObjectScopes scopes(kernel);
  if (options.distinct_objects) scopes.add_objects();
  scopes.add_restrict();
  LocationPromoter(kernel, passes.analyses()).run();
  scopes.remove_restrict();
}

}  // namespace

std::string promote_locations(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::kernel_attribute)) promote_locations_of(function, options);
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
