#include "compiler/pipeline/pipeline.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdio>

#include "compiler/pass/registry.h"
#include "options/options.h"
#include "options/time_report.h"

namespace cleave::compiler::pipeline {
namespace {

struct PipelineStep {
  std::string_view pipeline;
  std::string_view pass;
};

/// A row of pipelines.def. `pipeline` may be "both": "scalar" and "vector".
constexpr PipelineStep steps[] = {
#define CLEAVE_STEP(pipeline, pass) {#pipeline, #pass},
#include "compiler/pipeline/pipelines.def"
#undef CLEAVE_STEP
};

#ifdef CLEAVE_ASSERTIONS
constexpr bool always_verify = true;
#else
constexpr bool always_verify = false;
#endif

bool is_in(const PipelineStep& step, std::string_view pipeline) {
  if (step.pipeline != "both") return step.pipeline == pipeline;
  return pipeline == "scalar" || pipeline == "vector";
}

/// The names of a comma-separated list.
std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma != 0) names.push_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

/// Is `name` in a comma-separated list, or is the list "all"?
bool lists(std::string_view list, std::string_view name) {
  return list == "all" || std::ranges::count(split(list), name) != 0;
}

/// The names of all passes, or of those that can be left out.
std::string names_of_passes(bool optional_only) {
  std::string names = optional_only ? "optional passes are" : "there are";
  const char* separator = " ";
  for (const pass::PassDescription& pass : pass::all_passes()) {
    if (optional_only && pass.need == pass::Need::required) continue;
    names += separator + std::string(pass.name);
    separator = ", ";
  }
  return names;
}

void report_wrong_names(const char* variable, std::string_view list, bool leaves_out) {
  if (list == "all") return;
  for (const std::string_view name : split(list)) {
    const pass::PassDescription* pass = pass::find_pass(name);
    const char* problem = nullptr;
    if (pass == nullptr) {
      problem = "there is no such pass";
    } else if (leaves_out && pass->need == pass::Need::required) {
      problem = "this pass is required and runs all the same";
    }
    if (problem == nullptr) continue;
    std::fprintf(stderr, "cleave: %s names '%.*s': %s; %s\n", variable,
                 static_cast<int>(name.size()), name.data(), problem,
                 names_of_passes(leaves_out).c_str());
  }
}

std::string verify(const llvm::Module& module, std::string_view after) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (!llvm::verifyModule(module, &stream)) return {};
  return "internal error: invalid module after pass " + std::string(after) + ": " + problems;
}

std::string run_pass(const pass::PassDescription& pass, llvm::Module& module,
                     const pass::ir::PassOptions& options, const Observer& observer) {
  const options::Options& platform = options::options();
  bool disabled = !options.optimise || lists(platform.disable_passes, pass.name);
  if (disabled && pass.need == pass::Need::optional) return {};
  std::string problems;
  {
    const options::TimedStep step(pass.name);
    problems = pass.run(module, options);
  }
  if (problems.empty() && (always_verify || platform.verify_passes)) {
    problems = verify(module, pass.name);
  }
  if (lists(platform.dump_passes, pass.name)) {
    llvm::errs() << "; after pass " << pass.name << '\n' << module;
  }
  if (observer) observer(pass.name, module);
  return problems;
}

}  // namespace

std::string problem_of_pass(std::string_view name) {
  if (pass::find_pass(name) != nullptr) return {};
  return "there is no pass '" + std::string(name) + "'; " + names_of_passes(false);
}

void report_wrong_pass_names() {
  report_wrong_names("CLEAVE_DISABLE_PASSES", options::options().disable_passes, true);
  report_wrong_names("CLEAVE_DUMP_PASSES", options::options().dump_passes, false);
}

std::vector<std::string> passes_of(std::string_view pipeline) {
  std::vector<std::string> names;
  for (const PipelineStep& step : steps) {
    if (is_in(step, pipeline)) names.emplace_back(step.pass);
  }
  return names;
}

std::vector<std::string> all_pipelines() {
  std::vector<std::string> names;
  for (const PipelineStep& step : steps) {
    const bool is_known = std::ranges::find(names, step.pipeline) != names.end();
    if (!is_known && step.pipeline != "both") names.emplace_back(step.pipeline);
  }
  return names;
}

std::string run_passes(std::span<const std::string> names, llvm::Module& module,
                       const pass::ir::PassOptions& options, const Observer& observer) {
  for (const std::string& name : names) {
    const pass::PassDescription* pass = pass::find_pass(name);
    if (pass == nullptr) return problem_of_pass(name);
    std::string problems = run_pass(*pass, module, options, observer);
    if (!problems.empty()) return problems;
  }
  return {};
}

std::string run_pipeline(std::string_view name, llvm::Module& module,
                         const pass::ir::PassOptions& options, const Observer& observer) {
  std::vector<std::string> names = passes_of(name);
  if (names.empty()) return "there is no pipeline '" + std::string(name) + "'";
  return run_passes(names, module, options, observer);
}

}  // namespace cleave::compiler::pipeline
