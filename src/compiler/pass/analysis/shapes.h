// Computes shapes (RV: vector shapes): how the values of a lane function differ from lane to lane.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <map>

#include "compiler/pass/analysis/control_plan.h"
#include "compiler/pass/analysis/uniformity.h"

namespace cleave::compiler::pass::analysis {

/// How a value differs between lanes. Uniform: not at all, in all parts. Strided: by a constant
/// from lane to lane of each part. Varying: in any way.
struct Shape {
  enum class Variation : uint8_t { uniform, strided, varying } kind = Variation::varying;
  int64_t stride = 0;  // what is added from lane to lane, in bytes for pointers; it may be 0

  [[nodiscard]] bool is_scalar() const { return kind != Variation::varying; }
  /// Returns true if all lanes of a part have the same value.
  [[nodiscard]] bool is_same() const { return is_scalar() && stride == 0; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// The shapes of all values of a lane function.
class ShapeAnalysis {
 public:
  ShapeAnalysis(llvm::Function& lane_function, const ControlPlan& plan,
                const Uniformity& uniformity);
  [[nodiscard]] Shape of(const llvm::Value* value) const;

 private:
  Shape compute(const llvm::Instruction& instruction) const;
  Shape of_phi(const llvm::PHINode& phi) const;
  Shape of_address(const llvm::GetElementPtrInst& address) const;
  bool is_same_by_operands(const llvm::Instruction& instruction) const;
  bool may_be_strided(const llvm::PHINode& phi) const;

  const llvm::DataLayout& layout_;
  const ControlPlan& plan_;
  const Uniformity& uniformity_;
  std::map<const llvm::Value*, Shape> shapes_;
};

}  // namespace cleave::compiler::pass::analysis
