// Says in words how addresses differ from lane to lane.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Operator.h>

#include <deque>
#include <map>
#include <optional>

#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/report/explain.h"

namespace cleave::compiler::pass::report {
namespace {

/// The step from lane to lane: a number, times a value that all lanes share.
struct LaneStep {
  int64_t factor = 0;
  const llvm::Value* by = nullptr;  // null: 1

  friend bool operator==(const LaneStep&, const LaneStep&) = default;
};

const llvm::Value* without_extensions(const llvm::Value* value) {
  const auto* wrapper = llvm::dyn_cast<llvm::UnaryInstruction>(value);
  const bool is_integer_cast =
      llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(value);
  return is_integer_cast ? without_extensions(wrapper->getOperand(0)) : value;
}

std::optional<LaneStep> sum(std::optional<LaneStep> a, std::optional<LaneStep> b,
                            int64_t sign = 1) {
  if (!a || !b) return std::nullopt;
  if (b->factor == 0) return a;
  if (a->factor != 0 && a->by != b->by) return std::nullopt;
  return LaneStep{a->factor + sign * b->factor, b->by};
}

class Steps {
 public:
  Steps(const analysis::ShapeAnalysis& shapes, const llvm::DataLayout& layout)
      : shapes_(shapes), layout_(layout) {}

  /// Returns the step of a value; nullopt: it has none.
  std::optional<LaneStep> of(const llvm::Value* value) {
    const analysis::Shape shape = shapes_.of(value);
    if (shape.is_scalar()) return LaneStep{shape.stride, nullptr};
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr) return std::nullopt;
    const bool is_too_far = known_.size() >= most_explained && !known_.contains(instruction);
    if (is_too_far) return std::nullopt;
    const auto [known, is_new] = known_.try_emplace(instruction, std::nullopt);
    if (is_new) known_[instruction] = compute(*instruction);
    return known_[instruction];
  }

 private:
  std::optional<LaneStep> compute(const llvm::Instruction& instruction) {
    using llvm::Instruction;
    switch (instruction.getOpcode()) {
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::Trunc:
      case Instruction::Freeze:
      case Instruction::AddrSpaceCast:
        return of(instruction.getOperand(0));
      case Instruction::And: {  // how LLVM extends a lower half
        const auto* ones = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
        const bool extends =
            ones != nullptr && ones->getBitWidth() >= 32 && ones->getValue().isMask(32);
        return extends ? of(instruction.getOperand(0)) : std::nullopt;
      }
      case Instruction::Or:
        if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return std::nullopt;
        [[fallthrough]];
      case Instruction::Add:
        return sum(of(instruction.getOperand(0)), of(instruction.getOperand(1)));
      case Instruction::Sub:
        return sum(of(instruction.getOperand(0)), of(instruction.getOperand(1)), -1);
      case Instruction::Shl: {
        const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
        const bool is_factor = bits != nullptr && !bits->uge(31);
        return is_factor ? times(of(instruction.getOperand(0)), int64_t{1} << bits->getZExtValue())
                         : std::nullopt;
      }
      case Instruction::Mul:
        return of_product(instruction.getOperand(0), instruction.getOperand(1));
      case Instruction::GetElementPtr:
        return of_address(llvm::cast<llvm::GetElementPtrInst>(instruction));
      case Instruction::PHI:
        return of_phi(llvm::cast<llvm::PHINode>(instruction));
      default:
        return std::nullopt;
    }
  }

  static std::optional<LaneStep> times(std::optional<LaneStep> step, int64_t factor) {
    if (step) step->factor *= factor;
    return step;
  }

  std::optional<LaneStep> of_product(const llvm::Value* a, const llvm::Value* b) {
    if (shapes_.of(a).is_same()) std::swap(a, b);
    const std::optional<LaneStep> step = shapes_.of(b).is_same() ? of(a) : std::nullopt;
    if (!step || step->factor == 0) return step;
    if (const auto* factor = llvm::dyn_cast<llvm::ConstantInt>(b)) {
      return times(step, factor->getSExtValue());
    }
    return step->by == nullptr ? std::optional(LaneStep{step->factor, without_extensions(b)})
                               : std::nullopt;
  }

  std::optional<LaneStep> of_address(const llvm::GetElementPtrInst& address) {
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable_offsets;
    llvm::APInt constant(64, 0);
    if (!address.collectOffset(layout_, 64, variable_offsets, constant)) return std::nullopt;
    std::optional<LaneStep> step = of(address.getPointerOperand());
    for (const auto& [index, scale] : variable_offsets) {
      step = sum(step, times(of(index), scale.getSExtValue()));
    }
    return step;
  }

  /// A value carried by a loop has the step of its start value, if each iteration adds the same to
  /// all lanes.
  std::optional<LaneStep> of_phi(const llvm::PHINode& phi) {
    std::optional<LaneStep> common;
    for (const llvm::Value* incoming : phi.incoming_values()) {
      const std::optional<LaneStep> step = of(incoming);
      if (!step || (common && *common != *step)) return std::nullopt;
      known_[&phi] = common = step;
    }
    return common;
  }

  const analysis::ShapeAnalysis& shapes_;
  const llvm::DataLayout& layout_;
  std::map<const llvm::Value*, std::optional<LaneStep>> known_;
};

std::string name_of_value(const llvm::Value& value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
  const bool is_argument =
      load != nullptr && load->hasName() && load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
  return is_argument ? "'" + load->getName().str() + "'" : "a value that all lanes share";
}

/// Names the operation that makes a constant step inconstant; nullptr: it is none of these.
const char* word_for(const llvm::Instruction& instruction) {
  using llvm::Instruction;
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::LShr:
      return "a division";
    case Instruction::AShr: {  // after a shift to the left it is the extension of a narrower number
      const auto* up = llvm::dyn_cast<llvm::BinaryOperator>(instruction.getOperand(0));
      const bool is_extension = up != nullptr && up->getOpcode() == Instruction::Shl;
      return is_extension ? "a narrower type" : "a division";
    }
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::And:
      return "a remainder";
    case Instruction::Xor:
    case Instruction::Or:
      return "a bitwise operation";
    case Instruction::Mul:
      return "a product";
    case Instruction::Select:
      return "a choice";
    default:
      return nullptr;
  }
}

/// Returns " through a division on line 8", say; empty if no such operation is found.
std::string through_what(const llvm::Value& pointer, const analysis::ShapeAnalysis& shapes,
                         Steps& steps) {
  std::deque<const llvm::Value*> work = {&pointer};
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  while (!work.empty() && seen.size() < most_explained) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(work.front());
    work.pop_front();
    if (instruction == nullptr || shapes.of(instruction).is_scalar() || steps.of(instruction) ||
        !seen.insert(instruction).second) {
      continue;
    }
    const char* word = word_for(*instruction);
    if (word != nullptr) return std::string(" through ") + word + ir::line_of(*instruction);
    if (instruction->mayReadOrWriteMemory()) continue;
    for (const llvm::Value* operand : instruction->operand_values()) work.push_back(operand);
  }
  return {};
}

}  // namespace

std::string why_lanes_stand_apart(const llvm::Value& pointer, const analysis::ShapeAnalysis& shapes,
                                  const llvm::DataLayout& layout) {
  Steps steps(shapes, layout);
  const std::optional<LaneStep> step = steps.of(&pointer);
  if (step && step->by == nullptr) {
    return "lanes stand " + std::to_string(step->factor) + " bytes apart";
  }
  if (step) {
    return "lanes stand " + std::to_string(step->factor) + " * " + name_of_value(*step->by) +
           " bytes apart, known at run time only";
  }
  return "the index depends on " + why_lanes_differ(pointer, shapes) +
         through_what(pointer, shapes, steps) + ": no constant step from lane to lane";
}

}  // namespace cleave::compiler::pass::report
