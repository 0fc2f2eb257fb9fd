#include "compiler/target/cpu_code.h"

#include <llvm/ADT/StringRef.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/cache/compilation_cache.h"
#include "compiler/process/ask.h"
#include "compiler/target/host_processor.h"
#include "compiler/target/linker.h"
#include "compiler/target/object_check.h"
#include "compiler/target/object_code.h"
#include "options/time_report.h"
#include "os/compiler_thread.h"
#include "os/contain_exceptions.h"

namespace cleave::compiler::target {
namespace {

constexpr const char* no_thread = "no thread can be started for the compiler";

class CpuCode final : public interface::ProgramCode {
 public:
  CpuCode(interface::CodeRequest request, std::unique_ptr<Linker> linker)
      : mode_(request.mode),
        modules_(std::move(request.kernel_modules)),
        linker_(std::move(linker)) {
    for (size_t i = 0; i < request.kernels.size(); ++i) {
      CompiledKernel& kernel = kernels_[request.kernels[i].name];
      kernel.facts = std::move(request.kernels[i]);
      kernel.module = modules_.of(i, request.canonical);
      if (kernel.module.data() != request.canonical.data()) continue;
      if (whole_.empty()) whole_.assign(request.canonical.begin(), request.canonical.end());
      kernel.module = whole_;
    }
  }

  /// A forked child leaves the linker as it is: a thread that the child does not have may have been
  /// in the middle of something, with locks that nobody opens any more.
  ~CpuCode() override {
    if (getpid() != process_) static_cast<void>(linker_.release());
  }
  CpuCode(const CpuCode&) = delete;
  CpuCode& operator=(const CpuCode&) = delete;

  interface::KernelCode kernel(const std::string& name, interface::LaunchShape shape,
                               interface::Tier tier, std::string& error) override {
    return os::contain_exceptions([&] { return code_of(name, shape, tier, error); },
                                  [&](cl_int) {
                                    error = os::no_memory;
                                    return interface::KernelCode{};
                                  });
  }

 private:
  struct Made {
    std::once_flag once;
    interface::KernelCode code;
    std::string error;
    std::atomic<bool> is_made{false};  // set last
  };
  struct CompiledKernel {
    interface::KernelFacts facts;
    std::span<const std::byte> module;  // that its code is made of, in modules_ or whole_
    std::once_flag is_hashed;
    std::string hash;  // cache::kernel_hash, once it was asked for
    std::mutex mutex;
    std::map<std::pair<interface::LaunchShape, interface::Tier>, Made>
        made;  // entries keep their addresses
  };

  interface::KernelCode code_of(const std::string& name, interface::LaunchShape shape,
                                interface::Tier tier, std::string& error) {
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) {
      error = "the program has no kernel '" + name + "'";
      return {};
    }
    // Scalar code is one for all launches, but for the ids that it gives.
    if (mode_ == interface::CodegenMode::scalar) {
      shape = {.merged = shape.merged};
      tier = interface::Tier::main;
    }
    CompiledKernel& kernel = found->second;
    interface::KernelVariant variant = {.kernel = name,
                                        .sub_group_size = kernel.facts.sub_group_size,
                                        .shape = shape,
                                        .mode = mode_};
    if (tier == interface::Tier::alternative) {
      variant.tier = tier;
      Made& alternative = slot_of(kernel, shape, tier);
      make(variant, alternative);
      error = alternative.error;
      return alternative.code;
    }
    Made& main = slot_of(kernel, shape, interface::Tier::main);
    if (tier == interface::Tier::main || main.is_made.load(std::memory_order_acquire)) {
      make(variant, main);
      error = main.error;
      return main.code;
    }
    Made& quick = slot_of(kernel, shape, interface::Tier::quick);
    make_quick(variant, main, quick);
    error = quick.error;
    return quick.code;
  }

  static Made& slot_of(CompiledKernel& kernel, const interface::LaunchShape& shape,
                       interface::Tier tier) {
    const std::scoped_lock lock(kernel.mutex);
    return kernel.made[{shape, tier}];
  }

  [[nodiscard]] cache::CodeSource source_of(const interface::KernelVariant& variant) {
    CompiledKernel& kernel = kernels_.at(variant.kernel);
    std::call_once(kernel.is_hashed,
                   [&] { kernel.hash = cache::kernel_hash(kernel.facts, kernel.module); });
    return {kernel.hash, variant, host_description()};
  }

  /// Threads that come meanwhile wait.
  template <class Function>
  static void make_once(Made& made, const Function& function) {
    std::call_once(made.once, [&] {
      const auto status = os::run_on_compiler_stack(os::StackNeed::ordinary, function);
      if (!status.ok()) made.error = no_thread;
      made.is_made.store(true, std::memory_order_release);
    });
  }

  /// Returns the code that an earlier process kept, if it is as it should be.
  [[nodiscard]] static std::optional<cache::ObjectCode> find(const cache::CodeSource& source) {
    std::optional<cache::ObjectCode> code = cache::find_code(source);
    if (code && !problem_of(source, *code).empty()) code.reset();
    return code;
  }

  [[nodiscard]] static std::string problem_of(const cache::CodeSource& source,
                                              const cache::ObjectCode& code) {
    return problem_of_object(text_of(code),
                             cache::object_origin(source.kernel, source.variant, code));
  }

  static llvm::StringRef text_of(const cache::ObjectCode& code) {
    return {reinterpret_cast<const char*>(code.object.data()), code.object.size()};
  }

  /// Returns the code that an earlier process kept, or new code, which is kept.
  [[nodiscard]] std::optional<cache::ObjectCode> find_or_generate(
      const interface::KernelVariant& variant, std::string& error) {
    const cache::CodeSource source = source_of(variant);
    std::optional<cache::ObjectCode> code = find(source);
    if (code) return code;
    code = generate(source, error);
    if (code) error = problem_of(source, *code);
    if (!error.empty()) return std::nullopt;
    cache::keep_code(source, *code);
    return code;
  }

  void make(const interface::KernelVariant& variant, Made& made) {
    make_once(made, [&] {
      if (const auto code = find_or_generate(variant, made.error)) link(variant, *code, made);
    });
  }

  /// Nothing is quicker than what was kept of the main tier. Quick code is kept as well: a process
  /// that ends before its main tier is made would otherwise generate it at each start.
  void make_quick(interface::KernelVariant variant, Made& main, Made& made) {
    make_once(made, [&] {
      if (const auto kept = find(source_of(variant))) {
        make_once(main, [&] { link(variant, *kept, main); });
        made.code = main.code;
        made.error = main.error;
        return;
      }
      variant.tier = interface::Tier::quick;
      if (const auto code = find_or_generate(variant, made.error)) link(variant, *code, made);
    });
  }

  [[nodiscard]] std::optional<cache::ObjectCode> generate(const cache::CodeSource& source,
                                                          std::string& error) const {
    const std::span<const std::byte> module = kernels_.at(source.variant.kernel).module;
    auto code = process::make_object(module, source.variant, source.kernel, error);
    if (!code) {
      const auto status = os::run_on_compiler_stack(os::StackNeed::deep, [&] {
        code = make_object(module, source.variant, source.kernel, error);
      });
      if (!status.ok()) error = no_thread;
    }
    if (!error.empty()) return std::nullopt;
    return code;
  }

  void link(const interface::KernelVariant& variant, const cache::ObjectCode& code, Made& made) {
    const options::TimedStep step("link");
    void* address = linker_->link(text_of(code), symbol_of(variant), made.error);
    if (made.error.empty()) {
      made.code = {.entry = reinterpret_cast<interface::KernelEntry>(address),
                   .frame_bytes_per_item = code.frame_bytes,
                   .stack_bytes = code.stack_bytes,
                   .tier = variant.tier,
                   .has_alternative = code.has_alternative};
    }
  }

  const interface::CodegenMode mode_;
  const interface::KernelModules modules_;
  std::vector<std::byte> whole_;  // the program, where code of any kernel is made of it
  const pid_t process_ = getpid();
  std::unique_ptr<Linker> linker_;
  std::map<std::string, CompiledKernel>
      kernels_;  // its keys never change, so look-ups need no lock
};

}  // namespace

std::shared_ptr<interface::ProgramCode> load_code(interface::CodeRequest request,
                                                  std::string& error) {
  auto linker = Linker::create(error);
  if (!linker) return nullptr;
  return std::make_shared<CpuCode>(std::move(request), std::move(linker));
}

}  // namespace cleave::compiler::target
