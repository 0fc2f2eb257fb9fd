#include "compiler/pass/lowering/choose_calls.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "compiler/pass/lowering/inline_synchronising.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Function;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;
using llvm::SaturatingMultiplyAdd;
using FunctionList = std::vector<const Function*>;

/// Returns the functions of the module that have a body, each after all that it calls.
FunctionList callees_first(llvm::Module& module) {
  FunctionList functions;
  const llvm::CallGraph graph(module);
  llvm::SmallPtrSet<const llvm::CallGraphNode*, 32> visited;
  for (const Function& start : module) {
    for (const llvm::CallGraphNode* node : llvm::post_order_ext(graph[&start], visited)) {
      const Function* function = node->getFunction();
      if (function != nullptr && !function->isDeclaration()) functions.push_back(function);
    }
  }
  return functions;
}

uint64_t bytes_of(const llvm::Instruction& instruction) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
  if (variable == nullptr) return 0;
  const auto bytes = variable->getAllocationSize(instruction.getDataLayout());
  return bytes ? bytes->getFixedValue() : 0;
}

const Function* defined_callee_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr || callee->isDeclaration() ? nullptr : callee;
}

}  // namespace

bool PrivateBytes::fit(uint32_t sub_group_size) const {
  return SaturatingMultiplyAdd<uint64_t>(inlined, sub_group_size, called) <= maximum_stack_bytes;
}

CallChoice::CallChoice(llvm::Module& module) : functions_(callees_first(module)) {
  const auto synchronising = functions_that_synchronise(module);
  for (const Function* function : functions_) {
    Counted counted;
    llvm::MapVector<const Function*, uint64_t> calls;
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      counted.own = SaturatingAdd(counted.own, bytes_of(instruction));
      if (const Function* callee = defined_callee_of(instruction)) ++calls[callee];
    }
    uint64_t deepest = 0;
    for (const auto& [callee, times] : calls) {
      const uint64_t bytes = deepest_bytes(*callee);
      if (bytes > deepest) counted.next = callee;
      deepest = std::max(deepest, bytes);
    }
    counted.deepest = SaturatingAdd(counted.own, deepest);
    counted.calls.assign(calls.begin(), calls.end());
    counted.may_stay = function->getCallingConv() != llvm::CallingConv::SPIR_KERNEL &&
                       !synchronising.contains(const_cast<Function*>(function));
    counted_[function] = std::move(counted);
  }
}

uint64_t CallChoice::own_bytes(const Function& function) const {
  return counted_.at(&function).own;
}

uint64_t CallChoice::deepest_bytes(const Function& function) const {
  return counted_.at(&function).deepest;
}

FunctionList CallChoice::deepest_chain(const Function& function) const {
  FunctionList chain;
  for (const Function* one = &function; one != nullptr; one = counted_.at(one).next) {
    chain.push_back(one);
  }
  return chain;
}

FunctionList CallChoice::reached_from(const Function& kernel) const {
  llvm::DenseSet<const Function*> reached;
  reached.insert(&kernel);
  FunctionList left = {&kernel};
  while (!left.empty()) {
    const Function* function = left.back();
    left.pop_back();
    for (const auto& [callee, times] : counted_.at(function).calls) {
      if (reached.insert(callee).second) left.push_back(callee);
    }
  }
  FunctionList result;
  std::ranges::copy_if(functions_, std::back_inserter(result),
                       [&](const Function* function) { return reached.contains(function); });
  return result;
}

PrivateBytes CallChoice::sum(const Counted& counted, const Sums& sums,
                             const FunctionSet& staying) const {
  PrivateBytes bytes = {counted.own, 0};
  for (const auto& [callee, times] : counted.calls) {
    const PrivateBytes& part = sums.at(callee);
    if (staying.contains(callee)) {
      bytes.called = std::max(bytes.called, SaturatingAdd(part.inlined, part.called));
    } else {
      bytes.inlined = SaturatingMultiplyAdd(part.inlined, times, bytes.inlined);
      bytes.called = std::max(bytes.called, part.called);
    }
  }
  return bytes;
}

PrivateBytes CallChoice::count(const Function& kernel, const FunctionSet& staying) const {
  Sums sums;
  for (const Function* function : reached_from(kernel)) {
    sums[function] = sum(counted_.at(function), sums, staying);
  }
  return sums.at(&kernel);
}

/// Keeps what has the most in its caller first, so that as much as possible is inlined: code of a
/// function that stays runs for one lane after another.
void CallChoice::keep_above(uint64_t most, const FunctionList& functions,
                            FunctionSet& staying) const {
  Sums sums;
  for (const Function* function : functions) {
    const Counted& counted = counted_.at(function);
    sums[function] = sum(counted, sums, staying);
    if (sums[function].inlined <= most) continue;
    std::vector<std::pair<uint64_t, const Function*>> parts;
    for (const auto& [callee, times] : counted.calls) {
      const uint64_t bytes = SaturatingMultiply(sums.at(callee).inlined, times);
      if (bytes != 0 && counted_.at(callee).may_stay && !staying.contains(callee)) {
        parts.emplace_back(bytes, callee);
      }
    }
    std::ranges::stable_sort(parts, std::ranges::greater(),
                             [](const auto& one) { return one.first; });
    for (const auto& [bytes, callee] : parts) {
      staying.insert(callee);
      sums[function] = sum(counted, sums, staying);
      if (sums[function].inlined <= most) break;
    }
  }
}

/// A chain of functions that stay has a sum of its own, so what each may have is halved until all
/// of it fits. In the end everything with variables stays that may.
PrivateBytes CallChoice::keep_calls(const Function& kernel, uint32_t sub_group_size,
                                    FunctionSet& staying) const {
  PrivateBytes bytes = count(kernel, staying);
  const FunctionList functions = bytes.fit(sub_group_size) ? FunctionList() : reached_from(kernel);
  uint64_t most = maximum_stack_bytes / sub_group_size;
  for (bool is_last = false; !is_last && !bytes.fit(sub_group_size); most /= 2) {
    is_last = most == 0;
    keep_above(most, functions, staying);
    bytes = count(kernel, staying);
  }
  return bytes;
}

const Function* CallChoice::largest_inlined(const Function& kernel) const {
  const FunctionList functions = reached_from(kernel);
  llvm::DenseMap<const Function*, uint64_t> copies;
  copies[&kernel] = 1;
  uint64_t most = 0;
  const Function* largest = nullptr;
  for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
    const Counted& counted = counted_.at(*function);
    const uint64_t own_copies = copies.lookup(*function);
    const uint64_t bytes = SaturatingMultiply(own_copies, counted.own);
    if (*function != &kernel && bytes > most) {
      most = bytes;
      largest = *function;
    }
    for (const auto& [callee, times] : counted.calls) {
      uint64_t& of_callee = copies[callee];
      if (!counted_.at(callee).may_stay) {
        of_callee = SaturatingMultiplyAdd(own_copies, times, of_callee);
      }
    }
  }
  return largest;
}

}  // namespace cleave::compiler::pass::lowering
