// The one function that libcleave-compiler.so exports.
#include <optional>
#include <utility>

#include "compiler/answer.h"
#include "compiler/cache/compilation_cache.h"
#include "compiler/canonical/check_image.h"
#include "compiler/canonical/link.h"
#include "compiler/frontend/build.h"
#include "compiler/frontend/opencl_c/debug_source.h"
#include "compiler/interface/compiler.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/process/ask.h"
#include "compiler/target/cpu_code.h"
#include "compiler/target/object_code.h"
#include "support/os/compiler_thread.h"
#include "support/os/contain_exceptions.h"

namespace cleave::compiler {
namespace {

constexpr const char* no_thread = "error: no thread can be started for the compiler\n";

template <class Work>
BuildResult result_of(const Work& work) {
  BuildResult result;
  const support::Status status =
      support::run_on_compiler_stack(support::StackNeed::deep, [&] { result = work(); });
  if (!status.ok()) {
    result.status = status.code();
    result.log = no_thread;
  }
  return result;
}

BuildResult failed_build(cl_int code) {
  BuildResult result;
  result.status = code;
  return result;
}

/// Once in an application, whatever is found in the cache; not in its compiler processes.
void report_wrong_options() {
  static const bool once = (pipeline::report_wrong_pass_names(), true);
  static_cast<void>(once);
}

class ModuleCompiler final : public Compiler {
 public:
  BuildResult build(const BuildRequest& request) override {
    return support::contain_exceptions([&] { return build_cached(request); }, failed_build);
  }
  BuildResult link(const LinkRequest& request) override {
    return support::contain_exceptions(
        [&] {
          report_wrong_options();
          if (auto result = process::link(request)) return std::move(*result);
          return result_of([&] { return canonical::link(request); });
        },
        failed_build);
  }
  CheckResult check(const ProgramImage& image) override {
    return support::contain_exceptions(
        [&] { return check_here_or_there(image); },
        [](cl_int code) { return CheckResult{.status = code, .log = {}}; });
  }
  std::shared_ptr<Code> load(const CodeRequest& request, std::string& error) override {
    return support::contain_exceptions(
        [&] {
          report_wrong_options();
          std::shared_ptr<Code> code;
          const support::Status status = support::run_on_compiler_stack(
              support::StackNeed::ordinary, [&] { code = target::load_code(request, error); });
          if (!status.ok()) error = no_thread;
          return code;
        },
        [&](cl_int) {
          error = support::no_memory;
          return std::shared_ptr<Code>();
        });
  }

  Inspection inspect(std::span<const std::byte> canonical, const KernelFacts& facts,
                     const KernelVariant& variant, const KernelText& wanted) override {
    return support::contain_exceptions(
        [&] {
          Inspection inspection;
          const support::Status status = support::run_on_compiler_stack(
              support::StackNeed::deep,
              [&] { inspection = target::inspect(canonical, facts, variant, wanted); });
          if (!status.ok()) inspection.error = no_thread;
          return inspection;
        },
        [](cl_int) { return Inspection{.error = support::no_memory, .remarks = {}, .text = {}}; });
  }

  std::vector<std::byte> answer(std::span<const std::byte> request, GiveUp give_up) override {
    return support::contain_exceptions([&] { return answer_request(request, give_up); },
                                       [](cl_int) { return std::vector<std::byte>(); });
  }

 private:
  CheckResult check_here_or_there(const ProgramImage& image) {
    report_wrong_options();
    if (auto result = process::check(image)) return std::move(*result);
    CheckResult result;
    const support::Status status = support::run_on_compiler_stack(
        support::StackNeed::deep, [&] { result = canonical::check_image(image); });
    if (!status.ok()) result = {status.code(), no_thread};
    return result;
  }
  BuildResult build_cached(const BuildRequest& request) {
    report_wrong_options();
    frontend::keep_debug_source(request);
    if (std::optional<BuildResult> known = cache::find_build(request)) return std::move(*known);
    std::optional<BuildResult> result = process::build(request);
    if (!result) {
      result = result_of([&] { return frontend::build(request, frontend::DebugPragmas::ignored); });
    }
    cache::keep_build(request, *result);
    return std::move(*result);
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Compiler* cleave_compiler_open(
    uint32_t interface_version) {
  if (interface_version != compiler_interface_version) return nullptr;
  static Compiler& compiler = *new ModuleCompiler;
  return &compiler;
}

}  // namespace cleave::compiler
