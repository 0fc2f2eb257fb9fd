#include "campaign.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>

#include "kernel_generator.h"
#include "launches.h"
#include "reduction.h"

namespace cleave::test::fuzz::kernels {
namespace {

using Clock = std::chrono::steady_clock;

/// Describes a seed for which a configuration does not write what its oracle writes.
struct Difference {
  uint64_t seed = 0;
  unsigned launch = 0;
  Configuration configuration;
  std::string expected, actual;

  [[nodiscard]] std::string describe() const {
    return "seed " + std::to_string(seed) + " " + configuration.text() + " " +
           kernels::describe(launches_of(seed, launches_per_kernel)[launch]) + ": " + actual +
           ", not " + expected;
  }
};

/// Makes a difference smaller. One that gets no time any more is no smaller, but still a
/// difference.
std::vector<std::string> reduce_difference(const Difference& difference, Clock::time_point end) {
  static std::atomic<unsigned> next_number = 0;
  const std::string path =
      (std::filesystem::temp_directory_path() /
       ("kernel-fuzz." + std::to_string(getpid()) + "." + std::to_string(next_number++) + ".cl"))
          .string();
  const Configuration oracle = oracle_of(difference.configuration, difference.seed);
  auto result_of = [&](const Configuration& configuration) {
    return run_file(configuration, path, difference.seed, difference.launch);
  };
  std::vector<std::string> lines =
      reduce(generate_kernel(difference.seed).lines, [&](const std::vector<std::string>& fewer) {
        if (Clock::now() > end) return false;
        std::ofstream(path) << source_of(fewer);
        const std::string expected = result_of(oracle);
        if (is_failure(expected)) return false;
        if (has_failed_check(difference.expected)) return has_failed_check(expected);
        const std::string actual = result_of(difference.configuration);
        if (actual == expected || actual == no_module) return false;
        // Two kinds of the oracle's own code hardly agree on what the language leaves open.
        Configuration unoptimised = oracle;
        unoptimised.disabled_passes = "simplify,optimise";
        return expected == result_of(unoptimised);
      });
  std::filesystem::remove(path);
  return lines;
}

struct Batch {
  std::vector<uint64_t> seeds;
  std::vector<Task> tasks;
  std::vector<Results> results;
  size_t started = 0, finished = 0;
};

class Run {
 public:
  explicit Run(const Campaign& campaign) : campaign_(campaign) {}

  int go() {
    if (!campaign_.folder.empty()) std::filesystem::create_directories(campaign_.folder);
    in_threads([this] { work(); });
    in_threads([this] { reduce_some(); });
    return summary();
  }

 private:
  template <class Work>
  void in_threads(const Work& work) const {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < campaign_.jobs; ++i) threads.emplace_back(work);
  }

  [[nodiscard]] Clock::time_point end() const {
    if (campaign_.seconds == 0) return Clock::time_point::max();
    return begin_ + std::chrono::seconds(campaign_.seconds);
  }

  /// The batch that the next task is of; null when there is none.
  std::shared_ptr<Batch> open_batch() {
    if (current_ != nullptr && current_->started < current_->tasks.size()) return current_;
    const bool is_enough = campaign_.differences != 0 && differing_.size() >= campaign_.differences;
    if (is_enough || taken_ >= campaign_.count || Clock::now() >= end()) return nullptr;
    current_ = std::make_shared<Batch>();
    const uint64_t number = (campaign_.first + taken_) / campaign_.batch;
    current_->seeds = next_seeds();
    if (current_->seeds.empty()) return nullptr;
    current_->tasks = tasks_of(current_->seeds, number, campaign_.breadth);
    current_->results.resize(current_->tasks.size());
    return current_;
  }

  std::vector<uint64_t> next_seeds() {
    std::vector<uint64_t> seeds;
    while (taken_ < campaign_.count && seeds.size() < campaign_.batch) {
      const uint64_t seed = campaign_.first + taken_++;
      if (campaign_.text.empty() || mentions(seed, campaign_.text)) seeds.push_back(seed);
    }
    return seeds;
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (const std::shared_ptr<Batch> batch = open_batch()) {
      const size_t number = batch->started++;
      lock.unlock();
      const Task& task = batch->tasks[number];
      Results results = run_seeds(task.configuration, task.launches, task.seeds);
      lock.lock();
      batch->results[number] = std::move(results);
      if (++batch->finished == batch->tasks.size()) judge(*batch);
    }
  }

  void judge(const Batch& batch) {
    kernels_ += batch.seeds.size();
    // By width, instruction set and seed: an oracle may be for one set.
    std::map<std::tuple<unsigned, std::string, uint64_t>, const std::map<unsigned, std::string>*>
        expected;
    for (size_t i = 0; i < batch.tasks.size(); ++i) {
      const Configuration& configuration = batch.tasks[i].configuration;
      for (const auto& [seed, results] : batch.results[i]) {
        const Configuration oracle = oracle_of(configuration, seed);
        if (configuration == oracle) {
          expected[{oracle.width, oracle.instruction_set, seed}] = &results;
          check_oracle(seed, oracle, results);
        } else {
          compare(seed, configuration, *expected.at({oracle.width, oracle.instruction_set, seed}),
                  results);
        }
      }
    }
    tell(batch);
  }

  /// Prints what a campaign that is ended from outside has got through by then.
  void tell(const Batch& batch) const {
    std::printf("seeds %llu to %llu done: %llu kernels and %llu comparisons so far\n",
                static_cast<unsigned long long>(batch.seeds.front()),
                static_cast<unsigned long long>(batch.seeds.back()),
                static_cast<unsigned long long>(kernels_),
                static_cast<unsigned long long>(comparisons_));
    std::fflush(stdout);
  }

  /// The scalar mode must take every kernel, and what it writes may be wrong too.
  void check_oracle(uint64_t seed, const Configuration& oracle,
                    const std::map<unsigned, std::string>& results) {
    for (const auto& [launch, result] : results) {
      if (has_failed_check(result)) differ({seed, launch, oracle, result, result});
      if (!is_failure(result) || !invalid_.insert(seed).second) continue;
      std::printf("INVALID seed %llu, launch %u: %s\n", static_cast<unsigned long long>(seed),
                  launch, result.c_str());
    }
  }

  void compare(uint64_t seed, const Configuration& configuration,
               const std::map<unsigned, std::string>& expected,
               const std::map<unsigned, std::string>& actual) {
    for (const auto& [launch, result] : actual) {
      if (result == no_module) {
        without_module_.insert(seed);
        continue;
      }
      ++comparisons_;
      const std::string& right = expected.at(launch);
      if (is_failure(right) || right == result) continue;
      differ({seed, launch, configuration, right, result});
    }
  }

  void differ(const Difference& difference) {
    std::printf("DIFFERS %s\n", difference.describe().c_str());
    std::fflush(stdout);
    ++differences_;
    if (differing_.try_emplace(difference.seed, difference).second) keep(difference);
  }

  void keep(const Difference& difference) const {
    if (campaign_.folder.empty()) return;
    std::ofstream(file_of(difference.seed, ""))
        << "// " << difference.describe() << '\n'
        << source_of(generate_kernel(difference.seed).lines);
  }

  [[nodiscard]] std::string file_of(uint64_t seed, const char* suffix) const {
    return campaign_.folder + "/" + std::to_string(seed) + suffix + ".cl";
  }

  void reduce_some() {
    if (campaign_.folder.empty()) return;
    std::unique_lock lock(mutex_);
    while (reduced_ < differing_.size() && Clock::now() < end()) {
      const Difference& difference =
          std::next(differing_.begin(), static_cast<ptrdiff_t>(reduced_++))->second;
      lock.unlock();
      std::ofstream file(file_of(difference.seed, ".reduced"));
      file << "// " << difference.describe() << '\n';
      for (const std::string& line : reduce_difference(difference, end())) file << line << '\n';
      lock.lock();
    }
  }

  [[nodiscard]] int summary() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    for (const auto& [seed, difference] : differing_) {
      std::printf("reduce %llu %s\n", static_cast<unsigned long long>(seed),
                  difference.configuration.text().c_str());
    }
    std::printf(
        "%llu kernels, %llu comparisons, %llu differ in %zu kernels, %zu invalid; %.0f s\n",
        static_cast<unsigned long long>(kernels_), static_cast<unsigned long long>(comparisons_),
        static_cast<unsigned long long>(differences_), differing_.size(), invalid_.size(), seconds);
    if (!without_module_.empty()) {
      std::printf("of %zu kernels clang made no module, such as %llu\n", without_module_.size(),
                  static_cast<unsigned long long>(*without_module_.begin()));
    }
    if (taken_ < campaign_.count) {
      std::printf("not all; go on with: run %llu %llu\n",
                  static_cast<unsigned long long>(campaign_.first + taken_),
                  static_cast<unsigned long long>(campaign_.count - taken_));
    }
    return differing_.empty() && invalid_.empty() ? 0 : 1;
  }

  const Campaign& campaign_;
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;  // guards what follows
  std::shared_ptr<Batch> current_;
  uint64_t taken_ = 0, kernels_ = 0, comparisons_ = 0, differences_ = 0;
  std::map<uint64_t, Difference> differing_;  // the first of each kernel
  std::set<uint64_t> invalid_;
  std::set<uint64_t> without_module_;
  size_t reduced_ = 0;
};

}  // namespace

int run(const Campaign& campaign) {
  return Run(campaign).go();
}

int reduce_seed(uint64_t seed, const Configuration& configuration) {
  const Configuration oracle = oracle_of(configuration, seed);
  const Results expected = run_seeds(oracle, {}, {seed});
  const Results actual = run_seeds(configuration, {}, {seed});
  for (const auto& [launch, result] : expected.at(seed)) {
    const std::string& other = actual.at(seed).at(launch);
    if (is_failure(result) || other == result) continue;
    const Difference difference = {seed, launch, configuration, result, other};
    std::printf("// %s\n", difference.describe().c_str());
    for (const std::string& line : reduce_difference(difference, Clock::time_point::max())) {
      std::puts(line.c_str());
    }
    return 0;
  }
  std::fprintf(stderr, "seed %llu does not differ with %s\n", static_cast<unsigned long long>(seed),
               configuration.text().c_str());
  return 1;
}

}  // namespace cleave::test::fuzz::kernels
