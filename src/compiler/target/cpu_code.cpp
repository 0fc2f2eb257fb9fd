#include "compiler/target/cpu_code.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/cache/compilation_cache.h"
#include "compiler/pass/lane_interface.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/host_processor.h"
#include "compiler/target/linker.h"
#include "compiler/target/runtime_functions.h"
#include "support/own_environment.h"

namespace cleave::compiler::target {
namespace {

// LLVM's own way with an error would end the process.
class KeepErrors final : public llvm::DiagnosticHandler {
 public:
  explicit KeepErrors(std::string& error) : error_(error) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& information) override {
    if (information.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(error_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    information.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& error_;
};

std::unique_ptr<llvm::Module> read_module(std::span<const std::byte> bitcode,
                                          llvm::LLVMContext& context, std::string& error) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile({bytes, "program"}, context);
  if (module) return std::move(*module);
  error = llvm::toString(module.takeError());
  return nullptr;
}

// A program may call a function of its own memcpy; the code generator would take it for the one it
// calls itself.
void rename_like_runtime_functions(llvm::Module& module) {
  for (const RuntimeFunction& runtime : runtime_functions()) {
    llvm::Function* function = module.getFunction(runtime.name);
    const bool is_theirs = function != nullptr && function->hasLocalLinkage();
    if (is_theirs) function->setName(function->getName() + ".of_program");
  }
}

// Leaves the kernel and what it uses.
void keep_only(llvm::Module& module, const std::string& kernel) {
  llvm::internalizeModule(
      module, [&](const llvm::GlobalValue& value) { return value.getName() == kernel; });
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::GlobalDCEPass().run(module, modules);
  rename_like_runtime_functions(module);
}

uint64_t frame_bytes(const llvm::Function& function) {
  uint64_t bytes = 0;
  const llvm::StringRef text = function.getFnAttribute("cleave-frame-bytes").getValueAsString();
  return text.getAsInteger(10, bytes) ? 0 : bytes;
}

std::string symbol_of(const std::string& kernel) {
  return "__cleave_kernel_" + kernel;
}

class CpuCode final : public Code {
 public:
  CpuCode(const CodeRequest& request, std::unique_ptr<Linker> linker)
      : canonical_(request.canonical.begin(), request.canonical.end()), linker_(std::move(linker)) {
    for (const KernelFacts& facts : request.kernels) {
      kernels_[facts.name].sub_group_size = facts.sub_group_size;
    }
  }

  KernelCode kernel(const std::string& name, std::string& error) override {
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) {
      error = "the program has no kernel '" + name + "'";
      return {};
    }
    Kernel& kernel = found->second;
    std::call_once(kernel.once, [&] {
      const auto status = support::run_in_own_environment([&] { generate(name, kernel); });
      if (!status.ok()) kernel.error = "no thread can be started for the compiler";
    });
    error = kernel.error;
    return kernel.code;
  }

 private:
  struct Kernel {
    uint32_t sub_group_size = 0;
    std::once_flag once;
    KernelCode code;
    std::string error;
  };

  void generate(const std::string& name, Kernel& kernel) {
    const cache::CodeSource source = {canonical_, name, kernel.sub_group_size, host_description()};
    std::optional<cache::ObjectCode> code = cache::find_code(source);
    if (!code) {
      code = compile(name, kernel);
      if (!kernel.error.empty()) return;
      cache::keep_code(source, *code);
    }
    const llvm::StringRef bytes(reinterpret_cast<const char*>(code->object.data()),
                                code->object.size());
    void* address = linker_->link(llvm::MemoryBuffer::getMemBufferCopy(bytes, name),
                                  symbol_of(name), kernel.error);
    if (kernel.error.empty()) {
      kernel.code = {reinterpret_cast<KernelEntry>(address), code->frame_bytes};
    }
  }

  // From canonical IR to an object file; what goes wrong is in kernel.error.
  cache::ObjectCode compile(const std::string& name, Kernel& kernel) {
    llvm::LLVMContext context;
    context.setDiagnosticHandler(std::make_unique<KeepErrors>(kernel.error));
    const auto module = read_module(canonical_, context, kernel.error);
    const auto machine = make_host_target_machine(kernel.error);
    if (!module || !machine) return {};
    keep_only(*module, name);
    const bool optimise = !module->getFunction(name)->hasFnAttribute(pass::unoptimised_attribute);
    if (!optimise) machine->setOptLevel(llvm::CodeGenOptLevel::None);
    kernel.error += pipeline::run_pipeline("reference", *module,
                                           {.sub_group_size = kernel.sub_group_size,
                                            .target_machine = machine.get(),
                                            .optimise = optimise});
    if (!kernel.error.empty()) return {};
    const llvm::Function* entry = module->getFunction(symbol_of(name));
    if (entry == nullptr) {
      kernel.error = "the pipeline made no code of kernel '" + name + "'";
      return {};
    }
    const uint64_t frame = frame_bytes(*entry);
    auto object = llvm::orc::SimpleCompiler(*machine)(*module);
    if (!object) {
      kernel.error += llvm::toString(object.takeError());
      return {};
    }
    const auto* data = reinterpret_cast<const std::byte*>((*object)->getBufferStart());
    return {frame, {data, data + (*object)->getBufferSize()}};
  }

  const std::vector<std::byte> canonical_;
  const std::unique_ptr<Linker> linker_;
  std::map<std::string, Kernel> kernels_;  // its keys never change, so look-ups need no lock
};

}  // namespace

std::shared_ptr<Code> load_code(const CodeRequest& request, std::string& error) {
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<KeepErrors>(error));
  const auto module = read_module(request.canonical, context, error);
  if (!module) return nullptr;
  if (llvm::verifyModule(*module)) {
    error = "the program's module is not valid";
    return nullptr;
  }
  const bool complete = std::ranges::all_of(request.kernels, [&](const KernelFacts& facts) {
    const llvm::Function* kernel = module->getFunction(facts.name);
    return kernel != nullptr && !kernel->isDeclaration() &&
           kernel->arg_size() == facts.arguments.size();
  });
  if (!complete) {
    error = "the program's module does not hold its kernels";
    return nullptr;
  }
  auto linker = Linker::create(error);
  if (!linker) return nullptr;
  return std::make_shared<CpuCode>(request, std::move(linker));
}

}  // namespace cleave::compiler::target
