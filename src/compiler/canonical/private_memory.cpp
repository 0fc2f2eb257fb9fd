#include "compiler/canonical/private_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/canonical/call_graph.h"
#include "compiler/canonical/messages.h"

namespace cleave::compiler::canonical {
namespace {

// All lanes of a sub-group together. Code addresses its stack by signed numbers of 32 bits; half of
// that leaves room for what is no variable, and for alignment.
constexpr uint64_t maximum_stack_bytes = uint64_t{1} << 30;

// For each function the bytes of its private variables with all calls inlined, where a function has
// its variables once for each call.
using InlinedSizes = llvm::DenseMap<const llvm::Function*, uint64_t>;

InlinedSizes inlined_sizes(llvm::Module& module) {
  constexpr uint64_t enough = uint64_t{1} << 60;
  InlinedSizes sizes;
  for (const llvm::Function* function : callees_first(module)) {
    uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      uint64_t more = 0;
      if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        const auto bytes = variable->getAllocationSize(module.getDataLayout());
        if (bytes) more = bytes->getFixedValue();
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        more = sizes.lookup(call->getCalledFunction());
      }
      size = std::min(enough, size + std::min(enough, more));
    }
    sizes[function] = size;
  }
  return sizes;
}

}  // namespace

std::string find_oversized(llvm::Module& module, const std::vector<KernelFacts>& kernels) {
  const InlinedSizes sizes = inlined_sizes(module);
  std::string messages;
  for (const KernelFacts& kernel : kernels) {
    const llvm::Function& function = *module.getFunction(kernel.name);
    const auto refuse = [&](uint64_t bytes, const std::string& counted, uint64_t most) {
      messages +=
          error_at(function, "kernel '" + kernel.name + "' has " + std::to_string(bytes) +
                                 " bytes of private variables for each work-item" + counted +
                                 "; at most " + std::to_string(most) + " are possible");
    };
    const uint64_t most_inlined = maximum_stack_bytes / kernel.sub_group_size;
    if (kernel.private_memory_size > maximum_private_memory_size) {
      refuse(kernel.private_memory_size, "", maximum_private_memory_size);
    } else if (const uint64_t bytes = sizes.lookup(&function); bytes > most_inlined) {
      const std::string size = std::to_string(kernel.sub_group_size);
      refuse(bytes, ", those of a function counted for each call of it, in sub-groups of " + size,
             most_inlined);
    }
  }
  return messages;
}

}  // namespace cleave::compiler::canonical
