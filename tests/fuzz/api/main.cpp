// api_fuzz [--seeds FIRST LAST] [--seconds N] [--jobs N] [--threads N] [--keep FOLDER] [--calls]
//          [--first]
// api_fuzz replay SEED [--threads N] [--single-thread]
//
// Makes random calls of the whole API in several threads, with objects that are shared, released
// at any time or made up, and checks what must hold whatever they do. Each batch of seeds is an
// application of its own: one that crashes, hangs or finds something wrong is reported with its
// seed. Exits with 1 if there was one. --calls lists how often each function was called; --first
// ends with the first that is wrong.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "seed.h"

namespace cleave::test::fuzz::api {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  uint64_t first = 0;
  uint64_t last = 999;
  unsigned seconds = 1000000;
  unsigned jobs = 1;
  bool lists_calls = false;
  bool ends_at_first = false;  // that is wrong
  SeedOptions seed;
  std::filesystem::path keep;  // where the last calls go of a seed that is wrong
};

int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

/// A seed takes a fraction of a second; sanitizers, a busy machine and a compiler take longer.
constexpr int64_t longest_seed = 240 * 1000;

Record* make_records(unsigned count) {
  void* shared = mmap(nullptr, sizeof(Record) * count, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) std::exit(2);
  return static_cast<Record*>(shared);  // zeros, of atomics and text
}

class Campaign {
 public:
  explicit Campaign(const Arguments& arguments)
      : arguments_(arguments),
        records_(make_records(arguments.jobs)),
        processes_(arguments.jobs),
        next_(arguments.first) {}

  int run() {
    auto end = Clock::now() + std::chrono::seconds(arguments_.seconds);
    while (true) {
      bool is_idle = true;
      if (arguments_.ends_at_first && failures_ != 0) end = Clock::now();
      for (unsigned job = 0; job < arguments_.jobs; ++job) {
        if (processes_[job] == 0 && next_ <= arguments_.last && Clock::now() < end) begin(job);
        if (processes_[job] != 0) {
          look_after(job);
          is_idle = false;
        }
      }
      if (is_idle) break;
      usleep(2000);
    }
    return say();
  }

 private:
  static constexpr uint64_t batch = 10;

  void begin(unsigned job) {
    const uint64_t first = next_;
    next_ = std::min(first + batch, arguments_.last + 1);
    std::fflush(stdout);
    records_[job].began = now();
    const pid_t process = fork();
    // As an application ends, so that a sanitizer looks for leaks.
    if (process == 0) std::exit(run_batch(first, next_, records_[job]));
    processes_[job] = process;
  }

  int run_batch(uint64_t first, uint64_t end, Record& record) const {
    int status = 0;
    for (uint64_t seed = first; seed < end; ++seed) {
      record.seed = seed;
      record.began = now();
      for (Trace& trace : record.traces) trace.next = 0;
      if (run_seed(seed, arguments_.seed, record)) continue;
      keep(record);
      status = 1;
    }
    return status;
  }

  void keep(const Record& record) const {
    if (arguments_.keep.empty()) return;
    std::ofstream file(arguments_.keep / (std::to_string(record.seed) + ".log"));
    for (const Trace& trace : record.traces) {
      const uint64_t end = trace.next;
      for (uint64_t at = end - std::min<uint64_t>(end, Trace::lines); at < end; ++at) {
        file << trace.text[at % Trace::lines] << '\n';
      }
    }
  }

  void look_after(unsigned job) {
    int status = 0;
    Record& record = records_[job];
    const auto seed = static_cast<unsigned long long>(record.seed.load());
    if (waitpid(processes_[job], &status, WNOHANG) == processes_[job]) {
      processes_[job] = 0;
      if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) {
        failures_ += static_cast<unsigned>(WEXITSTATUS(status));
        return;
      }
      std::printf("WRONG: seed %llu: the application ended with %d\n", seed, status);
      say_last_calls(record);
      keep(record);
      ++failures_;
    } else if (now() - record.began > longest_seed) {
      std::printf("WRONG: seed %llu: the application hangs\n", seed);
      say_last_calls(record);
      record.began = now();
      kill(processes_[job], SIGABRT);
    }
  }

  static void say_last_calls(const Record& record) {
    for (const Trace& trace : record.traces) {
      const uint64_t end = trace.next;
      if (end != 0) std::printf("  %s\n", trace.text[(end - 1) % Trace::lines]);
    }
    std::fflush(stdout);
  }

  void sum(size_t function, Tally& tally) const {
    tally.succeeded = tally.refused = 0;
    for (unsigned job = 0; job < arguments_.jobs; ++job) {
      tally.succeeded += records_[job].tallies[function].succeeded;
      tally.refused += records_[job].tallies[function].refused;
    }
  }

  [[nodiscard]] int say() const {
    uint64_t succeeded = 0;
    uint64_t refused = 0;
    unsigned functions = 0;
    for (size_t function = 0; function < function_count; ++function) {
      Tally tally;
      sum(function, tally);
      succeeded += tally.succeeded;
      refused += tally.refused;
      functions += tally.succeeded + tally.refused != 0 ? 1 : 0;
      if (!arguments_.lists_calls) continue;
      std::printf("%-36s %12llu %12llu\n", name_of(static_cast<Function>(function)),
                  static_cast<unsigned long long>(tally.succeeded.load()),
                  static_cast<unsigned long long>(tally.refused.load()));
    }
    const uint64_t all = succeeded + refused;
    uint64_t seeds = 0;
    for (unsigned job = 0; job < arguments_.jobs; ++job) seeds += records_[job].seeds;
    std::printf(
        "%llu calls of %u of %zu functions: %llu succeeded, %llu refused; %llu seeds; "
        "%u applications wrong; next seed %llu\n",
        static_cast<unsigned long long>(all), functions, function_count,
        static_cast<unsigned long long>(succeeded), static_cast<unsigned long long>(refused),
        static_cast<unsigned long long>(seeds), failures_, static_cast<unsigned long long>(next_));
    return failures_ == 0 ? 0 : 1;
  }

  const Arguments& arguments_;
  Record* const records_;
  std::vector<pid_t> processes_;
  uint64_t next_;
  unsigned failures_ = 0;
};

Arguments parse(int count, char** words, int begin) {
  Arguments arguments;
  for (int i = begin; i < count; ++i) {
    const std::string_view word = words[i];
    const auto number = [&](int place) {
      if (i + place >= count) std::exit(2);
      return std::strtoull(words[i + place], nullptr, 10);
    };
    if (word == "--seeds") {
      arguments.first = number(1);
      arguments.last = number(2);
      i += 2;
    } else if (word == "--seconds") {
      arguments.seconds = static_cast<unsigned>(number(1));
      ++i;
    } else if (word == "--jobs") {
      arguments.jobs = static_cast<unsigned>(std::max<uint64_t>(1, number(1)));
      ++i;
    } else if (word == "--threads") {
      arguments.seed.threads = static_cast<unsigned>(number(1));
      ++i;
    } else if (word == "--keep" && i + 1 < count) {
      arguments.keep = words[++i];
    } else if (word == "--calls") {
      arguments.lists_calls = true;
    } else if (word == "--first") {
      arguments.ends_at_first = true;
    } else if (word == "--single-thread") {
      arguments.seed.is_single_threaded = true;
    } else {
      std::fprintf(stderr, "what is %s?\n", words[i]);
      std::exit(2);
    }
  }
  return arguments;
}

int replay(uint64_t seed, Arguments arguments) {
  arguments.seed.prints = true;
  Record& record = *make_records(1);
  record.seed = seed;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // the last call before a crash
  return run_seed(seed, arguments.seed, record) ? 0 : 1;
}

}  // namespace
}  // namespace cleave::test::fuzz::api

int main(int argc, char** argv) {
  using namespace cleave::test::fuzz::api;
  if (argc >= 3 && std::string_view(argv[1]) == "replay") {
    return replay(std::strtoull(argv[2], nullptr, 10), parse(argc, argv, 3));
  }
  const Arguments arguments = parse(argc, argv, 1);
  return Campaign(arguments).run();
}
