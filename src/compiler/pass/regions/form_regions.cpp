#include "compiler/pass/regions/form_regions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/regions/active_bound.h"
#include "compiler/pass/regions/choose_jam.h"
#include "compiler/pass/regions/ragged_rows.h"
#include "compiler/pass/regions/region_builder.h"
#include "compiler/pass/regions/sub_group_loop.h"
#include "compiler/pass/report/explain_limits.h"

namespace cleave::compiler::pass::regions {
namespace {

using llvm::Value;

// The vector registers of AVX-512 hold 2 KiB. A value that changes in a loop has two slots, and LLVM
// would spill what is more.
constexpr uint64_t most_bytes_in_entry = 4096;

class EntryBuilder {
 public:
  EntryBuilder(llvm::Function& kernel, const ir::PassOptions& options)
      : kernel_(kernel),
        options_(with_jam(kernel, with_lanes(kernel, options))),
        width_(options.sub_group_size),
        builder_(kernel.getContext()) {}

  void build() {
    if (options_.lanes != ir::Lanes::serial) report::explain_barriers(kernel_);
    plan_ = plan_regions(kernel_, options_.lanes != ir::Lanes::serial);
    frame_ = lay_out_frame(kernel_, plan_, width_);
    frame_.in_entry = runs_as_one() && frame_bytes() > 0 && frame_bytes() <= most_bytes_in_entry;
    for (unsigned i = 0; i < plan_.continuations.size(); ++i) {
      limits_.push_back(build_active_bound(kernel_, plan_, frame_, i));
      regions_.push_back(build_region(kernel_, plan_, frame_, i, options_));
    }
    explain();
    create_entry();
    emit_entry();
    kernel_.eraseFromParent();
  }

 private:
  static ir::PassOptions with_lanes(const llvm::Function& kernel, ir::PassOptions options) {
    if (kernel.hasFnAttribute(ir::serial_lanes_attribute)) options.lanes = ir::Lanes::serial;
    if (options.lanes == ir::Lanes::vector_ragged_rows && !may_have_ragged_rows(kernel)) {
      options.lanes = ir::Lanes::vector;
      options.jam_x = options.jam_y = 1;
    }
    return options;
  }
  static ir::PassOptions with_jam(llvm::Function& kernel, ir::PassOptions options) {
    if (options.lanes == ir::Lanes::serial) {
      options.jam_x = options.jam_y = 1;
      return options;
    }
    const Jam jam = choose_jam(kernel, options);
    options.jam_x = jam.x;
    options.jam_y = jam.y;
    const uint32_t count = jam.x * jam.y;
    ir::remark(kernel, ir::Topic::jam, count > 1 ? "together" : "alone",
               count > 1 ? std::to_string(count) + " sub-groups run at once: " + jam.reason
                         : "one sub-group runs at a time: " + jam.reason);
    return options;
  }

  void explain() const {
    if (!ir::wants_remarks(kernel_.getContext())) return;
    const bool together = options_.lanes != ir::Lanes::serial;
    const uint32_t jam = options_.jam_x * options_.jam_y;
    std::string text =
        std::to_string(width_) + (together ? " lanes together" : " lanes, one after another");
    if (jam > 1) {
      text += ", " + std::to_string(jam) + " sub-groups " +
              (options_.jam_y == 1   ? "beside each other"
               : options_.jam_x == 1 ? "below each other"
                                     : "beside and below each other") +
              " at once";
    }
    if (!plan_.single())
      text += ", " + std::to_string(plan_.continuations.size()) + " regions between barriers";
    const uint64_t frame = frame_.bytes_per_item();
    if (frame != 0) {
      text += ", " + std::to_string(frame) + " bytes of each work-item kept across barriers";
      if (frame_.in_entry) text += ", in registers where these suffice";
    }
    ir::remark(kernel_, ir::Topic::kernel, together ? "vector" : "scalar", text);
  }

  /// Returns true if the function has a spin loop with a yield, or calls one that may.
  [[nodiscard]] static bool may_yield(llvm::Function& function) {
    if (!function.hasFnAttribute(ir::has_yield_attribute)) return false;
    return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& one) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&one);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      return callee != nullptr && !callee->isDeclaration();
    });
  }

  /// Returns true if all sub-groups of the work-group run at once, as parts of one function.
  [[nodiscard]] bool runs_as_one() const {
    const auto& [x, y, z] = options_.local_size;
    return options_.lanes == ir::Lanes::vector_rows && x == width_ * options_.jam_x &&
           y == options_.jam_y && z == 1 && !goes_on_alone() &&
           !kernel_.hasFnAttribute(ir::has_yield_attribute);
  }
  [[nodiscard]] uint64_t frame_bytes() const {
    const auto& [x, y, z] = options_.local_size;
    return frame_.bytes_per_item() * x * y * z;
  }

  void create_entry() {
    std::string name = kernel_.getFnAttribute(ir::kernel_attribute).getValueAsString().str();
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
    entry_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                    ir::entry_prefix + name, kernel_.getParent());
    entry_->setAttributes(llvm::AttributeList::get(kernel_.getContext(),
                                                   kernel_.getAttributes().getFnAttrs(), {}, {}));
    entry_->removeFnAttr(ir::kernel_attribute);
    entry_->setMemoryEffects(llvm::MemoryEffects::unknown());
    const uint64_t in_launch = frame_.in_entry ? 0 : frame_.bytes_per_item();
    entry_->addFnAttr(ir::frame_bytes_attribute, std::to_string(in_launch));
    builder_.SetCurrentDebugLocation(ir::make_location(*entry_, kernel_));
    function_ = entry_;
    at_.context = entry_->getArg(0);
  }

  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(kernel_.getContext(), name, function_);
  }

  void emit_entry() {
    builder_.SetInsertPoint(block("begin"));
    for (unsigned d = 0; d < 3; ++d) {
      size_[d] = local_size(builder_, at_.context, d, options_);
    }
    llvm::Type* word = builder_.getInt32Ty();
    at_.arrived = builder_.CreateAlloca(word, nullptr, "arrived");
    if (frame_.in_entry) {
      llvm::AllocaInst* frames = builder_.CreateAlloca(
          llvm::ArrayType::get(builder_.getInt8Ty(), frame_bytes()), nullptr, "frames");
      frames->setAlignment(llvm::Align(frame_alignment));
      frames_ = frames;
    }
    if (frame_.shared_type != nullptr) {
      at_.before = builder_.CreateAlloca(frame_.shared_type, nullptr, "before");
      at_.after = builder_.CreateAlloca(frame_.shared_type, nullptr, "after");
    }
    goes_on_alone() ? emit_phases() : emit_region_graph();
  }

  /// After each region the entry goes on with the one that the work-group has arrived at.
  void emit_region_graph() {
    std::vector<llvm::BasicBlock*> starts;
    for (unsigned i = 0; i < regions_.size(); ++i) starts.push_back(block("region"));
    llvm::BasicBlock* done = block("done");
    builder_.CreateBr(starts.front());
    for (unsigned i = 0; i < regions_.size(); ++i) {
      builder_.SetInsertPoint(starts[i]);
      std::set<uint32_t> ways = outcomes(plan_, i);
      if (ways.empty()) ways.insert(returned);  // it never returns
      const bool divides = ways.size() > 1;
      if (divides) builder_.CreateStore(builder_.getInt32(returned), at_.arrived);
      emit_sub_groups(emit_bounds(i), may_yield(*regions_[i]),
                      [&](const Ids& ids, Value* sub_group) {
                        Value* after = emit_region(i, ids, sub_group);
                        if (divides) emit_arrival(after);
                      });
      llvm::SwitchInst* choice = nullptr;
      if (divides) {
        choice = builder_.CreateSwitch(load(at_.arrived), block("impossible"));
        llvm::IRBuilder<>(choice->getDefaultDest()).CreateUnreachable();
      }
      for (uint32_t way : ways) {
        if (choice != nullptr) {
          llvm::BasicBlock* edge = block("way");
          choice->addCase(builder_.getInt32(way), edge);
          builder_.SetInsertPoint(edge);
        }
        if (way == returned) {
          builder_.CreateBr(done);
          continue;
        }
        hand_over(plan_.regions[i], way);
        llvm::BranchInst* branch = builder_.CreateBr(starts[way]);
        if (way <= i) keep_rolled(branch);
      }
    }
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

  /// Copies values that all work-items share and that the region changed to where the next region
  /// reads them. Values that it did not change are there already.
  void hand_over(const Region& from, unsigned continuation) {
    for (const Region::UsedValue& left : from.values) {
      const CrossingValue& value = plan_.values[left.index];
      if (!value.is_uniform || !left.is_changed || !value.live_at.test(continuation)) continue;
      const unsigned member = frame_.shared.at(value.variable);
      auto address = [&](Value* members) {
        return builder_.CreateStructGEP(frame_.shared_type, members, member);
      };
      Value* found = builder_.CreateLoad(value.variable->getAllocatedType(), address(at_.after));
      builder_.CreateStore(found, address(at_.before));
    }
  }

  /// Emits the loops of the picture in form_regions.h.
  void emit_phases() {
    at_.phase = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "phase");
    llvm::BasicBlock* phase = block("phase");
    llvm::BasicBlock* done = block("done");
    builder_.CreateStore(builder_.getInt32(0), at_.arrived);
    builder_.CreateBr(phase);
    builder_.SetInsertPoint(phase);
    builder_.CreateStore(load(at_.arrived), at_.phase);
    builder_.CreateStore(builder_.getInt32(returned), at_.arrived);
    const bool waits =
        std::ranges::any_of(regions_, [](llvm::Function* region) { return may_yield(*region); });
    emit_sub_groups(emit_bounds(std::nullopt), waits, [&](const Ids& ids, Value* sub_group) {
      emit_sub_group(load(at_.phase), ids, sub_group);
    });
    Value* has_returned = builder_.CreateICmpEQ(load(at_.arrived), builder_.getInt32(returned));
    keep_rolled(builder_.CreateCondBr(has_returned, done, phase));
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

  using Ids = std::array<Value*, 3>;  // the first lane's; only in rows

  Value* load(Value* variable) { return builder_.CreateLoad(builder_.getInt32Ty(), variable); }

  /// Returns true if a sub-group may go on after a barrier while others of its work-group do not.
  [[nodiscard]] bool goes_on_alone() const {
    return std::ranges::any_of(plan_.continuations, [](const Continuation& continuation) {
      return continuation.is_of_sub_group();
    });
  }

  /// The ends of the loops over sub-groups: beyond, sub-groups have nothing to do.
  struct Bounds {
    Value *x, *y, *z;
    Value* items;  // linear
  };

  Bounds emit_bounds(std::optional<unsigned> region) {
    Value* items = builder_.CreateMul(builder_.CreateMul(size_[0], size_[1]), size_[2]);
    Bounds bounds = {size_[0], size_[1], size_[2], items};
    if (!region || !limits_[*region]) return bounds;
    const ActiveBound& limit = *limits_[*region];
    llvm::SmallVector<Value*> arguments = {at_.context};
    if (frame_.shared_type != nullptr) arguments.push_back(at_.before);
    Value* end = limit.function == nullptr ? static_cast<Value*>(builder_.getInt32(0))
                                           : builder_.CreateCall(limit.function, arguments);
    auto least = [&](Value* a, Value* b) {
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
    };
    // A row, or the rows of one plane, follow each other without a gap.
    Value* is_row = builder_.CreateICmpEQ(items, size_[0]);
    auto if_row = [&](Value* bound, Value* otherwise) {
      return builder_.CreateSelect(is_row, least(bound, otherwise), otherwise);
    };
    switch (limit.of) {
      case ActiveBound::Of::x:
        bounds.x = least(end, bounds.x);
        bounds.items = if_row(end, bounds.items);
        break;
      case ActiveBound::Of::y:
        bounds.y = least(end, bounds.y);
        break;
      case ActiveBound::Of::items:
        bounds.x = if_row(end, bounds.x);
        bounds.items = least(end, bounds.items);
        break;
      case ActiveBound::Of::work_group:
        bounds = {least(end, size_[0]), least(end, size_[1]), least(end, size_[2]),
                  least(end, items)};
        break;
    }
    return bounds;
  }

  /// Emits `body` for every sub-group of the work-group in the order of their numbers, or, where
  /// several run together, for the first of these. The first one runs in any case. `waits`: some
  /// may wait for others.
  template <class Body>
  void emit_sub_groups(const Bounds& bounds, bool waits, const Body& body) {
    if (waits) return emit_sub_groups_that_wait(bounds, body);
    if (runs_as_one()) {
      Value* first = builder_.getInt32(0);
      return body({first, first, first}, first);
    }
    Value* lanes = builder_.getInt32(width_);
    if (ir::are_in_rows(options_.lanes)) {
      Value* of_row = sub_groups_of_row(builder_, size_[0], options_);
      emit_loop("z", bounds.z, 1, [&](Value* z) {
        emit_loop("y", bounds.y, options_.jam_y, [&](Value* y) {
          Value* row = builder_.CreateAdd(builder_.CreateMul(z, size_[1]), y);
          Value* before = builder_.CreateMul(row, of_row);
          emit_loop("x", bounds.x, width_ * options_.jam_x, [&](Value* x) {
            body({x, y, z}, builder_.CreateAdd(before, builder_.CreateUDiv(x, lanes)));
          });
        });
      });
      return;
    }
    emit_loop("items", bounds.items, width_,
              [&](Value* first) { body({}, builder_.CreateUDiv(first, lanes)); });
  }

  /// Emits the loop over sub-groups on several stacks if need be. Each runs alone: of two that run
  /// together neither could wait for the other.
  template <class Body>
  void emit_sub_groups_that_wait(const Bounds& bounds, const Body& body) {
    const bool in_rows = ir::are_in_rows(options_.lanes);
    Value* one = builder_.getInt32(1);
    llvm::BasicBlock* const before = builder_.GetInsertBlock();
    SubGroupLoop loop(builder_, *entry_, at_, width_);
    const SubGroupVariables in_entry = std::exchange(at_, loop.variables());
    function_ = &loop.function();
    const auto& [x, y, z] = loop.start();
    Value* lanes = builder_.getInt32(width_);
    Value* sub_group = builder_.CreateUDiv(x, lanes);
    if (in_rows) {
      auto size = [&](unsigned d) { return local_size(builder_, at_.context, d, options_); };
      Value* row = builder_.CreateAdd(builder_.CreateMul(z, size(1)), y);
      Value* first = builder_.CreateMul(row, sub_groups_of_row(builder_, size(0), options_));
      sub_group = builder_.CreateAdd(first, sub_group);
    }
    body(in_rows ? Ids{x, y, z} : Ids{}, sub_group);
    at_ = in_entry;
    function_ = entry_;
    loop.finish(before, in_rows ? Ids{bounds.x, bounds.y, bounds.z} : Ids{bounds.items, one, one});
  }

  /// Emits a loop that runs at least once.
  template <class Body>
  void emit_loop(const char* name, Value* end, uint32_t step, const Body& body) {
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* loop = block(name);
    llvm::BasicBlock* after = block(name);
    builder_.CreateBr(loop);
    builder_.SetInsertPoint(loop);
    llvm::PHINode* counter = builder_.CreatePHI(builder_.getInt32Ty(), 2, name);
    counter->addIncoming(builder_.getInt32(0), before);
    body(counter);
    Value* next = builder_.CreateAdd(counter, builder_.getInt32(step), "", true, true);
    counter->addIncoming(next, builder_.GetInsertBlock());
    keep_rolled(builder_.CreateCondBr(builder_.CreateICmpULT(next, end), loop, after));
    builder_.SetInsertPoint(after);
  }

  Value* emit_region(unsigned region, const Ids& ids, Value* sub_group) {
    llvm::SmallVector<Value*> arguments = {at_.context, sub_group};
    if (ir::are_in_rows(options_.lanes)) arguments.append(ids.begin(), ids.end());
    if (frame_.in_entry) arguments.push_back(frames_);
    if (frame_.shared_type != nullptr) arguments.append({at_.before, at_.after});
    return builder_.CreateCall(regions_[region], arguments);
  }

  /// Sub-groups that have returned do not decide how the work-group goes on.
  void emit_arrival(Value* after) {
    Value* has_returned = builder_.CreateICmpEQ(after, builder_.getInt32(returned));
    builder_.CreateStore(builder_.CreateSelect(has_returned, load(at_.arrived), after),
                         at_.arrived);
  }

  /// Emits `body` for the region that `state` names.
  template <class Body>
  void emit_choice(Value* state, const Body& body) {
    if (plan_.single()) return body(0);
    llvm::BasicBlock* joined = block("ran");
    llvm::BasicBlock* impossible = block("impossible");
    auto* choice = builder_.CreateSwitch(state, impossible, static_cast<unsigned>(regions_.size()));
    builder_.SetInsertPoint(impossible);
    builder_.CreateUnreachable();
    for (unsigned i = 0; i < regions_.size(); ++i) {
      llvm::BasicBlock* chosen = block("region");
      choice->addCase(builder_.getInt32(i), chosen);
      builder_.SetInsertPoint(chosen);
      body(i);
      builder_.CreateBr(joined);
    }
    builder_.SetInsertPoint(joined);
  }

  /// After a sub-group barrier the same sub-group goes on; everything else is for the group.
  void emit_sub_group(Value* next, const Ids& ids, Value* sub_group) {
    llvm::BasicBlock* run = block("run");
    llvm::BasicBlock* leave = block("sub_group.end");
    llvm::BasicBlock& entry = function_->getEntryBlock();
    llvm::AllocaInst* state =
        llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(next->getType(), nullptr, "state");
    builder_.CreateStore(next, state);
    builder_.CreateBr(run);
    builder_.SetInsertPoint(run);
    emit_choice(load(state), [&](unsigned region) {
      builder_.CreateStore(emit_region(region, ids, sub_group), state);
    });
    Value* after = load(state);
    auto* choice = builder_.CreateSwitch(after, leave);
    for (unsigned i = 0; i < plan_.continuations.size(); ++i) {
      if (plan_.continuations[i].is_of_sub_group()) choice->addCase(builder_.getInt32(i), run);
    }
    builder_.SetInsertPoint(leave);
    emit_arrival(after);
  }

  llvm::Function& kernel_;
  const ir::PassOptions options_;  // with the jam that was chosen
  uint32_t width_;
  llvm::IRBuilder<> builder_;
  RegionPlan plan_;
  FrameLayout frame_;
  std::vector<llvm::Function*> regions_;
  std::vector<std::optional<ActiveBound>> limits_;  // of the regions
  llvm::Function* entry_ = nullptr;
  Value* frames_ = nullptr;  // only if frame_.in_entry
  std::array<Value*, 3> size_{};
  SubGroupVariables at_;  // those of the code that is being written
  // The function of that code: the entry, or a loop that it calls.
  llvm::Function* function_ = nullptr;
};

}  // namespace

std::string form_regions(llvm::Module& module, const ir::PassOptions& options) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::kernel_attribute)) kernels.push_back(&function);
  }
  for (llvm::Function* kernel : kernels) EntryBuilder(*kernel, options).build();
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (ir::lane_intrinsic_of(function) && function.use_empty()) function.eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass::regions
