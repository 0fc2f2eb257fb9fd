#include "compiler/target/cpu_code.h"

#include <llvm/ADT/StringRef.h>

#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/cache/compilation_cache.h"
#include "compiler/helper/ask.h"
#include "compiler/target/host_processor.h"
#include "compiler/target/linker.h"
#include "compiler/target/object_code.h"
#include "support/options.h"
#include "support/own_environment.h"
#include "support/time_report.h"

namespace cleave::compiler::target {
namespace {

class CpuCode final : public Code {
 public:
  CpuCode(const CodeRequest& request, std::unique_ptr<Linker> linker)
      : canonical_(request.canonical.begin(), request.canonical.end()), linker_(std::move(linker)) {
    for (const KernelFacts& facts : request.kernels) {
      kernels_[facts.name].sub_group_size = facts.sub_group_size;
    }
  }

  KernelCode kernel(const std::string& name, LaunchShape shape, std::string& error) override {
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) {
      error = "the program has no kernel '" + name + "'";
      return {};
    }
    // The reference road has one code for all launches.
    if (support::options().road != "vector") shape = {};
    const KernelVariant variant = {name, found->second.sub_group_size, shape};
    Made& made = place_of(found->second, shape);
    std::call_once(made.once, [&] {
      const auto status = support::run_in_own_environment([&] { generate(variant, made); });
      if (!status.ok()) made.error = "no thread can be started for the compiler";
    });
    error = made.error;
    return made.code;
  }

 private:
  struct Made {
    std::once_flag once;
    KernelCode code;
    std::string error;
  };
  struct Kernel {
    uint32_t sub_group_size = 0;
    std::mutex mutex;
    std::map<LaunchShape, Made> made;  // what has been made stays where it is
  };

  static Made& place_of(Kernel& kernel, const LaunchShape& shape) {
    const std::scoped_lock lock(kernel.mutex);
    return kernel.made[shape];
  }

  void generate(const KernelVariant& variant, Made& made) {
    const cache::CodeSource source = {canonical_, variant, host_description(),
                                      support::options().road};
    std::optional<cache::ObjectCode> code = cache::find_code(source);
    if (!code) {
      code = helper::is_wanted() ? helper::make_object(canonical_, variant, made.error)
                                 : make_object(canonical_, variant, made.error);
      if (!made.error.empty()) return;
      cache::keep_code(source, *code);
    }
    const support::TimedStep step("link");
    const llvm::StringRef bytes(reinterpret_cast<const char*>(code->object.data()),
                                code->object.size());
    void* address = linker_->link(bytes, symbol_of(variant), made.error);
    if (made.error.empty()) {
      made.code = {reinterpret_cast<KernelEntry>(address), code->frame_bytes};
    }
  }

  const std::vector<std::byte> canonical_;
  const std::unique_ptr<Linker> linker_;
  std::map<std::string, Kernel> kernels_;  // its keys never change, so look-ups need no lock
};

}  // namespace

std::shared_ptr<Code> load_code(const CodeRequest& request, std::string& error) {
  error = helper::is_wanted() ? helper::check(request) : check_module(request);
  if (!error.empty()) return nullptr;
  auto linker = Linker::create(error);
  if (!linker) return nullptr;
  return std::make_shared<CpuCode>(request, std::move(linker));
}

}  // namespace cleave::compiler::target
