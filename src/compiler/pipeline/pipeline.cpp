#include "compiler/pipeline/pipeline.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "compiler/pass/registry.h"
#include "support/options.h"

namespace cleave::compiler::pipeline {
namespace {

struct Step {
  std::string_view pipeline;
  std::string_view pass;
};

constexpr Step steps[] = {
#define CLEAVE_STEP(pipeline, pass) {#pipeline, #pass},
#include "compiler/pipeline/pipelines.def"
#undef CLEAVE_STEP
};

#ifdef CLEAVE_ASSERTIONS
constexpr bool always_verify = true;
#else
constexpr bool always_verify = false;
#endif

/// Is `name` in a comma-separated list, or is the list "all"?
bool lists(std::string_view list, std::string_view name) {
  if (list == "all") return true;
  while (!list.empty()) {
    size_t comma = list.find(',');
    if (list.substr(0, comma) == name) return true;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

std::string verify(const llvm::Module& module, std::string_view after) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (!llvm::verifyModule(module, &stream)) return {};
  return "internal error: invalid module after pass " + std::string(after) + ": " + problems;
}

std::string run_pass(const pass::PassDescription& pass, llvm::Module& module,
                     const PipelineOptions& options) {
  const support::Options& platform = support::options();
  bool disabled = lists(platform.disable_passes, pass.name);
  if (disabled && pass.need == pass::Need::optional) return {};
  auto begin = std::chrono::steady_clock::now();
  std::string problems = pass.run(module, options);
  auto end = std::chrono::steady_clock::now();
  if (platform.time_passes) {
    double milliseconds = std::chrono::duration<double, std::milli>(end - begin).count();
    std::fprintf(stderr, "cleave: %-24s %8.3f ms\n", pass.name.data(), milliseconds);
  }
  if (problems.empty() && (always_verify || platform.verify_passes)) {
    problems = verify(module, pass.name);
  }
  if (lists(platform.dump_passes, pass.name)) {
    llvm::errs() << "; after pass " << pass.name << '\n' << module;
  }
  return problems;
}

}  // namespace

std::vector<std::string> passes_of(std::string_view pipeline) {
  std::vector<std::string> names;
  for (const Step& step : steps) {
    if (step.pipeline == pipeline) names.emplace_back(step.pass);
  }
  return names;
}

std::vector<std::string> all_pipelines() {
  std::vector<std::string> names;
  for (const Step& step : steps) {
    if (std::ranges::find(names, step.pipeline) == names.end()) names.emplace_back(step.pipeline);
  }
  return names;
}

std::string run_passes(std::span<const std::string> names, llvm::Module& module,
                       const PipelineOptions& options) {
  for (const std::string& name : names) {
    const pass::PassDescription* pass = pass::find_pass(name);
    if (pass == nullptr) return "there is no pass '" + name + "'";
    std::string problems = run_pass(*pass, module, options);
    if (!problems.empty()) return problems;
  }
  return {};
}

std::string run_pipeline(std::string_view name, llvm::Module& module,
                         const PipelineOptions& options) {
  std::vector<std::string> names = passes_of(name);
  if (names.empty()) return "there is no pipeline '" + std::string(name) + "'";
  return run_passes(names, module, options);
}

}  // namespace cleave::compiler::pipeline
