#include "compiler/cxx/cc1.h"

#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/cxx/command_options.h"
#include "compiler/cxx/compiler.h"
#include "compiler/cxx/embed_pass.h"
#include "compiler/cxx/host_action.h"
#include "compiler/cxx/preprocessed_text.h"

namespace cleave::compiler::cxx {
namespace {

namespace frontend = clang::frontend;

void set_llvm_options(const clang::FrontendOptions& options) {
  if (options.LLVMArgs.empty()) return;
  std::vector<const char*> words = {"cleave-c++ (options of LLVM)"};
  for (const std::string& word : options.LLVMArgs) words.push_back(word.c_str());
  llvm::cl::ParseCommandLineOptions(static_cast<int>(words.size()), words.data());
}

/// Returns nothing where the action makes no part of a program.
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
          passes.addPass(EmbedPass([&unit] { return unit.device_result(); }));
        });
  });
}

/// Takes the words of cleave-c++ out of those behind -cc1.
void read_words(llvm::ArrayRef<const char*> arguments, Unit& unit) {
  for (const char* word : arguments) {
    llvm::StringRef rest = word;
    if (rest.consume_front(unit_header_word)) {
      unit.unit_header = rest.str();
    } else {
      unit.request.words.push_back(word);
    }
  }
}

/// Makes the compiler list the files of devices too, where somebody asks for a list.
void set_file_lists(clang::CompilerInstance& compiler, Unit& unit) {
  clang::DependencyOutputOptions& options = compiler.getInvocation().getDependencyOutputOpts();
  unit.request.wants_system_files =
      options.IncludeSystemHeaders != 0 || unit.purpose == Purpose::preprocessed_text;
  if (!options.OutputFile.empty()) {
    unit.dependencies = std::make_shared<JoinedDependencies>(options);
    compiler.addDependencyCollector(unit.dependencies);
    options.OutputFile.clear();
  }
  if (unit.purpose == Purpose::preprocessed_text) {
    unit.host_files = std::make_shared<IncludedFiles>(true);
    compiler.addDependencyCollector(unit.host_files);
  }
}

/// Compiles for the host and for devices.
bool compile_both(clang::CompilerInstance& compiler, std::unique_ptr<clang::FrontendAction> action,
                  Unit& unit) {
  clang::CompilerInvocation& invocation = compiler.getInvocation();
  if (!keep_standard_input(invocation.getFrontendOpts())) return false;
  set_language(invocation);
  unit.purpose = purpose_of(invocation);
  unit.request.purpose = unit.purpose.value_or(Purpose::code);
  set_file_lists(compiler, unit);
  if (unit.purpose == Purpose::code) embed(invocation.getCodeGenOpts(), unit);
  const auto host = make_host_action(std::move(action), unit);
  if (!compiler.ExecuteAction(*host)) return false;
  if (!unit.devices.is_started()) return true;
  const DeviceResult* result = unit.device_result();
  if (result == nullptr || unit.purpose != Purpose::preprocessed_text) return result != nullptr;
  return append_device_lines(invocation, unit.host_files->getDependencies(), *result);
}

/// Refuses what -E has made of a file with kernels.
class PreprocessedAction final : public clang::WrapperFrontendAction {
 public:
  using WrapperFrontendAction::WrapperFrontendAction;

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    return !refuse_device_lines(compiler) && WrapperFrontendAction::BeginSourceFileAction(compiler);
  }
};

}  // namespace

int run_cc1(llvm::ArrayRef<const char*> arguments, const char* program) {
  Sources sources;
  Unit unit;
  unit.request.program = program;
  unit.request.sources = &sources;
  read_words(arguments, unit);
  clang::CompilerInvocation* invocation = nullptr;
  const auto device_part = [&] {
    return unit.purpose ? unit.device_part(*invocation) : std::optional<DevicePart>();
  };
  const bool uses_sycl = !unit.unit_header.empty();
  const auto compiler = make_compiler(unit.request.words, program, uses_sycl ? &sources : nullptr,
                                      host_header_formats(device_part));
  if (!compiler) return 1;
  invocation = &compiler->getInvocation();
  const clang::FrontendOptions& options = invocation->getFrontendOpts();
  set_llvm_options(options);
  std::unique_ptr<clang::FrontendAction> action = make_action(options);
  if (!action) {
    llvm::errs() << "cleave-c++: error: this action of clang is not part of cleave-c++\n";
    return 1;
  }
  bool good = false;
  if (uses_sycl && is_cxx_source(options)) {
    good = compile_both(*compiler, std::move(action), unit);
  } else if (is_preprocessed_cxx(options)) {
    PreprocessedAction refusing(std::move(action));
    good = compiler->ExecuteAction(refusing);
  } else {
    good = compiler->ExecuteAction(*action);
  }
  llvm::errs().flush();
  llvm::outs().flush();
  return good ? 0 : 1;
}

}  // namespace cleave::compiler::cxx
