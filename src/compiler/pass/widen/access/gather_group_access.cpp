#include "compiler/pass/widen/access/gather_group_access.h"

#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>
#include <array>

#include "compiler/pass/ir/interleave_vectors.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/widen/access/emit_versions.h"
#include "compiler/pass/widen/access/group_values.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

/// Slots that are accessed together: as many as the largest element of a gather has bytes for.
unsigned slots_at_once(const analysis::InterleaveGroup& group) {
  constexpr unsigned most_bytes = 8;
  return std::min(group.slots, most_bytes / group.element);
}

llvm::FixedVectorType* type_of_several(const analysis::InterleaveGroup& group,
                                       AccessEmitter& emitter) {
  const unsigned bits = 8 * slots_at_once(group) * group.element;
  return llvm::FixedVectorType::get(emitter.builder.getIntNTy(bits), emitter.values.width());
}

Value* addresses_of_slot(const analysis::InterleaveGroup& group, unsigned slot,
                         AccessEmitter& emitter) {
  const int64_t slots = int64_t{slot} - group.slot_of(*group.position);
  return emitter.pointers.all(llvm::getLoadStorePointerOperand(group.position),
                              slots * group.element);
}

std::vector<Value*> gather_several(const analysis::InterleaveGroup& group, Value* mask,
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

/// Returns the vectors of the stretch of which one gather gets all. Pointers are alone in a slot.
std::vector<Value*> gather_whole_stretch(const analysis::InterleaveGroup& group, Value* mask,
                                         AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  const unsigned width = emitter.values.width();
  Value* all = builder.CreateMaskedGather(type_of_several(group, emitter),
                                          addresses_of_slot(group, 0, emitter),
                                          llvm::Align(group.element), mask);
  all = builder.CreateBitCast(all,
                              llvm::FixedVectorType::get(common_type(group), width * group.slots));
  std::vector<Value*> stretch;
  for (unsigned number = 0; number < group.slots; ++number) {
    stretch.push_back(
        builder.CreateShuffleVector(all, llvm::createSequentialMask(number * width, width, 0)));
  }
  return stretch;
}

/// Four words of each lane are a register: on an EPYC of 2023 16 of them are loaded and transposed
/// in 7.3 ns, by gathers of two words each and permutations in 11.5.
bool fills_registers(const analysis::InterleaveGroup& group, const WideValues& values) {
  return group.element == 4 && group.slots == 4 && values.width() >= 4;
}

/// Each four elements of the result are made of those of `a` and `b` beside them, numbered from 0
/// and from 4 on.
Value* shuffle_fours(llvm::IRBuilder<>& builder, Value* a, Value* b,
                     const std::array<int, 4>& chosen) {
  const auto width =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(a->getType())->getNumElements());
  llvm::SmallVector<int> indices;
  for (int four = 0; four < width; four += 4) {
    for (int element : chosen) indices.push_back(four + element % 4 + (element < 4 ? 0 : width));
  }
  return builder.CreateShuffleVector(a, b, indices);
}

/// Returns the four words of each lane. Requires that all lanes run.
std::vector<Value*> load_lanes(const analysis::InterleaveGroup& group, AccessEmitter& emitter) {
  auto* four = llvm::FixedVectorType::get(common_type(group), 4);
  const int64_t before = int64_t{group.slot_of(*group.position)} * group.element;
  std::vector<Value*> lanes;
  for (Value* pointer :
       emitter.pointers.each(llvm::getLoadStorePointerOperand(group.position), -before)) {
    lanes.push_back(emitter.builder.CreateAlignedLoad(four, pointer, llvm::Align(group.element)));
  }
  return lanes;
}

/// Requires that all lanes run.
std::vector<Value*> load_registers(const analysis::InterleaveGroup& group, AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  // Row k has lanes k, k + 4, k + 8 …
  const std::vector<Value*> loaded = load_lanes(group, emitter);
  std::array<llvm::SmallVector<Value*>, 4> lanes;
  for (size_t lane = 0; lane < loaded.size(); ++lane) lanes[lane % 4].push_back(loaded[lane]);
  std::array<Value*, 4> rows = {};
  std::ranges::transform(lanes, rows.begin(), [&](const llvm::SmallVector<Value*>& of_row) {
    return of_row.size() == 1 ? of_row.front() : llvm::concatenateVectors(builder, of_row);
  });
  const auto shuffle = [&](Value* a, Value* b, const std::array<int, 4>& chosen) {
    return shuffle_fours(builder, a, b, chosen);
  };
  constexpr std::array low = {0, 4, 1, 5}, high = {2, 6, 3, 7};
  constexpr std::array first = {0, 1, 4, 5}, second = {2, 3, 6, 7};
  Value* low_01 = shuffle(rows[0], rows[1], low);
  Value* low_23 = shuffle(rows[2], rows[3], low);
  Value* high_01 = shuffle(rows[0], rows[1], high);
  Value* high_23 = shuffle(rows[2], rows[3], high);
  return {shuffle(low_01, low_23, first), shuffle(low_01, low_23, second),
          shuffle(high_01, high_23, first), shuffle(high_01, high_23, second)};
}

/// Loads the same, and returns them lane by lane, as memory would hold them.
std::vector<Value*> load_registers_stretch(const analysis::InterleaveGroup& group,
                                           AccessEmitter& emitter) {
  const std::vector<Value*> lanes = load_lanes(group, emitter);
  const size_t lanes_of_vector = lanes.size() / group.slots;
  std::vector<Value*> stretch;
  for (size_t first = 0; first < lanes.size(); first += lanes_of_vector) {
    const auto own = llvm::ArrayRef(lanes).slice(first, lanes_of_vector);
    stretch.push_back(own.size() == 1 ? own.front()
                                      : llvm::concatenateVectors(emitter.builder, own));
  }
  return stretch;
}

}  // namespace

std::vector<Value*> gather_slots(const analysis::InterleaveGroup& group, Value* mask,
                                 AccessEmitter& emitter) {
  if (!fills_registers(group, emitter.values)) return gather_several(group, mask, emitter);
  if (mask == nullptr) return load_registers(group, emitter);
  return emit_versions(
      ir::all_lanes(emitter.builder, mask), "all_run", emitter,
      [&] { return load_registers(group, emitter); },
      [&] { return gather_several(group, mask, emitter); });
}

std::vector<Value*> gather_stretch(const analysis::InterleaveGroup& group, Value* mask,
                                   AccessEmitter& emitter) {
  const auto gather = [&] {
    return slots_at_once(group) == group.slots
               ? gather_whole_stretch(group, mask, emitter)
               : ir::interleave_members(emitter.builder, gather_several(group, mask, emitter));
  };
  if (!fills_registers(group, emitter.values)) return gather();
  if (mask == nullptr) return load_registers_stretch(group, emitter);
  return emit_versions(
      ir::all_lanes(emitter.builder, mask), "all_run", emitter,
      [&] { return load_registers_stretch(group, emitter); }, gather);
}

void scatter_slots(const analysis::InterleaveGroup& group, const std::vector<Value*>& slots,
                   Value* mask, AccessEmitter& emitter) {
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

std::optional<GatherGroupAccess> GatherGroupAccess::match(const LaneAccess& access,
                                                          const MemoryFacts& facts) {
  const analysis::InterleaveGroup* group = facts.group_of(access);
  if (group == nullptr || !group->is_apart) return std::nullopt;
  return GatherGroupAccess(*group);
}

void GatherGroupAccess::write_remark(const LaneAccess& access, const MemoryFacts& facts) const {
  for (const analysis::InterleaveGroup::Member& member : group_->members) {
    ir::remark(*member.access, access.topic(), access.is_load ? "gather" : "scatter",
               "several elements at once for each lane: " +
                   facts.why_apart(*llvm::getLoadStorePointerOperand(member.access)));
  }
}

void GatherGroupAccess::emit_load(const LaneAccess& /*access*/, Value* mask,
                                  AccessEmitter& emitter) const {
  define_members(*group_, gather_slots(*group_, mask, emitter), emitter.values, emitter.builder);
}

void GatherGroupAccess::emit_store(const LaneAccess& /*access*/, Value* mask,
                                   AccessEmitter& emitter) const {
  const std::vector<Value*> slots = slots_of_members(*group_, emitter.values, emitter.builder);
  scatter_slots(*group_, slots, mask, emitter);
}

}  // namespace cleave::compiler::pass::widen::access
