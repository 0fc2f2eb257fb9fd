#include "compiler/pass/widen/access/versioned_access.h"

#include "compiler/pass/widen/access/emit_versions.h"
#include "compiler/pass/widen/access/gather_access.h"
#include "compiler/pass/widen/access/gather_group_access.h"
#include "compiler/pass/widen/access/group_values.h"
#include "compiler/pass/widen/access/interleaved_access.h"

namespace cleave::compiler::pass::widen::access {
using llvm::Value;

std::optional<VersionedAccess> VersionedAccess::match(const LaneAccess& access,
                                                      const MemoryFacts& facts) {
  const analysis::InterleaveGroup* group = facts.group_of(access);
  std::optional<uint64_t> bytes;
  if (group != nullptr) {
    bytes = uint64_t{group->slots} * group->element;
  } else if (facts.is_single(access) && access.is_element()) {
    bytes = facts.bytes_without_gaps(access.type);
  }
  if (!bytes) return std::nullopt;
  Value* pointer =
      group == nullptr ? access.pointer : llvm::getLoadStorePointerOperand(group->position);
  const auto candidate = analysis::contiguity_candidate(pointer, *bytes, facts.addresses());
  if (!candidate || (candidate->is_close && group == nullptr)) return std::nullopt;
  return VersionedAccess(*candidate, group);
}

void VersionedAccess::write_remark(const LaneAccess& access, const MemoryFacts& facts) const {
  if (group_ == nullptr) {
    ir::remark(
        access.instruction, access.topic(), "versioned",
        (access.is_load
             ? "checked at run time: a vector load if lanes are contiguous, else a gather: "
             : "checked at run time: a vector store if lanes are contiguous, else a scatter: ") +
            facts.why_apart(*access.pointer));
    return;
  }
  for (const analysis::InterleaveGroup::Member& member : group_->members) {
    ir::remark(
        *member.access, access.topic(), "versioned",
        "checked at run time: whole vectors and shuffles if lanes are contiguous, else several "
        "elements for each lane: " +
            facts.why_apart(*llvm::getLoadStorePointerOperand(member.access)));
  }
}

/// Returns whether both versions load the group's stretch. Shuffles that take a stretch apart fold
/// into those that store it again only where no phi lies between them: then they come after it.
/// Copies of images of floats in memory take 0.6 of the time.
bool VersionedAccess::loads_stretch() const {
  return group_ != nullptr && group_->members.size() == group_->slots;
}

std::vector<Value*> VersionedAccess::load_contiguous(const LaneAccess& access, Value* first,
                                                     Value* mask, AccessEmitter& emitter) const {
  if (loads_stretch()) return load_stretch(*group_, first, mask, emitter);
  if (group_ != nullptr) return load_interleaved(*group_, first, mask, emitter);
  return {emitter.load(emitter.values.wide_type(access.type), first, access.align, mask)};
}

std::vector<Value*> VersionedAccess::load_apart(const LaneAccess& access, Value* mask,
                                                AccessEmitter& emitter) const {
  if (loads_stretch()) return gather_stretch(*group_, mask, emitter);
  if (group_ != nullptr) return gather_slots(*group_, mask, emitter);
  return {gather(access, mask, emitter)};
}

void VersionedAccess::emit_load(const LaneAccess& access, Value* mask,
                                AccessEmitter& emitter) const {
  const ContiguityCheck check = emitter.checks.check(candidate_, *access.instruction.getParent());
  std::vector<Value*> loaded = emit_versions(
      check.is_contiguous, "contiguous", emitter,
      [&] {
        Value* first = emitter.address_of_index(access.pointer, candidate_, check.first);
        return load_contiguous(access, first, mask, emitter);
      },
      [&] { return load_apart(access, mask, emitter); });
  if (group_ != nullptr) {
    if (loads_stretch()) loaded = slots_of_stretch(*group_, loaded, emitter.builder);
    define_members(*group_, loaded, emitter.values, emitter.builder);
  } else {
    emitter.values.define(access.instruction, loaded.front());
  }
}

void VersionedAccess::emit_store(const LaneAccess& access, Value* mask,
                                 AccessEmitter& emitter) const {
  std::vector<Value*> slots;
  if (group_ != nullptr) slots = slots_of_members(*group_, emitter.values, emitter.builder);
  const ContiguityCheck check = emitter.checks.check(candidate_, *access.instruction.getParent());
  const auto store_contiguous = [&] {
    Value* first = emitter.address_of_index(access.pointer, candidate_, check.first);
    if (group_ != nullptr) {
      store_interleaved(*group_, first, slots, mask, emitter);
    } else {
      copy_metadata(
          emitter.store(emitter.values.vector(access.stored()), first, access.align, mask),
          access.instruction);
    }
    return std::vector<Value*>();
  };
  const auto store_apart = [&] {
    if (group_ != nullptr) {
      scatter_slots(*group_, slots, mask, emitter);
    } else {
      scatter(access, mask, emitter);
    }
    return std::vector<Value*>();
  };
  static_cast<void>(
      emit_versions(check.is_contiguous, "contiguous", emitter, store_contiguous, store_apart));
}

}  // namespace cleave::compiler::pass::widen::access
