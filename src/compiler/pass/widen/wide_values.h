// The values of a widened function: for each value of the lane function what stands for it.
//
// A value that is the same in all lanes stays a scalar. One that grows by a constant from lane to
// lane is kept as the scalar of lane 0. All others are vectors of W elements; what is a vector for
// each lane becomes one of W times as many elements, lane after lane; what is a structure becomes a
// structure of these. Where several sub-groups run together, each of them (a part) has its own
// scalars and vectors, but for what is uniform.
//
// A value that is used in another block than its own lives in a variable of the new function until
// SROA puts it into registers: who uses it need not see that its block may have been skipped.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <set>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass {

class WideValues {
  using Key = std::pair<const llvm::Value*, unsigned>;  // a value and its part

 public:
  /// `builder` stands where values are wanted; `entry` is the new function's first block, which
  /// holds the variables and nothing that uses them.
  WideValues(llvm::IRBuilder<>& builder, llvm::BasicBlock& entry, const Shapes& shapes,
             unsigned width, unsigned parts);

  [[nodiscard]] unsigned width() const { return width_; }
  [[nodiscard]] unsigned parts() const { return parts_; }
  [[nodiscard]] unsigned part() const { return part_; }
  /// All that follows is about this part.
  void begin_part(unsigned part) { part_ = part; }
  [[nodiscard]] llvm::Type* wide_type(llvm::Type* type) const;
  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  [[nodiscard]] Shape shape_of(const llvm::Value* value) const { return shapes_.of(value); }
  [[nodiscard]] bool is_scalar(const llvm::Value* value) const {
    return shape_of(value).is_scalar();
  }

  /// What lane 0 has; requires a scalar shape.
  [[nodiscard]] llvm::Value* scalar(llvm::Value* value);
  /// What all lanes have.
  [[nodiscard]] llvm::Value* vector(llvm::Value* value);
  /// The same scalar for all lanes.
  [[nodiscard]] llvm::Value* broadcast(llvm::Value* scalar);

  /// The value has been computed: as a scalar if its shape is one, else as a vector.
  void define(llvm::Instruction& value, llvm::Value* computed);
  void define_argument(llvm::Argument& argument, llvm::Value* value) {
    local_[{&argument, 0}] = value;
  }
  /// The value, not defined yet, is wanted in other blocks than the lane function's users are in.
  void keep(const llvm::Instruction& value) { kept_.insert(&value); }
  /// The variable of a value that lives in one, phis above all.
  [[nodiscard]] llvm::AllocaInst* variable(const llvm::Instruction& value);
  [[nodiscard]] llvm::AllocaInst* new_variable(llvm::Type* type, const llvm::Twine& name);
  /// Writes code that may be skipped: what it finds in variables is of no use behind it.
  template <class Write>
  void conditionally(const Write& write) {
    const std::map<Key, llvm::Value*> before = local_;
    write();
    local_ = before;
  }
  /// Code that follows belongs to another block of the lane function.
  void begin_block() {
    std::erase_if(local_,
                  [](const auto& entry) { return !llvm::isa<llvm::Argument>(entry.first.first); });
  }

 private:
  [[nodiscard]] Key key_of(const llvm::Value* value) const {
    return {value, shape_of(value).kind == Shape::Kind::uniform ? 0 : part_};
  }
  [[nodiscard]] llvm::Value* stored_or_local(llvm::Value* value);

  llvm::IRBuilder<>& builder_;
  llvm::BasicBlock& entry_;
  const Shapes& shapes_;
  unsigned width_, parts_, part_ = 0;
  std::map<Key, llvm::Value*> local_;  // in the block that is being filled
  std::map<Key, llvm::AllocaInst*> variables_;
  std::set<const llvm::Instruction*> kept_;
};

/// The type of W values of `type`, as WideValues holds them.
[[nodiscard]] llvm::Type* wide_type(llvm::Type* type, unsigned width);

}  // namespace cleave::compiler::pass
