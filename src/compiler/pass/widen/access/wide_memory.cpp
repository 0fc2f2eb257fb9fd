#include "compiler/pass/widen/access/wide_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

constexpr int64_t spare = int64_t{1} << 19;  // bytes that the sizes of objects leave of 31 bits

/// Types that a vector register holds one of per lane.
bool is_element(const llvm::Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

unsigned elements_of(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

template <class Access>
Value* pointer_of(const Access& access) {
  return const_cast<Value*>(access.getPointerOperand());
}

Value* reversed(llvm::IRBuilder<>& builder, Value* vector) {
  return vector == nullptr ? nullptr : builder.CreateVectorReverse(vector);
}

}  // namespace

void WideMemory::copy_metadata(Value* made, const llvm::Instruction& from) {
  auto* access = llvm::dyn_cast<llvm::Instruction>(made);
  if (access != nullptr && access->mayReadOrWriteMemory()) {
    access->copyMetadata(from, {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_invariant_load});
  }
}

WideMemory::WideMemory(llvm::Function& lane_function, llvm::IRBuilder<>& builder,
                       WideValues& values, bool small_objects)
    : builder_(builder),
      values_(values),
      addresses_(values.shapes(), lane_function.getDataLayout(), small_objects),
      groups_(lane_function, addresses_),
      width_(values.width()) {
  keep_what_addresses_need(lane_function);
}

/// Addresses are made again where memory is accessed, from what they were computed from.
void WideMemory::keep_what_addresses_need(llvm::Function& lane_function) {
  for (llvm::Instruction& instruction : llvm::instructions(lane_function)) {
    Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      pointer = atomic->getPointerOperand();
    }
    if (pointer == nullptr) continue;
    const Address address = take_apart(pointer, addresses_.layout());
    const bool is_extended = std::ranges::any_of(address.terms, &Address::Term::is_extended);
    if (values_.is_scalar(pointer) && !is_extended) continue;
    auto keep = [&](const Value* value) {
      const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
      if (made != nullptr && made->getParent() != instruction.getParent()) values_.keep(*made);
    };
    keep(address.base);
    for (const Address::Term& term : address.terms) {
      keep(term.extended);
      keep(term.index);
      for (SharedAddend sum = shared_addend(term.index, values_.shapes()); sum.rest != nullptr;
           sum = shared_addend(sum.rest, values_.shapes())) {
        keep(sum.rest);
        keep(sum.addend);
      }
      const auto* index = llvm::dyn_cast<llvm::BinaryOperator>(term.index);
      if (index != nullptr && index->getOpcode() == llvm::Instruction::Xor) {
        keep(index->getOperand(0));  // a swapped row is accessed by them
        keep(index->getOperand(1));
      }
    }
  }
}

/// Each access once, not for each part.
void WideMemory::say(const llvm::Instruction& access, Topic topic, llvm::StringRef verdict,
                     const llvm::Twine& text) const {
  if (values_.part() == 0) remark(access, topic, verdict, text);
}

std::string WideMemory::why_apart(llvm::Value& pointer) const {
  if (!wants_remarks(pointer.getContext())) return {};
  return why_lanes_stand_apart(pointer, values_.shapes(), addresses_.layout());
}

bool WideMemory::may_load_for_no_lane(const llvm::LoadInst& load) const {
  llvm::Type* type = load.getType();
  if (!load.isSimple() || !is_element(type) || groups_.of(load) != nullptr) return false;
  const std::optional<int64_t> step = stride(pointer_of(load), type);
  return step && *step == static_cast<int64_t>(addresses_.layout().getTypeStoreSize(type)) &&
         !stands_among_scattered_stores(load);
}

bool WideMemory::load(llvm::LoadInst& load, Value* mask) {
  if (const InterleaveGroup* group = groups_.of(load)) {
    if (group->place == &load) load_group(*group, mask);
    return true;
  }
  llvm::Type* type = load.getType();
  if (auto step = stride(load.getPointerOperand(), type)) {
    const bool is_reversed = *step < 0;
    if (std::abs(*step) == static_cast<int64_t>(addresses_.layout().getTypeStoreSize(type)) &&
        (!is_reversed || is_element(type))) {
      say(load, Topic::load, "contiguous",
          is_reversed ? "a vector load, backwards" : "a vector load");
      load_row(load, is_reversed, mask);
      return true;
    }
  }
  if (!is_element(type)) return false;
  if (load_swapped_row(load, mask)) return true;
  if (load_asked_row(load, mask)) return true;
  say(load, Topic::load, "gather", "a gather: " + why_apart(*load.getPointerOperand()));
  values_.define(load, gather(load, mask));
  return true;
}

Value* WideMemory::gather(llvm::LoadInst& load, Value* mask) {
  if (Value* parts = gather_parts_of_words(load, mask)) return parts;
  Value* result =
      builder_.CreateMaskedGather(values_.wide_type(load.getType()),
                                  all_addresses(load.getPointerOperand()), load.getAlign(), mask);
  copy_metadata(result, load);
  return result;
}

void WideMemory::scatter(llvm::StoreInst& store, Value* mask) {
  auto* made = builder_.CreateMaskedScatter(values_.vector(store.getValueOperand()),
                                            all_addresses(store.getPointerOperand()),
                                            store.getAlign(), mask);
  copy_metadata(made, store);
}

bool WideMemory::store(llvm::StoreInst& store, Value* mask) {
  if (const InterleaveGroup* group = groups_.of(store)) {
    if (group->place == &store) store_group(*group, mask);
    return true;
  }
  llvm::Type* type = store.getValueOperand()->getType();
  if (auto step = stride(store.getPointerOperand(), type)) {
    const bool is_reversed = *step < 0;
    if (std::abs(*step) == static_cast<int64_t>(addresses_.layout().getTypeStoreSize(type)) &&
        (!is_reversed || is_element(type))) {
      say(store, Topic::store, "contiguous",
          is_reversed ? "a vector store, backwards" : "a vector store");
      store_row(store, is_reversed, mask);
      return true;
    }
  }
  if (!is_element(type)) return false;
  if (store_swapped_row(store, mask)) return true;
  if (store_asked_row(store, mask)) return true;
  say(store, Topic::store, "scatter", "a scatter: " + why_apart(*store.getPointerOperand()));
  scatter(store, mask);
  return true;
}

/// Nothing for types that leave gaps in memory.
std::optional<int64_t> WideMemory::stride(Value* pointer, llvm::Type* type) const {
  const llvm::DataLayout& layout = addresses_.layout();
  const llvm::TypeSize stored = layout.getTypeStoreSize(type);
  const bool is_padded =
      stored != layout.getTypeAllocSize(type) || layout.getTypeSizeInBits(type) != 8 * stored;
  return is_padded ? std::nullopt : addresses_.stride(pointer);
}

Value* WideMemory::first_address(Value* pointer, Value* mask) {
  const bool is_scalar = values_.is_scalar(pointer);
  // Where all lanes run, lane 0's own address is good.
  if (is_scalar && mask == nullptr) return values_.scalar(pointer);
  const Address address = take_apart(pointer, addresses_.layout());
  const bool is_extended = std::ranges::any_of(address.terms, &Address::Term::is_extended);
  const std::optional<int64_t> stride = addresses_.stride(pointer);
  if (is_scalar && (!is_extended || !addresses_.has_small_first_offset(address, *stride))) {
    return values_.scalar(pointer);
  }
  const int64_t unit = unit_of(address);
  Value* base = nullptr;
  Value* offset = first_small_offset(address, unit, base);
  return builder_.CreateGEP(builder_.getIntNTy(static_cast<unsigned>(8 * unit)), base,
                            builder_.CreateSExt(offset, builder_.getInt64Ty()));
}

Value* WideMemory::all_addresses(Value* pointer, int64_t more) {
  Address address = take_apart(pointer, addresses_.layout());
  if (values_.is_scalar(pointer) || !addresses_.has_small_offsets(address)) {
    Value* all = values_.vector(pointer);
    if (more == 0) return all;
    return builder_.CreateGEP(builder_.getInt8Ty(), all,
                              builder_.getInt64(static_cast<uint64_t>(more)));
  }
  address.constant += more;
  const int64_t unit = unit_of(address);
  Value* base = nullptr;
  Value* offsets = small_offsets(address, unit, base);
  return builder_.CreateGEP(
      builder_.getIntNTy(static_cast<unsigned>(8 * unit)), base,
      builder_.CreateSExt(offsets, llvm::FixedVectorType::get(builder_.getInt64Ty(), width_)));
}

/// Bytes that an index can be multiplied by in an address of the processor.
int64_t WideMemory::unit_of(const Address& address) const {
  int64_t unit = 8;
  auto divide = [&](int64_t bytes) {
    while (bytes % unit != 0) unit /= 2;
  };
  divide(values_.shape_of(address.base).stride);
  for (const Address::Term& term : address.terms) divide(term.scale);
  if (std::abs(address.constant) >= spare) divide(address.constant);
  return unit;
}

std::pair<Value*, int64_t> WideMemory::base_of(const Address& address) {
  Value* base = values_.scalar(address.base);
  if (std::abs(address.constant) >= spare) return {base, address.constant};
  Value* constant = builder_.getInt64(static_cast<uint64_t>(address.constant));
  return {builder_.CreatePtrAdd(base, constant), 0};
}

/// <W x i32>, from `base`, in units.
Value* WideMemory::small_offsets(const Address& address, int64_t unit, Value*& base) {
  llvm::Type* word = builder_.getInt32Ty();
  int64_t constant = 0;
  std::tie(base, constant) = base_of(address);
  const int64_t stride = values_.shape_of(address.base).stride;
  llvm::SmallVector<llvm::Constant*> places;
  for (unsigned lane = 0; lane < width_; ++lane) {
    const int64_t place = (stride * lane + constant) / unit;
    places.push_back(builder_.getInt32(static_cast<uint32_t>(place)));
  }
  Value* sum = llvm::ConstantVector::get(places);
  for (const Address::Term& term : address.terms) {
    const bool is_same = values_.shape_of(term.index).is_same();
    Value* index = is_same ? values_.scalar(term.index) : values_.vector(term.index);
    index = builder_.CreateIntCast(index, is_same ? word : values_.wide_type(word), term.is_signed);
    if (is_same) index = values_.broadcast(index);
    llvm::Constant* factor =
        llvm::ConstantInt::get(index->getType(), static_cast<uint32_t>(term.scale / unit));
    sum = builder_.CreateAdd(sum, builder_.CreateMul(index, factor));
  }
  return sum;
}

/// That of lane 0, an i32. It may be one that does not run: its neighbours' are in the object, and
/// objects leave room for it in 32 bits.
Value* WideMemory::first_small_offset(const Address& address, int64_t unit, Value*& base) {
  int64_t constant = 0;
  std::tie(base, constant) = base_of(address);
  Value* sum = builder_.getInt32(static_cast<uint32_t>(constant / unit));
  for (const Address::Term& term : address.terms) {
    Value* index =
        builder_.CreateIntCast(values_.scalar(term.index), builder_.getInt32Ty(), term.is_signed);
    Value* scaled =
        builder_.CreateMul(index, builder_.getInt32(static_cast<uint32_t>(term.scale / unit)));
    sum = builder_.CreateAdd(sum, scaled);
  }
  return sum;
}

/// Bytes and halves of words are loaded with the words that hold them, which no page divides.
Value* WideMemory::gather_parts_of_words(llvm::LoadInst& load, Value* mask) {
  llvm::Type* type = load.getType();
  const uint64_t bytes = addresses_.layout().getTypeStoreSize(type).getFixedValue();
  if (bytes > 2 || !has_feature(*load.getFunction(), "avx2") || load.getAlign().value() < bytes ||
      addresses_.layout().getTypeSizeInBits(type) != 8 * bytes) {
    return nullptr;
  }
  auto* words = llvm::FixedVectorType::get(builder_.getInt32Ty(), width_);
  auto* wide = llvm::FixedVectorType::get(builder_.getInt64Ty(), width_);
  const auto constant = [&](uint32_t number) { return llvm::ConstantInt::get(words, number); };
  const Address address = take_apart(load.getPointerOperand(), addresses_.layout());
  Value* places = nullptr;
  Value* pointers = nullptr;
  if (!values_.is_scalar(load.getPointerOperand()) && addresses_.has_small_offsets(address)) {
    Value* base = nullptr;
    Value* offsets = small_offsets(address, 1, base);
    Value* number = builder_.CreatePtrToInt(base, builder_.getInt64Ty());
    Value* rest = builder_.CreateAnd(number, builder_.getInt64(3));
    places = builder_.CreateAdd(
        offsets, values_.broadcast(builder_.CreateTrunc(rest, builder_.getInt32Ty())));
    Value* word = builder_.CreateAnd(places, constant(~uint32_t{3}));
    pointers = builder_.CreateGEP(builder_.getInt8Ty(),
                                  builder_.CreatePtrAdd(base, builder_.CreateNeg(rest)),
                                  builder_.CreateSExt(word, wide));
  } else {
    Value* all = all_addresses(load.getPointerOperand());
    Value* numbers = builder_.CreatePtrToInt(all, wide);
    places = builder_.CreateTrunc(numbers, words);
    Value* mask_of_words = llvm::ConstantInt::get(wide, ~uint64_t{3});
    pointers = builder_.CreateIntrinsic(llvm::Intrinsic::ptrmask, {all->getType(), wide},
                                        {all, mask_of_words});
  }
  Value* shift = builder_.CreateShl(builder_.CreateAnd(places, constant(3)), constant(3));
  Value* gathered = builder_.CreateMaskedGather(words, pointers, llvm::Align(4), mask);
  Value* part = builder_.CreateTrunc(builder_.CreateLShr(gathered, shift),
                                     words->getWithNewBitWidth(static_cast<unsigned>(8 * bytes)));
  return builder_.CreateBitCast(part, values_.wide_type(type));
}

void WideMemory::load_row(llvm::LoadInst& load, bool is_reversed, Value* mask) {
  llvm::Type* type = load.getType();
  llvm::Type* wide = values_.wide_type(type);
  const auto bytes =
      static_cast<int64_t>(addresses_.layout().getTypeStoreSize(type).getFixedValue());
  Value* first = first_address(load.getPointerOperand(), mask);
  if (is_reversed) {
    first = builder_.CreatePtrAdd(
        first, builder_.getInt64(static_cast<uint64_t>(-bytes * (int64_t{width_} - 1))));
    mask = reversed(builder_, mask);
  }
  const llvm::Align align = llvm::commonAlignment(load.getAlign(), static_cast<uint64_t>(bytes));
  Value* result = nullptr;
  if (mask == nullptr) {
    result = builder_.CreateAlignedLoad(wide, first, align);
  } else {
    Value* elements = repeat_mask(builder_, mask, elements_of(type));
    result = stands_among_scattered_stores(load)
                 ? load_within_page(wide, first, align, elements)
                 : builder_.CreateMaskedLoad(wide, first, align, elements);
  }
  copy_metadata(result, load);
  values_.define(load, is_reversed ? reversed(builder_, result) : result);
}

/// Some processors make a masked load wait for all stores before it, however far away they are.
bool WideMemory::stands_among_scattered_stores(const llvm::LoadInst& load) const {
  if (values_.parts() > 1) return false;  // a part may have no lane that runs
  return llvm::any_of(*load.getParent(), [&](const llvm::Instruction& other) {
    if (llvm::isa<llvm::AtomicRMWInst>(other)) return true;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&other);
    return store != nullptr && !addresses_.stride(pointer_of(*store));
  });
}

/// One of the lanes runs, so its page may be loaded from: as a whole vector, if it holds that.
Value* WideMemory::load_within_page(llvm::Type* wide, Value* first, llvm::Align align,
                                    Value* elements) {
  constexpr uint64_t page = 4096;
  const uint64_t bytes = addresses_.layout().getTypeStoreSize(wide).getFixedValue();
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  llvm::LLVMContext& context = builder_.getContext();
  auto* whole = llvm::BasicBlock::Create(context, "one.page", function);
  auto* some = llvm::BasicBlock::Create(context, "two.pages", function);
  auto* after = llvm::BasicBlock::Create(context, "loaded", function);
  Value* place = builder_.CreateAnd(builder_.CreatePtrToInt(first, builder_.getInt64Ty()),
                                    builder_.getInt64(page - 1));
  builder_.CreateCondBr(builder_.CreateICmpULE(place, builder_.getInt64(page - bytes)), whole,
                        some);
  builder_.SetInsertPoint(whole);
  Value* plain = builder_.CreateAlignedLoad(wide, first, align);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(some);
  Value* masked = builder_.CreateMaskedLoad(wide, first, align, elements);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
  llvm::PHINode* loaded = builder_.CreatePHI(wide, 2);
  loaded->addIncoming(plain, whole);
  loaded->addIncoming(masked, some);
  return loaded;
}

std::optional<XorPermutedAccess> WideMemory::xor_permuted_access(Value* pointer,
                                                                 llvm::Type* type) const {
  const llvm::DataLayout& layout = addresses_.layout();
  const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
  const bool is_padded =
      bytes != layout.getTypeAllocSize(type) || layout.getTypeSizeInBits(type) != 8 * bytes;
  if (is_padded || values_.is_scalar(pointer)) return std::nullopt;
  return find_swapped_row(pointer, bytes, values_.shapes(), width_, layout);
}

bool WideMemory::load_swapped_row(llvm::LoadInst& load, Value* mask) {
  const auto row = xor_permuted_access(load.getPointerOperand(), load.getType());
  if (!row) return false;
  say(load, Topic::load, "shuffled", "a row whose lanes are swapped: one vector, permuted");
  llvm::Type* wide = values_.wide_type(load.getType());
  Value* first = row_address(builder_, values_, *row);
  Value* elements = swap_lanes(builder_, values_, *row, mask);
  Value* loaded =
      elements == nullptr
          ? static_cast<Value*>(builder_.CreateAlignedLoad(wide, first, load.getAlign()))
          : builder_.CreateMaskedLoad(wide, first, load.getAlign(), elements);
  copy_metadata(loaded, load);
  values_.define(load, swap_lanes(builder_, values_, *row, loaded));
  return true;
}

bool WideMemory::store_swapped_row(llvm::StoreInst& store, Value* mask) {
  const auto row =
      xor_permuted_access(store.getPointerOperand(), store.getValueOperand()->getType());
  if (!row) return false;
  say(store, Topic::store, "shuffled", "a row whose lanes are swapped: permuted, one vector");
  Value* first = row_address(builder_, values_, *row);
  Value* value = swap_lanes(builder_, values_, *row, values_.vector(store.getValueOperand()));
  Value* elements = swap_lanes(builder_, values_, *row, mask);
  auto* made = elements == nullptr
                   ? static_cast<llvm::Instruction*>(
                         builder_.CreateAlignedStore(value, first, store.getAlign()))
                   : builder_.CreateMaskedStore(value, first, store.getAlign(), elements);
  copy_metadata(made, store);
  return true;
}

void WideMemory::store_row(llvm::StoreInst& store, bool is_reversed, Value* mask) {
  Value* value = values_.vector(store.getValueOperand());
  llvm::Type* type = store.getValueOperand()->getType();
  const auto bytes =
      static_cast<int64_t>(addresses_.layout().getTypeStoreSize(type).getFixedValue());
  Value* first = first_address(store.getPointerOperand(), mask);
  if (is_reversed) {
    first = builder_.CreatePtrAdd(
        first, builder_.getInt64(static_cast<uint64_t>(-bytes * (int64_t{width_} - 1))));
    mask = reversed(builder_, mask);
    value = reversed(builder_, value);
  }
  const llvm::Align align = llvm::commonAlignment(store.getAlign(), static_cast<uint64_t>(bytes));
  llvm::Instruction* made =
      mask == nullptr
          ? static_cast<llvm::Instruction*>(builder_.CreateAlignedStore(value, first, align))
          : builder_.CreateMaskedStore(value, first, align,
                                       repeat_mask(builder_, mask, elements_of(type)));
  copy_metadata(made, store);
}

}  // namespace cleave::compiler::pass
