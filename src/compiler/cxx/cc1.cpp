#include "compiler/cxx/cc1.h"

#include <clang/CodeGen/ObjectFilePCHContainerWriter.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Serialization/ObjectFilePCHContainerReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/BuryPointer.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/cxx/command_options.h"
#include "compiler/cxx/compiler.h"
#include "compiler/cxx/embed_pass.h"
#include "compiler/cxx/host_action.h"

namespace cleave::compiler::cxx {
namespace {

namespace frontend = clang::frontend;

std::shared_ptr<clang::PCHContainerOperations> precompiled_header_formats() {
  auto formats = std::make_shared<clang::PCHContainerOperations>();
  formats->registerWriter(std::make_unique<clang::ObjectFilePCHContainerWriter>());
  formats->registerReader(std::make_unique<clang::ObjectFilePCHContainerReader>());
  return formats;
}

void set_llvm_options(const clang::FrontendOptions& options) {
  if (options.LLVMArgs.empty()) return;
  std::vector<const char*> words = {"cleave-c++ (options of LLVM)"};
  for (const std::string& word : options.LLVMArgs) words.push_back(word.c_str());
  llvm::cl::ParseCommandLineOptions(static_cast<int>(words.size()), words.data());
}

bool is_cxx_source(const clang::FrontendOptions& options) {
  if (options.Inputs.empty()) return false;
  const clang::InputKind kind = options.Inputs.front().getKind();
  return kind.getLanguage() == clang::Language::CXX &&
         kind.getFormat() == clang::InputKind::Source && !kind.isPreprocessed();
}

/// What devices are to make of the file; nothing where the action makes no part of a program.
std::optional<Purpose> purpose_of(const clang::CompilerInvocation& invocation) {
  const bool lists_files = !invocation.getDependencyOutputOpts().OutputFile.empty();
  switch (invocation.getFrontendOpts().ProgramAction) {
    case frontend::EmitAssembly:
    case frontend::EmitBC:
    case frontend::EmitCodeGenOnly:
    case frontend::EmitLLVM:
    case frontend::EmitLLVMOnly:
    case frontend::EmitObj:
    case frontend::ParseSyntaxOnly:
      return Purpose::code;
    case frontend::GeneratePCH:
      return Purpose::precompiled_header;
    case frontend::PrintPreprocessedInput:
      // Not with -dM and its like, which write macros alone.
      if (invocation.getPreprocessorOutputOpts().ShowCPP) return Purpose::preprocessed_text;
      break;
    default:
      break;
  }
  if (lists_files) return Purpose::included_files;
  return std::nullopt;
}

void set_language(clang::CompilerInvocation& invocation) {
  clang::LangOptions& language = invocation.getLangOpts();
  language.SYCLIsHost = 1;
  language.setSYCLVersion(clang::LangOptions::SYCL_2020);
}

void embed(clang::CodeGenOptions& options, Unit& unit) {
  options.PassBuilderCallbacks.push_back([&unit](llvm::PassBuilder& builder) {
    builder.registerPipelineStartEPCallback(
        [&unit](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(EmbedPass([&unit]() -> const DeviceResult* {
            return unit.devices.is_started() ? unit.devices.wait() : nullptr;
          }));
        });
  });
}

}  // namespace

int run_cc1(llvm::ArrayRef<const char*> arguments, const char* program) {
  Unit unit;
  unit.request.program = program;
  for (const char* word : arguments) {
    llvm::StringRef rest = word;
    if (rest.consume_front(unit_header_word)) {
      unit.unit_header = rest.str();
    } else {
      unit.request.words.push_back(word);
    }
  }
  const auto compiler = make_compiler(unit.request.words, program, !unit.unit_header.empty(),
                                      precompiled_header_formats());
  if (!compiler) return 1;
  clang::CompilerInvocation& invocation = compiler->getInvocation();
  const clang::FrontendOptions& options = invocation.getFrontendOpts();
  set_llvm_options(options);
  std::unique_ptr<clang::FrontendAction> action = make_action(options);
  if (!action) {
    llvm::errs() << "cleave-c++: error: this action of clang is not part of cleave-c++\n";
    return 1;
  }
  if (!unit.unit_header.empty() && is_cxx_source(options)) {
    set_language(invocation);
    const std::optional<Purpose> purpose = purpose_of(invocation);
    unit.has_devices = purpose.has_value();
    unit.request.purpose = purpose.value_or(Purpose::code);
    unit.request.wants_system_files =
        invocation.getDependencyOutputOpts().IncludeSystemHeaders != 0;
    if (purpose == Purpose::code) embed(invocation.getCodeGenOpts(), unit);
    action = make_host_action(std::move(action), unit);
  }
  const bool good = compiler->ExecuteAction(*action) &&
                    (!unit.devices.is_started() || unit.devices.wait() != nullptr);
  llvm::errs().flush();
  llvm::outs().flush();
  return good ? 0 : 1;
}

}  // namespace cleave::compiler::cxx
