// Stands for the compiler module: whatever the source, a program has the kernel `increment`, whose
// code are the C++ functions below: the quick tier at once, the others after a while.
#include <chrono>
#include <cstring>
#include <thread>

#include "compiler/interface/compiler.h"

namespace cleave::compiler {
namespace {

/// kernel void increment(global uint *p) { ++p[get_global_id(0)]; }
void increment(LaunchContext* context) {
  uint32_t* values = nullptr;
  std::memcpy(&values, context->arguments, sizeof values);
  const uint64_t first = context->group_id[0] * context->enqueued_local_size[0];
  for (uint64_t item = 0; item < context->local_size[0]; ++item) ++values[first + item];
}

void increment_from_the_end(LaunchContext* context) {
  uint32_t* values = nullptr;
  std::memcpy(&values, context->arguments, sizeof values);
  const uint64_t first = context->group_id[0] * context->enqueued_local_size[0];
  for (uint64_t item = context->local_size[0]; item-- > 0;) ++values[first + item];
}

class HostCode final : public Code {
 public:
  KernelCode kernel(const std::string&, LaunchShape, Tier tier, std::string&) override {
    if (tier == Tier::quick) return {.entry = increment, .tier = tier};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {.entry = increment_from_the_end, .tier = tier};
  }
};

class HostCompiler final : public Compiler {
 public:
  BuildResult build(const BuildRequest&) override {
    KernelFacts facts;
    facts.name = "increment";
    facts.argument_block_size = sizeof(uint32_t*);
    facts.sub_group_size = 16;
    facts.maximum_work_group_size = 4096;
    ArgumentFacts& pointer = facts.arguments.emplace_back();
    pointer.name = "p";
    pointer.type_name = "uint*";
    pointer.kind = ArgumentKind::global_pointer;
    pointer.address_qualifier = CL_KERNEL_ARG_ADDRESS_GLOBAL;
    pointer.size = pointer.alignment = sizeof(uint32_t*);
    BuildResult result;
    result.canonical.resize(16);
    result.kernels.push_back(std::move(facts));
    return result;
  }
  BuildResult link(const LinkRequest&) override {
    BuildResult result;
    result.status = CL_LINK_PROGRAM_FAILURE;
    return result;
  }
  CheckResult check(const ProgramImage&) override { return {}; }
  std::shared_ptr<Code> load(const CodeRequest&, std::string&) override {
    return std::make_shared<HostCode>();
  }
  Inspection inspect(std::span<const std::byte>, const KernelFacts&, const KernelVariant&,
                     const KernelText&) override {
    return {};
  }
  std::vector<std::byte> answer(std::span<const std::byte>, GiveUp) override { return {}; }
};

}  // namespace

Compiler* load_compiler(std::string&) {
  static HostCompiler& compiler = *new HostCompiler;
  return &compiler;
}

}  // namespace cleave::compiler
