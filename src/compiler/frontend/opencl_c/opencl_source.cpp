#include "compiler/frontend/opencl_c/opencl_source.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "compiler/canonical/relaxed_arithmetic.h"
#include "compiler/frontend/opencl_c/bounded_stream.h"
#include "compiler/frontend/opencl_c/debug_source.h"
#include "compiler/frontend/opencl_c/last_lines.h"
#include "compiler/frontend/opencl_c/newer_names.h"
#include "compiler/frontend/opencl_c/used_files.h"
#include "compiler/frontend/opencl_c/variable_check.h"

// The headers that are part of this library, see CMakeLists.txt.
extern "C" {
extern const char cleave_opencl_base_header_begin[];
extern const char cleave_opencl_base_header_end[];
extern const char cleave_opencl_prelude_begin[];
extern const char cleave_opencl_prelude_end[];
extern const char cleave_extension_declarations_begin[];
extern const char cleave_extension_declarations_end[];
}

namespace cleave::compiler::frontend::opencl_c {
namespace {

// A folder that exists in memory only; no file system has one of this name.
constexpr const char* header_folder = "/<cleave>";
constexpr const char* prelude_path = "/<cleave>/opencl_prelude.h";
constexpr const char* declarations_path = "/<cleave>/extension_declarations.h";
constexpr const char* embedded_folder = "/<cleave>/headers/";  // headers of the application
constexpr const char* base_header_path = "/<cleave>/opencl-c-base.h";

/// More than anybody reads. A build log is kept as long as its program.
constexpr size_t longest_messages = size_t{1} << 20;

std::unique_ptr<llvm::MemoryBuffer> embedded(const char* begin, const char* end) {
  return llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(begin, end - begin));
}

// Headers of the application come before all files: in a folder that is searched before those of
// -I, and where a file beside the source would be found even before that.
void add_headers(const std::vector<interface::EmbeddedHeader>& headers,
                 llvm::vfs::InMemoryFileSystem& files) {
  for (const interface::EmbeddedHeader& header : headers) {
    const auto add = [&](const std::string& path) {
      // The first one of a name stays.
      files.addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(header.source, header.name));
    };
    if (!llvm::sys::path::is_absolute(header.name)) add(embedded_folder + header.name);
    add(header.name);  // a relative one in the working folder
  }
}

// The file system of the process with the source, our headers and those of the application laid
// over it. Adds to `uses` what is looked at.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_file_system(
    const interface::OpenClSource& source, std::vector<interface::FileUse>& uses) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(watch_files(uses));
  auto headers = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  headers->setCurrentWorkingDirectory(*files->getCurrentWorkingDirectory());
  // A file and no buffer, because clang asks where the file lies that __has_embed stands in.
  headers->addFile(source_name, 0, llvm::MemoryBuffer::getMemBufferCopy(source.text, source_name));
  headers->addFile(base_header_path, 0,
                   embedded(cleave_opencl_base_header_begin, cleave_opencl_base_header_end));
  headers->addFile(prelude_path, 0,
                   embedded(cleave_opencl_prelude_begin, cleave_opencl_prelude_end));
  headers->addFile(
      declarations_path, 0,
      embedded(cleave_extension_declarations_begin, cleave_extension_declarations_end));
  add_headers(source.headers, *headers);
  files->pushOverlay(std::move(headers));
  return files;
}

std::string extension_list(const interface::LanguageTarget& target) {
  std::string list = "-cl-ext=-all";
  for (const std::string& extension : target.extensions) list += ",+" + extension;
  for (const std::string& feature : target.features) list += ",+" + feature;
  return list;
}

// May the program name a function of extension_declarations.h? What it includes and what it puts
// together of parts is not looked at: then it may.
bool may_use_declarations(const std::string& source, const interface::BuildOptions& options) {
  const auto names = [](std::string_view text) {
    return text.find("intel") != text.npos || text.find("work_group_") != text.npos;
  };
  return names(source) || source.find("include") != source.npos ||
         source.find("##") != source.npos || std::ranges::any_of(options.clang_arguments, names);
}

// A feature that tells what an extension for every version of the language has.
bool is_of_extension(std::string_view feature) {
  return feature.starts_with("__opencl_c_integer_dot_product_") ||
         feature.starts_with("__opencl_c_kernel_clock_");
}

// Kernels that OpenCL compilers have taken with a warning for years, and Clang has begun to refuse
// since: they stay warnings, unless the program wants none.
constexpr const char* tolerated[] = {
    "-Wno-error=incompatible-pointer-types",  // clFFT: __global float4* p = (a __global float2*)
    "-Wno-error=implicit-int",                // static f(int x)
};

// Programs name warnings of the compilers that they were written with.
constexpr const char* unknown_warnings_are_told = "-Wno-error=unknown-warning-option";

// LLVM 22 does not know OpenCL C 3.1, which is 3.0 with other macros: its functions are those of
// extensions that the device has, and its printf is the driver's affair.
void add_version(const std::string& version, const interface::LanguageTarget& target,
                 std::vector<std::string>& arguments) {
  const bool is_3_1 = version == "CL3.1";
  arguments.push_back("-cl-std=" + (is_3_1 ? "CL3.0" : version));
  if (is_3_1) {
    arguments.insert(arguments.end(), {"-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"});
  }
  // A program of any version compares its own with that.
  if (target.opencl_version >= 310) arguments.emplace_back("-DCL_VERSION_3_1=310");
}

std::vector<std::string> clang_arguments(const interface::BuildOptions& options,
                                         const interface::LanguageTarget& target) {
  std::vector<std::string> arguments = {
      "-triple", "spir64-unknown-unknown", "-x", options.is_cpp ? "clcpp" : "cl", "-main-file-name",
      source_name,
      // Attributes as for optimised code, but no optimisation here: the pipelines do that.
      "-O2", "-disable-llvm-passes", "-emit-llvm-only", "-ffp-contract=on",
      "-fdeclare-opencl-builtins", "-internal-isystem", header_folder, "-include", prelude_path,
      // Facts need the arguments' information, messages need lines.
      "-cl-kernel-arg-info", "-debug-info-kind=line-tables-only", "-dwarf-version=5",
      // With a hash of the source, what is made of one kernel would depend on all others.
      "-gsrc-hash=none",
      // The version of the device, and what it lacks although clang grants it to every spir64.
      "-D__OPENCL_VERSION__=" + std::to_string(target.opencl_version), extension_list(target), "-I",
      embedded_folder, unknown_warnings_are_told};
  if (std::ranges::find(target.features, "__opencl_c_images") == target.features.end()) {
    arguments.emplace_back("-U__IMAGE_SUPPORT__");
  }
  // Clang defines the macros of extensions that change its language only.
  for (const std::string& extension : target.extensions) {
    arguments.insert(arguments.end(), {"-D", extension + "=1"});
  }
  // Those of features in OpenCL C 3.0 only: those of extensions are there in every version.
  for (const std::string& feature : target.features) {
    if (is_of_extension(feature)) arguments.insert(arguments.end(), {"-D", feature + "=1"});
  }
  if (target.embedded_profile) {
    arguments.insert(arguments.end(), {"-D", "__EMBEDDED_PROFILE__=1"});
  }
  if (target.fused_multiply_add) {
    arguments.insert(arguments.end(), {"-D", "FP_FAST_FMA=1", "-D", "FP_FAST_FMAF=1"});
  }
  // Before a -Werror they would keep such warnings from being errors.
  if (std::ranges::find(options.clang_arguments, "-Werror") == options.clang_arguments.end()) {
    arguments.insert(arguments.end(), std::begin(tolerated), std::end(tolerated));
  }
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  add_version(options.language_version, target, arguments);
  if (!options.strict_aliasing) arguments.emplace_back("-relaxed-aliasing");
  arguments.emplace_back(
      "-Wno-pedantic-core-features");  // features of the device, and no fault of a program
  return arguments;
}

clang::Language language_of(const interface::BuildOptions& options) {
  return options.is_cpp ? clang::Language::OpenCLCXX : clang::Language::OpenCL;
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

// Which of the names mean something in that version of the language, without a program.
std::vector<bool> names_in(const std::string& version, const std::vector<MissingName>& names,
                           const interface::LanguageTarget& target) {
  std::vector<bool> found(names.size(), false);
  std::vector<interface::FileUse> uses;
  const auto files = make_file_system({}, uses);
  clang::IgnoringDiagConsumer silence;
  const interface::BuildOptions options = interface::parse_build_options("-w -cl-std=" + version);
  std::vector<std::string> arguments = clang_arguments(options, target);
  arguments.insert(arguments.end(), {"-include", declarations_path});
  const auto invocation = make_invocation(arguments, *files, silence);
  if (!invocation) return found;
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(source_name, clang::InputKind(language_of(options)))};
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&silence, false);
  compiler.setVerboseOutputStream(llvm::nulls());
  compiler.ExecuteAction(*search_names(names, found));
  return found;
}

std::string notes_on_newer_names(const std::vector<MissingName>& names,
                                 const interface::LanguageTarget& target,
                                 const interface::BuildOptions& options) {
  if (names.empty()) return {};
  std::vector<VersionNames> versions;
  for (const std::string& version : newer_versions(options, target)) {
    versions.push_back({version, names_in(version, names, target)});
  }
  return notes_on_names(names, versions);
}

}  // namespace

std::unique_ptr<llvm::Module> compile_opencl_source(
    const interface::OpenClSource& source, const interface::LanguageTarget& target,
    const interface::BuildOptions& options, DebugPragmas pragmas, llvm::LLVMContext& context,
    std::string& log, std::vector<interface::FileUse>& uses, DestroyedObjects& destroyed) {
  // Deeply nested source then continues on another stack instead of overflowing this one.
  clang::noteBottomOfStack(/*ForceSet=*/true);
  std::string text;
  BoundedStream messages(text, longest_messages);
  clang::DiagnosticOptions printer_options;
  printer_options.ShowPresumedLoc = true;  // locations as #line has them
  MissingNamesPrinter printer(messages, printer_options);
  const auto run = [&]() -> std::unique_ptr<llvm::Module> {
    const auto files = make_file_system(source, uses);
    std::vector<std::string> arguments = clang_arguments(options, target);
    if (pragmas == DebugPragmas::ignored) arguments.emplace_back("-disable-pragma-debug-crash");
    const std::string path = debug_source_path(source.text, options);
    if (may_use_declarations(source.text, options)) {
      arguments.insert(arguments.end(), {"-include", declarations_path});
    }
    if (!path.empty()) {
      arguments.push_back("-fdebug-prefix-map=" + std::string(source_name) + "=" + path);
    }
    const auto invocation = make_invocation(arguments, *files, printer);
    if (!invocation) return nullptr;
    invocation->getFrontendOpts().Inputs = {
        clang::FrontendInputFile(source_name, clang::InputKind(language_of(options)))};
    LastLines last_lines;
    clang::CompilerInstance compiler(invocation);
    compiler.setVirtualFileSystem(files);
    compiler.createDiagnostics(&printer, false);
    compiler.setVerboseOutputStream(messages);
    auto emitted = emit_checked(compiler, context, destroyed, last_lines);
    if (emitted && options.rounds_quotients) canonical::round_quotients(*emitted);
    return emitted;
  };
  auto module = run();
  if (!module) text += notes_on_newer_names(printer.names(), target, options);
  // Headers go by the names that the application gave them.
  for (size_t at = text.find(embedded_folder); at != std::string::npos;
       at = text.find(embedded_folder, at)) {
    text.erase(at, std::string_view(embedded_folder).size());
  }
  log += text;
  return module;
}

}  // namespace cleave::compiler::frontend::opencl_c
