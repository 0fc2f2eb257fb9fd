// Widens loads and stores: plain vector accesses where lanes are contiguous, vectors and shuffles
// at small strides, gathers and scatters elsewhere.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <vector>

#include "compiler/pass/analysis/interleave_groups.h"
#include "compiler/pass/analysis/lane_address.h"
#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/report/explain.h"
#include "compiler/pass/widen/access/contiguity_check.h"
#include "compiler/pass/widen/access/xor_permuted_access.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

/// Emits at the builder, for the part that `values` has selected. A mask is nullptr when all lanes
/// run.
class WideMemory {
 public:
  WideMemory(llvm::Function& lane_function, llvm::IRBuilder<>& builder, WideValues& values,
             bool small_objects);

  /// Returns false if the access cannot be widened. Defines the value of the load, and of other
  /// loads in its interleave group; a store that belongs to a group is emitted with the group's
  /// last store.
  [[nodiscard]] bool load(llvm::LoadInst& load, llvm::Value* mask);
  [[nodiscard]] bool store(llvm::StoreInst& store, llvm::Value* mask);
  /// Returns true for a vector load that is harmless with an empty mask.
  [[nodiscard]] bool may_load_for_no_lane(const llvm::LoadInst& load) const;
  /// Returns true for transposed accesses: parts access neighbours, lanes do not. Accessing all
  /// parts at once is then fastest, where all lanes run.
  [[nodiscard]] bool is_transposed(const llvm::Instruction& access) const;
  /// Returns the value of each part.
  [[nodiscard]] std::vector<llvm::Value*> load_transposed(llvm::LoadInst& load);
  void store_transposed(llvm::StoreInst& store);
  /// Forgets the results of contiguity checks: code follows that the last emitted code does not
  /// dominate.
  void forget_answers() { answers_.clear(); }
  /// Returns all lanes' addresses of a load, store or atomic operation.
  [[nodiscard]] llvm::Value* all_addresses(llvm::Value* pointer) {
    return all_addresses(pointer, 0);
  }

 private:
  void keep_what_addresses_need(llvm::Function& lane_function);
  [[nodiscard]] std::optional<int64_t> stride(llvm::Value* pointer, llvm::Type* type) const;
  static void copy_metadata(llvm::Value* made, const llvm::Instruction& from);
  /// Returns the address that lane 0 would access, even if that lane does not run.
  [[nodiscard]] llvm::Value* first_address(llvm::Value* pointer, llvm::Value* mask);
  [[nodiscard]] int64_t unit_of(const Address& address) const;
  /// Returns the base, and the constant offset left to add.
  [[nodiscard]] std::pair<llvm::Value*, int64_t> base_of(const Address& address);
  [[nodiscard]] llvm::Value* small_offsets(const Address& address, int64_t unit,
                                           llvm::Value*& base);
  [[nodiscard]] llvm::Value* first_small_offset(const Address& address, int64_t unit,
                                                llvm::Value*& base);

  [[nodiscard]] llvm::Value* address_in_lane(llvm::Value* pointer, unsigned lane);

  void say(const llvm::Instruction& access, Topic topic, llvm::StringRef verdict,
           const llvm::Twine& text) const;
  /// Returns in words why the lanes of an access are not contiguous.
  [[nodiscard]] std::string why_apart(llvm::Value& pointer) const;
  void load_row(llvm::LoadInst& load, bool is_reversed, llvm::Value* mask);
  [[nodiscard]] bool stands_among_scattered_stores(const llvm::LoadInst& load) const;
  [[nodiscard]] llvm::Value* load_within_page(llvm::Type* wide, llvm::Value* first,
                                              llvm::Align align, llvm::Value* elements);
  void store_row(llvm::StoreInst& store, bool is_reversed, llvm::Value* mask);
  [[nodiscard]] std::optional<XorPermutedAccess> xor_permuted_access(llvm::Value* pointer,
                                                                     llvm::Type* type) const;
  [[nodiscard]] bool load_swapped_row(llvm::LoadInst& load, llvm::Value* mask);
  [[nodiscard]] bool store_swapped_row(llvm::StoreInst& store, llvm::Value* mask);
  [[nodiscard]] llvm::Value* gather(llvm::LoadInst& load, llvm::Value* mask);
  void scatter(llvm::StoreInst& store, llvm::Value* mask);
  /// Returns all lanes' addresses plus `more` bytes.
  [[nodiscard]] llvm::Value* all_addresses(llvm::Value* pointer, int64_t more);
  void say_of_group(const InterleaveGroup& group, bool is_asked) const;
  void load_group(const InterleaveGroup& group, llvm::Value* mask);
  void store_group(const InterleaveGroup& group, llvm::Value* mask);
  [[nodiscard]] llvm::Value* gather_parts_of_words(llvm::LoadInst& load, llvm::Value* mask);

  /// The stretch of memory of a group, as vectors of W elements.
  struct Stretch {
    llvm::Value* start;
    llvm::Align align;
    llvm::FixedVectorType* type;
  };
  [[nodiscard]] llvm::Type* common_type(const InterleaveGroup& group) const;
  [[nodiscard]] Stretch stretch(const InterleaveGroup& group, llvm::Value* first);
  [[nodiscard]] std::vector<llvm::Value*> load_stretch(const InterleaveGroup& group,
                                                       llvm::Value* first, llvm::Value* mask);
  void store_stretch(const InterleaveGroup& group, llvm::Value* first,
                     const std::vector<llvm::Value*>& slots, llvm::Value* mask);
  [[nodiscard]] static unsigned slots_at_once(const InterleaveGroup& group);
  [[nodiscard]] llvm::Value* addresses_of_slot(const InterleaveGroup& group, unsigned slot);
  [[nodiscard]] std::vector<llvm::Value*> gather_slots(const InterleaveGroup& group,
                                                       llvm::Value* mask);
  void scatter_slots(const InterleaveGroup& group, const std::vector<llvm::Value*>& slots,
                     llvm::Value* mask);
  /// Returns the mask of the elements of the numbered vector that are accessed; nullptr: all; sets
  /// `is_needed` to false if there are none.
  [[nodiscard]] llvm::Value* elements_mask(const InterleaveGroup& group, unsigned number,
                                           llvm::Value* mask, bool& is_needed);

  [[nodiscard]] std::optional<ContiguityCandidate> question_of(const InterleaveGroup& group) const;
  [[nodiscard]] std::optional<ContiguityCandidate> question_of(const llvm::Instruction& access,
                                                               llvm::Type* type) const;
  [[nodiscard]] llvm::Value* first_of_asked(llvm::Value* pointer,
                                            const ContiguityCandidate& question);
  [[nodiscard]] bool load_asked_row(llvm::LoadInst& load, llvm::Value* mask);
  [[nodiscard]] bool store_asked_row(llvm::StoreInst& store, llvm::Value* mask);
  template <class Row, class Apart>
  [[nodiscard]] std::vector<llvm::Value*> if_in_row(const ContiguityCandidate& question,
                                                    const llvm::Instruction& access, const Row& row,
                                                    const Apart& apart);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  LaneAddresses addresses_;
  InterleaveGroups groups_;
  unsigned width_;
  // Results of contiguity checks in the current block, by index and part.
  const llvm::BasicBlock* asked_in_ = nullptr;
  std::map<std::pair<const llvm::Value*, unsigned>, ContiguityCheck> answers_;
};

}  // namespace cleave::compiler::pass
