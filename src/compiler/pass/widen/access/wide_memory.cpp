#include "compiler/pass/widen/access/wide_memory.h"

#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/ir/processor.h"
#include "compiler/pass/widen/access/emit_versions.h"

namespace cleave::compiler::pass::widen::access {

using llvm::Value;

WideMemory::WideMemory(llvm::Function& lane_function, llvm::IRBuilder<>& builder,
                       WideValues& values, EmptyParts& empty_parts, bool small_objects)
    : builder_(builder),
      values_(values),
      facts_(lane_function, values.shapes(), values.width(), values.parts(), small_objects),
      pointers_(lane_function, builder, values, facts_.addresses()),
      checks_(builder, values, facts_.addresses()),
      emitter_{builder, values, facts_, pointers_, checks_, empty_parts} {}

bool WideMemory::widen(llvm::Instruction& instruction, const PartMasks& masks) {
  const LaneAccess access(instruction);
  const analysis::InterleaveGroup* group = facts_.group_of(access);
  if (group != nullptr && group->position != &instruction) return true;  // done with its group
  const std::optional<AccessPlan> plan = choose_access(access, facts_);
  if (!plan) return false;
  if (ir::wants_remarks(instruction.getContext())) write_remarks(access, *plan, masks);
  if (!plan->at_once) {
    emit_for_each_part(access, plan->for_part, masks);
    return true;
  }
  const std::vector<Value*> loaded =
      masks.empty() ? emit_at_once(access) : emit_if_all_run(access, plan->for_part, masks);
  for (unsigned part = 0; part < loaded.size(); ++part) {
    values_.begin_part(part);
    values_.define(instruction, loaded[part]);
  }
  return true;
}

std::optional<unsigned> WideMemory::cost_for_no_lane(llvm::LoadInst& load) const {
  const LaneAccess access(load);
  const auto row = ContiguousAccess::match(access, facts_);
  return row ? row->cost_for_no_lane(access, facts_) : std::nullopt;
}

bool WideMemory::is_apart(llvm::Instruction& instruction) const {
  const LaneAccess access(instruction);
  if (facts_.group_of(access) != nullptr) return true;
  const std::optional<AccessPlan> plan = choose_access(access, facts_);
  return plan && !plan->at_once && !std::holds_alternative<UniformAccess>(plan->for_part) &&
         !std::holds_alternative<ContiguousAccess>(plan->for_part);
}

void WideMemory::write_remarks(const LaneAccess& access, const AccessPlan& plan,
                               const PartMasks& masks) const {
  if (plan.at_once) TransposedAccess::write_remark(access);
  const bool is_only_at_once = plan.at_once && masks.empty();
  if (is_only_at_once) return;
  std::visit([&](const auto& row) { row.write_remark(access, facts_); }, plan.for_part);
}

/// A store with a mask is never nontemporal; where all lanes turn out to run it needs none. A load
/// that the program asks to be nontemporal is an ordinary one to the processor. Vectors of whole
/// cache lines only: copies of 32 MiB of float4 take 1.7 ms in place of 2.3, of half4,
/// whose vectors are half lines, 1.1 in place of 0.9.
bool WideMemory::emit_streamed(const LaneAccess& access, const PartAccess& row, Value* mask) {
  const bool has_whole_lines =
      facts_.layout().getTypeStoreSize(access.type) * values_.width() % ir::cache_line_bytes == 0;
  const bool is_in_vectors = std::holds_alternative<ContiguousAccess>(row) ||
                             std::holds_alternative<InterleavedAccess>(row);
  if (access.is_load || mask == nullptr || !is_in_vectors || !has_whole_lines ||
      !access.instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal)) {
    return false;
  }
  const auto store = [&](Value* lanes) {
    emit_for_part(access, row, lanes);
    return std::vector<Value*>();
  };
  static_cast<void>(emit_versions(
      ir::all_lanes(builder_, mask), "all.lanes", emitter_, [&] { return store(nullptr); },
      [&] { return store(mask); }));
  return true;
}

void WideMemory::emit_for_part(const LaneAccess& access, const PartAccess& row, Value* mask) {
  std::visit(
      [&](const auto& chosen) {
        if (access.is_load) {
          chosen.emit_load(access, mask, emitter_);
        } else {
          chosen.emit_store(access, mask, emitter_);
        }
      },
      row);
}

void WideMemory::emit_for_each_part(const LaneAccess& access, const PartAccess& row,
                                    const PartMasks& masks) {
  const bool is_once = is_for_all_parts(access.instruction, facts_.shapes());
  const unsigned parts = is_once ? 1 : values_.parts();
  for (unsigned part = 0; part < parts; ++part) {
    values_.begin_part(part);
    Value* const mask = masks.empty() ? nullptr : masks[part];
    if (!emit_streamed(access, row, mask)) emit_for_part(access, row, mask);
  }
}

/// Returns what is loaded in each part; nothing for a store.
std::vector<Value*> WideMemory::emit_at_once(const LaneAccess& access) {
  if (access.is_load) return TransposedAccess::emit_load(access, emitter_);
  TransposedAccess::emit_store(access, emitter_);
  return {};
}

/// All parts at once, where all lanes turn out to run; else one after another.
std::vector<Value*> WideMemory::emit_if_all_run(const LaneAccess& access, const PartAccess& row,
                                                const PartMasks& masks) {
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  auto* whole = llvm::BasicBlock::Create(builder_.getContext(), "all.parts", function);
  auto* some = llvm::BasicBlock::Create(builder_.getContext(), "each.part", function);
  auto* after = llvm::BasicBlock::Create(builder_.getContext(), "parts.done", function);
  builder_.CreateCondBr(all_lanes_of_parts(builder_, masks), whole, some);
  builder_.SetInsertPoint(whole);
  std::vector<Value*> if_all, if_some;
  values_.conditionally([&] { if_all = emit_at_once(access); });
  llvm::BasicBlock* whole_end = builder_.CreateBr(after)->getParent();
  builder_.SetInsertPoint(some);
  values_.conditionally([&] {
    emit_for_each_part(access, row, masks);
    for (unsigned part = 0; part < if_all.size(); ++part) {
      values_.begin_part(part);
      if_some.push_back(values_.vector(&access.instruction));
    }
  });
  checks_.forget();
  llvm::BasicBlock* some_end = builder_.CreateBr(after)->getParent();
  builder_.SetInsertPoint(after);
  std::vector<Value*> loaded;
  for (size_t part = 0; part < if_all.size(); ++part) {
    llvm::PHINode* either = builder_.CreatePHI(if_all[part]->getType(), 2);
    either->addIncoming(if_all[part], whole_end);
    either->addIncoming(if_some[part], some_end);
    loaded.push_back(either);
  }
  return loaded;
}

}  // namespace cleave::compiler::pass::widen::access
