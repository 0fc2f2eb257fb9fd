#include "compiler/pass/lowering/link_builtins.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "builtins/index.h"
#include "compiler/pass/ir/collectives.h"

namespace cleave::compiler::pass::lowering {
namespace {

/// A call with another convention than the function it calls is undefined: clang's callers use
/// spir_func, a part of the library plain C.
void use_c_convention(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      function.setCallingConv(llvm::CallingConv::C);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        call->setCallingConv(llvm::CallingConv::C);
      }
    }
  }
}

/// Returns the groups of the library that define what the module lacks, by number, except for names
/// that were looked up before.
llvm::MapVector<uint32_t, std::string_view> missing_groups(llvm::Module& module,
                                                           bool keep_collectives,
                                                           llvm::StringSet<>& looked_up) {
  llvm::MapVector<uint32_t, std::string_view> groups;
  for (llvm::GlobalValue& value : module.global_values()) {
    if (!value.isDeclaration() || !looked_up.insert(value.getName()).second) continue;
    auto* function = llvm::dyn_cast<llvm::Function>(&value);
    if (keep_collectives && function != nullptr && ir::collective_of(*function)) {
      ir::declare_as_collective(*function);
      continue;
    }
    const auto definition = builtins::find(value.getName());
    if (definition) groups.insert({definition->group, definition->module});
  }
  return groups;
}

/// Links what the module lacks of one group; adds the names of what came to `linked`.
std::string link_group(llvm::Linker& linker, llvm::Module& module, std::string_view bitcode,
                       llvm::StringSet<>& linked) {
  auto group = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "built-in library"),
                                          module.getContext());
  if (!group) return "the built-in library cannot be read: " + toString(group.takeError());
  (*group)->setTargetTriple(module.getTargetTriple());
  (*group)->setDataLayout(module.getDataLayout());
  auto remember = [&linked](llvm::Module&, const llvm::StringSet<>& names) {
    for (const auto& name : names) linked.insert(name.getKey());
  };
  const bool failed =
      linker.linkInModule(std::move(*group), llvm::Linker::LinkOnlyNeeded, remember);
  return failed ? "the built-in library cannot be linked" : "";
}

void make_internal(llvm::Module& module, const llvm::StringSet<>& names) {
  for (const auto& name : names) {
    llvm::GlobalValue* value = module.getNamedValue(name.getKey());
    if (value != nullptr && !value->isDeclaration()) {
      value->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

}  // namespace

std::string link_builtins(llvm::Module& module, const ir::PassOptions& options) {
  llvm::Linker linker(module);
  llvm::StringSet<> looked_up;
  llvm::StringSet<> linked;
  const bool keep_collectives =
      options.lanes != ir::Lanes::serial || options.merged.are_single_items();
  // Groups refer to others, so this repeats until nothing is missing that the library has.
  for (auto groups = missing_groups(module, keep_collectives, looked_up); !groups.empty();
       groups = missing_groups(module, keep_collectives, looked_up)) {
    for (const auto& [number, bitcode] : groups) {
      std::string problem = link_group(linker, module, bitcode, linked);
      if (!problem.empty()) return problem;
    }
  }
  make_internal(module, linked);  // not before: a later group may refer to what an earlier one gave
  use_c_convention(module);
  return {};
}

}  // namespace cleave::compiler::pass::lowering
