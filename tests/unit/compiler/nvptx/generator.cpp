#include "tests/unit/compiler/nvptx/generator.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <memory>

#include "compiler/cache/compilation_cache.h"
#include "compiler/canonical/finish.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/kernel_module.h"
#include "tests/unit/compiler/nvptx/lower_lanes.h"

namespace cleave::compiler::target::nvptx {
namespace {

constexpr const char* triple = "nvptx64-nvidia-cuda";
constexpr const char* chip = "sm_90";
constexpr const char* ptx_version = "+ptx83";
constexpr const char* origin_mark = "// cleave.origin ";

/// Those steps of the pipeline `vector` that lead to a kernel without calls.
const std::string steps[] = {"lower_blocks",  "approximate_functions", "combine_sincos",
                             "link_builtins", "freeze_conversions",    "lower_opaque_types",
                             "retarget",      "lower_arithmetic",      "inline_calls"};

std::unique_ptr<llvm::TargetMachine> make_machine(std::string& error) {
  static const bool is_ready = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  static_cast<void>(is_ready);
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(llvm::Triple(triple), error);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(llvm::Triple(triple), chip, ptx_version, options,
                                  llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  pass::ir::LlvmPasses passes(&machine);
  llvm::ModulePassManager manager =
      passes.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  passes.run(module, manager);
}

/// SPIR's constant and generic memory have other numbers in NVPTX.
bool is_of_spir(const llvm::Type* type) {
  if (!type->isPtrOrPtrVectorTy()) return false;
  const unsigned space = type->getPointerAddressSpace();
  return space == 2 || space == 4;
}

/// Returns what a kernel uses that this target does not lower, in words; empty if nothing.
std::string find_unknown(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (is_of_spir(variable.getType())) return "constant memory";
  }
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      return function.getName().str();
    for (const llvm::Argument& argument : function.args()) {
      if (is_of_spir(argument.getType())) return "constant or generic pointers";
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_of_spir(instruction.getType())) return "constant or generic pointers";
    }
  }
  return {};
}

/// Reads a kernel, and makes a module for NVPTX of it. Null, and why in `error`, where that fails.
std::unique_ptr<llvm::Module> lower(std::span<const std::byte> canonical,
                                    const interface::KernelVariant& variant,
                                    llvm::LLVMContext& context, llvm::TargetMachine& machine,
                                    std::string& error) {
  auto module = read_kernel(canonical, variant.kernel, context, error);
  if (!module) return nullptr;
  llvm::Function& kernel = *module->getFunction(variant.kernel);
  llvm::internalizeModule(*module,
                          [&](const llvm::GlobalValue& value) { return &value == &kernel; });
  pass::ir::PassOptions options;
  options.sub_group_size = variant.sub_group_size;
  options.lanes = pass::ir::Lanes::vector;  // collectives keep no body
  options.target_machine = &machine;
  error += pipeline::run_passes(steps, *module, options);
  if (!error.empty()) return nullptr;
  kernel.setCallingConv(llvm::CallingConv::PTX_Kernel);
  std::string unknown = lower_lanes(*module);
  if (unknown.empty()) {
    optimise(*module, machine);
    unknown = find_unknown(*module);
  }
  if (unknown.empty()) return module;
  error = "kernel '" + variant.kernel + "' uses what code for nvptx does not have here: " + unknown;
  return nullptr;
}

class NvptxGenerator final : public CodeGenerator {
 public:
  void prepare() const override {}
  std::string processor() const override {
    return std::string(triple) + ' ' + chip + ' ' + ptx_version;
  }

  interface::ObjectCode make(std::span<const std::byte> canonical,
                             const interface::KernelVariant& variant,
                             const std::string& kernel_hash, std::string& error) const override {
    error.clear();
    interface::ObjectCode code;
    llvm::LLVMContext context;
    context.setDiagnosticHandler(canonical::errors_to(error));
    const auto machine = make_machine(error);
    if (!machine) return code;
    const auto module = lower(canonical, variant, context, *machine, error);
    if (!module) return code;
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    stream << origin_mark << cache::object_origin(kernel_hash, variant, code) << '\n';
    llvm::legacy::PassManager passes;
    machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile);
    passes.run(*module);
    const auto* data = reinterpret_cast<const std::byte*>(text.data());
    if (error.empty()) code.object.assign(data, data + text.size());
    return code;
  }

  std::string problem_of(const interface::ObjectCode& code,
                         const std::string& origin) const override {
    const llvm::StringRef text(reinterpret_cast<const char*>(code.object.data()),
                               code.object.size());
    return text.starts_with(origin_mark + origin + '\n') ? "" : "it was made of something else";
  }
};

}  // namespace

const CodeGenerator& generator() {
  static const CodeGenerator& instance = *new NvptxGenerator;
  return instance;
}

}  // namespace cleave::compiler::target::nvptx
