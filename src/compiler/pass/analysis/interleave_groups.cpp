#include "compiler/pass/analysis/interleave_groups.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/pass/analysis/runtime_contiguity.h"
#include "compiler/pass/ir/object_scopes.h"

namespace cleave::compiler::pass::analysis {
namespace {

constexpr int64_t most_slots = 16;
constexpr int64_t most_bytes_apart = 16;

/// A group that may still grow, with offsets relative to its first access.
struct OpenGroup {
  struct OpenMember {
    llvm::Instruction* access;
    int64_t offset;
  };
  struct ByteRange {
    int64_t begin, end;
    [[nodiscard]] bool meets(const ByteRange& other) const {
      return begin < other.end && other.begin < end;
    }
  };
  bool loads;
  llvm::Value* pointer;
  int64_t element;
  std::optional<int64_t> stride;
  std::vector<OpenMember> members;
  // For loads: memory that is written by stores behind the first one, or before it but done later.
  std::vector<ByteRange> written = {};

  [[nodiscard]] int64_t least() const {
    return std::ranges::min_element(members, {}, &OpenMember::offset)->offset;
  }
  [[nodiscard]] int64_t greatest() const {
    return std::ranges::max_element(members, {}, &OpenMember::offset)->offset;
  }
  /// Returns true if the lane's accesses would still be apart from the next lane's.
  [[nodiscard]] bool takes(int64_t offset) const {
    const bool is_new = std::ranges::none_of(
        members, [&](const OpenMember& member) { return member.offset == offset; });
    const bool is_old = std::ranges::none_of(
        written, [&](const ByteRange& range) { return range.meets({offset, offset + element}); });
    return is_new && is_old && (offset - members.front().offset) % element == 0 &&
           std::max(offset, greatest()) + element - std::min(offset, least()) <=
               stride.value_or(most_bytes_apart);
  }
  /// Returns the elements from a lane to the next; if that is not known, those that a lane
  /// accesses.
  [[nodiscard]] int64_t slots() const {
    return stride ? *stride / element : (greatest() - least()) / element + 1;
  }
};

/// Elements that follow each other take a vector access for each slot, and shuffles; gathers and
/// scatters one access for each lane: of a word or two, better than of each of their parts.
bool is_group_worthwhile(const OpenGroup& group, const LaneAddresses& addresses) {
  const int64_t slots = group.slots();
  const auto members = static_cast<int64_t>(group.members.size());
  if (!group.stride) {
    const auto bytes = static_cast<uint64_t>(slots * group.element);
    return members == slots && slots > 1 && bytes >= 4 && llvm::isPowerOf2_64(bytes) &&
           (group.element < 8 || contiguity_candidate(group.pointer, bytes, addresses));
  }
  if (slots <= 1) return false;
  return slots <= (group.loads ? 8 : 4) || slots <= 4 * members;
}

class BlockScan {
 public:
  BlockScan(const LaneAddresses& addresses, std::vector<std::unique_ptr<InterleaveGroup>>& groups)
      : addresses_(addresses), groups_(groups) {}

  void scan(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : block) {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      const bool is_hint = intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic();
      if (!instruction.mayReadOrWriteMemory() || is_hint) continue;
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      const bool is_plain =
          pointer != nullptr && !instruction.isVolatile() && !instruction.isAtomic();
      close_before(instruction, is_plain ? pointer : nullptr);
      if (is_plain) add(instruction, pointer);
    }
    while (!open_.empty()) close(open_.size() - 1);
  }

 private:
  /// Closes the groups that the instruction would conflict with: loads are done earlier than they
  /// stand, stores later, past what stands between.
  void close_before(const llvm::Instruction& instruction, llvm::Value* pointer) {
    for (size_t i = open_.size(); i-- > 0;) {
      if (open_[i].loads && !instruction.mayWriteToMemory()) continue;
      if (pointer == nullptr || !can_pass(open_[i], instruction, pointer)) close(i);
    }
  }

  bool can_pass(OpenGroup& group, const llvm::Instruction& access, llvm::Value* pointer) const {
    if (!addresses_.may_meet(group.pointer, pointer)) return true;
    // Members are at known distances from each other: all are of the object that the first is of.
    if (ir::are_of_distinct_objects(*group.members.front().access, access)) return true;
    const auto offset = addresses_.distance(group.pointer, pointer);
    if (!offset) return false;
    const auto bytes = static_cast<int64_t>(
        addresses_.layout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue());
    const OpenGroup::ByteRange range = {*offset, *offset + bytes};
    if (group.loads) {
      group.written.push_back(range);
      return true;
    }
    return std::ranges::none_of(group.members, [&](const OpenGroup::OpenMember& member) {
      return range.meets({member.offset, member.offset + group.element});
    });
  }

  void add(llvm::Instruction& access, llvm::Value* pointer) {
    llvm::Type* type = llvm::getLoadStoreType(&access);
    const llvm::DataLayout& layout = addresses_.layout();
    if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy()) return;
    const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
    if (bytes > 8 || layout.getTypeSizeInBits(type) != 8 * bytes || !llvm::isPowerOf2_64(bytes)) {
      return;
    }
    const auto element = static_cast<int64_t>(bytes);
    const std::optional<int64_t> stride = addresses_.stride(pointer);
    if (stride &&
        (*stride <= element || *stride % element != 0 || *stride > most_slots * element)) {
      return;
    }
    const bool loads = llvm::isa<llvm::LoadInst>(access);
    for (OpenGroup& group : open_) {
      if (group.loads != loads || group.element != element || group.stride != stride) continue;
      const auto distance = addresses_.distance(group.pointer, pointer);
      if (!distance || !group.takes(*distance)) continue;
      group.members.push_back({&access, *distance});
      return;
    }
    OpenGroup group = {loads, pointer, element, stride, {{&access, 0}}};
    if (loads) group.written = still_to_be_stored(pointer);
    open_.push_back(std::move(group));
  }

  /// Returns the memory, relative to the pointer, that is written by stores which stand before this
  /// access and wait for others of their group.
  std::vector<OpenGroup::ByteRange> still_to_be_stored(llvm::Value* pointer) const {
    std::vector<OpenGroup::ByteRange> ranges;
    for (const OpenGroup& group : open_) {
      const auto distance = addresses_.distance(pointer, group.pointer);
      // Groups that may overlap at an unknown distance have been closed.
      if (group.loads || !distance) continue;
      for (const OpenGroup::OpenMember& member : group.members) {
        const int64_t begin = *distance + member.offset;
        ranges.push_back({begin, begin + group.element});
      }
    }
    return ranges;
  }

  void close(size_t number) {
    const OpenGroup& group = open_[number];
    if (is_group_worthwhile(group, addresses_)) {
      auto made = std::make_unique<InterleaveGroup>();
      made->element = static_cast<unsigned>(group.element);
      made->slots = static_cast<unsigned>(group.slots());
      made->is_apart = !group.stride;
      const int64_t least = group.least();
      for (const OpenGroup::OpenMember& member : group.members) {
        made->members.push_back(
            {member.access, static_cast<unsigned>((member.offset - least) / group.element)});
      }
      made->position = group.loads ? made->members.front().access : made->members.back().access;
      groups_.push_back(std::move(made));
    }
    open_.erase(open_.begin() + static_cast<ptrdiff_t>(number));
  }

  const LaneAddresses& addresses_;
  std::vector<std::unique_ptr<InterleaveGroup>>& groups_;
  std::vector<OpenGroup> open_;
};

}  // namespace

unsigned InterleaveGroup::last_slot() const {
  return std::ranges::max_element(members, {}, &Member::slot)->slot;
}

unsigned InterleaveGroup::slot_of(const llvm::Instruction& access) const {
  return std::ranges::find(members, &access, &Member::access)->slot;
}

InterleaveGroups::InterleaveGroups(llvm::Function& lane_function, const LaneAddresses& addresses) {
  for (llvm::BasicBlock& block : lane_function) BlockScan(addresses, groups_).scan(block);
  for (const auto& group : groups_) {
    for (const InterleaveGroup::Member& member : group->members) {
      group_of_[member.access] = group.get();
    }
  }
}

const InterleaveGroup* InterleaveGroups::of(const llvm::Instruction& access) const {
  auto found = group_of_.find(&access);
  return found == group_of_.end() ? nullptr : found->second;
}

}  // namespace cleave::compiler::pass::analysis
