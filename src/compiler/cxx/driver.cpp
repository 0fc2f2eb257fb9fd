#include "compiler/cxx/driver.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <memory>
#include <string>

#include "compiler/cxx/command_options.h"
#include "compiler/cxx/installation.h"

namespace cleave::compiler::cxx {
namespace {

using clang::driver::Command;

/// The words that are added to jobs, which name them for as long as they run.
class JobWords {
 public:
  JobWords(const Installation& places, const CommandOptions& options)
      : unit_header_(unit_header_word.str() + places.unit_header),
        kept_header_(options.keeps_header ? kept_header_word.str() + places.library
                                          : std::string()),
        image_(options.image.empty() ? std::string() : image_word.str() + options.image.str()),
        headers_(places.headers),
        libraries_("-L" + places.libraries),
        run_path_(places.libraries),
        program_(places.program),
        parses_late_(options.parses_late),
        links_by_path_(places.is_outside_system),
        links_by_default_(llvm::none_of(options.clang_words, [](llvm::StringRef word) {
          return word == "-nostdlib" || word == "-nodefaultlibs" || word == "-nostdlib++";
        })) {}

  void adapt(clang::driver::Compilation& compilation, bool uses_sycl) const {
    for (Command& job : compilation.getJobs()) {
      const llvm::StringRef tool = job.getCreator().getName();
      if (tool == "clang" || tool == "clang::as") job.replaceExecutable(program_.c_str());
      if (!uses_sycl) continue;
      if (tool == "clang") compile(job);
      if (tool == "GNU::Linker" && takes_libraries(job)) link(job);
    }
  }

 private:
  /// Our headers come before those of the system, among which may be those of another SYCL.
  void compile(Command& job) const {
    llvm::opt::ArgStringList words = job.getArguments();
    if (links_by_path_) {
      const auto first = llvm::find_if(words, [](llvm::StringRef word) {
        return word == "-internal-isystem" || word == "-internal-externc-isystem";
      });
      words.insert(first == words.end() ? words.begin() + 1 : first,
                   {"-internal-isystem", headers_.c_str()});
    }
    words.push_back(unit_header_.c_str());
    if (!kept_header_.empty()) words.push_back(kept_header_.c_str());
    if (!parses_late_) words.push_back(early_bodies_word.data());
    if (!image_.empty()) words.push_back(image_.c_str());
    job.replaceArguments(words);
  }

  /// Not a link that makes an object, nor one without libraries that are shared.
  bool takes_libraries(const Command& job) const {
    return links_by_default_ && llvm::none_of(job.getArguments(), [](llvm::StringRef word) {
             return word == "-r" || word == "-static" || word == "-static-pie";
           });
  }

  /// Behind all words of the user: as options of the command line these would be one to
  /// `-x c++-header -o`.
  void link(Command& job) const {
    llvm::opt::ArgStringList words = job.getArguments();
    if (links_by_path_) words.append({libraries_.c_str(), "-rpath", run_path_.c_str()});
    // A program without kernels needs no library.
    words.append({"--push-state", "--as-needed", "-lcleave-sycl", "--pop-state"});
    job.replaceArguments(words);
  }

  std::string unit_header_, kept_header_, image_, headers_, libraries_, run_path_, program_;
  bool parses_late_, links_by_path_, links_by_default_;
};

/// Prints messages of the driver as clang prints them.
class DriverMessages {
 public:
  explicit DriverMessages(llvm::ArrayRef<const char*> words)
      : options_(clang::CreateAndPopulateDiagOpts(words)) {
    auto printer = std::make_unique<clang::TextDiagnosticPrinter>(llvm::errs(), *options_);
    printer->setPrefix("cleave-c++");
    engine_ = std::make_unique<clang::DiagnosticsEngine>(clang::DiagnosticIDs::create(), *options_,
                                                         printer.release());
    clang::ProcessWarningOptions(*engine_, *options_, *llvm::vfs::getRealFileSystem(), false);
  }
  clang::DiagnosticsEngine& engine() { return *engine_; }

  /// Compilations fail without them in ways that do not name them.
  void name_missing_packages() {
    const unsigned id =
        engine_->getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                 "the package '%0', which compilations need, is not installed");
    for (const std::string& package : missing_packages()) engine_->Report(id) << package;
  }

  void error(llvm::StringRef text) {
    const unsigned id = engine_->getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
    engine_->Report(id) << text;
  }

 private:
  std::unique_ptr<clang::DiagnosticOptions> options_;
  std::unique_ptr<clang::DiagnosticsEngine> engine_;
};

int execute(clang::driver::Driver& driver, clang::driver::Compilation& compilation) {
  llvm::SmallVector<std::pair<int, const Command*>, 4> failing;
  int result = driver.ExecuteCompilation(compilation, failing);
  for (const auto& [code, command] : failing) {
    if (result == 0) result = code;
  }
  return result < 0 ? 1 : result;  // a tool that a signal has ended; the driver has said so
}

}  // namespace

int run_driver(llvm::ArrayRef<const char*> words,
               llvm::function_ref<int(llvm::SmallVectorImpl<const char*>&)> run_tool) {
  const Installation places = find_installation(words[0]);
  CommandOptions options = read_command_options(words.drop_front());
  llvm::SmallVector<const char*, 256> list = {places.clang.c_str(), "--driver-mode=g++"};
  list.append(options.clang_words.begin(), options.clang_words.end());

  DriverMessages messages(list);
  for (const std::string& problem : options.problems) messages.error(problem);
  for (const std::string& problem : places.problems) messages.error(problem);
  if (messages.engine().hasErrorOccurred()) return 1;

  clang::driver::Driver driver(places.clang, llvm::sys::getDefaultTargetTriple(), messages.engine(),
                               "cleave-c++ compiler");
  driver.setTargetAndMode(
      clang::driver::ParsedClangName("", "clang++", "--driver-mode=g++", false));
  driver.CC1Main = run_tool;
  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(list));
  if (!compilation || compilation->containsError()) return 1;
  const JobWords job_words(places, options);
  job_words.adapt(*compilation, options.uses_sycl);
  const int result = execute(driver, *compilation);
  if (result != 0) messages.name_missing_packages();
  messages.engine().getClient()->finish();
  return result;
}

}  // namespace cleave::compiler::cxx
