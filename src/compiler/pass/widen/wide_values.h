// Maps values of the lane function to values of the widened function.
//
// A uniform value stays a scalar. A strided value is kept as the scalar of lane 0. A varying value
// is a vector of W elements; a vector in each lane becomes one of W times as many elements, lane
// after lane; a structure becomes a structure of these. If several sub-groups are jammed, each of
// them (a part) has its own scalars and vectors, except for uniform values.
//
// A value that is used outside its block is stored in a variable of the new function until SROA
// promotes it: its users need not know that its block may have been skipped.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <set>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass::widen {

class WideValues {
  using PartOfValue = std::pair<const llvm::Value*, unsigned>;  // a value and its part

 public:
  /// `builder` inserts where values are wanted. `entry` is the new function's first block, which
  /// allocates the variables and does not access them.
  WideValues(llvm::IRBuilder<>& builder, llvm::BasicBlock& entry,
             const analysis::ShapeAnalysis& shapes, unsigned width, unsigned parts);

  [[nodiscard]] unsigned width() const { return width_; }
  [[nodiscard]] unsigned parts() const { return parts_; }
  [[nodiscard]] unsigned part() const { return part_; }
  /// Selects the part that later calls are about.
  void begin_part(unsigned part) { part_ = part; }
  [[nodiscard]] llvm::Type* wide_type(llvm::Type* type) const;
  [[nodiscard]] const analysis::ShapeAnalysis& shapes() const { return shapes_; }
  [[nodiscard]] analysis::Shape shape_of(const llvm::Value* value) const {
    return shapes_.of(value);
  }
  [[nodiscard]] bool is_scalar(const llvm::Value* value) const {
    return shape_of(value).is_scalar();
  }

  /// Returns lane 0's value; requires a scalar shape.
  [[nodiscard]] llvm::Value* scalar(llvm::Value* value);
  /// Returns the vector of all lanes' values.
  [[nodiscard]] llvm::Value* vector(llvm::Value* value);
  /// Returns a vector with the scalar in all lanes.
  [[nodiscard]] llvm::Value* broadcast(llvm::Value* scalar);

  /// Defines a value: by a scalar if its shape is scalar, else by a vector.
  void define(llvm::Instruction& value, llvm::Value* computed);
  void define_argument(llvm::Argument& argument, llvm::Value* value) {
    local_[{&argument, 0}] = value;
  }
  /// Gives a value that is not defined yet a variable, although the lane function uses it in its
  /// own block only.
  void keep(const llvm::Instruction& value) { kept_.insert(&value); }
  /// Returns the variable of a value that has one, above all of a phi.
  [[nodiscard]] llvm::AllocaInst* variable(const llvm::Instruction& value);
  [[nodiscard]] llvm::AllocaInst* new_variable(llvm::Type* type, const llvm::Twine& name);
  /// Emits conditionally executed code; values it caches do not dominate what follows and are
  /// dropped.
  template <class Write>
  void conditionally(const Write& write) {
    const std::map<PartOfValue, llvm::Value*> before = local_;
    write();
    local_ = before;
  }
  /// Begins another block of the lane function: drops the values cached for the last one.
  void begin_block() {
    std::erase_if(local_,
                  [](const auto& entry) { return !llvm::isa<llvm::Argument>(entry.first.first); });
  }

 private:
  [[nodiscard]] PartOfValue key_of(const llvm::Value* value) const {
    return {value, shape_of(value).kind == analysis::Shape::Variation::uniform ? 0 : part_};
  }
  [[nodiscard]] llvm::Value* stored_or_local(llvm::Value* value);

  llvm::IRBuilder<>& builder_;
  llvm::BasicBlock& entry_;
  const analysis::ShapeAnalysis& shapes_;
  unsigned width_, parts_, part_ = 0;
  std::map<PartOfValue, llvm::Value*> local_;  // in the block that is being filled
  std::map<PartOfValue, llvm::AllocaInst*> variables_;
  std::set<const llvm::Instruction*> kept_;
};

/// The type of W values of `type`, as WideValues holds them.
[[nodiscard]] llvm::Type* wide_type(llvm::Type* type, unsigned width);

}  // namespace cleave::compiler::pass::widen
