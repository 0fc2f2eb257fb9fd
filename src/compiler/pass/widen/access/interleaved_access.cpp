#include "compiler/pass/widen/access/interleaved_access.h"

#include "compiler/pass/ir/interleave_vectors.h"
#include "compiler/pass/widen/access/group_values.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

/// The memory that all lanes of a group access, as vectors of W elements, one for each slot.
class GroupMemory {
 public:
  /// `first`: the address that the access at the group's position has in lane 0.
  GroupMemory(const analysis::InterleaveGroup& group, Value* first, AccessEmitter& emitter)
      : group_(group),
        emitter_(emitter),
        width_(emitter.values.width()),
        type_(llvm::FixedVectorType::get(common_type(group), width_)) {
    const uint64_t offset = uint64_t{group.element} * group.slot_of(*group.position);
    start_ = emitter.builder.CreatePtrAdd(first, emitter.builder.getInt64(0 - offset));
    align_ = llvm::getLoadStoreAlignment(group.position);
    align_ = llvm::commonAlignment(align_, offset);
    align_ = llvm::commonAlignment(align_, uint64_t{group.element} * group.slots);
    align_ = llvm::commonAlignment(align_, uint64_t{group.element} * width_);
    for (const analysis::InterleaveGroup::Member& member : group.members) used_[member.slot] = true;
  }

  /// The vectors; nullptr for those of which no element is accessed.
  std::vector<Value*> load(Value* mask) {
    std::vector<Value*> vectors(group_.slots);
    for (unsigned number = 0; number < group_.slots; ++number) {
      bool is_needed = false;
      Value* elements = elements_mask(number, mask, is_needed);
      if (is_needed) vectors[number] = emitter_.load(type_, address(number), align_, elements);
    }
    return vectors;
  }

  void store(const std::vector<Value*>& vectors, Value* mask) {
    for (unsigned number = 0; number < group_.slots; ++number) {
      bool is_needed = false;
      Value* elements = elements_mask(number, mask, is_needed);
      if (!is_needed) continue;
      llvm::Instruction* store = emitter_.store(vectors[number], address(number), align_, elements);
      if (llvm::isa<llvm::StoreInst>(store)) {
        // The members write to one object.
        store->copyMetadata(*group_.position, {llvm::LLVMContext::MD_nontemporal});
      }
    }
  }

 private:
  Value* address(unsigned number) {
    const uint64_t bytes = uint64_t{number} * width_ * group_.element;
    return emitter_.builder.CreatePtrAdd(start_, emitter_.builder.getInt64(bytes));
  }

  /// The mask of the elements of the numbered vector that are accessed; nullptr: all. Sets
  /// `is_needed` if a member has one of them.
  Value* elements_mask(unsigned number, Value* mask, bool& is_needed) {
    llvm::IRBuilder<>& builder = emitter_.builder;
    const bool loads = llvm::isa<llvm::LoadInst>(group_.position);
    const unsigned last = group_.last_slot();
    llvm::SmallVector<int> lanes;
    llvm::SmallVector<llvm::Constant*> accessed;
    bool all = true;
    for (unsigned i = 0; i < width_; ++i) {
      const unsigned element = number * width_ + i;
      const unsigned lane = element / group_.slots, slot = element % group_.slots;
      // Memory between elements that are loaded may be loaded as well: its pages are there.
      const bool between = slot < last || (mask == nullptr && lane + 1 < width_);
      const bool is_accessed = loads ? between || used_[slot] : used_[slot];
      is_needed |= used_[slot];
      all &= is_accessed;
      lanes.push_back(static_cast<int>(lane));
      accessed.push_back(builder.getInt1(is_accessed));
    }
    llvm::Constant* fixed = llvm::ConstantVector::get(accessed);
    if (mask == nullptr) return all ? nullptr : fixed;
    Value* running = builder.CreateShuffleVector(mask, lanes);
    return all ? running : builder.CreateAnd(running, fixed);
  }

  const analysis::InterleaveGroup& group_;
  AccessEmitter& emitter_;
  unsigned width_;
  llvm::FixedVectorType* type_;
  Value* start_ = nullptr;
  llvm::Align align_;
  std::vector<bool> used_ = std::vector<bool>(group_.slots, false);  // slots with a member
};

}  // namespace

std::vector<Value*> load_stretch(const analysis::InterleaveGroup& group, Value* first, Value* mask,
                                 AccessEmitter& emitter) {
  return GroupMemory(group, first, emitter).load(mask);
}

std::vector<Value*> load_interleaved(const analysis::InterleaveGroup& group, Value* first,
                                     Value* mask, AccessEmitter& emitter) {
  const std::vector<Value*> vectors = load_stretch(group, first, mask, emitter);
  return slots_of_stretch(group, vectors, emitter.builder);
}

void store_interleaved(const analysis::InterleaveGroup& group, Value* first,
                       const std::vector<Value*>& slots, Value* mask, AccessEmitter& emitter) {
  GroupMemory memory(group, first, emitter);
  memory.store(ir::interleave_members(emitter.builder, slots), mask);
}

std::optional<InterleavedAccess> InterleavedAccess::match(const LaneAccess& access,
                                                          const MemoryFacts& facts) {
  const analysis::InterleaveGroup* group = facts.group_of(access);
  if (group == nullptr || group->is_apart) return std::nullopt;
  return InterleavedAccess(*group);
}

void InterleavedAccess::write_remark(const LaneAccess& access, const MemoryFacts& /*facts*/) const {
  for (const analysis::InterleaveGroup::Member& member : group_->members) {
    ir::remark(*member.access, access.topic(), "shuffled",
               access.is_load ? "loads at a small stride: whole vectors, then shuffles"
                              : "stores at a small stride: shuffles, then whole vectors");
  }
}

void InterleavedAccess::emit_load(const LaneAccess& access, Value* mask,
                                  AccessEmitter& emitter) const {
  Value* first = emitter.pointers.first(access.pointer, mask);
  define_members(*group_, load_interleaved(*group_, first, mask, emitter), emitter.values,
                 emitter.builder);
}

void InterleavedAccess::emit_store(const LaneAccess& access, Value* mask,
                                   AccessEmitter& emitter) const {
  const std::vector<Value*> slots = slots_of_members(*group_, emitter.values, emitter.builder);
  Value* first = emitter.pointers.first(access.pointer, mask);
  store_interleaved(*group_, first, slots, mask, emitter);
}

}  // namespace cleave::compiler::pass::widen::access
