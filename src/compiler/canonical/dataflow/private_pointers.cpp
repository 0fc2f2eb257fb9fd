#include "compiler/canonical/dataflow/private_pointers.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>

namespace cleave::compiler::canonical::dataflow {
namespace {

using llvm::Value;

/// How far pointers are followed backwards through calls and addresses in addresses.
constexpr unsigned deepest = 32;

std::optional<int64_t> constant_offset(const llvm::GEPOperator& address,
                                       const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  if (!address.accumulateConstantOffset(layout, offset)) return std::nullopt;
  return offset.getSExtValue();
}

/// Returns the variable at a pointer if it is loaded and stored as a whole, and nothing else is
/// done with its address: clang keeps parameters in such ones. Returns nullptr elsewhere.
const llvm::AllocaInst* named_variable(const Value& pointer) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&pointer);
  return variable != nullptr && llvm::isAllocaPromotable(variable) ? variable : nullptr;
}

bool only_loads(const Value& address) {
  return std::ranges::all_of(
      address.users(), [](const llvm::User* user) { return llvm::isa<llvm::LoadInst>(user); });
}

}  // namespace

PrivatePointers::PrivatePointers(const std::vector<const llvm::Function*>& functions,
                                 const llvm::DataLayout& layout)
    : layout_(layout), functions_(functions.begin(), functions.end()), kernel_(functions.front()) {}

bool PrivatePointers::are_known(const llvm::LoadInst& load) {
  std::vector<Location> locations;
  return load.getType()->isPointerTy() && find_locations(*load.getPointerOperand(), 0, locations) &&
         std::ranges::all_of(locations,
                             [&](const Location& location) { return is_known(location); });
}

bool PrivatePointers::find_locations(const Value& pointer, int64_t offset,
                                     std::vector<Location>& locations, unsigned depth) {
  if (depth == deepest || steps_left_ == 0) return false;
  --steps_left_;
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&pointer)) {
    locations.push_back({variable, offset});
    return true;
  }
  if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&pointer)) {
    const auto step = constant_offset(*address, layout_);
    return step &&
           find_locations(*address->getPointerOperand(), offset + *step, locations, depth + 1);
  }
  if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&pointer)) {
    return find_locations(*cast->getPointerOperand(), offset, locations, depth + 1);
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&pointer)) {
    const llvm::AllocaInst* name = named_variable(*load->getPointerOperand());
    return name != nullptr && std::ranges::all_of(name->users(), [&](const llvm::User* user) {
             const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
             return store == nullptr ||
                    find_locations(*store->getValueOperand(), offset, locations, depth + 1);
           });
  }
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer);
  return argument != nullptr && argument->getParent() != kernel_ && !argument->hasByValAttr() &&
         find_arguments(*argument->getParent(), argument->getArgNo(), offset, locations, depth + 1);
}

bool PrivatePointers::find_arguments(const llvm::Function& function, unsigned number,
                                     int64_t offset, std::vector<Location>& locations,
                                     unsigned depth) {
  return std::ranges::all_of(function.uses(), [&](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call == nullptr || !call->isCallee(&use) || number >= call->arg_size()) return false;
    if (!functions_.contains(call->getFunction())) return true;  // another kernel's
    return find_locations(*call->getArgOperand(number), offset, locations, depth);
  });
}

bool PrivatePointers::is_known(const Location& location) {
  const auto [found, is_new] = known_.try_emplace(location, true);
  if (!is_new) return found->second;
  const Writes& writes = writes_to(*location.variable);
  const int64_t bytes = layout_.getPointerSize();
  const auto is_known_write = [&](const Write& write) {
    if (write.end <= location.offset || location.offset + bytes <= write.begin) return true;
    if (write.copied_from == nullptr) return write.is_pointer && write.begin == location.offset;
    std::vector<Location> sources;
    const bool is_whole = write.begin <= location.offset && location.offset + bytes <= write.end;
    return is_whole && find_locations(*write.copied_from, location.offset - write.begin, sources) &&
           std::ranges::all_of(sources, [&](const Location& source) { return is_known(source); });
  };
  const bool result = writes && std::ranges::all_of(*writes, is_known_write);
  known_[location] = result;
  return result;
}

const PrivatePointers::Writes& PrivatePointers::writes_to(const llvm::AllocaInst& variable) {
  const auto [found, is_new] = writes_.try_emplace(&variable);
  if (!is_new) return found->second;
  Search search;
  search.look_at(variable, 0);
  while (!search.pending.empty()) {
    const auto [address, offset] = search.pending.back();
    search.pending.pop_back();
    for (const llvm::Use& use : address->uses()) {
      if (steps_left_ == 0 || !follow_use(use, offset, search)) return found->second;
      --steps_left_;
    }
  }
  found->second = std::move(search.writes);
  return found->second;
}

bool PrivatePointers::follow_use(const llvm::Use& use, int64_t offset, Search& search) const {
  const llvm::User* user = use.getUser();
  if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) return true;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
    if (use.getOperandNo() != store->getPointerOperandIndex()) {
      const llvm::AllocaInst* name = named_variable(*store->getPointerOperand());
      if (name == nullptr) return false;
      for (const llvm::User* its : name->users()) {
        if (llvm::isa<llvm::LoadInst>(its)) search.look_at(*its, offset);
      }
      return true;
    }
    llvm::Type* type = store->getValueOperand()->getType();
    const auto bytes = static_cast<int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
    search.writes.push_back({offset, offset + bytes, type->isPointerTy(), nullptr});
    return true;
  }
  if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(user)) {
    const auto step = constant_offset(*address, layout_);
    if (!step) return only_loads(*address);
    search.look_at(*address, offset + *step);
    return true;
  }
  if (llvm::isa<llvm::AddrSpaceCastInst>(user)) {
    search.look_at(*user, offset);
    return true;
  }
  return llvm::isa<llvm::CallBase>(user) && follow_call(use, offset, search);
}

bool PrivatePointers::follow_call(const llvm::Use& use, int64_t offset, Search& search) const {
  const auto& call = *llvm::cast<llvm::CallBase>(use.getUser());
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
      intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd()) {
    return true;
  }
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    if (use.getOperandNo() != 0) return true;  // it is read
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(transfer->getLength());
    if (bytes == nullptr) return false;
    search.writes.push_back(
        {offset, offset + bytes->getSExtValue(), false, transfer->getRawSource()});
    return true;
  }
  if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
    const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(fill->getValue());
    return byte != nullptr && byte->isZero();  // null pointers
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !functions_.contains(callee) || !call.isArgOperand(&use)) return false;
  const unsigned number = call.getArgOperandNo(&use);
  if (call.isByValArgument(number)) return true;  // it is read
  if (number >= callee->arg_size()) return false;
  search.look_at(*callee->getArg(number), offset);
  return true;
}

}  // namespace cleave::compiler::canonical::dataflow
