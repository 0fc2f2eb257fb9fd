#include "compiler/cxx/cc1.h"

#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/TimeProfiler.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>

#include <set>
#include <string>
#include <vector>

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

void embed(clang::CodeGenOptions& options, SourceUnit& unit) {
  options.PassBuilderCallbacks.push_back([&unit](llvm::PassBuilder& builder) {
    builder.registerPipelineStartEPCallback(
        [&unit](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(EmbedPass([&unit] { return unit.device_result(); }));
        });
  });
}

/// Makes the compiler list the files of devices too, where somebody asks for a list.
void set_file_lists(clang::CompilerInstance& compiler, SourceUnit& unit) {
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

/// Refuses what -E has made of a file with kernels.
class PreprocessedAction final : public clang::WrapperFrontendAction {
 public:
  using WrapperFrontendAction::WrapperFrontendAction;

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    return !refuse_device_lines(compiler) && WrapperFrontendAction::BeginSourceFileAction(compiler);
  }
};

/// One run of clang's -cc1, with what it consists of.
class Compilation {
 public:
  /// Takes the words of cleave-c++ out of those behind -cc1.
  Compilation(llvm::ArrayRef<const char*> arguments, const char* program) {
    unit_.request.program = program;
    unit_.request.sources = &sources_;
    for (const char* word : arguments) {
      llvm::StringRef rest = word;
      if (rest.consume_front(unit_header_word)) {
        unit_.request.unit_header = rest.str();
      } else if (rest.consume_front(kept_header_word)) {
        library_ = rest.str();
      } else if (rest == early_bodies_word) {
        unit_.request.parses_late = false;
      } else if (rest.consume_front(image_word)) {
        unit_.request.forms = read_code_forms(rest).value_or(CodeForms{});
      } else {
        unit_.request.words.push_back(word);
      }
    }
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  /// Reads the words; false if they are wrong, which standard error has been told.
  bool prepare() {
    const auto part = [this] {
      return unit_.purpose ? unit_.device_part(compiler_->getInvocation())
                           : std::optional<DevicePart>();
    };
    compiler_ = make_compiler(unit_.request.words, unit_.request.program,
                              uses_sycl() ? &sources_ : nullptr, host_header_formats(part));
    if (!compiler_) return false;
    set_llvm_options(compiler_->getFrontendOpts());
    action_ = make_action(compiler_->getFrontendOpts());
    if (!action_) {
      llvm::errs() << "cleave-c++: error: this action of clang is not part of cleave-c++\n";
    }
    return action_ != nullptr;
  }

  /// After `prepare`.
  bool run() {
    const clang::FrontendOptions& options = compiler_->getFrontendOpts();
    if (uses_sycl() && is_cxx_source(options)) return run_both();
    if (is_preprocessed_cxx(options))
      action_ = std::make_unique<PreprocessedAction>(std::move(action_));
    return compiler_->ExecuteAction(*action_);
  }

  clang::CompilerInstance& compiler() { return *compiler_; }
  SourceUnit& unit() { return unit_; }
  Sources& sources() { return sources_; }

 private:
  [[nodiscard]] bool uses_sycl() const { return !unit_.request.unit_header.empty(); }

  /// Compiles for the host and for devices.
  bool run_both() {
    clang::CompilerInvocation& invocation = compiler_->getInvocation();
    if (!keep_standard_input(invocation.getFrontendOpts())) return false;
    set_language(invocation);
    unit_.purpose = purpose_of(invocation);
    unit_.request.purpose = unit_.purpose.value_or(Purpose::code);
    if (unit_.purpose == Purpose::code) {
      use_kept();
      embed(invocation.getCodeGenOpts(), unit_);
    }
    set_file_lists(*compiler_, unit_);
    const auto host = make_host_action(std::move(action_), unit_);
    if (!compiler_->ExecuteAction(*host)) return false;
    if (!unit_.devices.is_started()) return true;
    const DeviceResult* result = unit_.device_result();
    if (result == nullptr || unit_.purpose != Purpose::preprocessed_text) return result != nullptr;
    return append_device_lines(invocation, unit_.host_files->getDependencies(), *result);
  }

  void use_kept();

  Sources sources_;
  SourceUnit unit_;
  std::string library_;  // empty: no header is kept
  std::unique_ptr<clang::CompilerInstance> compiler_;
  std::unique_ptr<clang::FrontendAction> action_;
};

/// The file of -ftime-trace, about the host's pass.
class TimeTrace {
 public:
  explicit TimeTrace(const clang::FrontendOptions& options) : path_(options.TimeTracePath) {
    if (path_.empty()) return;
    llvm::timeTraceProfilerInitialize(options.TimeTraceGranularity, "cleave-c++",
                                      options.TimeTraceVerbose);
  }
  ~TimeTrace() {
    if (!path_.empty()) llvm::timeTraceProfilerCleanup();
  }
  TimeTrace(const TimeTrace&) = delete;
  TimeTrace& operator=(const TimeTrace&) = delete;

  /// Returns false, and says why on standard error, if the file cannot be written.
  [[nodiscard]] bool write() const {
    if (path_.empty()) return true;
    std::error_code failure;
    llvm::raw_fd_ostream stream(path_, failure, llvm::sys::fs::OF_Text);
    if (failure) {
      llvm::errs() << "cleave-c++: error: cannot write '" << path_ << "': " << failure.message()
                   << '\n';
      return false;
    }
    llvm::timeTraceProfilerWrite(stream);
    return true;
  }

 private:
  std::string path_;
};

/// Precompiles sycl.hpp in a process of its own, whose messages nobody reads. A file of the result
/// begins with S if it is of the system, with U if not; the names of headers begin with N.
std::optional<DeviceResult> precompile(const std::vector<std::string>& words,
                                       const SourceUnit& unit) {
  const int file = memfd_create("precompiled header", MFD_CLOEXEC);
  if (file < 0) return std::nullopt;
  const std::string output = "/proc/self/fd/" + std::to_string(file);
  const std::string header = unit_header_word.str() + unit.request.unit_header;
  std::vector<const char*> list = {header.c_str()};
  for (const std::string& word : words) list.push_back(word.c_str());
  list.insert(list.end(), {"-emit-pch", "-fno-pch-timestamp", "-fpch-instantiate-templates", "-x",
                           "c++-header", kept_source, "-o", output.c_str()});
  Compilation compilation(list, unit.request.program);
  compilation.sources().add_file(kept_source, kept_text);
  if (!compilation.prepare()) return std::nullopt;
  compilation.compiler().getFrontendOpts().UseTemporary = false;
  const auto all = std::make_shared<IncludedFiles>(true);
  const auto of_user = std::make_shared<IncludedFiles>(false);
  const auto names = std::make_shared<HeaderNames>();
  for (const std::shared_ptr<clang::DependencyCollector>& one :
       {std::shared_ptr<clang::DependencyCollector>(all),
        std::shared_ptr<clang::DependencyCollector>(of_user),
        std::shared_ptr<clang::DependencyCollector>(names)}) {
    compilation.compiler().addDependencyCollector(one);
  }
  if (!compilation.run()) return std::nullopt;
  DeviceResult result;
  result.text = read_all(file);
  const auto user = of_user->getDependencies();
  std::vector<std::string> files = all->getDependencies().vec();
  if (const DeviceResult* devices = compilation.unit().device_result()) {
    files.insert(files.end(), devices->files.begin(), devices->files.end());
  }
  for (const std::string& one : files) {
    result.files.push_back((llvm::is_contained(user, one) ? "U" : "S") + one);
  }
  for (const std::string& name : names->names()) result.files.push_back("N" + name);
  return result;
}

std::optional<MadeHeader> make_header(const std::vector<std::string>& words,
                                      const SourceUnit& unit) {
  DeviceProcess process;
  process.start([&] { return precompile(words, unit); });
  const DeviceResult* result = process.wait();
  if (result == nullptr || result->text.empty()) return std::nullopt;
  MadeHeader header;
  header.bytes = result->text;
  std::set<std::string> known;
  for (const std::string& file : result->files) {
    if (!known.insert(file.substr(1)).second && file[0] != 'N') continue;
    if (file[0] == 'N') {
      header.names.push_back(file.substr(1));
    } else {
      header.files.push_back({file.substr(1), file[0] == 'S'});
    }
  }
  return header;
}

void Compilation::use_kept() {
  if (library_.empty()) return;
  auto files = use_kept_header(
      *compiler_, sources_, unit_.request.words, library_,
      [this](const std::vector<std::string>& words) { return make_header(words, unit_); });
  if (files) unit_.kept_files = std::move(*files);
}

}  // namespace

int run_cc1(llvm::ArrayRef<const char*> arguments, const char* program) {
  Compilation compilation(arguments, program);
  bool good = compilation.prepare();
  if (good) {
    const TimeTrace trace(compilation.compiler().getFrontendOpts());
    good = compilation.run() && trace.write();
  }
  llvm::errs().flush();
  llvm::outs().flush();
  return good ? 0 : 1;
}

}  // namespace cleave::compiler::cxx
