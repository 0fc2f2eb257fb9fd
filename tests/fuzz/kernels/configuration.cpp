#include "configuration.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

extern char** environ;

namespace cleave::test::fuzz::kernels {
namespace {

bool has_option(std::string_view name) {
  bool found = false;
#define CLEAVE_OPTION(member, kind, variable, initial, touches, description) \
  found = found || name == std::string_view(variable);
#include "options/options.def"
#undef CLEAVE_OPTION
  return found;
}

}  // namespace

std::string Configuration::text() const {
  std::string text = mode + ":" + std::to_string(width) + ":" + disabled_passes + ":" +
                     instruction_set + ":" + tier + ":" + form;
  while (text.back() == ':') text.pop_back();
  return text;
}

std::optional<Configuration> parse_configuration(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  parts.resize(std::max<size_t>(parts.size(), 6));
  const auto width = static_cast<unsigned>(std::strtoul(parts[1].c_str(), nullptr, 10));
  if ((parts[0] != "vector" && parts[0] != "scalar") || width == 0) return std::nullopt;
  return Configuration{parts[0], width, parts[2], parts[3], parts[4], parts[5]};
}

std::vector<std::string> optional_passes() {
  struct Pass {
    std::string name;
    bool is_optional;
  };
  constexpr bool required = false, optional = true;
  const std::vector<Pass> all = {
#define CLEAVE_PASS(room, name, need, what) {#name, need},
#include "compiler/pass/passes.def"
#undef CLEAVE_PASS
  };
  std::vector<std::string> vector_pipeline, names;
#define CLEAVE_STEP(pipeline, pass)                                             \
  if (std::string(#pipeline) == "vector" || std::string(#pipeline) == "both") { \
    vector_pipeline.emplace_back(#pass);                                        \
  }
#include "compiler/pipeline/pipelines.def"
#undef CLEAVE_STEP
  for (const Pass& pass : all) {
    const bool is_used = std::ranges::count(vector_pipeline, pass.name) != 0;
    if (pass.is_optional && is_used) names.push_back(pass.name);
  }
  return names;
}

std::vector<std::string> instruction_sets() {
  if (!has_option("CLEAVE_INSTRUCTION_SET")) return {};
  std::vector<std::string> sets = {"sse4.2"};
  if (__builtin_cpu_supports("avx2")) sets.emplace_back("avx2");
  return sets;
}

std::vector<std::string> tiers() {
  return {"main", "quick", "exact", "alternative"};
}

std::vector<std::string> environment_of(const Configuration& configuration) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  const bool is_reference = configuration.mode == "scalar";
  const bool has_cache = std::getenv("CLEAVE_CACHE_DIRECTORY") != nullptr;
  const std::vector<std::pair<std::string, std::string>> own = {
      {"CLEAVE_CODEGEN=", configuration.mode},
      {"CLEAVE_MERGE_GROUPS=", is_reference ? "0" : "1"},
      {"CLEAVE_SUB_GROUP_SIZE=", std::to_string(configuration.width)},
      {"CLEAVE_DISABLE_PASSES=", configuration.disabled_passes},
      {"CLEAVE_INSTRUCTION_SET=", configuration.instruction_set},
      {"CLEAVE_TIERS=", configuration.tier.empty() ? "main" : configuration.tier},
      {std::string(form_variable) + "=", configuration.form},
      {"CLEAVE_TOPOLOGY=", "pu:2"},  // no more threads, many processes run at once
      {"CLEAVE_CACHE=", has_cache ? "1" : "0"}};
  for (const auto& [name, value] : own) {
    std::erase_if(variables, [&](const std::string& one) { return one.starts_with(name); });
    if (!value.empty()) variables.push_back(name + value);
  }
  return variables;
}

}  // namespace cleave::test::fuzz::kernels
