#include "compiler/cxx/compiler.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "compiler/cxx/attribute_rewriter.h"

namespace cleave::compiler::cxx {

std::unique_ptr<clang::CompilerInstance> make_compiler(
    llvm::ArrayRef<const char*> words, const char* program, Sources* sources,
    std::shared_ptr<clang::PCHContainerOperations> precompiled_headers) {
  // The compiler prints messages, and there is none before its options are read.
  clang::DiagnosticOptions options;
  clang::TextDiagnosticBuffer early;
  clang::DiagnosticsEngine engine(clang::DiagnosticIDs::create(), options, &early, false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  const bool good = clang::CompilerInvocation::CreateFromArgs(*invocation, words, engine, program);
  auto compiler = std::make_unique<clang::CompilerInstance>(std::move(invocation),
                                                            std::move(precompiled_headers));
  auto files = llvm::vfs::getRealFileSystem();
  if (sources != nullptr) {
    auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        make_attribute_files(std::move(files), sources->texts));
    both->pushOverlay(sources->memory);
    files = std::move(both);
  }
  compiler->createVirtualFileSystem(std::move(files), &early);
  compiler->createDiagnostics();
  const bool verifies =
      compiler->getDiagnosticOpts().VerifyDiagnostics;  // has a printer of its own
  if (sources != nullptr && !verifies) {
    show_original_lines(compiler->getDiagnostics(), sources->texts);
  }
  early.FlushDiagnostics(compiler->getDiagnostics());
  if (good) return compiler;
  compiler->getDiagnosticClient().finish();
  return nullptr;
}

std::unique_ptr<clang::FrontendAction> make_action(const clang::FrontendOptions& options) {
  using namespace clang;
  switch (options.ProgramAction) {
    case frontend::ASTDeclList:
      return std::make_unique<ASTDeclListAction>();
    case frontend::ASTDump:
      return std::make_unique<ASTDumpAction>();
    case frontend::ASTPrint:
      return std::make_unique<ASTPrintAction>();
    case frontend::DumpCompilerOptions:
      return std::make_unique<DumpCompilerOptionsAction>();
    case frontend::DumpRawTokens:
      return std::make_unique<DumpRawTokensAction>();
    case frontend::DumpTokens:
      return std::make_unique<DumpTokensAction>();
    case frontend::EmitAssembly:
      return std::make_unique<EmitAssemblyAction>();
    case frontend::EmitBC:
      return std::make_unique<EmitBCAction>();
    case frontend::EmitCodeGenOnly:
      return std::make_unique<EmitCodeGenOnlyAction>();
    case frontend::EmitLLVM:
      return std::make_unique<EmitLLVMAction>();
    case frontend::EmitLLVMOnly:
      return std::make_unique<EmitLLVMOnlyAction>();
    case frontend::EmitObj:
      return std::make_unique<EmitObjAction>();
    case frontend::GenerateHeaderUnit:
      return std::make_unique<GenerateHeaderUnitAction>();
    case frontend::GenerateModule:
      return std::make_unique<GenerateModuleFromModuleMapAction>();
    case frontend::GenerateModuleInterface:
      return std::make_unique<GenerateModuleInterfaceAction>();
    case frontend::GenerateReducedModuleInterface:
      return std::make_unique<GenerateReducedModuleInterfaceAction>();
    case frontend::GeneratePCH:
      return std::make_unique<GeneratePCHAction>();
    case frontend::InitOnly:
      return std::make_unique<InitOnlyAction>();
    case frontend::ModuleFileInfo:
      return std::make_unique<DumpModuleInfoAction>();
    case frontend::ParseSyntaxOnly:
      return std::make_unique<SyntaxOnlyAction>();
    case frontend::PrintPreamble:
      return std::make_unique<PrintPreambleAction>();
    case frontend::PrintPreprocessedInput:
      return std::make_unique<PrintPreprocessedAction>();
    case frontend::RunPreprocessorOnly:
      return std::make_unique<PreprocessOnlyAction>();
    case frontend::VerifyPCH:
      return std::make_unique<VerifyPCHAction>();
    default:
      return nullptr;
  }
}

std::string predefined_macros() {
  return attribute_macros() + "#define CLEAVE_SYCL_COMPILER 1\n"
#define CLEAVE_SYCL_EXTENSION(name, version) "#define " #name " " #version "\n"
#include "sycl/detail/extensions.def"
      ;
#undef CLEAVE_SYCL_EXTENSION
}

}  // namespace cleave::compiler::cxx
