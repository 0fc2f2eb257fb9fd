#include "compiler/pass/regions/frame_layout.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Alignment.h>

#include <algorithm>
#include <functional>
#include <map>

#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::regions {
namespace {

constexpr uint64_t exchange_bytes = 16;
constexpr uint64_t fewest_lanes = 4;  // the least W

bool asks_for(const llvm::Function& kernel, ir::LaneIntrinsic wanted) {
  return std::ranges::any_of(llvm::instructions(kernel), [&](const llvm::Instruction& instruction) {
    return ir::lane_intrinsic_of(instruction) == wanted;
  });
}

/// Hands out slots; those with the strictest alignment first leave no gaps.
class SlotAllocator {
 public:
  FrameSlot allocate(uint64_t bytes, llvm::Align alignment) {
    uint64_t stride = llvm::alignTo(std::max<uint64_t>(bytes, 1), alignment);
    uint64_t offset = llvm::alignTo(used_, alignment);
    used_ = offset + stride;
    strictest_ = std::max(strictest_, alignment);
    return {offset, stride};
  }
  /// Bytes for each work-item such that the next sub-group's part is aligned too.
  [[nodiscard]] uint64_t total() const { return llvm::alignTo(used_, strictest_); }

 private:
  uint64_t used_ = 0;
  llvm::Align strictest_;
};

}  // namespace

FrameLayout lay_out_frame(const llvm::Function& kernel, const RegionPlan& plan, uint32_t width) {
  const llvm::DataLayout& layout = kernel.getDataLayout();
  // Strictest alignment first; equals stay in the plan's order.
  std::multimap<llvm::Align, const llvm::AllocaInst*, std::greater<>> kept;
  for (const llvm::AllocaInst* variable : plan.variables) {
    kept.emplace(variable->getAlign(), variable);
  }
  FrameLayout frame;
  llvm::SmallVector<llvm::Type*> shared;
  for (const CrossingValue& value : plan.values) {
    if (value.is_uniform) {
      frame.shared[value.variable] = static_cast<unsigned>(shared.size());
      shared.push_back(value.variable->getAllocatedType());
    } else {
      kept.emplace(value.variable->getAlign(), value.variable);
    }
  }
  if (!shared.empty()) frame.shared_type = llvm::StructType::get(kernel.getContext(), shared);
  SlotAllocator slots;
  for (auto [wanted, variable] : kept) {
    uint64_t bytes = variable->getAllocationSize(layout)->getFixedValue();
    llvm::Align alignment = std::min(wanted, llvm::Align(frame_alignment));
    const std::optional<uint64_t> interleaved = ir::interleaved_stride(*variable);
    if (interleaved) {
      bytes /= width;
      alignment = llvm::Align(*interleaved);
    }
    FrameSlot slot = slots.allocate(bytes, alignment);
    if (interleaved) slot.stride = *interleaved;
    frame.slots[variable] = slot;
  }
  if (asks_for(kernel, ir::LaneIntrinsic::sub_group_exchange)) {
    frame.exchange = slots.allocate(exchange_bytes, llvm::Align(exchange_bytes));
  }
  if (plan.lanes_part) frame.arrived = slots.allocate(4, llvm::Align(4));
  if (plan.skips_returned) frame.returned = slots.allocate(1, llvm::Align(1));
  frame.sub_group_bytes = slots.total();
  if (asks_for(kernel, ir::LaneIntrinsic::work_group_exchange)) {
    frame.group_exchange_bytes = exchange_bytes;
    // The bytes before it are a multiple of its alignment even for the fewest lanes.
    frame.sub_group_bytes = llvm::alignTo(frame.sub_group_bytes, exchange_bytes / fewest_lanes);
  }
  return frame;
}

}  // namespace cleave::compiler::pass::regions
