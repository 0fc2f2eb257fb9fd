#include "compiler/cxx/device_module.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <algorithm>
#include <span>

#include "compiler/cxx/short_loops.h"
#include "compiler/cxx/used_aspects.h"

namespace cleave::compiler::cxx {
namespace {

/// A kernel that calls it has dynamic local memory.
constexpr const char* local_base = "__cleave_local_base";

constexpr uint32_t llvm_version =
    LLVM_VERSION_MAJOR * 10000 + LLVM_VERSION_MINOR * 100 + LLVM_VERSION_PATCH;

/// The functions that call `function`, directly or not.
llvm::SmallPtrSet<const llvm::Function*, 16> callers_of(const llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::Function*, 16> callers;
  llvm::SmallVector<const llvm::Value*> open = {&function};
  while (!open.empty()) {
    for (const llvm::User* user : open.pop_back_val()->users()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr) {
        open.push_back(user);  // a constant that names it
      } else if (callers.insert(instruction->getFunction()).second) {
        open.push_back(instruction->getFunction());
      }
    }
  }
  return callers;
}

void note_local_memory(const llvm::Module& module, device_image::Table& table) {
  const llvm::Function* base = module.getFunction(local_base);
  if (base == nullptr) return;
  const auto callers = callers_of(*base);
  for (device_image::KernelRow& kernel : table.kernels) {
    kernel.asks_local_memory = callers.contains(module.getFunction(kernel.symbol));
  }
}

void add_numbers(llvm::Function& kernel, const char* kind, std::span<const uint32_t> values) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata*, 3> numbers;
  for (const uint32_t value : values) {
    numbers.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value)));
  }
  kernel.setMetadata(kind, llvm::MDNode::get(context, numbers));
}

void add_attributes(llvm::Module& module, const device_image::Table& table) {
  for (const device_image::KernelRow& row : table.kernels) {
    llvm::Function& kernel = *module.getFunction(row.symbol);
    if (row.sub_group_size != 0) {
      add_numbers(kernel, "intel_reqd_sub_group_size", {&row.sub_group_size, 1});
    }
    if (row.required_work_group_size[0] != 0) {
      add_numbers(kernel, "reqd_work_group_size", row.required_work_group_size);
    }
    if (row.work_group_size_hint[0] != 0) {
      add_numbers(kernel, "work_group_size_hint", row.work_group_size_hint);
    }
  }
}

void simplify(llvm::ModulePassManager& passes) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(UnrollShortLoops()));
  llvm::FunctionPassManager each;
  each.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  each.addPass(llvm::EarlyCSEPass());
  each.addPass(llvm::InstSimplifyPass());
  each.addPass(llvm::ADCEPass());
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
}

bool has_code(const llvm::Module& module) {
  return std::ranges::any_of(module,
                             [](const llvm::Function& one) { return !one.isDeclaration(); });
}

}  // namespace

ExternalFunction describe_external(const llvm::Function& function) {
  ExternalFunction external;
  external.symbol = symbol_of(function.getName());
  external.is_defined = !function.isDeclaration();
  if (function.hasWeakAnyLinkage() || function.hasExternalWeakLinkage()) {
    external.sharing = Sharing::weak;
  } else if (function.isWeakForLinker()) {
    external.sharing = Sharing::any_of_many;
  }
  if (function.hasHiddenVisibility()) external.visibility = Visibility::hidden;
  if (function.hasProtectedVisibility()) external.visibility = Visibility::exported_only;
  return external;
}

void drop_host_code(llvm::Module& module, const device_image::Table& table, bool simplifies) {
  // Annotations have been read, and devices run no initialisers: these lists would keep what they name. A host's virtual
  // functions, for instance, are in the module with their table, and use variables of the host.
  for (const char* list : {"llvm.global.annotations", "llvm.global_ctors", "llvm.global_dtors",
                           "llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* variable = module.getNamedGlobal(list)) variable->eraseFromParent();
  }
  llvm::StringSet<> kept;
  for (const device_image::KernelRow& kernel : table.kernels) kept.insert(kernel.symbol);
  for (const std::string& function : table.defined) kept.insert(function);
  llvm::internalizeModule(module, [&](const llvm::GlobalValue& value) {
    return kept.contains(symbol_of(value.getName()));
  });
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  // No pass may make calls of the C library, which devices lack.
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  if (simplifies) simplify(passes);
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, modules);
}

std::string write_device_module(llvm::Module& module, device_image::Table table, CodeForms forms,
                                DeviceResult& result) {
  if (!has_code(module)) return {};
  note_local_memory(module, table);
  note_used_aspects(module, table);
  add_attributes(module, table);
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (llvm::verifyModule(module, &problems)) return problem;
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  if (forms.image) llvm::WriteBitcodeToFile(module, stream);
  const std::vector<std::byte> bytes =
      device_image::write_image(table, std::as_bytes(std::span(bitcode)), llvm_version);
  result.image.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return {};
}

}  // namespace cleave::compiler::cxx
