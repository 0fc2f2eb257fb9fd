// Describes loads and stores of a lane function, for the rows of the memory table to match.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Alignment.h>

#include <optional>
#include <string>

#include "compiler/pass/analysis/interleave_groups.h"
#include "compiler/pass/analysis/lane_address.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::widen::access {

/// A load or store of one lane.
struct LaneAccess {
  /// Requires a load or store.
  explicit LaneAccess(llvm::Instruction& access);

  llvm::Instruction& instruction;
  llvm::Value* pointer;
  llvm::Type* type;  // the type that is loaded or stored
  llvm::Align align;
  bool is_load;

  [[nodiscard]] ir::Topic topic() const { return is_load ? ir::Topic::load : ir::Topic::store; }
  /// Returns what a store stores.
  [[nodiscard]] llvm::Value* stored() const;
  /// Returns false for atomic and volatile accesses.
  [[nodiscard]] bool is_simple() const;
  /// Returns true for volatile accesses to local memory that are not atomic. One thread makes all
  /// accesses of a work-group, so nobody can tell the order of lanes within one of them. That of
  /// other accesses, and that each lane makes its own once, must stay.
  [[nodiscard]] bool is_volatile_local() const;
  /// Returns true if a vector register holds one of the type per lane.
  [[nodiscard]] bool is_element() const;
};

/// The facts about a lane function's memory accesses that decide which row of the memory table
/// fits.
class MemoryFacts {
 public:
  MemoryFacts(llvm::Function& lane_function, const analysis::ShapeAnalysis& shapes, unsigned width,
              unsigned parts, bool small_objects);

  [[nodiscard]] const analysis::LaneAddresses& addresses() const { return addresses_; }
  [[nodiscard]] const analysis::ShapeAnalysis& shapes() const { return addresses_.shapes(); }
  [[nodiscard]] const llvm::DataLayout& layout() const { return addresses_.layout(); }
  [[nodiscard]] unsigned width() const { return width_; }
  [[nodiscard]] unsigned parts() const { return parts_; }

  /// Returns the interleave group of an access; nullptr if it is in none.
  [[nodiscard]] const analysis::InterleaveGroup* group_of(const LaneAccess& access) const {
    return groups_.of(access.instruction);
  }
  /// Returns true if the access is in no interleave group, and an access of a vector that accesses
  /// each lane's memory once, and no other memory, may replace it.
  [[nodiscard]] bool may_be_vector(const LaneAccess& access) const;
  /// Returns true if moreover it is not volatile, and a vector access of any kind may replace it.
  [[nodiscard]] bool is_single(const LaneAccess& access) const;
  /// Returns the bytes of a value; nullopt for types that leave gaps in memory.
  [[nodiscard]] std::optional<uint64_t> bytes_without_gaps(llvm::Type* type) const;
  /// Returns true if the function writes to a location that is the same for all lanes, where a load
  /// through `pointer` may read.
  [[nodiscard]] bool may_read_written_by_all(const llvm::Value& pointer) const;
  /// Returns in words why the lanes of an access are not contiguous.
  [[nodiscard]] std::string why_apart(const llvm::Value& pointer) const;

 private:
  analysis::LaneAddresses addresses_;
  analysis::InterleaveGroups groups_;
  unsigned width_, parts_;
  llvm::SmallVector<unsigned, 4> written_by_all_;  // address spaces
};

}  // namespace cleave::compiler::pass::widen::access
