#include "compiler/pass/regions/region_builder.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <array>
#include <cstddef>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/debug_arguments.h"
#include "compiler/pass/ir/debug_locations.h"

namespace cleave::compiler::pass::regions {
namespace {

using llvm::Value;

/// Returns a quotient, rounded up. The sum does not overflow: sizes of work-groups are below 2^31.
Value* rounded_quotient(llvm::IRBuilderBase& builder, Value* dividend, uint32_t divisor) {
  return builder.CreateUDiv(builder.CreateAdd(dividend, builder.getInt32(divisor - 1), "", true),
                            builder.getInt32(divisor));
}

class RegionBuilder {
 public:
  RegionBuilder(llvm::Function& kernel, const RegionPlan& plan, const FrameLayout& frame,
                unsigned index, const ir::PassOptions& options)
      : kernel_(kernel),
        plan_(plan),
        region_(plan.regions[index]),
        frame_(frame),
        index_(index),
        width_(options.sub_group_size),
        options_(options),
        lanes_are_(options.lanes),
        builder_(kernel.getContext()) {}

  llvm::Function* build() {
    create_function();
    emit_entry();
    bool serial = lanes_are_ == ir::Lanes::serial;
    serial ? begin_iteration() : begin_lane();
    emit_lane_begin();
    copy_blocks();
    serial ? end_iteration() : end_lane();
    for (llvm::BasicBlock* block : copies_) rewrite(*block);
    return function_;
  }

 private:
  void create_function() {
    llvm::Type* word = builder_.getInt32Ty();
    llvm::SmallVector<llvm::Type*> parameters = {builder_.getPtrTy(), word};
    if (in_rows()) parameters.append(3, word);
    if (frame_.in_entry) parameters.push_back(builder_.getPtrTy());
    if (frame_.shared_type != nullptr) parameters.append(2, builder_.getPtrTy());
    auto* type = llvm::FunctionType::get(word, parameters, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                       kernel_.getName() + ".region" + llvm::Twine(index_),
                                       kernel_.getParent());
    function_->setAttributes(llvm::AttributeList::get(
        kernel_.getContext(), kernel_.getAttributes().getFnAttrs(), {}, {}));
    function_->removeFnAttr(ir::kernel_attribute);
    function_->removeFnAttr(llvm::Attribute::NoInline);  // of the kernel, not of its parts
    function_->setMemoryEffects(llvm::MemoryEffects::unknown());
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    // A freeze of an id, which LLVM puts before remainders, would hide how ids are made.
    for (llvm::Argument& argument : function_->args()) argument.addAttr(llvm::Attribute::NoUndef);
    if (lanes_are_ != ir::Lanes::serial) {
      function_->addFnAttr(ir::lanes_attribute, std::to_string(width_));
      const uint32_t parts = options_.jam_x * options_.jam_y;
      if (parts > 1) function_->addFnAttr(ir::parts_attribute, std::to_string(parts));
      if (plan_.is_unordered && has_company()) function_->addFnAttr(ir::unordered_attribute);
    }
    location_ = ir::make_location(*function_, kernel_);
    ir::copy_noted_arguments(kernel_, *function_);
    builder_.SetCurrentDebugLocation(location_);
    context_ = function_->getArg(0);
    sub_group_ = function_->getArg(1);
    entry_ = block("entry");
    lane_begin_ = block("lane");
    lane_end_ = block("lane.end");
    exit_ = block("exit");
  }

  llvm::BasicBlock* block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(kernel_.getContext(), name, function_);
  }
  [[nodiscard]] bool in_rows() const { return ir::are_in_rows(lanes_are_); }
  /// Returns true if no sub-group can have a single lane, which may write what it reads itself.
  [[nodiscard]] bool has_company() const {
    return lanes_are_ == ir::Lanes::vector_rows ||
           (lanes_are_ == ir::Lanes::vector_ragged_rows && options_.local_size[0] % width_ > 1);
  }

  /// Emits the number of lanes, the position of the first one and the address of its frame.
  void emit_entry() {
    builder_.SetInsertPoint(entry_);
    for (unsigned d = 0; d < 3; ++d) size_[d] = local_size(builder_, context_, d, options_);
    Value* items = builder_.CreateMul(builder_.CreateMul(size_[0], size_[1]), size_[2]);
    if (in_rows()) emit_part_start();
    first_ = builder_.CreateMul(sub_group_, builder_.getInt32(width_));
    lanes_ = builder_.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, builder_.CreateSub(items, first_), builder_.getInt32(width_));
    if (!in_rows()) {
      start_[0] = builder_.CreateURem(first_, size_[0]);
      Value* row = builder_.CreateUDiv(first_, size_[0]);
      start_[1] = builder_.CreateURem(row, size_[1]);
      start_[2] = builder_.CreateUDiv(row, size_[1]);
    }
    if (frame_.bytes_per_item() != 0) emit_frame_base(items);
    if (plan_.lanes_part && index_ != 0) emit_active_lanes();
    emit_variables();
  }

  /// Emits the mask of lanes that go on from this continuation, before any has moved on.
  void emit_active_lanes() {
    Value* address =
        builder_.CreatePtrAdd(part_, builder_.getInt64(frame_.arrived.offset * width_));
    Value* continuations = builder_.CreateAlignedLoad(
        llvm::FixedVectorType::get(builder_.getInt32Ty(), width_), address, llvm::Align(4));
    Value* here = builder_.CreateICmpEQ(continuations,
                                        llvm::ConstantInt::get(continuations->getType(), index_));
    Value* bits = widen(builder_.CreateBitCast(here, builder_.getIntNTy(width_)));
    Value* missing = builder_.CreateSub(builder_.getInt64(64), widen(lanes_));
    Value* present = builder_.CreateLShr(builder_.getInt64(~uint64_t{0}), missing);
    active_ = builder_.CreateAnd(bits, present);
  }

  /// Emits the position of each of the sub-groups that run together, beside or below the one
  /// before.
  void emit_part_start() {
    for (unsigned d = 0; d < 3; ++d) start_[d] = function_->getArg(2 + d);
    // A row begins with a sub-group: the low bits are known.
    start_[0] = builder_.CreateAnd(start_[0], builder_.getInt32(~(width_ - 1)));
    if (options_.jam_x * options_.jam_y == 1) return;
    llvm::CallInst* part = ir::create_lane_intrinsic(builder_, ir::LaneIntrinsic::part);
    part->addRangeRetAttr(
        llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, options_.jam_x * options_.jam_y)));
    Value* right = builder_.CreateURem(part, builder_.getInt32(options_.jam_x));
    Value* down = builder_.CreateUDiv(part, builder_.getInt32(options_.jam_x));
    Value* row = sub_groups_of_row(builder_, size_[0], options_);
    auto add = [&](Value* a, Value* b) { return builder_.CreateAdd(a, b, "", true, true); };
    start_[0] =
        add(start_[0], builder_.CreateMul(right, builder_.getInt32(width_), "", true, true));
    start_[1] = add(start_[1], down);
    sub_group_ = add(add(sub_group_, right), builder_.CreateMul(down, row, "", true, true));
  }

  /// Emits the address of the frames.
  Value* emit_frames() {
    if (frame_.in_entry) return function_->getArg(5);  // behind the ids, which rows have
    Value* address = builder_.CreatePtrAdd(
        context_, builder_.getInt64(offsetof(interface::LaunchContext, frames)));
    llvm::LoadInst* frames = builder_.CreateLoad(builder_.getPtrTy(), address);
    frames->setMetadata(llvm::LLVMContext::MD_invariant_load,
                        llvm::MDNode::get(builder_.getContext(), {}));
    return frames;
  }

  void emit_frame_base(Value* items) {
    Value* frames = emit_frames();
    Value* sub_groups = in_rows()
                            ? builder_.CreateMul(sub_groups_of_row(builder_, size_[0], options_),
                                                 builder_.CreateMul(size_[1], size_[2]))
                            : rounded_quotient(builder_, items, width_);
    Value* rounded = builder_.CreateMul(widen(sub_groups), builder_.getInt64(width_));
    Value* bytes = builder_.getInt64(frame_.sub_group_bytes);
    group_exchange_ = builder_.CreatePtrAdd(frames, builder_.CreateMul(rounded, bytes));
    part_ = builder_.CreatePtrAdd(frames, builder_.CreateMul(widen(first_), bytes));
  }

  Value* widen(Value* value) { return builder_.CreateZExt(value, builder_.getInt64Ty()); }

  /// Emits the variables of this function: one for each crossing value that it accesses, and the
  /// private variables that do not outlive the region. They stand in the entry, so that lanes use
  /// them one after another.
  void emit_variables() {
    for (const Region::UsedValue& value : region_.values) {
      llvm::AllocaInst* variable = plan_.values[value.index].variable;
      variables_[variable] = copy_variable(*variable);
    }
    for (const llvm::AllocaInst* variable : region_.variables) {
      if (!frame_.slots.contains(variable)) variables_[variable] = copy_variable(*variable);
    }
  }

  llvm::AllocaInst* copy_variable(const llvm::AllocaInst& variable) {
    auto* copy = llvm::cast<llvm::AllocaInst>(variable.clone());
    builder_.Insert(copy);
    return copy;
  }

  Value* slot_address(const FrameSlot& slot) {
    Value* offset =
        builder_.CreateAdd(builder_.getInt64(slot.offset * width_),
                           builder_.CreateMul(widen(lane_), builder_.getInt64(slot.stride)));
    return builder_.CreatePtrAdd(part_, offset);
  }

  /// Begins an iteration of the loop over the lanes.
  void begin_iteration() {
    builder_.CreateBr(lane_begin_);
    builder_.SetInsertPoint(lane_begin_);
    lane_ = counter(builder_.getInt32(0));
    for (unsigned d = 0; d < 3; ++d) id_[d] = counter(start_[d]);
    next_ = counter(builder_.getInt32(returned));
  }

  /// The code is for one lane of all that run together; those beyond the last work-item leave.
  void begin_lane() {
    llvm::CallInst* lane = ir::create_lane_intrinsic(builder_, ir::LaneIntrinsic::lane);
    lane->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, width_)));
    lane->addRetAttr(llvm::Attribute::NoUndef);
    lane_ = lane;
    next_ = builder_.getInt32(returned);
    if (in_rows()) {
      id_ = {builder_.CreateAdd(start_[0], lane_, "", /*HasNUW=*/true, /*HasNSW=*/true), start_[1],
             start_[2]};
      if (lanes_are_ == ir::Lanes::vector_rows) {
        builder_.CreateBr(lane_begin_);
      } else {
        leave_unless(builder_.CreateICmpULT(id_[0], size_[0]));
      }
    } else {
      leave_unless(builder_.CreateICmpULT(lane_, lanes_));
      Value* linear = builder_.CreateNUWAdd(first_, lane_);
      id_ = ids_of(linear);
    }
    builder_.SetInsertPoint(lane_begin_);
  }

  void leave_unless(Value* inside) {
    ends_.emplace_back(entry_, next_);
    builder_.CreateCondBr(inside, lane_begin_, lane_end_);
    builder_.SetInsertPoint(lane_begin_);
  }

  /// Returns the ids at a linear one. Divides only what work-groups of one row or one slice do not
  /// know otherwise: strides are found then.
  std::array<Value*, 3> ids_of(Value* linear) {
    const auto is_one = [](const Value* size) {
      const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(size);
      return constant != nullptr && constant->isOne();
    };
    Value* const zero = builder_.getInt32(0);
    if (is_one(size_[1]) && is_one(size_[2])) return {linear, zero, zero};
    auto [row, x] = divide(linear, size_[0]);
    if (is_one(size_[2])) return {x, row, zero};
    auto [z, y] = divide(row, size_[1]);
    return {x, y, z};
  }

  /// Returns quotient and remainder of numbers below the size of the largest work-group: small
  /// enough for the product with a reciprocal to be exact after rounding down, and vectors have
  /// that product.
  std::pair<Value*, Value*> divide(Value* dividend, Value* divisor) {
    llvm::Type* real = builder_.getFloatTy();
    Value* middle = builder_.CreateFAdd(builder_.CreateUIToFP(dividend, real),
                                        llvm::ConstantFP::get(real, 0.5));
    Value* reciprocal =
        builder_.CreateFDiv(llvm::ConstantFP::get(real, 1.0), builder_.CreateUIToFP(divisor, real));
    Value* quotient =
        builder_.CreateFPToSI(builder_.CreateFMul(middle, reciprocal), dividend->getType());
    return {quotient, builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor))};
  }

  void emit_lane_begin() {
    first_copy_ = block("continuation");
    if (plan_.lanes_part && index_ != 0) {
      Value* continuation =
          builder_.CreateLoad(builder_.getInt32Ty(), slot_address(frame_.arrived));
      ends_.emplace_back(builder_.GetInsertBlock(), continuation);
      builder_.CreateCondBr(builder_.CreateICmpEQ(continuation, builder_.getInt32(index_)),
                            first_copy_, lane_end_);
    } else if (plan_.skips_returned && index_ != 0) {
      Value* flag = builder_.CreateLoad(builder_.getInt8Ty(), slot_address(frame_.returned));
      ends_.emplace_back(builder_.GetInsertBlock(), next_);
      builder_.CreateCondBr(builder_.CreateIsNull(flag), first_copy_, lane_end_);
    } else {
      builder_.CreateBr(first_copy_);
    }
    builder_.SetInsertPoint(first_copy_);
    if (plan_.skips_returned && index_ == 0) {
      builder_.CreateStore(builder_.getInt8(0), slot_address(frame_.returned));
    }
    for (const llvm::AllocaInst* variable : region_.variables) {
      const auto slot = frame_.slots.find(variable);
      if (slot != frame_.slots.end()) variables_[variable] = slot_address(slot->second);
    }
    for (const Region::UsedValue& used : region_.values) {
      const CrossingValue& value = plan_.values[used.index];
      if (value.live_at.test(index_)) move(value, Direction::from_frame);
    }
  }

  llvm::PHINode* counter(Value* start) {
    llvm::PHINode* phi = builder_.CreatePHI(start->getType(), 2);
    phi->addIncoming(start, entry_);
    return phi;
  }

  enum class Direction : uint8_t { from_frame, to_frame };
  void move(const CrossingValue& value, Direction direction) {
    Value* frame = value.is_uniform ? shared_address(value, direction)
                                    : slot_address(frame_.slots.at(value.variable));
    Value* local = variables_.at(value.variable);
    if (direction == Direction::to_frame) std::swap(frame, local);
    llvm::Align alignment = value.variable->getAlign();
    llvm::LoadInst* content =
        builder_.CreateAlignedLoad(value.variable->getAllocatedType(), frame, alignment);
    if (direction == Direction::from_frame && value.is_computed)
      content->setMetadata(ir::computed_metadata, llvm::MDNode::get(builder_.getContext(), {}));
    builder_.CreateAlignedStore(content, local, alignment);
  }

  /// All sub-groups find what the region before left, and leave the same for the next one.
  Value* shared_address(const CrossingValue& value, Direction direction) {
    const unsigned last = static_cast<unsigned>(function_->arg_size()) - 1;
    Value* members = function_->getArg(direction == Direction::from_frame ? last - 1 : last);
    return builder_.CreateStructGEP(frame_.shared_type, members, frame_.shared.at(value.variable));
  }

  void copy_blocks() {
    const std::vector<llvm::BasicBlock*>& blocks = region_.blocks;
    for (llvm::BasicBlock* original : blocks) {
      auto* copy = llvm::CloneBasicBlock(original, values_, "", function_);
      values_[original] = copy;
      copies_.push_back(copy);
    }
    builder_.CreateBr(copies_.front());
    for (llvm::BasicBlock* copy : copies_) clean(*copy);
    for (auto [variable, address] : variables_) values_[variable] = address;
    ir::CopiedLocations locations(location_);
    for (llvm::BasicBlock* copy : copies_) {
      for (llvm::Instruction& instruction : *copy) locations.move(instruction, values_);
    }
    if (index_ != 0) {  // the first region has what the kernel declares
      for (llvm::AllocaInst* variable : region_.variables) {
        if (!frame_.slots.contains(variable)) continue;
        locations.declare(*variable, *variables_.at(variable), *first_copy_);
      }
    }
    for (size_t i = 0; i < blocks.size(); ++i) end_block(*blocks[i], *copies_[i]);
  }

  /// Values cannot arrive from blocks outside the region, and variables have been placed already.
  void clean(llvm::BasicBlock& copy) {
    for (llvm::PHINode& phi : copy.phis()) {
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
        if (values_.count(phi.getIncomingBlock(i)) == 0) {
          phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
        }
      }
    }
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(copy)) {
      if (llvm::isa<llvm::AllocaInst>(instruction)) instruction.eraseFromParent();
    }
  }

  /// A block that returns or ends at a barrier leads to the end of the lane instead.
  void end_block(llvm::BasicBlock& original, llvm::BasicBlock& copy) {
    auto exit = plan_.exits.find(&original);
    bool returns = llvm::isa<llvm::ReturnInst>(original.getTerminator());
    if (exit == plan_.exits.end() && !returns) return;
    builder_.SetInsertPoint(copy.getTerminator());  // whose source location stays
    copy.getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(&copy);
    if (exit != plan_.exits.end()) {
      // A value that the region does not change stays where it is.
      for (const Region::UsedValue& used : region_.values) {
        const CrossingValue& value = plan_.values[used.index];
        if (used.is_changed && value.live_at.test(exit->second)) move(value, Direction::to_frame);
      }
      ends_.emplace_back(&copy, builder_.getInt32(exit->second));
    } else {
      if (plan_.skips_returned) {
        builder_.CreateStore(builder_.getInt8(1), slot_address(frame_.returned));
      }
      ends_.emplace_back(&copy, plan_.lanes_part ? builder_.getInt32(returned) : next_);
    }
    builder_.CreateBr(lane_end_);
  }

  /// Emits the continuation of the lane: the phi of what its ends give.
  Value* emit_next() {
    builder_.SetInsertPoint(lane_end_);
    builder_.SetCurrentDebugLocation(location_);
    llvm::PHINode* next = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    for (auto [from, value] : ends_) next->addIncoming(value, from);
    return next;
  }

  void end_iteration() {
    Value* next = emit_next();
    if (plan_.lanes_part) {
      builder_.CreateStore(next, slot_address(frame_.arrived));
      next = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, next_, next);
    }
    add_incoming(next_, next);
    Value* lane = builder_.CreateNUWAdd(lane_, builder_.getInt32(1));
    add_incoming(lane_, lane);
    advance_ids();
    keep_rolled(builder_.CreateCondBr(builder_.CreateICmpEQ(lane, lanes_), exit_, lane_begin_));
    builder_.SetInsertPoint(exit_);
    builder_.CreateRet(next);
  }

  /// Lanes that have returned do not decide: `returned` is more than any continuation.
  void end_lane() {
    builder_.CreateRet(emit_next());
    exit_->eraseFromParent();
  }

  void add_incoming(Value* counter, Value* value) {
    llvm::cast<llvm::PHINode>(counter)->addIncoming(value, lane_end_);
  }

  /// x runs fastest; a full row carries into y, a full plane into z. No division per lane.
  void advance_ids() {
    Value* carry = builder_.getTrue();
    for (unsigned d = 0; d < 3; ++d) {
      Value* up = builder_.CreateNUWAdd(id_[d], builder_.getInt32(1));
      Value* moved = builder_.CreateSelect(carry, up, id_[d]);
      Value* full = builder_.CreateICmpEQ(moved, size_[d]);
      add_incoming(id_[d],
                   d == 2 ? moved : builder_.CreateSelect(full, builder_.getInt32(0), moved));
      carry = full;
    }
  }

  /// Points the copied instructions at this function's values and answers their questions.
  void rewrite(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      llvm::RemapInstruction(&instruction, values_,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
      if (!intrinsic || ir::is_barrier(*intrinsic)) continue;
      builder_.SetInsertPoint(&instruction);
      instruction.replaceAllUsesWith(answer(*intrinsic, llvm::cast<llvm::CallInst>(instruction)));
      instruction.eraseFromParent();
    }
  }

  Value* answer(ir::LaneIntrinsic intrinsic, llvm::CallInst& call) {
    switch (intrinsic) {
      case ir::LaneIntrinsic::local_linear_id:
        return linear_id();
      case ir::LaneIntrinsic::local_id:
        return widen(id_[llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue()]);
      case ir::LaneIntrinsic::sub_group_exchange:
        return builder_.CreatePtrAdd(part_, builder_.getInt64(frame_.exchange.offset * width_));
      case ir::LaneIntrinsic::sub_group_size:
        return in_rows() ? builder_.getInt32(width_) : lanes_;
      case ir::LaneIntrinsic::work_group_exchange:
        return group_exchange_;
      case ir::LaneIntrinsic::active_lanes:
        return active_;
      default:
        return context_;
    }
  }

  Value* linear_id() {
    if (lanes_are_ != ir::Lanes::vector_ragged_rows) return builder_.CreateNUWAdd(first_, lane_);
    Value* row = builder_.CreateNUWAdd(builder_.CreateNUWMul(id_[2], size_[1]), id_[1]);
    return builder_.CreateNUWAdd(builder_.CreateNUWMul(row, size_[0]), id_[0]);
  }

  llvm::Function& kernel_;
  const RegionPlan& plan_;
  const Region& region_;
  const FrameLayout& frame_;
  unsigned index_;
  uint32_t width_;
  const ir::PassOptions& options_;
  ir::Lanes lanes_are_;
  llvm::IRBuilder<> builder_;

  llvm::Function* function_ = nullptr;
  llvm::DebugLoc location_;  // for code that belongs to no line
  llvm::BasicBlock *entry_ = nullptr, *lane_begin_ = nullptr, *lane_end_ = nullptr,
                   *exit_ = nullptr, *first_copy_ = nullptr;
  Value *context_ = nullptr, *sub_group_ = nullptr, *first_ = nullptr, *lanes_ = nullptr,
        *group_exchange_ = nullptr, *part_ = nullptr, *active_ = nullptr;
  std::array<Value*, 3> size_{}, start_{}, id_{};
  Value *lane_ = nullptr, *next_ = nullptr;

  // From values of the kernel to those of this function.
  llvm::ValueToValueMapTy values_;
  std::map<const llvm::AllocaInst*, Value*> variables_;  // the address of each in this function
  std::vector<llvm::BasicBlock*> copies_;
  std::vector<std::pair<llvm::BasicBlock*, Value*>> ends_;
};

}  // namespace

void keep_rolled(llvm::Instruction* repeat) {
  llvm::LLVMContext& context = repeat->getContext();
  auto* rule =
      llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.runtime.disable"));
  auto* loop = llvm::MDNode::getDistinct(context, {nullptr, rule});
  loop->replaceOperandWith(0, loop);  // the loop's own name, which comes first
  repeat->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

Value* sub_groups_of_row(llvm::IRBuilderBase& builder, Value* size_x,
                         const ir::PassOptions& options) {
  const uint32_t width = options.sub_group_size;
  if (options.lanes == ir::Lanes::vector_ragged_rows) {
    Value* steps = rounded_quotient(builder, size_x, width * options.jam_x);
    return builder.CreateMul(steps, builder.getInt32(options.jam_x));
  }
  return builder.CreateUDiv(size_x, builder.getInt32(width));
}

Value* local_size(llvm::IRBuilderBase& builder, Value* context, unsigned dimension,
                  const ir::PassOptions& options) {
  if (options.local_size[0] != 0) return builder.getInt32(options.local_size[dimension]);
  size_t offset = offsetof(interface::LaunchContext, local_size) + 8 * dimension;
  llvm::LoadInst* size = builder.CreateLoad(
      builder.getInt64Ty(), builder.CreatePtrAdd(context, builder.getInt64(offset)));
  size->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  // LLVM would else look for a proof that a loop runs at all in all loops before it.
  size->setMetadata(llvm::LLVMContext::MD_range,
                    llvm::MDBuilder(builder.getContext())
                        .createRange(llvm::APInt(64, 1), llvm::APInt(64, uint64_t{1} << 31)));
  return builder.CreateTrunc(size, builder.getInt32Ty(), "", /*IsNUW=*/true, /*IsNSW=*/true);
}

llvm::Function* build_region(llvm::Function& kernel, const RegionPlan& plan,
                             const FrameLayout& frame, unsigned index,
                             const ir::PassOptions& options) {
  return RegionBuilder(kernel, plan, frame, index, options).build();
}

}  // namespace cleave::compiler::pass::regions
