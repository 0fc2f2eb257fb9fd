#include "compiler/pass/late/isel_workarounds.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass/ir/integer_divisions.h"
#include "compiler/pass/late/open_lanes.h"

namespace cleave::compiler::pass::late {
namespace {

/// Returns true if all elements fit 16 signed bits. A value of all lanes counts as its number.
bool fits_16_bits(llvm::Value* value, const llvm::DataLayout& layout) {
  llvm::Value* every = llvm::getSplatValue(value);
  const unsigned sign_bits = llvm::ComputeNumSignBits(every != nullptr ? every : value, layout);
  return sign_bits + 15 >= value->getType()->getScalarSizeInBits();
}

/// Returns the product in 32 bits, shifted, or null if the instruction is not the pattern.
llvm::Value* rewritten(llvm::TruncInst& narrow) {
  using namespace llvm::PatternMatch;
  llvm::Value* wide = narrow.getOperand(0);
  while (auto* before = llvm::dyn_cast<llvm::TruncInst>(wide)) wide = before->getOperand(0);
  llvm::Type* type = wide->getType();
  const unsigned bits = type->getScalarSizeInBits();
  if (!type->isVectorTy() || narrow.getDestTy()->getScalarSizeInBits() > 16 || bits <= 32) {
    return nullptr;
  }
  llvm::Value *left = nullptr, *right = nullptr;
  const llvm::APInt* amount = nullptr;
  if (!match(wide, m_Shr(m_Mul(m_Value(left), m_Value(right)), m_APInt(amount))) ||
      amount->ule(16) || amount->ugt(bits - 16)) {
    return nullptr;
  }
  const llvm::DataLayout& layout = narrow.getDataLayout();
  if (!fits_16_bits(left, layout) || !fits_16_bits(right, layout)) return nullptr;
  llvm::IRBuilder<> builder(&narrow);
  llvm::Type* words = type->getWithNewBitWidth(32);
  llvm::Value* product =
      builder.CreateMul(builder.CreateTrunc(left, words), builder.CreateTrunc(right, words));
  const uint64_t shift = std::min<uint64_t>(amount->getZExtValue(), 31);
  return builder.CreateTrunc(builder.CreateAShr(product, shift), narrow.getDestTy());
}

/// Returns the division in 16 bits, or null if the instruction does not divide vectors of bytes by
/// a constant.
llvm::Value* divided_in_16_bits(llvm::BinaryOperator& division) {
  llvm::Type* type = division.getType();
  const bool is_one = division.isIntDivRem() && llvm::isa<llvm::Constant>(division.getOperand(1));
  if (!is_one || !type->isVectorTy() || type->getScalarSizeInBits() != 8) return nullptr;
  const bool is_signed = ir::divides_signed(division);
  llvm::IRBuilder<> builder(&division);
  llvm::Type* wide = type->getWithNewBitWidth(16);
  auto extended = [&](llvm::Value* value) {
    return is_signed ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  llvm::Value* left = extended(division.getOperand(0));
  llvm::Value* right = extended(division.getOperand(1));
  return builder.CreateTrunc(builder.CreateBinOp(division.getOpcode(), left, right), type);
}

/// Returns the value that replaces an instruction; nullptr: the instruction may stay.
llvm::Value* rewritten_instruction(llvm::Instruction& instruction) {
  if (auto* narrow = llvm::dyn_cast<llvm::TruncInst>(&instruction)) return rewritten(*narrow);
  auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  return operation == nullptr ? nullptr : divided_in_16_bits(*operation);
}

/// Returns the elements that a shuffle takes; -1 where it takes none, or an undefined one.
llvm::SmallVector<int> taken_by(const llvm::ShuffleVectorInst& shuffle) {
  llvm::SmallVector<int> elements(shuffle.getShuffleMask());
  const auto each = static_cast<int>(
      llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  for (int& element : elements) {
    const bool is_open =
        element < 0 || llvm::isa<llvm::UndefValue>(shuffle.getOperand(element < each ? 0 : 1));
    if (is_open) element = -1;
  }
  return elements;
}

/// Makes a shuffle that leaves every second element undefined, which is taken for an extension of
/// the others, take these twice.
void fill_gaps(llvm::ShuffleVectorInst& shuffle) {
  llvm::SmallVector<int> elements = taken_by(shuffle);
  if (elements.size() % 2 != 0) return;
  bool takes_any = false;
  for (size_t i = 0; i < elements.size(); i += 2) {
    if (elements[i + 1] >= 0) return;
    takes_any |= elements[i] >= 0;
    elements[i + 1] = elements[i];
  }
  if (takes_any) shuffle.setShuffleMask(elements);
}

/// Returns the one element that a constant mask has set; nullopt: it has none or several.
std::optional<unsigned> only_element(const llvm::Value* mask) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
  const auto* type = llvm::cast<llvm::FixedVectorType>(mask->getType());
  std::optional<unsigned> only;
  for (unsigned i = 0; constant != nullptr && i < type->getNumElements(); ++i) {
    const llvm::Constant* element = constant->getAggregateElement(i);
    if (element == nullptr || (!element->isNullValue() && only)) return std::nullopt;
    if (!element->isNullValue()) only = i;
  }
  return only;
}

/// Emits a scalar store where a masked one stores a single element. Returns whether it did.
bool store_only_element(llvm::Instruction& instruction) {
  auto* store = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (store == nullptr || store->getIntrinsicID() != llvm::Intrinsic::masked_store) return false;
  const std::optional<unsigned> only = only_element(store->getArgOperand(2));
  if (!only) return false;
  llvm::IRBuilder<> builder(store);
  llvm::Value* element = builder.CreateExtractElement(store->getArgOperand(0), *only);
  const uint64_t offset =
      *only * store->getDataLayout().getTypeStoreSize(element->getType()).getFixedValue();
  llvm::Value* address = builder.CreatePtrAdd(store->getArgOperand(1), builder.getInt64(offset));
  const llvm::Align align = store->getParamAlign(1).valueOrOne();
  llvm::StoreInst* scalar =
      builder.CreateAlignedStore(element, address, llvm::commonAlignment(align, offset));
  scalar->copyMetadata(*store, {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_alias_scope,
                                llvm::LLVMContext::MD_noalias});
  return true;
}

/// Code generation splits a gather into parts of at least so many addresses.
constexpr unsigned least_addresses = 4;

/// Returns the lanes of parts that are wholly poison. A part that is poison in places has a
/// register.
llvm::APInt lanes_of_open_parts(const llvm::APInt& open) {
  const unsigned lanes = open.getBitWidth(), each = std::min(lanes, least_addresses);
  llvm::APInt wholly(lanes, 0);
  for (unsigned first = 0; first + each <= lanes; first += each) {
    if (open.extractBits(each, first).isAllOnes()) wholly.setBits(first, first + each);
  }
  return wholly;
}

/// Emits the vector with null in the other lanes. In an address the index gets them, before it is
/// extended: a gather has a scalar base and short indices.
llvm::Value* with_null(llvm::IRBuilder<>& builder, llvm::Value* vector, llvm::Constant* is_given) {
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(vector)) {
    auto* extension = llvm::cast<llvm::CastInst>(vector);
    return builder.CreateCast(extension->getOpcode(),
                              with_null(builder, extension->getOperand(0), is_given),
                              extension->getType());
  }
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(vector);
      address != nullptr && address->getNumIndices() == 1 &&
      !address->getPointerOperandType()->isVectorTy()) {
    return builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(),
                             with_null(builder, address->getOperand(1), is_given));
  }
  return builder.CreateSelect(is_given, vector, llvm::Constant::getNullValue(vector->getType()));
}

/// Defines the addresses of a gather that no register would hold.
void define_addresses(llvm::IntrinsicInst& gather, const OpenLanes& open_lanes) {
  llvm::Value* addresses = gather.getArgOperand(0);
  const llvm::APInt open = lanes_of_open_parts(open_lanes.of(*addresses));
  if (open.isZero()) return;
  llvm::IRBuilder<> builder(&gather);
  llvm::SmallVector<llvm::Constant*> is_given;
  for (unsigned lane = 0; lane < open.getBitWidth(); ++lane) {
    is_given.push_back(builder.getInt1(!open[lane]));
  }
  gather.setArgOperand(0, with_null(builder, addresses, llvm::ConstantVector::get(is_given)));
}

void define_addresses(llvm::Function& function) {
  llvm::SmallVector<llvm::IntrinsicInst*> gathers;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool is_gather =
        call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_gather;
    if (is_gather) gathers.push_back(call);
  }
  if (gathers.empty()) return;
  const OpenLanes open_lanes(function);
  for (llvm::IntrinsicInst* gather : gathers) define_addresses(*gather, open_lanes);
}

}  // namespace

std::string isel_workarounds(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      if (shuffle != nullptr) fill_gaps(*shuffle);
      if (store_only_element(instruction)) {
        instruction.eraseFromParent();
        continue;
      }
      llvm::Value* other = rewritten_instruction(instruction);
      if (other == nullptr) continue;
      instruction.replaceAllUsesWith(other);
      instruction.eraseFromParent();
    }
    define_addresses(function);
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
