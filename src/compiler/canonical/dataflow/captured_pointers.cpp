#include "compiler/canonical/dataflow/captured_pointers.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::canonical::dataflow {
namespace {

/// An address as a base and an offset in bytes.
struct DecomposedAddress {
  const llvm::Value* base;
  int64_t offset;
};

DecomposedAddress decompose(const llvm::Value& address, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const llvm::Value* base = address.stripAndAccumulateInBoundsConstantOffsets(layout, offset);
  return {base, offset.getSExtValue()};
}

/// The arguments that hold the address of the kernel's literal in every call of their functions.
llvm::SmallPtrSet<const llvm::Value*, 4> literals_of(
    const std::vector<const llvm::Function*>& functions) {
  llvm::DenseMap<const llvm::Argument*, bool> gets_literals_alone;
  llvm::SmallPtrSet<const llvm::Value*, 4> literals = {functions.front()->getArg(0)};
  // Callees come after a caller, but not after all of them: until nothing is found any more.
  for (size_t before = 0; before != literals.size();) {
    before = literals.size();
    gets_literals_alone.clear();
    for (const llvm::Function* function : functions) {
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
        if (callee == nullptr || callee->isDeclaration()) continue;
        for (const auto& [argument, given] : llvm::zip(callee->args(), call->args())) {
          const bool is_literal = literals.contains(given->stripPointerCasts());
          bool& all = gets_literals_alone.try_emplace(&argument, true).first->second;
          all = all && is_literal;
        }
      }
    }
    for (const auto& [argument, all] : gets_literals_alone) {
      if (all) literals.insert(argument);
    }
  }
  return literals;
}

/// Lists the values that are stored to a literal before it is passed to the driver, which copies
/// it.
class WrittenLiteral {
 public:
  explicit WrittenLiteral(const llvm::AllocaInst& literal) : layout_(literal.getDataLayout()) {
    addresses_.push_back({&literal, 0});
    while (!addresses_.empty() && is_known_) {
      const DecomposedAddress address = addresses_.pop_back_val();
      for (const llvm::User* user : address.base->users()) {
        if (!add(address, *user)) is_known_ = false;
      }
    }
  }
  [[nodiscard]] bool has_pointer_at(int64_t offset) const {
    constexpr int64_t bytes = 8;
    const auto overlaps = [&](const std::pair<int64_t, int64_t>& range) {
      return range.first < offset + bytes && range.second > offset;
    };
    return is_known_ && llvm::is_contained(pointers_, offset) && llvm::none_of(others_, overlaps);
  }

 private:
  /// False: the user may write there what is not known.
  [[nodiscard]] bool add(const DecomposedAddress& address, const llvm::User& user) {
    if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&user)) {
      llvm::APInt bytes(layout_.getIndexTypeSizeInBits(step->getType()), 0);
      if (!step->accumulateConstantOffset(layout_, bytes)) return false;
      addresses_.push_back({step, address.offset + bytes.getSExtValue()});
      return true;
    }
    if (llvm::isa<llvm::AddrSpaceCastOperator>(user)) {
      addresses_.push_back({&user, address.offset});
      return true;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return add(address, *store);
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&user)) return add(address, *copy);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) return only_reads(*call);
    return llvm::isa<llvm::LoadInst>(user);
  }
  [[nodiscard]] bool add(const DecomposedAddress& address, const llvm::StoreInst& store) {
    const llvm::Value& value = *store.getValueOperand();
    if (&value == address.base) return add_variable(address, store);
    const auto bytes = static_cast<int64_t>(layout_.getTypeStoreSize(value.getType()));
    if (value.getType()->isPointerTy()) {
      pointers_.push_back(address.offset);
    } else {
      others_.emplace_back(address.offset, address.offset + bytes);
    }
    return true;
  }
  /// A structure is captured, or the literal read.
  [[nodiscard]] bool add(const DecomposedAddress& address, const llvm::MemTransferInst& copy) {
    if (copy.getRawDest() != address.base) return true;
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (bytes == nullptr) return false;
    const auto end = address.offset + static_cast<int64_t>(bytes->getZExtValue());
    others_.emplace_back(address.offset, end);
    return true;
  }
  /// A block variable holds the literal.
  [[nodiscard]] bool add_variable(const DecomposedAddress& address, const llvm::StoreInst& store) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(store.getPointerOperand());
    if (variable == nullptr || !llvm::isAllocaPromotable(variable)) return false;
    for (const llvm::User* user : variable->users()) {
      if (llvm::isa<llvm::LoadInst>(user)) addresses_.push_back({user, address.offset});
    }
    return true;
  }
  static bool only_reads(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
    const bool is_lifetime = intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd();
    return is_lifetime || (callee != nullptr && pass::ir::uses_device_queues(*callee));
  }

  const llvm::DataLayout& layout_;
  llvm::SmallVector<DecomposedAddress> addresses_;  // that are still to be looked at
  llvm::SmallVector<int64_t> pointers_;
  llvm::SmallVector<std::pair<int64_t, int64_t>> others_;
  bool is_known_ = true;
};

/// The variable that a literal is; nullptr: something else.
const llvm::AllocaInst* literal_variable(const llvm::Value& literal) {
  const llvm::Value* value = literal.stripPointerCasts();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
    if (variable == nullptr || !llvm::isAllocaPromotable(variable)) return nullptr;
    const llvm::StoreInst* only = nullptr;
    for (const llvm::User* user : variable->users()) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store == nullptr) continue;
      if (only != nullptr) return nullptr;
      only = store;
    }
    if (only == nullptr) return nullptr;
    value = only->getValueOperand()->stripPointerCasts();
  }
  return llvm::dyn_cast<llvm::AllocaInst>(value);
}

/// The literals that the block is enqueued with; nullopt: some are not known.
std::optional<std::vector<WrittenLiteral>> literals_with(const llvm::Function& block) {
  std::vector<WrittenLiteral> literals;
  llvm::SmallVector<const llvm::User*> users(block.users());
  while (!users.empty()) {
    const llvm::User* user = users.pop_back_val();
    if (llvm::isa<llvm::ConstantExpr>(user)) {
      users.append(user->user_begin(), user->user_end());
      continue;
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr) return std::nullopt;
    for (const auto [index, argument] : llvm::enumerate(call->args())) {
      if (pass::ir::named_block(*argument) != &block) continue;
      const llvm::AllocaInst* literal = literal_variable(*call->getArgOperand(index + 1));
      if (literal == nullptr) return std::nullopt;
      literals.emplace_back(*literal);
    }
  }
  return literals;
}

/// Calls `function(load, offset)` for each load of a captured pointer from that offset in the
/// literal.
template <class Function>
void for_each_captured(const std::vector<const llvm::Function*>& functions,
                       const Function& function) {
  const llvm::Function& kernel = *functions.front();
  if (!pass::ir::is_block_kernel(kernel)) return;
  const auto enqueued = literals_with(kernel);
  if (!enqueued) return;
  const llvm::DataLayout& layout = kernel.getDataLayout();
  const auto literals = literals_of(functions);
  for (const llvm::Function* each : functions) {
    for (const llvm::Instruction& instruction : llvm::instructions(*each)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || !load->getType()->isPointerTy()) continue;
      const DecomposedAddress from = decompose(*load->getPointerOperand(), layout);
      const bool is_captured = literals.contains(from.base) &&
                               llvm::all_of(*enqueued, [&](const WrittenLiteral& literal) {
                                 return literal.has_pointer_at(from.offset);
                               });
      if (is_captured) function(*load, from.offset);
    }
  }
}

}  // namespace

CapturedPointers captured_pointers(const std::vector<const llvm::Function*>& functions) {
  CapturedPointers captured;
  for_each_captured(functions,
                    [&](const llvm::LoadInst& load, int64_t) { captured.insert(&load); });
  return captured;
}

std::vector<uint32_t> captured_offsets(const std::vector<const llvm::Function*>& functions) {
  std::vector<uint32_t> offsets;
  for_each_captured(functions, [&](const llvm::LoadInst& load, int64_t offset) {
    constexpr int64_t pointer_bytes = 8, most = 4096;  // streams have few numbers
    const bool is_global = load.getType()->getPointerAddressSpace() == pass::ir::global_space;
    if (!is_global || offset < 0 || offset > most || offset % pointer_bytes != 0) return;
    offsets.push_back(static_cast<uint32_t>(offset));
  });
  llvm::sort(offsets);
  offsets.erase(llvm::unique(offsets), offsets.end());
  return offsets;
}

}  // namespace cleave::compiler::canonical::dataflow
