#include "compiler/target/x86/cpu_code.h"

#include <unistd.h>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/cache/compilation_cache.h"
#include "compiler/target/kernel_objects.h"
#include "compiler/target/x86/generator.h"
#include "compiler/target/x86/linker.h"
#include "compiler/target/x86/object_code.h"
#include "options/time_report.h"
#include "os/compiler_thread.h"
#include "os/contain_exceptions.h"

namespace cleave::compiler::target::x86 {
namespace {

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

  [[nodiscard]] const std::string& hash_of(CompiledKernel& kernel) {
    std::call_once(kernel.is_hashed,
                   [&] { kernel.hash = cache::kernel_hash(kernel.facts, kernel.module); });
    return kernel.hash;
  }

  [[nodiscard]] std::optional<interface::ObjectCode> object_of(
      const interface::KernelVariant& variant, std::string& error) {
    CompiledKernel& kernel = kernels_.at(variant.kernel);
    return find_or_make_object(generator(), kernel.module, hash_of(kernel), variant, error);
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

  void make(const interface::KernelVariant& variant, Made& made) {
    make_once(made, [&] {
      if (const auto code = object_of(variant, made.error)) link(variant, *code, made);
    });
  }

  /// Nothing is quicker than what was kept of the main tier. Quick code is kept as well: a process
  /// that ends before its main tier is made would otherwise generate it at each start.
  void make_quick(interface::KernelVariant variant, Made& main, Made& made) {
    make_once(made, [&] {
      const std::string& hash = hash_of(kernels_.at(variant.kernel));
      if (const auto kept = find_object(generator(), hash, variant)) {
        make_once(main, [&] { link(variant, *kept, main); });
        made.code = main.code;
        made.error = main.error;
        return;
      }
      variant.tier = interface::Tier::quick;
      if (const auto code = object_of(variant, made.error)) link(variant, *code, made);
    });
  }

  void link(const interface::KernelVariant& variant, const interface::ObjectCode& code,
            Made& made) {
    const options::TimedStep step("link");
    void* address =
        linker_->link({reinterpret_cast<const char*>(code.object.data()), code.object.size()},
                      symbol_of(variant), made.error);
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

}  // namespace cleave::compiler::target::x86
