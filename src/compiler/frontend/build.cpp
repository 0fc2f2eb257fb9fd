#include "compiler/frontend/build.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/kernel_facts.h"
#include "compiler/frontend/opencl_source.h"
#include "compiler/frontend/program_rules.h"
#include "compiler/pipeline/pipeline.h"

namespace cleave::compiler::frontend {
namespace {

// LLVM's own way with an error would end the process. Clang sets a handler of its own while it
// runs, and puts this one back.
class LogErrors final : public llvm::DiagnosticHandler {
 public:
  explicit LogErrors(std::string& log) : log_(log) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& information) override {
    if (information.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << "error: ";
    information.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& log_;
};

std::vector<std::byte> to_bitcode(const llvm::Module& module) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(module, stream);
  const auto* data = reinterpret_cast<const std::byte*>(buffer.data());
  return {data, data + buffer.size()};
}

// From clang's module to the canonical one, and what the rules say of it; nothing if all is well.
std::string make_canonical(llvm::Module& module, uint32_t sub_group_size) {
  std::string messages = find_unsupported(module);
  if (!messages.empty()) return messages;
  messages = pipeline::run_pipeline("canonical", module, {.sub_group_size = sub_group_size});
  if (!messages.empty()) return messages + '\n';
  return find_unresolved(module);
}

// A kernel whose private variables do not fit on a stack would end the process when it runs.
std::string find_oversized(const std::vector<KernelFacts>& kernels) {
  std::string messages;
  for (const KernelFacts& kernel : kernels) {
    if (kernel.private_memory_size <= maximum_private_memory_size) continue;
    messages += "error: kernel '" + kernel.name + "' has " +
                std::to_string(kernel.private_memory_size) +
                " bytes of private variables for each work-item; at most " +
                std::to_string(maximum_private_memory_size) + " are possible\n";
  }
  return messages;
}

}  // namespace

BuildResult build(const BuildRequest& request) {
  BuildResult result;
  const BuildOptions options = parse_build_options(request.options);
  if (!options.error.empty()) {
    result.status = CL_INVALID_BUILD_OPTIONS;
    result.log = "error: " + options.error + '\n';
    return result;
  }
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogErrors>(result.log));
  const auto module =
      compile_opencl_source(request.source, options, request.target, context, result.log);
  result.status = CL_BUILD_PROGRAM_FAILURE;
  if (!module) return result;
  const uint32_t sub_group_size = request.target.default_sub_group_size;
  std::string problems = make_canonical(*module, sub_group_size);
  if (problems.empty()) {
    result.kernels = read_kernel_facts(*module, sub_group_size);
    problems = find_oversized(result.kernels);
  }
  result.log += problems;
  if (!problems.empty()) {
    result.kernels.clear();
    return result;
  }
  result.canonical = to_bitcode(*module);
  result.status = CL_SUCCESS;
  return result;
}

}  // namespace cleave::compiler::frontend
