// The one function that libcleave-compiler.so exports.
#include <optional>
#include <utility>

#include "compiler/answer.h"
#include "compiler/cache/compilation_cache.h"
#include "compiler/canonical/check_image.h"
#include "compiler/canonical/link.h"
#include "compiler/frontend/build.h"
#include "compiler/frontend/opencl_c/debug_source.h"
#include "compiler/generators.h"
#include "compiler/interface/compiler.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/process/ask.h"
#include "compiler/target/kernel_objects.h"
#include "compiler/target/x86/cpu_code.h"
#include "compiler/target/x86/object_code.h"
#include "os/compiler_thread.h"
#include "os/contain_exceptions.h"

namespace cleave::compiler {
namespace {

constexpr const char* no_thread = "error: no thread can be started for the compiler\n";

template <class Work>
interface::BuildResult result_of(const Work& work) {
  interface::BuildResult result;
  const support::Status status =
      os::run_on_compiler_stack(os::StackNeed::deep, [&] { result = work(); });
  if (!status.ok()) {
    result.status = status.code();
    result.log = no_thread;
  }
  return result;
}

interface::BuildResult failed_build(cl_int code) {
  interface::BuildResult result;
  result.status = code;
  return result;
}

/// Once in an application, whatever is found in the cache; not in its compiler processes.
void report_wrong_options() {
  static const bool once = (pipeline::report_wrong_pass_names(), true);
  static_cast<void>(once);
}

class ModuleCompiler final : public interface::Compiler {
 public:
  interface::BuildResult build(const interface::BuildRequest& request) override {
    return os::contain_exceptions([&] { return build_cached(request); }, failed_build);
  }
  interface::BuildResult link(const interface::LinkRequest& request) override {
    return os::contain_exceptions(
        [&] {
          report_wrong_options();
          if (auto result = process::link(request)) return std::move(*result);
          return result_of([&] { return canonical::link(request); });
        },
        failed_build);
  }
  interface::CheckResult check(const interface::ProgramImage& image) override {
    return os::contain_exceptions(
        [&] { return check_here_or_there(image); },
        [](cl_int code) { return interface::CheckResult{.status = code, .log = {}}; });
  }
  std::shared_ptr<interface::ProgramCode> load(interface::CodeRequest request,
                                               std::string& error) override {
    return os::contain_exceptions(
        [&] {
          report_wrong_options();
          std::shared_ptr<interface::ProgramCode> code;
          const support::Status status = os::run_on_compiler_stack(os::StackNeed::ordinary, [&] {
            code = target::x86::load_code(std::move(request), error);
          });
          if (!status.ok()) error = no_thread;
          return code;
        },
        [&](cl_int) {
          error = os::no_memory;
          return std::shared_ptr<interface::ProgramCode>();
        });
  }

  std::optional<interface::ObjectCode> object(const interface::ObjectRequest& request,
                                              std::string& error) override {
    return os::contain_exceptions([&] { return find_or_make(request, error); },
                                  [&](cl_int) {
                                    error = os::no_memory;
                                    return std::optional<interface::ObjectCode>();
                                  });
  }

  interface::Inspection inspect(std::span<const std::byte> canonical,
                                const interface::KernelFacts& facts,
                                const interface::KernelVariant& variant,
                                const interface::KernelText& wanted) override {
    return os::contain_exceptions(
        [&] {
          interface::Inspection inspection;
          const support::Status status = os::run_on_compiler_stack(os::StackNeed::deep, [&] {
            inspection = target::x86::inspect(canonical, facts, variant, wanted);
          });
          if (!status.ok()) inspection.error = no_thread;
          return inspection;
        },
        [](cl_int) {
          return interface::Inspection{.error = os::no_memory, .remarks = {}, .text = {}};
        });
  }

  std::vector<std::byte> answer(std::span<const std::byte> request,
                                interface::GiveUp give_up) override {
    return os::contain_exceptions([&] { return answer_request(request, give_up); },
                                  [](cl_int) { return std::vector<std::byte>(); });
  }

 private:
  interface::CheckResult check_here_or_there(const interface::ProgramImage& image) {
    report_wrong_options();
    if (auto result = process::check(image)) return std::move(*result);
    interface::CheckResult result;
    const support::Status status = os::run_on_compiler_stack(
        os::StackNeed::deep, [&] { result = canonical::check_image(image); });
    if (!status.ok()) result = {status.code(), no_thread};
    return result;
  }
  static std::optional<interface::ObjectCode> find_or_make(const interface::ObjectRequest& request,
                                                           std::string& error) {
    report_wrong_options();
    const target::CodeGenerator* generator = generator_for(request.variant.target, error);
    if (generator == nullptr) return std::nullopt;
    std::optional<interface::ObjectCode> code;
    const support::Status status = os::run_on_compiler_stack(os::StackNeed::ordinary, [&] {
      code = target::find_or_make_object(*generator, request.module,
                                         cache::kernel_hash(request.facts, request.module),
                                         request.variant, error);
    });
    if (!status.ok()) error = no_thread;
    return code;
  }
  interface::BuildResult build_cached(const interface::BuildRequest& request) {
    report_wrong_options();
    frontend::opencl_c::keep_debug_source(request);
    if (std::optional<interface::BuildResult> known = cache::find_build(request))
      return std::move(*known);
    std::optional<interface::BuildResult> result = process::build(request);
    if (!result) {
      result = result_of(
          [&] { return frontend::build(request, frontend::opencl_c::DebugPragmas::ignored); });
    }
    cache::keep_build(request, *result);
    return std::move(*result);
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) interface::Compiler* cleave_compiler_open(
    uint32_t interface_version) {
  if (interface_version != interface::compiler_interface_version) return nullptr;
  static interface::Compiler& compiler = *new ModuleCompiler;
  return &compiler;
}

}  // namespace cleave::compiler
