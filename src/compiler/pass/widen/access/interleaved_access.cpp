// Of WideMemory: accesses of a lane that lie beside each other, and rows that are asked for.
#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>
#include <vector>

#include "compiler/pass/ir/interleave_vectors.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/widen/access/contiguity_check.h"
#include "compiler/pass/widen/access/wide_memory.h"

namespace cleave::compiler::pass {

using llvm::Value;

/// What all members are loaded or stored as.
llvm::Type* WideMemory::common_type(const InterleaveGroup& group) const {
  llvm::Type* common = llvm::getLoadStoreType(group.place);
  for (const InterleaveGroup::Member& member : group.members) {
    if (llvm::getLoadStoreType(member.access) != common) {
      return builder_.getIntNTy(8 * group.element);
    }
  }
  return common;
}

/// `first`: the address that the access at the group's place has in lane 0.
WideMemory::Stretch WideMemory::stretch(const InterleaveGroup& group, Value* first) {
  const uint64_t offset = uint64_t{group.element} * group.slot_of(*group.place);
  Value* start = builder_.CreatePtrAdd(first, builder_.getInt64(0 - offset));
  llvm::Align align = llvm::getLoadStoreAlignment(group.place);
  align = llvm::commonAlignment(align, offset);
  align = llvm::commonAlignment(align, uint64_t{group.element} * group.slots);
  align = llvm::commonAlignment(align, uint64_t{group.element} * width_);
  return {start, align, llvm::FixedVectorType::get(common_type(group), width_)};
}

Value* WideMemory::elements_mask(const InterleaveGroup& group, unsigned number, Value* mask,
                                 bool& is_needed) {
  const bool loads = llvm::isa<llvm::LoadInst>(group.place);
  const unsigned last = group.last_slot();
  std::vector<bool> used(group.slots, false);
  for (const InterleaveGroup::Member& member : group.members) used[member.slot] = true;
  llvm::SmallVector<int> lanes;
  llvm::SmallVector<llvm::Constant*> accessed;
  bool all = true;
  is_needed = false;
  for (unsigned i = 0; i < width_; ++i) {
    const unsigned place = number * width_ + i;
    const unsigned lane = place / group.slots, slot = place % group.slots;
    // What lies between elements that are loaded may be loaded as well: their pages are there.
    const bool between = slot < last || (mask == nullptr && lane + 1 < width_);
    const bool is_accessed = loads ? between || used[slot] : used[slot];
    is_needed |= used[slot];
    all &= is_accessed;
    lanes.push_back(static_cast<int>(lane));
    accessed.push_back(builder_.getInt1(is_accessed));
  }
  llvm::Constant* fixed = llvm::ConstantVector::get(accessed);
  if (mask == nullptr) return all ? nullptr : fixed;
  Value* running = builder_.CreateShuffleVector(mask, lanes);
  return all ? running : builder_.CreateAnd(running, fixed);
}

/// Of each slot all lanes' elements.
std::vector<Value*> WideMemory::load_stretch(const InterleaveGroup& group, Value* first,
                                             Value* mask) {
  const Stretch from = stretch(group, first);
  std::vector<Value*> vectors(group.slots);
  for (unsigned number = 0; number < group.slots; ++number) {
    bool is_needed = false;
    Value* elements = elements_mask(group, number, mask, is_needed);
    if (!is_needed) continue;
    Value* place = builder_.CreatePtrAdd(
        from.start, builder_.getInt64(uint64_t{number} * width_ * group.element));
    vectors[number] =
        elements == nullptr
            ? static_cast<Value*>(builder_.CreateAlignedLoad(from.type, place, from.align))
            : builder_.CreateMaskedLoad(from.type, place, from.align, elements);
  }
  std::vector<Value*> slots(group.slots);
  for (const InterleaveGroup::Member& member : group.members) {
    slots[member.slot] = deinterleave(builder_, vectors, member.slot);
  }
  return slots;
}

void WideMemory::store_stretch(const InterleaveGroup& group, Value* first,
                               const std::vector<Value*>& slots, Value* mask) {
  const Stretch to = stretch(group, first);
  const std::vector<Value*> vectors = interleave_members(builder_, slots);
  for (unsigned number = 0; number < group.slots; ++number) {
    bool is_needed = false;
    Value* elements = elements_mask(group, number, mask, is_needed);
    if (!is_needed) continue;
    Value* place = builder_.CreatePtrAdd(
        to.start, builder_.getInt64(uint64_t{number} * width_ * group.element));
    if (elements == nullptr) {
      builder_.CreateAlignedStore(vectors[number], place, to.align);
    } else {
      builder_.CreateMaskedStore(vectors[number], place, to.align, elements);
    }
  }
}

/// Slots that are accessed together where lanes lie apart: as many as a word or two hold.
unsigned WideMemory::slots_at_once(const InterleaveGroup& group) {
  constexpr unsigned most_bytes = 8;
  return std::min(group.slots, most_bytes / group.element);
}

Value* WideMemory::addresses_of_slot(const InterleaveGroup& group, unsigned slot) {
  const int64_t slots = int64_t{slot} - group.slot_of(*group.place);
  return all_addresses(llvm::getLoadStorePointerOperand(group.place), slots * group.element);
}

std::vector<Value*> WideMemory::gather_slots(const InterleaveGroup& group, Value* mask) {
  const unsigned count = slots_at_once(group);
  auto* wide = llvm::FixedVectorType::get(builder_.getIntNTy(8 * count * group.element), width_);
  auto* parts = llvm::FixedVectorType::get(common_type(group), width_ * count);
  std::vector<Value*> slots;
  for (unsigned first = 0; first < group.slots; first += count) {
    Value* all = builder_.CreateMaskedGather(wide, addresses_of_slot(group, first),
                                             llvm::Align(group.element), mask);
    if (parts->getElementType()->isPointerTy()) {
      slots.push_back(builder_.CreateIntToPtr(all, values_.wide_type(parts->getElementType())));
      continue;
    }
    all = builder_.CreateBitCast(all, parts);
    for (unsigned slot = 0; slot < count; ++slot) {
      llvm::SmallVector<int> places;
      for (unsigned lane = 0; lane < width_; ++lane) {
        places.push_back(static_cast<int>(lane * count + slot));
      }
      slots.push_back(builder_.CreateShuffleVector(all, places));
    }
  }
  return slots;
}

void WideMemory::scatter_slots(const InterleaveGroup& group, const std::vector<Value*>& slots,
                               Value* mask) {
  const unsigned count = slots_at_once(group);
  auto* wide = llvm::FixedVectorType::get(builder_.getIntNTy(8 * count * group.element), width_);
  llvm::SmallVector<int> places;
  for (unsigned i = 0; i < width_ * count; ++i) {
    places.push_back(static_cast<int>(i % count * width_ + i / count));
  }
  for (unsigned first = 0; first < group.slots; first += count) {
    llvm::ArrayRef<Value*> own = llvm::ArrayRef(slots).slice(first, count);
    Value* all = own.front();
    if (count > 1)
      all = builder_.CreateShuffleVector(llvm::concatenateVectors(builder_, own), places);
    builder_.CreateMaskedScatter(builder_.CreateBitOrPointerCast(all, wide),
                                 addresses_of_slot(group, first), llvm::Align(group.element), mask);
  }
}

/// Values for two cases, by what was found at run time.
template <class Row, class Apart>
std::vector<Value*> WideMemory::if_in_row(const ContiguityCandidate& question,
                                          const llvm::Instruction& access, const Row& row,
                                          const Apart& apart) {
  if (asked_in_ != access.getParent()) answers_.clear();
  asked_in_ = access.getParent();
  ContiguityCheck& answer = answers_[{question.index, values_.part()}];
  if (answer.in_row == nullptr) answer = ask(builder_, values_, question);
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  llvm::LLVMContext& context = builder_.getContext();
  auto* row_block = llvm::BasicBlock::Create(context, "row", function);
  auto* apart_block = llvm::BasicBlock::Create(context, "apart", function);
  auto* after = llvm::BasicBlock::Create(context, "accessed", function);
  builder_.CreateCondBr(answer.in_row, row_block, apart_block);
  builder_.SetInsertPoint(row_block);
  std::vector<Value*> of_row, of_others;
  values_.conditionally([&] { of_row = row(); });
  llvm::BasicBlock* row_end = builder_.CreateBr(after)->getParent();
  builder_.SetInsertPoint(apart_block);
  values_.conditionally([&] { of_others = apart(); });
  llvm::BasicBlock* apart_end = builder_.CreateBr(after)->getParent();
  builder_.SetInsertPoint(after);
  std::vector<Value*> values;
  for (size_t i = 0; i < of_row.size(); ++i) {
    llvm::PHINode* either = builder_.CreatePHI(of_row[i]->getType(), 2);
    either->addIncoming(of_row[i], row_end);
    either->addIncoming(of_others[i], apart_end);
    values.push_back(either);
  }
  return values;
}

/// Where lane 0 accesses memory if lanes turn out to lie in a row.
Value* WideMemory::first_of_asked(Value* pointer, const ContiguityCandidate& question) {
  const Address address = take_apart(pointer, addresses_.layout());
  const int64_t unit = unit_of(address);
  auto [base, constant] = base_of(address);
  Value* offset = builder_.getInt32(static_cast<uint32_t>(constant / unit));
  for (const Address::Term& term : address.terms) {
    Value* index = values_.shape_of(term.index).is_same()
                       ? builder_.CreateIntCast(values_.scalar(term.index), builder_.getInt32Ty(),
                                                term.is_signed)
                       : first_index(builder_, values_, term.index, question,
                                     answers_.at({question.index, values_.part()}).first);
    Value* units = builder_.getInt32(static_cast<uint32_t>(term.scale / unit));
    offset = builder_.CreateAdd(offset, builder_.CreateMul(index, units));
  }
  return builder_.CreateGEP(builder_.getIntNTy(static_cast<unsigned>(8 * unit)), base,
                            builder_.CreateSExt(offset, builder_.getInt64Ty()));
}

std::optional<ContiguityCandidate> WideMemory::question_of(const InterleaveGroup& group) const {
  return contiguity_candidate(llvm::getLoadStorePointerOperand(group.place),
                              uint64_t{group.slots} * group.element, addresses_);
}

void WideMemory::say_of_group(const InterleaveGroup& group, bool is_asked) const {
  const bool loads = llvm::isa<llvm::LoadInst>(group.place);
  const Topic topic = loads ? Topic::load : Topic::store;
  for (const InterleaveGroup::Member& member : group.members) {
    if (!group.is_apart) {
      say(*member.access, topic, "shuffled",
          loads ? "loads at a small stride: whole vectors, then shuffles"
                : "stores at a small stride: shuffles, then whole vectors");
      continue;
    }
    const std::string why = why_apart(*llvm::getLoadStorePointerOperand(member.access));
    if (is_asked) {
      say(*member.access, topic, "asked",
          "whole vectors and shuffles if lanes turn out to lie in a row, else several elements "
          "for each lane: " +
              why);
    } else {
      say(*member.access, topic, loads ? "gather" : "scatter",
          "several elements at once for each lane: " + why);
    }
  }
}

void WideMemory::load_group(const InterleaveGroup& group, Value* mask) {
  const auto question = question_of(group);
  say_of_group(group, question.has_value());
  Value* pointer = llvm::getLoadStorePointerOperand(group.place);
  std::vector<Value*> slots;
  if (!group.is_apart) {
    slots = load_stretch(group, first_address(pointer, mask), mask);
  } else if (!question) {
    slots = gather_slots(group, mask);
  } else {
    slots = if_in_row(
        *question, *group.place,
        [&] { return load_stretch(group, first_of_asked(pointer, *question), mask); },
        [&] { return gather_slots(group, mask); });
  }
  for (const InterleaveGroup::Member& member : group.members) {
    values_.define(*member.access,
                   builder_.CreateBitOrPointerCast(slots[member.slot],
                                                   values_.wide_type(member.access->getType())));
  }
}

void WideMemory::store_group(const InterleaveGroup& group, Value* mask) {
  const auto question = question_of(group);
  say_of_group(group, question.has_value());
  Value* pointer = llvm::getLoadStorePointerOperand(group.place);
  std::vector<Value*> slots(group.slots);
  auto* type = llvm::FixedVectorType::get(common_type(group), width_);
  for (const InterleaveGroup::Member& member : group.members) {
    Value* value = values_.vector(llvm::cast<llvm::StoreInst>(member.access)->getValueOperand());
    slots[member.slot] = builder_.CreateBitOrPointerCast(value, type);
  }
  if (!group.is_apart) return store_stretch(group, first_address(pointer, mask), slots, mask);
  if (!question) return scatter_slots(group, slots, mask);
  (void)if_in_row(
      *question, *group.place,
      [&] {
        store_stretch(group, first_of_asked(pointer, *question), slots, mask);
        return std::vector<Value*>();
      },
      [&] {
        scatter_slots(group, slots, mask);
        return std::vector<Value*>();
      });
}

/// False: it is not asked.
bool WideMemory::load_asked_row(llvm::LoadInst& load, Value* mask) {
  llvm::Type* type = load.getType();
  const auto question = question_of(load, type);
  if (!question) return false;
  say(load, Topic::load, "asked",
      "a vector load if lanes turn out to lie in a row, else a gather: " +
          why_apart(*load.getPointerOperand()));
  llvm::Type* wide = values_.wide_type(type);
  const std::vector<Value*> loaded = if_in_row(
      *question, load,
      [&] {
        Value* first = first_of_asked(load.getPointerOperand(), *question);
        return std::vector<Value*>{
            mask == nullptr
                ? static_cast<Value*>(builder_.CreateAlignedLoad(wide, first, load.getAlign()))
                : builder_.CreateMaskedLoad(wide, first, load.getAlign(), mask)};
      },
      [&] { return std::vector<Value*>{gather(load, mask)}; });
  values_.define(load, loaded.front());
  return true;
}

bool WideMemory::store_asked_row(llvm::StoreInst& store, Value* mask) {
  llvm::Type* type = store.getValueOperand()->getType();
  const auto question = question_of(store, type);
  if (!question) return false;
  say(store, Topic::store, "asked",
      "a vector store if lanes turn out to lie in a row, else a scatter: " +
          why_apart(*store.getPointerOperand()));
  (void)if_in_row(
      *question, store,
      [&] {
        Value* first = first_of_asked(store.getPointerOperand(), *question);
        Value* value = values_.vector(store.getValueOperand());
        if (mask == nullptr) {
          builder_.CreateAlignedStore(value, first, store.getAlign());
        } else {
          builder_.CreateMaskedStore(value, first, store.getAlign(), mask);
        }
        return std::vector<Value*>();
      },
      [&] {
        scatter(store, mask);
        return std::vector<Value*>();
      });
  return true;
}

/// Of an access by itself; nothing for types that leave gaps in memory.
std::optional<ContiguityCandidate> WideMemory::question_of(const llvm::Instruction& access,
                                                           llvm::Type* type) const {
  const llvm::DataLayout& layout = addresses_.layout();
  const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
  const bool is_padded =
      bytes != layout.getTypeAllocSize(type) || layout.getTypeSizeInBits(type) != 8 * bytes;
  if (is_padded) return std::nullopt;
  return contiguity_candidate(const_cast<Value*>(llvm::getLoadStorePointerOperand(&access)), bytes,
                              addresses_);
}

}  // namespace cleave::compiler::pass
