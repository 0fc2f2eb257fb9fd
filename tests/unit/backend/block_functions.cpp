#include "block_functions.h"

#include <string>
#include <vector>

namespace cleave::backend::test {
namespace {

/// Code of the functions, by their numbers.
struct FunctionCode final : compiler::interface::ProgramCode {
  FunctionCode(std::span<const BlockFunction> functions, uint64_t bytes)
      : all(functions.begin(), functions.end()), stack_bytes(bytes) {}

  compiler::interface::KernelCode kernel(const std::string& name, compiler::interface::LaunchShape,
                                         compiler::interface::Tier, std::string&) override {
    return {.entry = all.at(std::stoul(name)).entry, .stack_bytes = stack_bytes};
  }

  std::vector<BlockFunction> all;
  uint64_t stack_bytes;
};

}  // namespace

std::unique_ptr<cpu::code::EnqueuedBlocks> make_blocks(std::span<const BlockFunction> functions,
                                                       uint32_t literal_bytes, const UnitSet& units,
                                                       uint64_t stack_bytes) {
  static const DeviceFacts device;
  const auto code = std::make_shared<FunctionCode>(functions, stack_bytes);
  std::vector<compiler::interface::KernelFacts> kernels;
  std::vector<cpu::code::KernelTiers::TieredKernel> sources;
  std::vector<uint32_t> indices;
  for (const BlockFunction& function : functions) {
    compiler::interface::KernelFacts facts;
    indices.push_back(static_cast<uint32_t>(indices.size()));
    facts.name = std::to_string(indices.back());
    facts.role = compiler::interface::KernelRole::block;
    facts.arguments.resize(1);
    facts.argument_block_size = literal_bytes;
    facts.sub_group_size = 1;
    facts.maximum_work_group_size = 1024;
    facts.uses_device_queues = function.uses_device_queues;
    facts.may_wait = function.may_wait;
    sources.push_back({code,
                       std::make_shared<const compiler::interface::KernelFacts>(facts),
                       device,
                       {.has_one_tier = true}});
    kernels.push_back(std::move(facts));
  }
  const auto nothing = [](const std::function<void()>&, const UnitSet&, cpu::code::Urgency) {
    return false;
  };
  auto blocks = std::make_unique<cpu::code::EnqueuedBlocks>(
      std::make_shared<const cpu::code::BlockTable>(kernels, sources, nothing), indices);
  std::string error;
  EXPECT_TRUE(blocks->prepare(units, error)) << error;
  return blocks;
}

}  // namespace cleave::backend::test
