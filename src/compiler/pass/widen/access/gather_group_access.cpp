#include "compiler/pass/widen/access/gather_group_access.h"

#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>

#include "compiler/pass/widen/access/group_values.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

/// Slots that are accessed together: as many as the largest element of a gather has bytes for.
unsigned slots_at_once(const InterleaveGroup& group) {
  constexpr unsigned most_bytes = 8;
  return std::min(group.slots, most_bytes / group.element);
}

llvm::FixedVectorType* type_of_several(const InterleaveGroup& group, AccessEmitter& emitter) {
  const unsigned bits = 8 * slots_at_once(group) * group.element;
  return llvm::FixedVectorType::get(emitter.builder.getIntNTy(bits), emitter.values.width());
}

Value* addresses_of_slot(const InterleaveGroup& group, unsigned slot, AccessEmitter& emitter) {
  const int64_t slots = int64_t{slot} - group.slot_of(*group.position);
  return emitter.pointers.all(llvm::getLoadStorePointerOperand(group.position),
                              slots * group.element);
}

}  // namespace

std::vector<Value*> gather_slots(const InterleaveGroup& group, Value* mask,
                                 AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  const unsigned width = emitter.values.width();
  const unsigned count = slots_at_once(group);
  llvm::Type* wide = type_of_several(group, emitter);
  auto* elements = llvm::FixedVectorType::get(common_type(group), width * count);
  std::vector<Value*> slots;
  for (unsigned first = 0; first < group.slots; first += count) {
    Value* all = builder.CreateMaskedGather(wide, addresses_of_slot(group, first, emitter),
                                            llvm::Align(group.element), mask);
    if (elements->getElementType()->isPointerTy()) {
      slots.push_back(
          builder.CreateIntToPtr(all, emitter.values.wide_type(elements->getElementType())));
      continue;
    }
    all = builder.CreateBitCast(all, elements);
    for (unsigned slot = 0; slot < count; ++slot) {
      llvm::SmallVector<int> indices;
      for (unsigned lane = 0; lane < width; ++lane) {
        indices.push_back(static_cast<int>(lane * count + slot));
      }
      slots.push_back(builder.CreateShuffleVector(all, indices));
    }
  }
  return slots;
}

void scatter_slots(const InterleaveGroup& group, const std::vector<Value*>& slots, Value* mask,
                   AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  const unsigned width = emitter.values.width();
  const unsigned count = slots_at_once(group);
  llvm::Type* wide = type_of_several(group, emitter);
  llvm::SmallVector<int> indices;
  for (unsigned i = 0; i < width * count; ++i) {
    indices.push_back(static_cast<int>(i % count * width + i / count));
  }
  for (unsigned first = 0; first < group.slots; first += count) {
    llvm::ArrayRef<Value*> own = llvm::ArrayRef(slots).slice(first, count);
    Value* all = own.front();
    if (count > 1) {
      all = builder.CreateShuffleVector(llvm::concatenateVectors(builder, own), indices);
    }
    Value* addresses = addresses_of_slot(group, first, emitter);
    builder.CreateMaskedScatter(builder.CreateBitOrPointerCast(all, wide), addresses,
                                llvm::Align(group.element), mask);
  }
}

std::optional<GatherGroupAccess> GatherGroupAccess::match(const MemoryAccess& access,
                                                          const MemoryFacts& facts) {
  const InterleaveGroup* group = facts.group_of(access);
  if (group == nullptr || !group->is_apart) return std::nullopt;
  return GatherGroupAccess(*group);
}

void GatherGroupAccess::write_remark(const MemoryAccess& access, const MemoryFacts& facts) const {
  for (const InterleaveGroup::Member& member : group_->members) {
    remark(*member.access, access.topic(), access.is_load ? "gather" : "scatter",
           "several elements at once for each lane: " +
               facts.why_apart(*llvm::getLoadStorePointerOperand(member.access)));
  }
}

void GatherGroupAccess::emit_load(const MemoryAccess& /*access*/, Value* mask,
                                  AccessEmitter& emitter) const {
  define_members(*group_, gather_slots(*group_, mask, emitter), emitter.values, emitter.builder);
}

void GatherGroupAccess::emit_store(const MemoryAccess& /*access*/, Value* mask,
                                   AccessEmitter& emitter) const {
  const std::vector<Value*> slots = slots_of_members(*group_, emitter.values, emitter.builder);
  scatter_slots(*group_, slots, mask, emitter);
}

}  // namespace cleave::compiler::pass
