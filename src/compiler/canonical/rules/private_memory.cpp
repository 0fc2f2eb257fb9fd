#include "compiler/canonical/rules/private_memory.h"

#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/canonical/module/messages.h"
#include "compiler/pass/lowering/choose_calls.h"

namespace cleave::compiler::canonical::rules {
namespace {

// Says which function of the chain has most, unless it is the kernel.
std::string most_of_chain(const pass::lowering::CallChoice& calls, const llvm::Function& kernel) {
  const auto chain = calls.deepest_chain(kernel);
  const llvm::Function& most = **std::ranges::max_element(
      chain, {}, [&](const llvm::Function* one) { return calls.own_bytes(*one); });
  if (&most == &kernel || most.getName() == (module::kernel_body_prefix + kernel.getName()).str())
    return {};
  return " in its deepest chain of calls, " + std::to_string(calls.own_bytes(most)) +
         " of them in " + module::described(most);
}

// The message for a kernel that no choice of calls makes fit; empty: there is one.
std::string find_oversized(const pass::lowering::CallChoice& calls, const llvm::Function& kernel,
                           const interface::KernelFacts& facts) {
  const auto refuse = [&](uint64_t bytes, const std::string& counted, uint64_t most) {
    return module::error_at(kernel, "kernel '" + facts.name + "' has " + std::to_string(bytes) +
                                        " bytes of private variables for each work-item" + counted +
                                        "; at most " + std::to_string(most) + " are possible");
  };
  if (facts.private_memory_size > interface::maximum_private_memory_size) {
    return refuse(facts.private_memory_size, most_of_chain(calls, kernel),
                  interface::maximum_private_memory_size);
  }
  pass::lowering::FunctionSet staying;
  const pass::lowering::PrivateBytes bytes =
      calls.keep_calls(kernel, facts.sub_group_size, staying);
  if (bytes.fit(facts.sub_group_size)) return {};
  // Chains of calls that stay do fit, so something cannot stay.
  const llvm::Function& largest = *calls.largest_inlined(kernel);
  return refuse(
      bytes.inlined + bytes.called,
      ", counted for each call of a function that comes to a barrier or a local variable, "
      "most of them in " +
          module::described(largest) + ", in sub-groups of " + std::to_string(facts.sub_group_size),
      pass::lowering::maximum_stack_bytes / facts.sub_group_size);
}

}  // namespace

std::string find_oversized(llvm::Module& module,
                           const std::vector<interface::KernelFacts>& kernels) {
  const pass::lowering::CallChoice calls(module);
  std::string messages;
  for (const interface::KernelFacts& facts : kernels) {
    messages += find_oversized(calls, *module.getFunction(facts.name), facts);
  }
  return messages;
}

}  // namespace cleave::compiler::canonical::rules
