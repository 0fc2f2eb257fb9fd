// Where lanes access memory, told from what their addresses are computed from.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass {

/// A pointer as base + sum of (extended index * scale) + constant.
struct Address {
  struct Term {
    llvm::Value* extended;  // a 64-bit integer, or the index itself
    llvm::Value* index;  // before its extension: an integer of at most 64 bits; if it has as many
                         // as what is extended, its lower 32 bits are meant
    bool is_signed;      // how it is extended
    int64_t scale;       // in bytes

    /// False: the address extends it without saying so.
    [[nodiscard]] bool is_whole() const { return extended->getType()->isIntegerTy(64); }
    [[nodiscard]] bool is_extended() const { return extended != index || !is_whole(); }
    /// Of the index, as far as it is meant.
    [[nodiscard]] unsigned bits() const {
      return std::min(index->getType()->getIntegerBitWidth(), is_extended() ? 32U : 64U);
    }
  };
  llvm::Value* base = nullptr;
  llvm::SmallVector<Term, 2> terms;
  int64_t constant = 0;  // in bytes
};

[[nodiscard]] Address take_apart(llvm::Value* pointer, const llvm::DataLayout& layout);

/// Addresses of a lane function's loads and stores, for the lanes that run there.
///
/// An access is to the object that its address was computed from. Where objects have less than 2^31
/// bytes (PassOptions::small_objects; local and private memory always), lanes beside each other
/// that access one object are less than that apart: a 32-bit index that may wrap around between
/// lanes does not wrap around between those that run, and offsets into the object fit 32 bits.
class LaneAddresses {
 public:
  LaneAddresses(const Shapes& shapes, const llvm::DataLayout& layout, bool small_objects)
      : shapes_(shapes), layout_(layout), small_objects_(small_objects) {}

  [[nodiscard]] const llvm::DataLayout& layout() const { return layout_; }
  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  /// Bytes from a lane to the next; nothing: they are anywhere.
  [[nodiscard]] std::optional<int64_t> stride(llvm::Value* pointer) const;
  /// Whether the lower 32 bits of lane 0's offset tell it, even if only other lanes run.
  [[nodiscard]] bool has_small_first_offset(const Address& address, int64_t stride) const;
  /// Whether all lanes' offsets from the address's base fit 32 bits, and the base is a scalar.
  [[nodiscard]] bool has_small_offsets(const Address& address) const;
  /// Bytes from an access to another if they differ by a constant, for lanes that do both.
  [[nodiscard]] std::optional<int64_t> distance(llvm::Value* from, llvm::Value* to) const;
  /// Can accesses of the same lane meet? False: certainly not.
  [[nodiscard]] bool may_meet(llvm::Value* one, llvm::Value* other) const;

 private:
  [[nodiscard]] bool is_in_small_object(const llvm::Value* base) const;
  [[nodiscard]] Address without_constants(llvm::Value* pointer) const;

  const Shapes& shapes_;
  const llvm::DataLayout& layout_;
  bool small_objects_;
};

}  // namespace cleave::compiler::pass
