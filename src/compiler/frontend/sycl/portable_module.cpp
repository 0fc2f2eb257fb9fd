#include "compiler/frontend/sycl/portable_module.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <utility>

#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/frontend/sycl/device_library.h"
#include "compiler/frontend/sycl/failing_calls.h"
#include "compiler/frontend/sycl/local_memory.h"
#include "compiler/frontend/sycl/math_functions.h"
#include "compiler/frontend/sycl/plain_functions.h"
#include "compiler/frontend/sycl/print_formats.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::frontend::sycl {
namespace {

/// A function of fewer instructions is inlined: it may say what a scope is.
constexpr unsigned small_function = 30;

/// Functions that a kernel must have in its own body, and everything on the way to them: SPIR-V has
/// constants alone as scopes and formats, and a work-item ends in its kernel alone.
bool belongs_into_kernel(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return name == local_base_name || name == "printf" || ends_application(function) ||
         name.contains("_barrier") || name.contains("_fence") || name.contains("atomic_");
}

/// Marks these, their callers up to kernels, and small functions.
void mark_inlined(llvm::Module& module) {
  llvm::SetVector<llvm::Function*> open;
  for (llvm::Function& function : module) {
    const bool is_small =
        !function.isDeclaration() && function.getInstructionCount() < small_function;
    if (is_small && !canonical::facts::is_kernel(function)) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    if (function.isDeclaration() && belongs_into_kernel(function)) open.insert(&function);
  }
  for (size_t i = 0; i < open.size(); ++i) {
    for (llvm::User* user : open[i]->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || canonical::facts::is_kernel(*call->getFunction())) continue;
      open.insert(call->getFunction());
    }
  }
  for (llvm::Function* function : open) {
    if (function->isDeclaration()) continue;
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

/// OpenCL C's queries for the address space of a pointer, by the names that LLVM's back end knows, which take the number of
/// the storage class, too.
void name_space_queries(llvm::Module& module) {
  struct Query {
    const char* name;
    const char* of_spirv;
    unsigned storage_class;
  };
  constexpr Query queries[] = {
      {"__to_global", "_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPvi", 5},
      {"__to_local", "_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi", 4},
      {"__to_private", "_Z42__spirv_GenericCastToPtrExplicit_ToPrivatePvi", 7}};
  auto* number = llvm::Type::getInt32Ty(module.getContext());
  for (const Query& query : queries) {
    llvm::Function* function = module.getFunction(query.name);
    if (function == nullptr) continue;
    auto* type = llvm::FunctionType::get(function->getReturnType(),
                                         {function->getArg(0)->getType(), number}, false);
    llvm::FunctionCallee made = module.getOrInsertFunction(query.of_spirv, type);
    llvm::cast<llvm::Function>(made.getCallee())->setCallingConv(function->getCallingConv());
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr) continue;
      llvm::CallInst* replacement = llvm::CallInst::Create(
          made, {call->getArgOperand(0), llvm::ConstantInt::get(number, query.storage_class)}, "",
          call->getIterator());
      replacement->setCallingConv(call->getCallingConv());
      replacement->setDebugLoc(call->getDebugLoc());
      call->replaceAllUsesWith(replacement);
      call->eraseFromParent();
    }
  }
}

void inline_and_simplify(llvm::Module& module) {
  llvm::FunctionPassManager each;
  each.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  each.addPass(llvm::EarlyCSEPass());
  each.addPass(llvm::InstSimplifyPass());
  each.addPass(llvm::SimplifyCFGPass());
  each.addPass(llvm::ADCEPass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
  passes.addPass(llvm::GlobalDCEPass());
  pass::ir::LlvmPasses(nullptr).run(module, passes);
}

}  // namespace

std::string make_portable(llvm::Module& module) {
  drop_leftovers(module);
  llvm::internalizeModule(module, [](const llvm::GlobalValue& value) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&value);
    return function != nullptr && canonical::facts::is_kernel(*function);
  });
  std::string problems = link_device_library(module);
  if (!problems.empty()) return problems;
  call_built_in_math(module);
  make_functions_plain(module);
  mark_inlined(module);
  inline_and_simplify(module);
  name_space_queries(module);
  problems = bind_local_memory(module);
  if (!problems.empty()) return problems;
  problems = move_print_formats(module);  // first: what follows calls the other printf
  end_failing_work_items(module);
  return problems;
}

}  // namespace cleave::compiler::frontend::sycl
