#include "tests/fuzz/campaign/campaign.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cleave::test::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

}  // namespace

bool take_argument(std::span<char*>& words, CampaignArguments& arguments) {
  const std::string_view word = words.front();
  size_t values = 0;
  const auto value = [&]() -> const char* {
    if (++values == words.size()) std::exit(2);
    return words[values];
  };
  const auto number = [&] { return std::strtoull(value(), nullptr, 10); };
  if (word == "--seeds") {
    arguments.first = number();
    arguments.last = number();
  } else if (word == "--seconds") {
    arguments.seconds = static_cast<unsigned>(number());
  } else if (word == "--jobs") {
    arguments.jobs = std::max(1U, static_cast<unsigned>(number()));
  } else if (word == "--keep") {
    arguments.keep = value();
  } else if (word == "--first") {
    arguments.ends_at_first = true;
  } else {
    return false;
  }
  words = words.subspan(1 + values);
  return true;
}

void Progress::begin(uint64_t number) {
  seed = number;
  began = now();
}

void* shared_memory(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::exit(2);
  return memory;
}

Campaign::Campaign(const CampaignArguments& arguments, Limits limits)
    : arguments_(arguments), limits_(limits), jobs_(arguments.jobs), next_(arguments.first) {}

unsigned Campaign::run() {
  constexpr useconds_t between_looks = 2000;
  auto end = Clock::now() + std::chrono::seconds(arguments_.seconds);
  while (true) {
    bool is_idle = true;
    if (arguments_.ends_at_first && failures_ != 0) end = Clock::now();
    for (unsigned job = 0; job < jobs_.size(); ++job) {
      if (jobs_[job].application == 0 && Clock::now() < end) begin(job);
      if (jobs_[job].application == 0) continue;
      look_after(job);
      is_idle = false;
    }
    const bool is_waiting = look_around();
    if (is_idle && !is_waiting) return failures_;
    usleep(between_looks);
  }
}

std::pair<uint64_t, uint64_t> Campaign::next_batch() {
  if (!left_.empty()) {
    const auto batch = left_.back();
    left_.pop_back();
    return batch;
  }
  const uint64_t first = std::exchange(next_, std::min(next_ + limits_.seeds, arguments_.last + 1));
  return {first, next_};
}

void Campaign::begin(unsigned job) {
  const auto [first, end] = next_batch();
  if (first >= end) return;
  progress(job).begin(first);
  std::fflush(stdout);
  const pid_t application = fork();
  // As applications end, so that a sanitizer looks for leaks.
  if (application == 0) std::exit(run_batch(job, first, end));
  jobs_[job] = {application, end, first, false};
  began(application);
}

void Campaign::look_after(unsigned job) {
  auto& [application, end, seen, is_killed] = jobs_[job];
  const uint64_t seed = progress(job).seed;
  int status = 0;
  if (waitpid(application, &status, WNOHANG) == application) {
    ended(std::exchange(application, 0));
    if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) {
      failures_ += static_cast<unsigned>(WEXITSTATUS(status));
      return;
    }
    if (!is_killed) {
      fail(seed, "the application ended with " + std::to_string(status));
      broke(job);
    }
    if (seed + 1 < end) left_.emplace_back(seed + 1, end);
  } else if (!is_killed && now() - progress(job).began > limits_.longest_seed) {
    fail(seed, "the application hangs");
    broke(job);
    is_killed = kill(application, limits_.signal) == 0;
  } else if (std::exchange(seen, seed) != seed) {
    began(application);
  }
}

void Campaign::fail(uint64_t seed, const std::string& what) {
  std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
  std::fflush(stdout);
  ++failures_;
}

void Campaign::fail_application(pid_t application, const std::string& what) {
  const auto job = std::ranges::find(jobs_, application, &Job::application);
  fail(job == jobs_.end() ? next_ : job->seen, what);
  if (job != jobs_.end()) job->is_killed = kill(application, SIGKILL) == 0;
}

}  // namespace cleave::test::fuzz
