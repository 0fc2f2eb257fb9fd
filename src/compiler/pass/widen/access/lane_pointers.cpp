#include "compiler/pass/widen/access/lane_pointers.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/pass/analysis/bounded_index.h"
#include "compiler/pass/analysis/runtime_contiguity.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

constexpr int64_t spare = int64_t{1} << 19;  // bytes that the sizes of objects leave of 31 bits

bool has_extended_term(const analysis::LinearAddress& address) {
  return std::ranges::any_of(address.terms, &analysis::LinearAddress::Term::is_extended);
}

Value* pointer_of(llvm::Instruction& instruction) {
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return atomic->getPointerOperand();
  }
  return llvm::getLoadStorePointerOperand(&instruction);
}

}  // namespace

LanePointers::LanePointers(llvm::Function& lane_function, llvm::IRBuilder<>& builder,
                           WideValues& values, const analysis::LaneAddresses& addresses)
    : builder_(builder), values_(values), addresses_(addresses) {
  for (llvm::Instruction& instruction : llvm::instructions(lane_function)) {
    if (Value* pointer = pointer_of(instruction)) keep_operands(instruction, pointer);
  }
}

/// Addresses are made again where memory is accessed, from what they were computed from.
void LanePointers::keep_operands(const llvm::Instruction& access, Value* pointer) {
  const analysis::LinearAddress address = analysis::take_apart(pointer, addresses_.layout());
  if (values_.is_scalar(pointer) && !has_extended_term(address)) return;
  auto keep = [&](const Value* value) {
    const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
    if (made != nullptr && made->getParent() != access.getParent()) values_.keep(*made);
  };
  keep(address.base);
  for (const analysis::LinearAddress::Term& term : address.terms) {
    keep(term.extended);
    keep(term.index);
    Value* checked = term.index;
    for (analysis::SharedAddend sum = analysis::shared_addend(checked, values_.shapes());
         sum.rest != nullptr; sum = analysis::shared_addend(checked, values_.shapes())) {
      keep(sum.rest);
      keep(sum.addend);
      checked = sum.rest;
    }
    if (const auto bounded = analysis::bounded_index(checked, values_.shapes())) {
      keep(bounded->number);
      for (const analysis::IndexBound& one : bounded->bounds) keep(one.bound);
    }
    const auto* index = llvm::dyn_cast<llvm::BinaryOperator>(term.index);
    if (index != nullptr && index->getOpcode() == llvm::Instruction::Xor) {
      keep(index->getOperand(0));  // an xor-permuted access is computed from them
      keep(index->getOperand(1));
    }
  }
}

Value* LanePointers::first(Value* pointer, Value* mask) {
  const bool is_scalar = values_.is_scalar(pointer);
  // Lane 0's own address is good if all lanes run.
  if (is_scalar && mask == nullptr) return values_.scalar(pointer);
  const analysis::LinearAddress address = analysis::take_apart(pointer, addresses_.layout());
  const std::optional<int64_t> stride = addresses_.stride(pointer);
  if (is_scalar &&
      (!has_extended_term(address) || !addresses_.has_small_first_offset(address, *stride))) {
    return values_.scalar(pointer);
  }
  // Lane 0 may be one that does not run: its neighbours' offsets are in the object, and objects
  // leave room for its own in 32 bits.
  return first_by_indices(address, [&](const analysis::LinearAddress::Term& term) {
    return builder_.CreateIntCast(values_.scalar(term.index), builder_.getInt32Ty(),
                                  term.is_signed);
  });
}

Value* LanePointers::first_by_indices(
    const analysis::LinearAddress& address,
    llvm::function_ref<Value*(const analysis::LinearAddress::Term& term)> first_index) {
  const int64_t unit = unit_of(address);
  auto [base, constant] = base_of(address);
  Value* offset = builder_.getInt32(static_cast<uint32_t>(constant / unit));
  for (const analysis::LinearAddress::Term& term : address.terms) {
    Value* units = builder_.getInt32(static_cast<uint32_t>(term.scale / unit));
    offset = builder_.CreateAdd(offset, builder_.CreateMul(first_index(term), units));
  }
  return builder_.CreateGEP(builder_.getIntNTy(static_cast<unsigned>(8 * unit)), base,
                            builder_.CreateSExt(offset, builder_.getInt64Ty()));
}

Value* LanePointers::all(Value* pointer, int64_t more) {
  analysis::LinearAddress address = analysis::take_apart(pointer, addresses_.layout());
  if (values_.is_scalar(pointer) || !addresses_.has_small_offsets(address)) {
    Value* all = values_.vector(pointer);
    if (more == 0) return all;
    return builder_.CreateGEP(builder_.getInt8Ty(), all,
                              builder_.getInt64(static_cast<uint64_t>(more)));
  }
  address.constant += more;
  const int64_t unit = unit_of(address);
  const auto [base, offsets] = small_offsets(address, unit);
  return builder_.CreateGEP(builder_.getIntNTy(static_cast<unsigned>(8 * unit)), base,
                            builder_.CreateSExt(offsets, values_.wide_type(builder_.getInt64Ty())));
}

std::vector<Value*> LanePointers::each(Value* pointer, int64_t more) {
  std::vector<Value*> pointers;
  analysis::LinearAddress address = analysis::take_apart(pointer, addresses_.layout());
  if (values_.is_scalar(pointer) || !addresses_.has_small_offsets(address)) {
    Value* all_lanes = all(pointer, more);
    for (unsigned lane = 0; lane < values_.width(); ++lane)
      pointers.push_back(builder_.CreateExtractElement(all_lanes, uint64_t{lane}));
    return pointers;
  }
  // The elements that are taken out have 32 bits; the instruction that needs one extends it.
  address.constant += more;
  const int64_t unit = unit_of(address);
  const auto [base, offsets] = small_offsets(address, unit);
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    Value* offset = builder_.CreateSExt(builder_.CreateExtractElement(offsets, uint64_t{lane}),
                                        builder_.getInt64Ty());
    pointers.push_back(
        builder_.CreateGEP(builder_.getIntNTy(static_cast<unsigned>(8 * unit)), base, offset));
  }
  return pointers;
}

LanePointers::Offsets LanePointers::small_offsets(const analysis::LinearAddress& address,
                                                  int64_t unit) {
  llvm::Type* word = builder_.getInt32Ty();
  const auto [base, constant] = base_of(address);
  const int64_t stride = values_.shape_of(address.base).stride;
  llvm::SmallVector<llvm::Constant*> of_bases;
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    const int64_t offset = (stride * lane + constant) / unit;
    of_bases.push_back(builder_.getInt32(static_cast<uint32_t>(offset)));
  }
  Value* sum = llvm::ConstantVector::get(of_bases);
  for (const analysis::LinearAddress::Term& term : address.terms) {
    const bool is_same = values_.shape_of(term.index).is_same();
    Value* index = is_same ? values_.scalar(term.index) : values_.vector(term.index);
    index = builder_.CreateIntCast(index, is_same ? word : values_.wide_type(word), term.is_signed);
    if (is_same) index = values_.broadcast(index);
    llvm::Constant* factor =
        llvm::ConstantInt::get(index->getType(), static_cast<uint32_t>(term.scale / unit));
    sum = builder_.CreateAdd(sum, builder_.CreateMul(index, factor));
  }
  return {base, sum};
}

/// Returns the bytes that an index can be multiplied by in an address of the processor.
int64_t LanePointers::unit_of(const analysis::LinearAddress& address) const {
  int64_t unit = 8;
  auto divide = [&](int64_t bytes) {
    while (bytes % unit != 0) unit /= 2;
  };
  divide(values_.shape_of(address.base).stride);
  for (const analysis::LinearAddress::Term& term : address.terms) divide(term.scale);
  if (std::abs(address.constant) >= spare) divide(address.constant);
  return unit;
}

std::pair<Value*, int64_t> LanePointers::base_of(const analysis::LinearAddress& address) {
  Value* base = values_.scalar(address.base);
  if (std::abs(address.constant) >= spare) return {base, address.constant};
  Value* constant = builder_.getInt64(static_cast<uint64_t>(address.constant));
  return {builder_.CreatePtrAdd(base, constant), 0};
}

}  // namespace cleave::compiler::pass::widen::access
