#include "plan.h"

#include <algorithm>
#include <array>

#include "kernel_generator.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {
namespace {

constexpr std::array<unsigned, 5> widths = {16, 8, 32, 4, 64};
constexpr unsigned usual_width = 16;

/// Can the kernel tell how many work-items a sub-group has?
bool knows_width(uint64_t seed) {
  return mentions(seed, "sub_group");
}

/// Can the kernel tell whether the processor multiplies and adds in one step? Filters of images may
/// (OpenCL C 3.0, 8.2), and do where it can; so does the one function that need not be exact.
bool knows_fusion(uint64_t seed) {
  return mentions(seed, "sampler") || mentions(seed, "sincos(");
}

std::string some_passes(Random& random) {
  std::string list;
  for (const std::string& pass : optional_passes()) {
    if (random.chance(50)) list += (list.empty() ? "" : ",") + pass;
  }
  return list.empty() ? random.pick(optional_passes()) : list;
}

std::vector<Configuration> configurations_of(uint64_t batch, Breadth breadth) {
  Random random(batch ^ 0xba7c4u);
  std::vector<Configuration> chosen;
  const unsigned width_of_batch = widths[batch % widths.size()];
  if (breadth == Breadth::modules) {
    for (const char* mode : {"vector", "scalar"}) {
      chosen.push_back({.mode = mode, .width = width_of_batch, .form = "module"});
    }
    return chosen;
  }
  if (breadth == Breadth::quick) {
    const unsigned width = width_of_batch;
    chosen.push_back({"vector", width});
    if (batch % 2 == 1) chosen.push_back({"vector", width, some_passes(random)});
    return chosen;
  }
  for (const unsigned width : widths) chosen.push_back({"vector", width});
  constexpr std::array<unsigned, 8> quick_widths = {16, 8, 32, 4, 16, 8, 32, 64};
  std::string disabled = some_passes(random);
  // Without this one there is code for images and samplers of any kind alone.
  if (batch % 2 == 1 && disabled.find("bind_images") == std::string::npos) {
    disabled += ",bind_images";
  }
  chosen.push_back({"vector", random.pick(quick_widths), disabled});
  if (batch % 8 == 0) chosen.push_back({"scalar", usual_width, "simplify,optimise"});
  return chosen;
}

/// Native instructions, mostly: code of many lanes for narrow registers takes a hundred times as
/// long to make, and shows little that code of few lanes for them does not.
std::string instruction_set_for(unsigned width, Random& random) {
  const unsigned every = width <= 4 ? 3 : width == 8 ? 5 : width == 16 ? 10 : width == 32 ? 30 : 80;
  const std::vector<std::string> narrow = instruction_sets();
  const unsigned chosen = random.below(every);
  return chosen < narrow.size() ? narrow[chosen] : "";
}

}  // namespace

Configuration oracle_of(const Configuration& configuration, uint64_t seed) {
  Configuration oracle = {"scalar", knows_width(seed) ? configuration.width : usual_width};
  if (knows_fusion(seed)) oracle.instruction_set = configuration.instruction_set;
  return oracle;
}

std::vector<Task> tasks_of(const std::vector<uint64_t>& seeds, uint64_t batch, Breadth breadth) {
  std::vector<Task> references, others;
  Random random(batch ^ 0x71e25u);
  unsigned number = 0;
  for (Configuration& configuration : configurations_of(batch, breadth)) {
    configuration.instruction_set = instruction_set_for(configuration.width, random);
    configuration.tier = random.pick(tiers());
    for (const uint64_t seed : seeds) {
      const Configuration oracle = oracle_of(configuration, seed);
      auto task = std::ranges::find(references, oracle, &Task::configuration);
      if (task == references.end()) task = references.insert(task, {oracle, {}, {}});
      if (std::ranges::count(task->seeds, seed) == 0) task->seeds.push_back(seed);
    }
    others.push_back({configuration, {number++ % launches_per_kernel}, seeds});
  }
  references.insert(references.end(), others.begin(), others.end());
  return references;
}

}  // namespace cleave::test::fuzz::kernels
