#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

namespace cleave::test::fuzz::kernels {
namespace {

/// How long a process may be silent, in seconds of a processor: one that waits in vain spins, and
/// one that others keep from running does not hang. Code of many lanes for narrow registers takes
/// long to make.
long patience(const Configuration& configuration) {
  const bool is_slow = !configuration.instruction_set.empty() && configuration.width >= 32;
  return is_slow ? 300 : 100;
}

/// How long a process may be silent while all its threads sleep, in seconds.
constexpr int sleep_seconds = 900;

long processor_seconds(pid_t process) {
  clockid_t clock;
  timespec used = {};
  if (clock_getcpuclockid(process, &clock) == 0) clock_gettime(clock, &used);
  return used.tv_sec;
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
  std::string end = {};  // empty: with exit code 0
};

/// Returns what a process writes to `end`, until it closes it or is silent for too long.
Output read_output(pid_t process, int end, long most) {
  Output output;
  pollfd waiting = {end, POLLIN, 0};
  long used_before = 0;
  int silent = 0;  // seconds
  while (true) {
    if (poll(&waiting, 1, 1000) == 0) {
      if (++silent < sleep_seconds && processor_seconds(process) - used_before < most) continue;
      kill(process, SIGKILL);
      output.end = "hangs:";
      break;
    }
    char bytes[4096];
    const ssize_t count = read(end, bytes, sizeof bytes);
    if (count <= 0) break;
    output.text.append(bytes, static_cast<size_t>(count));
    silent = 0;
    used_before = processor_seconds(process);
  }
  return output;
}

Output run(const Configuration& configuration, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "/proc/self/exe");
  std::vector<std::string> environment = environment_of(configuration);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {"", "pipe2:" + std::string(std::strerror(errno))};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t process = 0;
  const int failed = posix_spawn(&process, arguments[0].c_str(), &actions, nullptr,
                                 pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    return {"", "posix_spawn:" + std::string(std::strerror(failed))};
  }
  Output output = read_output(process, ends[0], patience(configuration));
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

/// Lines "SEED LAUNCH RESULT".
Results parse(const std::string& text) {
  Results results;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    uint64_t seed = 0;
    unsigned launch = 0;
    std::string result;
    if (words >> seed >> launch >> result) results[seed][launch] = result;
  }
  return results;
}

}  // namespace

std::vector<unsigned> LaunchChoice::of(uint64_t seed) const {
  if (first < all) return {static_cast<unsigned>((first + seed) % launches_per_kernel)};
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < launches_per_kernel; ++i) numbers.push_back(i);
  return numbers;
}

bool has_failed_check(const std::string& result) {
  return result.ends_with(failed_check);
}

bool is_failure(const std::string& result) {
  return result.find(':') != std::string::npos;
}

Results run_seeds(const Configuration& configuration, const LaunchChoice& launches,
                  std::vector<uint64_t> seeds) {
  Results all;
  while (!seeds.empty()) {
    std::vector<std::string> arguments = {"work", std::to_string(launches.first)};
    for (const uint64_t seed : seeds) arguments.push_back(std::to_string(seed));
    const Output output = run(configuration, std::move(arguments));
    Results some = parse(output.text);
    size_t done = 0;
    while (done < seeds.size() && some[seeds[done]].size() == launches.of(seeds[done]).size()) {
      ++done;
    }
    if (done < seeds.size()) {
      for (const unsigned launch : launches.of(seeds[done])) {
        some[seeds[done]].try_emplace(launch, output.end.empty() ? "silent:" : output.end);
      }
      ++done;
    }
    for (size_t i = 0; i < done; ++i) all[seeds[i]] = some[seeds[i]];
    seeds.erase(seeds.begin(), seeds.begin() + static_cast<ptrdiff_t>(done));
  }
  return all;
}

std::string run_file(const Configuration& configuration, const std::string& path, uint64_t seed,
                     unsigned launch) {
  const Output output =
      run(configuration, {"work-file", path, std::to_string(seed), std::to_string(launch)});
  Results results = parse(output.text);
  if (!results[seed][launch].empty()) return results[seed][launch];
  return output.end.empty() ? "silent:" : output.end;
}

}  // namespace cleave::test::fuzz::kernels
