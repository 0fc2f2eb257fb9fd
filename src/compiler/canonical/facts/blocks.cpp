#include "compiler/canonical/facts/blocks.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/canonical/module/call_graph.h"
#include "compiler/canonical/module/messages.h"
#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::canonical::facts {
namespace {

// The uses of device queues by a kernel and the functions that it calls.
struct Uses {
  bool uses_device_queues = false;
  llvm::SetVector<const llvm::Function*> blocks;
};

Uses uses_of(const llvm::Function& kernel) {
  Uses uses;
  for (const llvm::Function* function : module::reachable_functions(kernel)) {
    for (const llvm::Function* block : pass::ir::blocks_named_in(*function))
      uses.blocks.insert(block);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && pass::ir::uses_device_queues(*callee))
        uses.uses_device_queues = true;
    }
  }
  return uses;
}

// All that can be come to from these, by their numbers.
std::vector<uint32_t> closure(std::vector<uint32_t> found,
                              const std::vector<std::vector<uint32_t>>& direct) {
  for (size_t i = 0; i < found.size(); ++i) {
    for (const uint32_t next : direct[found[i]]) {
      if (std::ranges::find(found, next) == found.end()) found.push_back(next);
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

void add_block_facts(const llvm::Module& module, std::vector<interface::KernelFacts>& kernels) {
  llvm::StringMap<uint32_t> numbers;
  for (uint32_t number = 0; number < kernels.size(); ++number) {
    numbers[kernels[number].name] = number;
  }
  std::vector<std::vector<uint32_t>> direct;
  for (interface::KernelFacts& kernel : kernels) {
    const llvm::Function& function = *module.getFunction(kernel.name);
    if (pass::ir::is_block_kernel(function)) kernel.role = interface::KernelRole::block;
    const Uses uses = uses_of(function);
    kernel.uses_device_queues = uses.uses_device_queues;
    std::vector<uint32_t>& blocks = direct.emplace_back();
    for (const llvm::Function* block : uses.blocks) blocks.push_back(numbers.at(block->getName()));
  }
  std::vector<bool> prints;
  for (const interface::KernelFacts& kernel : kernels) prints.push_back(kernel.prints);
  for (size_t number = 0; number < kernels.size(); ++number) {
    interface::KernelFacts& kernel = kernels[number];
    kernel.blocks = closure(direct[number], direct);
    kernel.prints = kernel.prints || std::ranges::any_of(kernel.blocks, [&](uint32_t block) {
                      return static_cast<bool>(prints[block]);
                    });
  }
}

std::string find_unoffered_queues(const llvm::Module& module,
                                  const std::vector<interface::KernelFacts>& kernels,
                                  const interface::LanguageTarget& target) {
  std::string messages;
  if (std::ranges::find(target.features, "__opencl_c_device_enqueue") != target.features.end()) {
    return messages;
  }
  for (const interface::KernelFacts& kernel : kernels) {
    if (!kernel.uses_device_queues) continue;
    messages +=
        module::error_at(*module.getFunction(kernel.name),
                         "kernel '" + kernel.name + "' uses queues on the device, which has none");
  }
  return messages;
}

void number_blocks(llvm::Module& module, const std::vector<interface::KernelFacts>& kernels) {
  for (size_t number = 0; number < kernels.size(); ++number) {
    if (kernels[number].role != interface::KernelRole::block) continue;
    module.getFunction(kernels[number].name)
        ->addFnAttr(pass::ir::block_number_attribute, std::to_string(number));
  }
}

std::string find_wrong_number(const llvm::Module& module,
                              const std::vector<interface::KernelFacts>& kernels) {
  for (size_t number = 0; number < kernels.size(); ++number) {
    if (kernels[number].role != interface::KernelRole::block) continue;
    const llvm::Attribute mark =
        module.getFunction(kernels[number].name)->getFnAttribute(pass::ir::block_number_attribute);
    if (mark.getValueAsString() != std::to_string(number)) return kernels[number].name;
  }
  return {};
}

}  // namespace cleave::compiler::canonical::facts
