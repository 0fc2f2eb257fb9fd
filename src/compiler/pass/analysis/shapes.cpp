#include "compiler/pass/analysis/shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "compiler/pass/analysis/exact_stride.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::analysis {
namespace {

constexpr Shape uniform = {Shape::Variation::uniform, 0};
constexpr Shape varying = {Shape::Variation::varying, 0};

Shape strided(int64_t stride) {
  return {Shape::Variation::strided, stride};
}

}  // namespace

ShapeAnalysis::ShapeAnalysis(llvm::Function& lane_function, const ControlPlan& plan,
                             const Uniformity& uniformity)
    : layout_(lane_function.getDataLayout()), plan_(plan), uniformity_(uniformity) {
  // Optimistic: what has no shape yet agrees with everything, so that loops may prove themselves.
  llvm::ReversePostOrderTraversal<llvm::Function*> order(&lane_function);
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock* block : order) {
      for (llvm::Instruction& instruction : *block) {
        if (instruction.getType()->isVoidTy() || uniformity_.is_uniform(instruction)) continue;
        Shape shape = compute(instruction);
        auto [entry, added] = shapes_.try_emplace(&instruction, shape);
        if (added || entry->second == shape) {
          changed |= added;
          continue;
        }
        changed |= entry->second != varying;
        entry->second = varying;
      }
    }
  }
}

Shape ShapeAnalysis::of(const llvm::Value* value) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || uniformity_.is_uniform(*value)) return uniform;
  auto found = shapes_.find(value);
  return found == shapes_.end() ? varying : found->second;
}

Shape ShapeAnalysis::compute(const llvm::Instruction& instruction) const {
  using llvm::Instruction;
  if (ir::lane_intrinsic_of(instruction) == ir::LaneIntrinsic::lane) return strided(1);
  if (ir::lane_intrinsic_of(instruction) == ir::LaneIntrinsic::part) return strided(0);
  if (const auto collective = ir::collective_of(instruction)) {
    return collective->gives_one_value() ? strided(0) : varying;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (auto stride = ir::interleaved_stride(*variable))
      return strided(static_cast<int64_t>(*stride));
    // Each lane's is aligned as the program's one is.
    const uint64_t size = variable->getAllocationSize(layout_)->getFixedValue();
    return strided(static_cast<int64_t>(llvm::alignTo(size, variable->getAlign())));
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return of_phi(*phi);
  if (is_same_by_operands(instruction)) return strided(0);
  if (!instruction.getType()->isIntegerTy() && !instruction.getType()->isPointerTy()) {
    return varying;
  }
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return of_address(*address);
  }
  auto operand = [&](unsigned i) { return of(instruction.getOperand(i)); };
  auto constant = [&](unsigned i) {
    return llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(i));
  };
  // Strides are small, so that sums of them, and their multiples for all lanes, fit as well.
  auto fits = [](int64_t stride) {
    return stride == static_cast<int32_t>(stride) ? strided(stride) : varying;
  };
  switch (instruction.getOpcode()) {
    case Instruction::Or:
      if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return varying;
      [[fallthrough]];
    case Instruction::Add:
    case Instruction::Sub: {
      Shape a = operand(0), b = operand(1);
      if (!a.is_scalar() || !b.is_scalar() || instruction.getType()->isIntegerTy(1)) return varying;
      bool minus = instruction.getOpcode() == Instruction::Sub;
      return fits(a.stride + (minus ? -b.stride : b.stride));
    }
    case Instruction::Xor: {  // -1 - x, as LLVM writes it
      const auto* mask = constant(1);
      const bool is_complement = mask != nullptr && mask->isMinusOne();
      if (!is_complement || !operand(0).is_scalar() || mask->getType()->isIntegerTy(1))
        return varying;
      return fits(-operand(0).stride);
    }
    case Instruction::Mul: {
      for (unsigned i = 0; i < 2; ++i) {
        const auto* factor = constant(1 - i);
        if (factor != nullptr && operand(i).is_scalar() &&
            factor->getValue().getSignificantBits() <= 32) {
          return fits(operand(i).stride * factor->getSExtValue());
        }
      }
      return varying;
    }
    case Instruction::Shl: {
      const auto* bits = constant(1);
      if (bits == nullptr || !operand(0).is_scalar() || bits->uge(31)) return varying;
      return fits(operand(0).stride * (int64_t{1} << bits->getZExtValue()));
    }
    case Instruction::Trunc:
      // Narrower ones wrap within a sub-group. That is no harm where they are added, but strides of
      // 32 bits, for up to 64 lanes, do not fit their type.
      return instruction.getType()->getIntegerBitWidth() >= 32 ? operand(0) : varying;
    case Instruction::SExt:
    case Instruction::ZExt: {
      const auto& extension = llvm::cast<llvm::CastInst>(instruction);
      return ExactStride(*this).holds_for(extension) ? operand(0) : varying;
    }
    case Instruction::AddrSpaceCast:
    case Instruction::Freeze:
      return operand(0);
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      return instruction.getType()->isPointerTy() || instruction.getType()->isIntegerTy(64)
                 ? operand(0)
                 : varying;
    case Instruction::Select: {
      Shape a = operand(1), b = operand(2);
      bool agree = a.is_scalar() && b.is_scalar() && a.stride == b.stride;
      return operand(0).is_same() && agree ? strided(a.stride) : varying;
    }
    default:
      return varying;
  }
}

Shape ShapeAnalysis::of_address(const llvm::GetElementPtrInst& address) const {
  if (address.getType()->isVectorTy()) return varying;
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable_offsets;
  llvm::APInt constant_offset(64, 0);
  if (!address.collectOffset(layout_, 64, variable_offsets, constant_offset)) return varying;
  Shape base = of(address.getPointerOperand());
  if (!base.is_scalar()) return varying;
  int64_t stride = base.stride;
  for (const auto& [index, scale] : variable_offsets) {
    Shape shape = of(index);
    bool narrow = index->getType()->getIntegerBitWidth() < 64;
    if (!shape.is_scalar() || (shape.stride != 0 && narrow)) return varying;
    stride += shape.stride * scale.getSExtValue();
    if (stride != static_cast<int32_t>(stride)) return varying;
  }
  return strided(stride);
}

/// Returns true if it is computed only from what is the same in all lanes of a sub-group.
bool ShapeAnalysis::is_same_by_operands(const llvm::Instruction& instruction) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->isSimple() || load->getType()->isAggregateType()) return false;
  } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (ir::lane_intrinsic_of(*call) || !call->doesNotAccessMemory() || !call->willReturn())
      return false;
  } else if (instruction.mayReadOrWriteMemory()) {
    return false;
  }
  return std::ranges::all_of(instruction.operand_values(),
                             [&](const llvm::Value* operand) { return of(operand).is_same(); });
}

bool ShapeAnalysis::may_be_strided(const llvm::PHINode& phi) const {
  const llvm::BasicBlock* block = phi.getParent();
  const PlanLevel* level = &plan_.level_of(*block);
  if (level->loop != nullptr && level->loop->getHeader() == block) return true;
  unsigned number = level->node_of.at(block);
  // The first block of a uniform region is reached as the region is.
  while (number == 0 && level->is_uniform_region()) {
    number = level->node;
    level = level->parent;
  }
  const PlanLevel* region = level->region_before(number);
  if (region != nullptr && !region->is_divergent) return true;
  if (level->nodes[number].is_predicated || level->nodes[number].ends_region) return false;
  return std::ranges::none_of(level->nodes[number].predecessors, [&](unsigned before) {
    const Node& node = level->nodes[before];
    return node.loop != nullptr && plan_.level(node.loop).is_divergent;
  });
}

Shape ShapeAnalysis::of_phi(const llvm::PHINode& phi) const {
  if (!may_be_strided(phi)) return varying;
  std::optional<int64_t> common;
  for (const llvm::Value* incoming : phi.incoming_values()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(incoming);
    bool unknown =
        instruction != nullptr && !uniformity_.is_uniform(*incoming) && !shapes_.contains(incoming);
    if (unknown) continue;
    Shape shape = of(incoming);
    if (!shape.is_scalar() || (common && *common != shape.stride)) return varying;
    common = shape.stride;
  }
  return common ? strided(*common) : varying;
}

}  // namespace cleave::compiler::pass::analysis
