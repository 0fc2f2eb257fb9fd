// Of WideMemory and InstructionWidener: accesses that lie in a row from sub-group to sub-group of
// those that run together, as those of a transposed matrix do. Each lane's are one vector; a
// transposition in registers makes of them what each sub-group has.
#include <llvm/Analysis/VectorUtils.h>

#include <cstdlib>
#include <vector>

#include "compiler/pass/analysis/stride_step.h"
#include "compiler/pass/ir/interleave_vectors.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/widen/access/wide_memory.h"
#include "compiler/pass/widen/widen_instructions.h"

namespace cleave::compiler::pass {

using llvm::Value;

bool WideMemory::is_transposed(const llvm::Instruction& access) const {
  const unsigned parts = values_.parts();
  if (parts == 1 || access.isVolatile() || access.isAtomic()) return false;
  llvm::Type* type = llvm::getLoadStoreType(&access);
  auto* pointer = const_cast<Value*>(llvm::getLoadStorePointerOperand(&access));
  const llvm::DataLayout& layout = addresses_.layout();
  const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
  const bool is_number = type->isIntegerTy() || type->isFloatingPointTy();
  if (parts < 4 || !llvm::isPowerOf2_32(parts) || parts > width_ || !is_number || bytes < 4 ||
      layout.getTypeSizeInBits(type) != 8 * bytes || bytes != layout.getTypeAllocSize(type) ||
      groups_.of(access) != nullptr) {
    return false;
  }
  const std::optional<int64_t> step = addresses_.stride(pointer);
  if (step && std::abs(*step) <= static_cast<int64_t>(bytes)) return false;
  const Address address = take_apart(pointer, layout);
  const auto base = values_.shape_of(address.base);
  if (base.kind != Shape::Kind::uniform || !addresses_.has_small_offsets(address)) return false;
  const auto grows = growth(
      *pointer,
      [&](const Value& value) -> std::optional<int64_t> {
        if (values_.shape_of(&value).kind == Shape::Kind::uniform) return 0;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (instruction == nullptr) return std::nullopt;
        const auto query = lane_intrinsic_of(*instruction);
        if (query == LaneIntrinsic::part) return 1;
        if (query == LaneIntrinsic::lane) return 0;
        return std::nullopt;
      },
      layout);
  return grows == static_cast<int64_t>(bytes);
}

/// Where the first part's access of a lane is.
Value* WideMemory::address_in_lane(Value* pointer, unsigned lane) {
  values_.begin_part(0);
  const Address address = take_apart(pointer, addresses_.layout());
  Value* offset = builder_.getInt64(static_cast<uint64_t>(address.constant));
  for (const Address::Term& term : address.terms) {
    const Shape shape = values_.shape_of(term.index);
    Value* index = nullptr;
    if (shape.is_scalar()) {
      index = values_.scalar(term.index);
      const int64_t further = shape.stride * lane;
      index = builder_.CreateAdd(index, llvm::ConstantInt::getSigned(index->getType(), further));
    } else {
      index = builder_.CreateExtractElement(values_.vector(term.index), uint64_t{lane});
    }
    const bool is_low = term.is_extended() && index->getType()->isIntegerTy(64);
    if (is_low) index = builder_.CreateTrunc(index, builder_.getInt32Ty());
    index = builder_.CreateIntCast(index, builder_.getInt64Ty(), term.is_signed);
    Value* scaled = builder_.CreateMul(index, builder_.getInt64(static_cast<uint64_t>(term.scale)));
    offset = builder_.CreateAdd(offset, scaled);
  }
  return builder_.CreatePtrAdd(values_.scalar(address.base), offset);
}

std::vector<Value*> WideMemory::load_transposed(llvm::LoadInst& load) {
  values_.begin_part(0);
  say(load, Topic::load, "transposed",
      "sub-groups that run together load from rows: vectors, transposed in registers");
  const unsigned parts = values_.parts();
  auto* row = llvm::FixedVectorType::get(load.getType(), parts);
  std::vector<Value*> rows;
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* first = address_in_lane(load.getPointerOperand(), lane);
    rows.push_back(builder_.CreateAlignedLoad(row, first, load.getAlign()));
    copy_metadata(rows.back(), load);
  }
  std::vector<Value*> stretch;
  for (unsigned lane = 0; lane < width_; lane += width_ / parts) {
    stretch.push_back(
        llvm::concatenateVectors(builder_, llvm::ArrayRef(rows).slice(lane, width_ / parts)));
  }
  std::vector<Value*> values;
  for (unsigned part = 0; part < parts; ++part) {
    values.push_back(deinterleave(builder_, stretch, part));
  }
  return values;
}

void WideMemory::store_transposed(llvm::StoreInst& store) {
  values_.begin_part(0);
  say(store, Topic::store, "transposed",
      "sub-groups that run together store to rows: transposed in registers, then vectors");
  const unsigned parts = values_.parts();
  std::vector<Value*> slots;
  for (unsigned part = 0; part < parts; ++part) {
    values_.begin_part(part);
    slots.push_back(values_.vector(store.getValueOperand()));
  }
  const std::vector<Value*> stretch = interleave_members(builder_, slots);
  for (unsigned lane = 0; lane < width_; ++lane) {
    const unsigned place = lane * parts;
    llvm::SmallVector<int> own;
    for (unsigned part = 0; part < parts; ++part) {
      own.push_back(static_cast<int>(place % width_ + part));
    }
    Value* row = stretch[place / width_];
    if (parts < width_) row = builder_.CreateShuffleVector(row, own);
    Value* first = address_in_lane(store.getPointerOperand(), lane);
    copy_metadata(builder_.CreateAlignedStore(row, first, store.getAlign()), store);
  }
}

/// i1: whether all lanes of all parts run.
Value* InstructionWidener::all(const Mask& mask) {
  Value* common = mask.front();
  for (Value* part : llvm::drop_begin(mask)) common = builder_.CreateAnd(common, part);
  Value* bits = mask_bits(builder_, common);
  return builder_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
}

/// All parts at once, where all lanes turn out to run. False: it is no such access.
bool InstructionWidener::widen_transposed(llvm::Instruction& instruction, const Mask& mask) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (load == nullptr && store == nullptr) return false;
  if (load != nullptr && values_.is_scalar(load)) return false;
  if (!memory_.is_transposed(instruction)) return false;
  std::vector<Value*> loaded;
  auto at_once = [&] {
    if (load != nullptr) {
      loaded = memory_.load_transposed(*load);
    } else {
      memory_.store_transposed(*store);
    }
  };
  if (mask.empty()) {
    at_once();
  } else {
    std::vector<Value*> others;
    llvm::Function* function = builder_.GetInsertBlock()->getParent();
    auto* whole = llvm::BasicBlock::Create(builder_.getContext(), "all.parts", function);
    auto* some = llvm::BasicBlock::Create(builder_.getContext(), "each.part", function);
    auto* after = llvm::BasicBlock::Create(builder_.getContext(), "parts.done", function);
    builder_.CreateCondBr(all(mask), whole, some);
    builder_.SetInsertPoint(whole);
    values_.conditionally(at_once);
    llvm::BasicBlock* whole_end = builder_.CreateBr(after)->getParent();
    builder_.SetInsertPoint(some);
    values_.conditionally([&] {
      for (unsigned part = 0; part < values_.parts(); ++part) {
        values_.begin_part(part);
        widen_part(instruction, mask[part]);
        if (load != nullptr) others.push_back(values_.vector(load));
      }
    });
    memory_.forget_answers();
    llvm::BasicBlock* some_end = builder_.CreateBr(after)->getParent();
    builder_.SetInsertPoint(after);
    for (size_t part = 0; part < loaded.size(); ++part) {
      llvm::PHINode* either = builder_.CreatePHI(loaded[part]->getType(), 2);
      either->addIncoming(loaded[part], whole_end);
      either->addIncoming(others[part], some_end);
      loaded[part] = either;
    }
  }
  for (unsigned part = 0; part < loaded.size(); ++part) {
    values_.begin_part(part);
    values_.define(*load, loaded[part]);
  }
  return true;
}

}  // namespace cleave::compiler::pass
