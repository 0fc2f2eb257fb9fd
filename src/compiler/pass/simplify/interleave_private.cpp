#include "compiler/pass/simplify/interleave_private.h"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/private_arrays.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::simplify {
namespace {

constexpr const char* of_other_sizes = "it is accessed as elements of different sizes";

/// The accesses of one variable, if they allow it to be interleaved.
class VariableAccesses {
 public:
  explicit VariableAccesses(llvm::AllocaInst& variable)
      : variable_(variable), layout_(variable.getFunction()->getDataLayout()) {}

  /// Returns false if the variable must stay as it is.
  bool collect() {
    const auto size = variable_.getAllocationSize(layout_);
    if (!size || !follow(variable_) || element_ == 0) return false;
    size_ = size->getFixedValue();
    if (size_ % element_ != 0 || size_ == element_) return refuse("it has one element");
    for (llvm::GetElementPtrInst* address : addresses) {
      if (!has_whole_elements(*address)) return refuse("an index leads into an element", address);
    }
    for (llvm::MemIntrinsic* fill : fills) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      if (length == nullptr || length->getZExtValue() % element_ != 0) {
        return refuse("parts of elements are copied", fill);
      }
    }
    return true;
  }

  [[nodiscard]] uint64_t element() const { return element_; }
  [[nodiscard]] uint64_t size() const { return size_; }
  /// Returns why it must stay as it is, after collect() has returned false.
  [[nodiscard]] const std::string& reason() const { return reason_; }

  std::vector<llvm::GetElementPtrInst*> addresses;
  // Copies into the variable or out of it, and constant fills of it.
  llvm::SmallSetVector<llvm::MemIntrinsic*, 4> fills;

 private:
  bool follow(llvm::Value& pointer) {
    for (llvm::Use& use : pointer.uses()) {
      llvm::User* user = use.getUser();
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (load->isAtomic()) return refuse("it is accessed atomically", load);
        if (!has_element(load->getType())) return refuse(of_other_sizes, load);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        bool is_place = use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
        if (!is_place) return refuse("its address is stored", store);
        if (store->isAtomic()) return refuse("it is accessed atomically", store);
        if (!has_element(store->getValueOperand()->getType())) return refuse(of_other_sizes, store);
      } else if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        addresses.push_back(address);
        if (!follow(*address)) return false;
      } else if (auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        const auto* set = llvm::dyn_cast<llvm::MemSetInst>(fill);
        const bool is_place = use.getOperandNo() == 0;
        if (!is_place && !llvm::isa<llvm::MemCpyInst>(fill)) {
          return refuse("it is moved as a whole", fill);
        }
        if (set != nullptr && !llvm::isa<llvm::ConstantInt>(set->getValue())) {
          return refuse("it is filled with bytes that are computed", fill);
        }
        fills.insert(fill);
      } else if (auto* other = llvm::cast<llvm::Instruction>(user);
                 !other->isLifetimeStartOrEnd()) {
        return refuse("its address is handed on", other);
      }
    }
    return true;
  }

  bool refuse(const char* why, const llvm::Instruction* where = nullptr) {
    reason_ = why;
    if (where != nullptr) reason_ += ir::line_of(*where);
    return false;
  }

  bool has_element(llvm::Type* type) {
    const uint64_t size = layout_.getTypeStoreSize(type).getKnownMinValue();
    if (type->isVectorTy() || type->isAggregateType() || size > 8 || !llvm::isPowerOf2_64(size)) {
      return false;
    }
    if (element_ == 0) element_ = size;
    return element_ == size;
  }

  bool has_whole_elements(const llvm::GetElementPtrInst& address) const {
    if (address.getType()->isVectorTy()) return false;
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable_offsets;
    llvm::APInt constant_offset(64, 0);
    if (!address.collectOffset(layout_, 64, variable_offsets, constant_offset)) return false;
    if (constant_offset.getSExtValue() % static_cast<int64_t>(element_) != 0) return false;
    return llvm::all_of(variable_offsets, [&](const auto& term) {
      const auto& [index, scale] = term;
      const unsigned zeros = llvm::computeKnownBits(index, layout_).countMinTrailingZeros();
      return scale.countr_zero() + zeros >= llvm::Log2_64(element_);
    });
  }

  llvm::AllocaInst& variable_;
  const llvm::DataLayout& layout_;
  uint64_t element_ = 0, size_ = 0;
  std::string reason_ = "its size is not known";
};

/// Copies or sets the element at an index.
void expand_element(llvm::IRBuilder<>& builder, const llvm::MemIntrinsic& fill, uint64_t element,
                    llvm::Value* index) {
  llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(8 * element));
  const auto align = [&](llvm::MaybeAlign whole) {
    return llvm::commonAlignment(whole.valueOrOne(), element);
  };
  llvm::Value* value = nullptr;
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&fill)) {
    value = builder.CreateAlignedLoad(type, builder.CreateGEP(type, copy->getRawSource(), index),
                                      align(copy->getSourceAlign()));
  } else {
    const auto* byte = llvm::cast<llvm::ConstantInt>(llvm::cast<llvm::MemSetInst>(fill).getValue());
    value =
        builder.getInt(llvm::APInt::getSplat(static_cast<unsigned>(8 * element), byte->getValue()));
  }
  builder.CreateAlignedStore(value, builder.CreateGEP(type, fill.getRawDest(), index),
                             align(fill.getDestAlign()));
}

/// A copy or fill becomes accesses of elements, which can then lie apart: a loop, or straight code
/// where unroll_loops would make that of it.
void expand_fill(llvm::MemIntrinsic& fill, uint64_t element) {
  constexpr uint64_t most_straight = 16;
  const uint64_t count = llvm::cast<llvm::ConstantInt>(fill.getLength())->getZExtValue() / element;
  llvm::IRBuilder<> builder(&fill);
  if (count <= most_straight) {
    for (uint64_t i = 0; i < count; ++i) {
      expand_element(builder, fill, element, builder.getInt64(i));
    }
  } else {
    auto [body, index] =
        llvm::SplitBlockAndInsertSimpleForLoop(builder.getInt64(count), fill.getIterator());
    builder.SetInsertPoint(body);
    expand_element(builder, fill, element, index);
  }
  fill.eraseFromParent();
}

void lay_out(llvm::AllocaInst& variable, const VariableAccesses& accesses, uint64_t width) {
  llvm::IRBuilder<> builder(&variable);
  const llvm::DataLayout& layout = variable.getFunction()->getDataLayout();
  for (llvm::GetElementPtrInst* address : accesses.addresses) {
    builder.SetInsertPoint(address);
    llvm::Value* offset = llvm::emitGEPOffset(&builder, layout, address);
    offset = builder.CreateMul(builder.CreateSExtOrTrunc(offset, builder.getInt64Ty()),
                               builder.getInt64(width));
    llvm::Value* scaled = builder.CreatePtrAdd(address->getPointerOperand(), offset);
    address->replaceAllUsesWith(scaled);
    address->eraseFromParent();
  }
  builder.SetInsertPoint(&variable);
  auto* all =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), accesses.size() * width),
                           variable.getAddressSpace(), nullptr, variable.getName());
  all->setAlignment(std::max(variable.getAlign(), llvm::Align(64)));
  llvm::Metadata* stride = llvm::ConstantAsMetadata::get(builder.getInt64(accesses.element()));
  all->setMetadata(ir::interleaved_metadata, llvm::MDNode::get(variable.getContext(), stride));
  variable.replaceAllUsesWith(all);
  variable.eraseFromParent();
}

/// Returns why the variable stays as it was; empty after success.
std::string interleave(llvm::AllocaInst& variable, uint64_t width) {
  VariableAccesses before(variable);
  if (!before.collect()) return before.reason();
  for (llvm::MemIntrinsic* fill : before.fills) expand_fill(*fill, before.element());
  VariableAccesses accesses(variable);
  if (!accesses.collect()) return accesses.reason();
  lay_out(variable, accesses, width);
  return {};
}

}  // namespace

std::string interleave_private(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(ir::kernel_attribute) ||
        function.hasFnAttribute(ir::serial_lanes_attribute)) {
      continue;
    }
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr) variables.push_back(variable);
    }
    std::vector<ir::VariableInMemory> left;
    for (llvm::AllocaInst* variable : variables) {
      const std::string name = variable->getName().str();
      if (const std::string hindrance = interleave(*variable, options.sub_group_size);
          !hindrance.empty()) {
        left.push_back({name, "lane_after_lane", "lies in memory, lane after lane: " + hindrance});
      } else {
        left.push_back({name, "interleaved",
                        "lies in memory lane beside lane: an element of all lanes is one vector"});
      }
    }
    ir::explain_variables(function, left);
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
