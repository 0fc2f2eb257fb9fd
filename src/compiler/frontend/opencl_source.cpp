#include "compiler/frontend/opencl_source.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <vector>

// The headers that are part of this library, see CMakeLists.txt.
extern "C" {
extern const char cleave_opencl_base_header_begin[];
extern const char cleave_opencl_base_header_end[];
extern const char cleave_opencl_prelude_begin[];
extern const char cleave_opencl_prelude_end[];
}

namespace cleave::compiler::frontend {
namespace {

// A folder that exists in memory only; no file system has one of this name.
constexpr const char* header_folder = "/<cleave>";
constexpr const char* prelude_path = "/<cleave>/opencl_prelude.h";
constexpr const char* base_header_path = "/<cleave>/opencl-c-base.h";

std::unique_ptr<llvm::MemoryBuffer> embedded(const char* begin, const char* end) {
  return llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(begin, end - begin));
}

// The file system of the process with our headers laid over it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_file_system() {
  auto headers = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  headers->addFile(base_header_path, 0,
                   embedded(cleave_opencl_base_header_begin, cleave_opencl_base_header_end));
  headers->addFile(prelude_path, 0,
                   embedded(cleave_opencl_prelude_begin, cleave_opencl_prelude_end));
  auto files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  files->pushOverlay(std::move(headers));
  return files;
}

std::string extension_list(const LanguageTarget& target) {
  std::string list = "-cl-ext=-all";
  for (const std::string& extension : target.extensions) list += ",+" + extension;
  for (const std::string& feature : target.features) list += ",+" + feature;
  return list;
}

bool host_has_fused_multiply_add() {
  static const bool has = llvm::sys::getHostCPUFeatures().lookup("fma");
  return has;
}

std::vector<std::string> clang_arguments(const BuildOptions& options,
                                         const LanguageTarget& target) {
  std::vector<std::string> arguments = {
      "-triple", "spir64-unknown-unknown", "-x", "cl", "-main-file-name", source_name,
      // Attributes as for optimised code, but no optimisation here: the pipelines do that.
      "-O2", "-disable-llvm-passes", "-emit-llvm-only", "-ffp-contract=on",
      "-fdeclare-opencl-builtins", "-internal-isystem", header_folder, "-include", prelude_path,
      // Facts need the arguments' information, messages need lines.
      "-cl-kernel-arg-info", "-debug-info-kind=line-tables-only", "-dwarf-version=5",
      // The version of the device, and what it lacks although clang grants it to every spir64.
      "-D__OPENCL_VERSION__=300", "-U__IMAGE_SUPPORT__", extension_list(target)};
  // Clang defines the macros of extensions that change its language only.
  for (const std::string& extension : target.extensions) {
    arguments.insert(arguments.end(), {"-D", extension + "=1"});
  }
  if (target.embedded_profile) {
    arguments.insert(arguments.end(), {"-D", "__EMBEDDED_PROFILE__=1"});
  }
  if (host_has_fused_multiply_add()) {
    arguments.insert(arguments.end(), {"-D", "FP_FAST_FMA=1", "-D", "FP_FAST_FMAF=1"});
  }
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  return arguments;
}

// Null when clang refuses an argument; it has then said so to the printer.
std::shared_ptr<clang::CompilerInvocation> make_invocation(
    const std::vector<std::string>& arguments, llvm::vfs::FileSystem& files,
    clang::DiagnosticConsumer& printer) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  clang::DiagnosticOptions diagnostic_options;
  auto diagnostics =
      clang::CompilerInstance::createDiagnostics(files, diagnostic_options, &printer, false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *diagnostics)) {
    return nullptr;
  }
  return invocation;
}

}  // namespace

std::unique_ptr<llvm::Module> compile_opencl_source(const std::string& source,
                                                    const BuildOptions& options,
                                                    const LanguageTarget& target,
                                                    llvm::LLVMContext& context, std::string& log) {
  // Deeply nested source then continues on another stack instead of overflowing this one.
  clang::noteBottomOfStack(/*ForceSet=*/true);
  llvm::raw_string_ostream messages(log);
  clang::DiagnosticOptions printer_options;
  clang::TextDiagnosticPrinter printer(messages, printer_options);
  const auto files = make_file_system();
  const auto invocation = make_invocation(clang_arguments(options, target), *files, printer);
  if (!invocation) return nullptr;

  const auto buffer = llvm::MemoryBuffer::getMemBufferCopy(source, source_name);
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(*buffer, clang::InputKind(clang::Language::OpenCL))};
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&printer, false);
  compiler.setVerboseOutputStream(messages);
  clang::EmitLLVMOnlyAction action(&context);
  if (!compiler.ExecuteAction(action)) return nullptr;
  return action.takeModule();
}

}  // namespace cleave::compiler::frontend
