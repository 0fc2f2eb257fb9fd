// binary_fuzz [--seeds FIRST LAST] [--seconds N] [--jobs N] [--keep FOLDER] [--first]
//
// Changes program binaries and entries of the cache where their structure is, and has the driver
// load, build, ask and launch them. Whatever they hold, the application goes on, and so does its
// next program: each batch of seeds is an application of its own, and one that crashes, hangs or
// breaks a rule is reported with its seed. Exits with 1 if there was one; --first ends with it.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mutation.h"
#include "samples.h"
#include "session.h"

namespace cleave::test::fuzz::binary {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Arguments {
  uint64_t first = 0;
  uint64_t last = 999;
  unsigned seconds = 1000000;
  unsigned jobs = 1;
  fs::path keep;  // where mutations go that are wrong
  bool ends_at_first = false;
};

/// What an application tells the one that watches it, before it may crash.
struct Progress {
  std::atomic<uint64_t> seed;
  std::atomic<int64_t> began;  // milliseconds of the clock
  std::array<std::atomic<uint64_t>, 4> endings;
};

int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

/// One application: the samples, a cache of its own, and a session.
class Application {
 public:
  Application(const Arguments& arguments, const std::vector<Sample>& samples, const fs::path& cache)
      : arguments_(arguments), samples_(samples), cache_(cache) {
    fs::remove_all(cache_);
    fs::create_directories(cache_);
    fs::permissions(cache_, fs::perms::owner_all);
    setenv("CLEAVE_CACHE", "1", 1);
    setenv("CLEAVE_CACHE_DIRECTORY", cache_.c_str(), 1);
    session_.emplace();
  }

  /// Builds from the cache once in four seeds, and from binaries otherwise.
  Verdict run(uint64_t seed) {
    Random random(seed);
    const size_t chosen = random.below(samples_.size());
    const Sample& sample = samples_[chosen];
    const Sample& other = samples_[random.below(samples_.size())];
    if (random.one_in(4)) return run_entry(random, seed, chosen, other);
    Mutation mutation;
    BinaryKind kind = BinaryKind::program;
    if (random.one_in(8)) {
      kind = BinaryKind::open;
      const bool is_object = random.one_in(2);
      mutation = change_binary(random, is_object ? sample.object : sample.library,
                               is_object ? other.object : other.library);
      mutation.keeps_code = false;
    } else {
      mutation = change_binary(random, sample.program, other.program);
    }
    return noted(
        seed, mutation,
        session_->use_binary(mutation.bytes, kind, mutation.keeps_code ? &sample.loaded : nullptr));
  }

  Verdict run_ordinary() { return session_->run_ordinary(); }

 private:
  Verdict run_entry(Random& random, uint64_t seed, size_t chosen, const Sample& other) {
    const Sample& sample = samples_[chosen];
    const auto any_of = [&](const Sample& of) {
      auto entry = of.entries.begin();
      std::advance(entry, random.below(of.entries.size()));
      return *entry;
    };
    for (const auto& [name, bytes] : sample.entries) put(name, bytes);
    const auto [name, bytes] = any_of(sample);
    const Mutation mutation = change_entry(random, name, bytes, any_of(other).second);
    put(name, mutation.bytes);
    const Verdict verdict =
        session_->build(sources()[chosen], mutation.keeps_code ? &sample.results : nullptr);
    // What a stranger wrote into the folder of the user would be run by a later seed.
    for (const auto& [own_name, own] : sample.entries) put(own_name, own);
    return noted(seed, mutation, verdict);
  }

  void put(const std::string& name, const Bytes& bytes) const {
    fs::create_directories((cache_ / name).parent_path());
    fs::permissions((cache_ / name).parent_path(), fs::perms::owner_all);
    write_file(cache_ / name, bytes);
    fs::permissions(cache_ / name, fs::perms::owner_read | fs::perms::owner_write);
  }

  [[nodiscard]] Verdict noted(uint64_t seed, const Mutation& mutation, Verdict verdict) const {
    if (mutation.is_damaged && verdict.ending == Ending::harmless) {
      verdict = {Ending::wrong, "what is damaged is taken"};
    }
    if (verdict.ending == Ending::wrong && !arguments_.keep.empty()) {
      write_file(arguments_.keep / (std::to_string(seed) + ".bytes"), mutation.bytes);
    }
    verdict.text = mutation.what + ": " + verdict.text;
    return verdict;
  }

  const Arguments& arguments_;
  const std::vector<Sample>& samples_;
  const fs::path cache_;
  std::optional<Session> session_;  // after the environment
};

class Campaign {
 public:
  Campaign(const Arguments& arguments, std::vector<Sample> samples, fs::path folder)
      : arguments_(arguments),
        samples_(std::move(samples)),
        folder_(std::move(folder)),
        next_(arguments.first) {
    void* shared = mmap(nullptr, sizeof(Progress) * arguments.jobs, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) std::exit(2);
    progress_ = new (shared) Progress[arguments.jobs]();
    batches_.resize(arguments.jobs);
  }

  int run() {
    auto end = Clock::now() + std::chrono::seconds(arguments_.seconds);
    while (true) {
      bool is_idle = true;
      if (arguments_.ends_at_first && failures_ != 0) end = Clock::now();
      for (unsigned job = 0; job < arguments_.jobs; ++job) {
        if (batches_[job].process == 0 && Clock::now() < end) begin(job);
        if (batches_[job].process != 0) {
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
  static constexpr uint64_t most_seeds = 100;
  /// Longer than the compiler may take for the modules of a seed, with others at work.
  static int64_t longest_seed() {
    const char* seconds = std::getenv("CLEAVE_FUZZ_PATIENCE");
    return seconds == nullptr ? 120'000 : 1000 * std::strtoll(seconds, nullptr, 10);
  }

  struct Batch {
    pid_t process = 0;
    uint64_t end = 0;
  };

  int run_batch(unsigned job, uint64_t first, uint64_t end) {
    Progress& progress = progress_[job];
    Application application(arguments_, samples_, folder_ / ("cache-" + std::to_string(job)));
    int status = 0;
    const auto judge = [&](uint64_t seed, const Verdict& verdict) {
      if (verdict.ending != Ending::wrong) return;
      std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed),
                  verdict.text.c_str());
      status = 1;
    };
    for (uint64_t seed = first; seed < end; ++seed) {
      if (arguments_.ends_at_first && status != 0) break;
      progress.seed = seed;
      progress.began = now();
      const Verdict verdict = application.run(seed);
      ++progress.endings[static_cast<size_t>(verdict.ending)];
      judge(seed, verdict);
      if (seed % 8 == 7) judge(seed, application.run_ordinary());
    }
    std::fflush(stdout);
    return status;
  }

  /// The seeds after one that ended its application come first: they were not looked at.
  void begin(unsigned job) {
    uint64_t first = next_, end = std::min(first + most_seeds, arguments_.last + 1);
    if (!left_.empty()) {
      first = left_.back().first;
      end = left_.back().second;
      left_.pop_back();
    } else {
      next_ = end;
    }
    if (first >= end) return;
    std::fflush(stdout);
    progress_[job].seed = first;
    progress_[job].began = now();
    const pid_t process = fork();
    if (process == 0) _exit(run_batch(job, first, end));
    batches_[job] = {process, end};
  }

  void look_after(unsigned job) {
    int status = 0;
    Batch& batch = batches_[job];
    const Progress& progress = progress_[job];
    const uint64_t seed = progress.seed.load();
    if (waitpid(batch.process, &status, WNOHANG) == batch.process) {
      batch.process = 0;
      const bool is_over = WIFEXITED(status) && WEXITSTATUS(status) <= 1;
      if (is_over) {
        failures_ += static_cast<unsigned>(WEXITSTATUS(status));
        return;
      }
      std::printf("WRONG: seed %llu: the application ended with %d\n",
                  static_cast<unsigned long long>(seed), status);
      failures_ += 1;
      ++progress_[job].endings[static_cast<size_t>(Ending::wrong)];
      if (seed + 1 < batch.end) left_.emplace_back(seed + 1, batch.end);
    } else if (now() - progress.began > longest_seed_) {
      std::printf("WRONG: seed %llu: the application hangs\n",
                  static_cast<unsigned long long>(seed));
      progress_[job].began = now();
      kill(batch.process, SIGKILL);
    }
  }

  int say() {
    std::array<unsigned long long, 4> sums = {};
    unsigned long long all = 0;
    for (unsigned job = 0; job < arguments_.jobs; ++job) {
      for (size_t i = 0; i < sums.size(); ++i) sums[i] += progress_[job].endings[i];
    }
    for (const unsigned long long sum : sums) all += sum;
    std::printf(
        "%llu mutations: %llu harmless, %llu refused, %llu stopped the compiler, %llu wrong; %u "
        "applications failed; next seed %llu\n",
        all, sums[0], sums[1], sums[2], sums[3], failures_, static_cast<unsigned long long>(next_));
    return failures_ == 0 ? 0 : 1;
  }

  const Arguments& arguments_;
  const std::vector<Sample> samples_;
  const fs::path folder_;
  Progress* progress_ = nullptr;
  std::vector<Batch> batches_;
  std::vector<std::pair<uint64_t, uint64_t>> left_;
  const int64_t longest_seed_ = longest_seed();
  uint64_t next_;
  unsigned failures_ = 0;
};

Arguments parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const int values = word == "--seeds" ? 2 : word == "--first" ? 0 : 1;
    if (i + values >= count) std::exit(2);
    const char* value = words[i + 1];  // null after the last word
    if (word == "--seeds") {
      arguments.first = std::strtoull(value, nullptr, 10);
      arguments.last = std::strtoull(words[i + 2], nullptr, 10);
    } else if (word == "--seconds") {
      arguments.seconds = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    } else if (word == "--jobs") {
      arguments.jobs = static_cast<unsigned>(std::max(1UL, std::strtoul(value, nullptr, 10)));
    } else if (word == "--first") {
      arguments.ends_at_first = true;
    } else if (word == "--keep") {
      arguments.keep = value;
    } else {
      std::fprintf(stderr, "what is %s?\n", words[i]);
      std::exit(2);
    }
    i += values;
  }
  return arguments;
}

}  // namespace
}  // namespace cleave::test::fuzz::binary

int main(int argc, char** argv) {
  using namespace cleave::test::fuzz::binary;
  const Arguments arguments = parse(argc, argv);
  // One entry for each kernel, and none that is made in the background.
  setenv("CLEAVE_TIERS", "quick", 1);
  std::string folder = (fs::temp_directory_path() / "cleave-binary-fuzz-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 2;
  std::vector<Sample> samples = make_samples(folder);
  const int status = samples.empty() ? 2 : Campaign(arguments, std::move(samples), folder).run();
  fs::remove_all(folder);
  return status;
}
