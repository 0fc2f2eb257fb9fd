#include "configuration.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

extern char** environ;

namespace cleave::tests::differential {
namespace {

constexpr int patience_ms = 60'000;

std::vector<std::string> environment_of(const Configuration& configuration) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  std::erase_if(variables, [](const std::string& variable) {
    for (const char* name :
         {"CLEAVE_ROAD=", "CLEAVE_SUB_GROUP_SIZE=", "CLEAVE_DISABLE_PASSES=", "CLEAVE_CACHE="}) {
      if (variable.starts_with(name)) return true;
    }
    return false;
  });
  variables.push_back("CLEAVE_ROAD=" + configuration.road);
  variables.push_back("CLEAVE_SUB_GROUP_SIZE=" + std::to_string(configuration.width));
  variables.push_back("CLEAVE_DISABLE_PASSES=" + configuration.disabled_passes);
  variables.push_back("CLEAVE_CACHE=0");
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The standard output of a process, and how it ended.
struct Output {
  std::string text;
  std::string end;  // empty: with exit code 0
};

Output run(const Configuration& configuration, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "/proc/self/exe");
  std::vector<std::string> environment = environment_of(configuration);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {"", "pipe2: " + std::string(std::strerror(errno))};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  pid_t process = 0;
  const int failed = posix_spawn(&process, arguments[0].c_str(), &actions, nullptr,
                                 pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Output output;
  if (failed != 0) {
    output.end = "posix_spawn: " + std::string(std::strerror(failed));
    close(ends[0]);
    return output;
  }
  pollfd waiting = {ends[0], POLLIN, 0};
  while (true) {
    if (poll(&waiting, 1, patience_ms) == 0) {
      kill(process, SIGKILL);
      output.end = "hangs";
      break;
    }
    char bytes[4096];
    const ssize_t count = read(ends[0], bytes, sizeof bytes);
    if (count <= 0) break;
    output.text.append(bytes, static_cast<size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(process, &status, 0);
  if (!output.end.empty()) return output;
  if (WIFSIGNALED(status)) output.end = "signal:" + std::to_string(WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
    output.end = "exit:" + std::to_string(WEXITSTATUS(status));
  }
  return output;
}

bool is_hash(const std::string& result) {
  return result.find(':') == std::string::npos && result != "hangs";
}

}  // namespace

std::string Configuration::describe() const {
  std::string text = road + " road, " + std::to_string(width) + " lanes";
  return disabled_passes.empty() ? text : text + ", without " + disabled_passes;
}

std::vector<std::string> optional_passes() {
  struct Pass {
    std::string name;
    bool is_optional;
  };
  constexpr bool required = false, optional = true;
  const std::vector<Pass> all = {
#define CLEAVE_PASS(name, need, what) {#name, need},
#include "compiler/pass/passes.def"
#undef CLEAVE_PASS
  };
  std::vector<std::string> vector_pipeline, names;
#define CLEAVE_STEP(pipeline, pass) \
  if (std::string(#pipeline) == "vector") vector_pipeline.emplace_back(#pass);
#include "compiler/pipeline/pipelines.def"
#undef CLEAVE_STEP
  for (const Pass& pass : all) {
    const bool is_used = std::ranges::count(vector_pipeline, pass.name) != 0;
    if (pass.is_optional && is_used) names.push_back(pass.name);
  }
  return names;
}

Results run_process(const Configuration& configuration, const std::vector<std::string>& arguments,
                    const std::vector<uint64_t>& seeds) {
  const Output output = run(configuration, arguments);
  Results results;
  std::istringstream lines(output.text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    uint64_t seed = 0;
    if (!(words >> seed)) continue;
    std::vector<std::string>& of_seed = results[seed];
    for (std::string word; words >> word;) of_seed.push_back(word);
  }
  for (uint64_t seed : seeds) {
    if (results.contains(seed)) continue;
    results[seed] = {output.end.empty() ? "silent:" : output.end};
    break;
  }
  return results;
}

Results run_seeds(const Configuration& configuration, uint64_t first, uint64_t count) {
  Results all;
  while (count > 0) {
    std::vector<uint64_t> seeds;
    for (uint64_t i = 0; i < count; ++i) seeds.push_back(first + i);
    const Results some =
        run_process(configuration, {"run", std::to_string(first), std::to_string(count)}, seeds);
    all.insert(some.begin(), some.end());
    const uint64_t last = some.rbegin()->first;
    count -= last + 1 - first;
    first = last + 1;
  }
  return all;
}

bool disagree(const std::vector<std::string>& reference, const std::vector<std::string>& other) {
  for (const std::string& result : reference) {
    if (!is_hash(result)) return false;
  }
  return reference != other;
}

}  // namespace cleave::tests::differential
