#include "compiler/pass/late/unmask_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>
#include <vector>

#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::IntrinsicInst;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// Returns the number of the mask among an access's operands; nullopt if it is no such access.
std::optional<unsigned> mask_operand(const Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return std::nullopt;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_gather:
      return 1;
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_scatter:
      return 2;
    default:
      return std::nullopt;
  }
}

/// Returns the mask that this one's bits are taken from: where it has all lanes, this one has.
Value* origin_of(Value* mask) {
  while (auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(mask)) {
    Value* const from = shuffle->getOperand(0);
    const bool is_taken = llvm::all_of(shuffle->getShuffleMask(), [&](int lane) {
      return lane >= 0 && lane < static_cast<int>(ir::width_of(from));
    });
    if (!is_taken) break;
    mask = from;
  }
  return mask;
}

/// Returns the origin of an access's mask; nullptr if it has none.
Value* mask_of(const Instruction& access) {
  const std::optional<unsigned> operand = mask_operand(access);
  return operand ? origin_of(access.getOperand(*operand)) : nullptr;
}

/// Instructions of one block from one access to another, both under one mask.
struct Stretch {
  IntrinsicInst* first = nullptr;
  IntrinsicInst* last = nullptr;
  bool is_slow = false;
};

/// Unmasks the accesses of one function.
class Unmasker {
 public:
  explicit Unmasker(llvm::Function& function) : has_masks_(ir::has_feature(function, "avx2")) {
    for (BasicBlock& block : function) find_stretches(block);
  }

  void run() {
    for (const Stretch& stretch : stretches_) add_version(stretch);
  }

 private:
  /// Returns true if the access takes longer under a mask than without one when all lanes run, by
  /// more than the mispredicted branches cost when they do not. docs/results/choices.tsv has the
  /// measurements.
  [[nodiscard]] bool is_slow(const IntrinsicInst& access) const {
    if (!has_masks_) return true;
    const unsigned bits = access.getType()->getScalarSizeInBits();
    switch (access.getIntrinsicID()) {
      case llvm::Intrinsic::masked_gather:
        return bits == 64;
      case llvm::Intrinsic::masked_scatter:
        return false;
      case llvm::Intrinsic::masked_load:
        return bits < 32 || has_made_mask(access);
      default:
        return true;
    }
  }

  /// Returns true if the mask is made of another one, such as of one that has a bit for each lane.
  static bool has_made_mask(const IntrinsicInst& access) {
    return mask_of(access) != access.getOperand(*mask_operand(access));
  }

  void find_stretches(BasicBlock& block) {
    Stretch stretch;
    const Value* mask = nullptr;
    const auto end_stretch = [&] {
      if (stretch.is_slow) stretches_.push_back(stretch);
      stretch = {};
      mask = nullptr;
    };
    for (Instruction& instruction : block) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (llvm::isa<llvm::AllocaInst>(instruction) ||
          (call != nullptr && call->cannotDuplicate())) {
        end_stretch();
      }
      Value* const origin = mask_of(instruction);
      if (origin == nullptr || llvm::isa<llvm::Constant>(origin)) continue;
      if (origin != mask) end_stretch();
      auto& access = llvm::cast<IntrinsicInst>(instruction);
      if (mask == nullptr) stretch.first = &access;
      mask = origin;
      stretch.last = &access;
      stretch.is_slow |= is_slow(access);
    }
    end_stretch();
  }

  void add_version(const Stretch& stretch) {
    // This is another mask than when the stretch was found if an instruction of an earlier stretch
    // makes it.
    Value* const mask = mask_of(*stretch.first);
    BasicBlock* const head = stretch.first->getParent();
    BasicBlock* const masked = llvm::SplitBlock(head, stretch.first);
    BasicBlock* const join = llvm::SplitBlock(masked, stretch.last->getNextNode());
    llvm::ValueToValueMapTy map;
    BasicBlock* const plain = llvm::CloneBasicBlock(masked, map, "", head->getParent());
    plain->moveBefore(masked);
    llvm::remapInstructionsInBlocks({plain}, map);
    Instruction* const end = head->getTerminator();
    Builder builder(end);
    builder.CreateCondBr(ir::all_lanes(builder, builder.CreateFreeze(mask)), plain, masked);
    end->eraseFromParent();
    for (Instruction& instruction : *masked) join_values(instruction, *map[&instruction], *join);
    for (Instruction& instruction : llvm::make_early_inc_range(*plain)) {
      if (mask_of(instruction) == mask) unmask(llvm::cast<IntrinsicInst>(instruction));
    }
  }

  /// Gives the instructions behind both versions one value.
  static void join_values(Instruction& masked, Value& plain, BasicBlock& join) {
    BasicBlock* const block = masked.getParent();
    if (!masked.isUsedOutsideOfBlock(block)) return;
    Builder builder(&join, join.begin());
    llvm::PHINode* const either = builder.CreatePHI(masked.getType(), 2);
    masked.replaceUsesOutsideBlock(either, block);
    either->addIncoming(&masked, block);
    either->addIncoming(&plain, llvm::cast<Instruction>(plain).getParent());
  }

  static void unmask(IntrinsicInst& access) {
    Builder builder(&access);
    Instruction* plain = nullptr;
    if (access.getIntrinsicID() == llvm::Intrinsic::masked_load) {
      plain = builder.CreateAlignedLoad(access.getType(), access.getArgOperand(0),
                                        access.getParamAlign(0).valueOrOne());
    } else if (access.getIntrinsicID() == llvm::Intrinsic::masked_store) {
      plain = builder.CreateAlignedStore(access.getArgOperand(0), access.getArgOperand(1),
                                         access.getParamAlign(1).valueOrOne());
    } else {
      const unsigned operand = *mask_operand(access);
      llvm::Type* const type = access.getArgOperand(operand)->getType();
      return access.setArgOperand(operand, llvm::Constant::getAllOnesValue(type));
    }
    plain->copyMetadata(access);
    access.replaceAllUsesWith(plain);
    access.eraseFromParent();
  }

  const bool has_masks_;  // for words
  std::vector<Stretch> stretches_;
};

}  // namespace

std::string unmask_accesses(llvm::Module& module, const ir::PassOptions& /*options*/) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !ir::has_feature(function, "avx512f"))
      Unmasker(function).run();
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
