// Analyses addresses of lanes: strides between lanes, and distances between accesses.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass::analysis {

/// A pointer as base + sum of (extended index * scale) + constant.
struct LinearAddress {
  struct Term {
    llvm::Value* extended;  // a 64-bit integer, or the index itself
    llvm::Value* index;  // before its extension: an integer of at most 64 bits. If it has 64 bits
                         // and is not `extended` itself, only the lower 32 bits are the index
    bool is_signed;      // how it is extended
    int64_t scale;       // in bytes

    /// False: the address extends the index implicitly.
    [[nodiscard]] bool is_whole() const { return extended->getType()->isIntegerTy(64); }
    [[nodiscard]] bool is_extended() const { return extended != index || !is_whole(); }
    /// Significant bits of the index.
    [[nodiscard]] unsigned bits() const {
      return std::min(index->getType()->getIntegerBitWidth(), is_extended() ? 32U : 64U);
    }
  };
  llvm::Value* base = nullptr;
  llvm::SmallVector<Term, 2> terms;
  int64_t constant = 0;  // in bytes
};

/// Arrays whose location in local memory comes with the launch stay whole: they are bases.
[[nodiscard]] LinearAddress take_apart(llvm::Value* pointer, const llvm::DataLayout& layout);

/// Answers questions about addresses of a lane function's loads and stores, for the lanes that run
/// there.
///
/// An access stays inside the object that its address was computed from. If objects have less than
/// 2^31 bytes (PassOptions::small_objects; local and private memory always), accesses of
/// neighbouring lanes to one object are less than that apart. A 32-bit index that may wrap around
/// between lanes then does not wrap around between those that run, and offsets into the object fit
/// 32 bits.
class LaneAddresses {
 public:
  LaneAddresses(const ShapeAnalysis& shapes, const llvm::DataLayout& layout, bool small_objects)
      : shapes_(shapes), layout_(layout), small_objects_(small_objects) {}

  [[nodiscard]] const llvm::DataLayout& layout() const { return layout_; }
  [[nodiscard]] const ShapeAnalysis& shapes() const { return shapes_; }
  /// Returns the bytes from a lane's address to the next lane's; nullopt if that is not constant.
  [[nodiscard]] std::optional<int64_t> stride(llvm::Value* pointer) const;
  /// Returns true if lane 0's offset follows from its lower 32 bits, even if only other lanes run.
  [[nodiscard]] bool has_small_first_offset(const LinearAddress& address, int64_t stride) const;
  /// Returns true if all lanes' offsets from the address's base fit 32 bits and the base is a
  /// scalar.
  [[nodiscard]] bool has_small_offsets(const LinearAddress& address) const;
  /// Returns the bytes from one access to another, for lanes that do both; nullopt if that is not
  /// constant.
  [[nodiscard]] std::optional<int64_t> distance(llvm::Value* from, llvm::Value* to) const;
  /// Returns false if two accesses of one lane certainly do not overlap.
  [[nodiscard]] bool may_meet(llvm::Value* one, llvm::Value* other) const;

 private:
  [[nodiscard]] bool is_in_small_object(const llvm::Value* base) const;
  [[nodiscard]] LinearAddress without_constants(llvm::Value* pointer) const;

  const ShapeAnalysis& shapes_;
  const llvm::DataLayout& layout_;
  bool small_objects_;
};

}  // namespace cleave::compiler::pass::analysis
