// Decides which extended values keep the stride of the value that they extend.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <set>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass::analysis {

/// How an integer is computed, as far as it is exact: the mathematical integer that each lane's
/// bits stand for is computed by the same step from its operands' integers, in each lane in which
/// the value is not poison.
struct ExactStep {
  enum class Kind : uint8_t {
    known,       // all lanes have the same value, or it is the lane's number
    loop,        // a phi that all lanes enter with the same stride
    resized,     // the integer of operand 0
    arithmetic,  // `opcode` of operands 0 and 1
  };
  Kind kind = Kind::known;
  bool is_signed = false;  // how the operands' bits are read
  llvm::Instruction::BinaryOps opcode = llvm::Instruction::Add;
};

/// Returns how `value`, read as a signed or an unsigned integer, is computed; nullopt if it is not
/// exact whatever its operands are.
[[nodiscard]] std::optional<ExactStep> exact_step(const llvm::Value& value, bool is_signed,
                                                  const ShapeAnalysis& shapes);

/// Finds out whether the integers of all lanes are lane 0's plus multiples of a stride: nothing
/// wraps around from one lane to the next.
class ExactStride {
 public:
  explicit ExactStride(const ShapeAnalysis& shapes) : shapes_(shapes) {}

  /// A lane whose value is poison takes no part: its wrapping does not count. That of a loop's
  /// counter would, in iterations that follow; hence such an extension must not be poison in any
  /// lane that runs.
  [[nodiscard]] bool holds_for(const llvm::CastInst& extension);

 private:
  bool holds(const llvm::Value& value, bool is_signed, unsigned depth);

  const ShapeAnalysis& shapes_;
  std::set<const llvm::Value*> loops_;  // phis assumed to be exact, and proved by induction
};

}  // namespace cleave::compiler::pass::analysis
