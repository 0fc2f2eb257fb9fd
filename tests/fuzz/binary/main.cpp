// binary_fuzz [--seeds FIRST LAST] [--seconds N] [--jobs N] [--keep FOLDER] [--first]
//
// Changes program binaries and entries of the cache where their structure is, and has the driver
// load, build, ask and launch them. Whatever they hold, the application goes on, and so does its
// next program: each batch of seeds is an application of its own, and one that crashes, hangs or
// breaks a rule is reported with its seed. Exits with 1 if there was one; --first ends with it.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mutation.h"
#include "samples.h"
#include "session.h"
#include "tests/fuzz/campaign/campaign.h"

namespace cleave::test::fuzz::binary {
namespace {

namespace fs = std::filesystem;

struct MutationProgress : Progress {
  std::array<std::atomic<uint64_t>, 4> endings;
};

/// One application: the samples, a cache of its own, and a session.
class Application {
 public:
  Application(const CampaignArguments& arguments, const std::vector<Sample>& samples,
              const fs::path& cache)
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
    // A later seed would run what a stranger wrote into the folder of the user.
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

  const CampaignArguments& arguments_;
  const std::vector<Sample>& samples_;
  const fs::path cache_;
  std::optional<Session> session_;  // after the environment
};

/// Returns more milliseconds than the compiler may take for the modules of a seed, with others at
/// work.
int64_t longest_seed() {
  const char* seconds = std::getenv("CLEAVE_FUZZ_PATIENCE");
  return seconds == nullptr ? 120'000 : 1000 * std::strtoll(seconds, nullptr, 10);
}

class BinaryCampaign : public Campaign {
 public:
  BinaryCampaign(const CampaignArguments& arguments, std::vector<Sample> samples, fs::path folder)
      : Campaign(arguments, {.seeds = 100, .longest_seed = longest_seed()}),
        samples_(std::move(samples)),
        folder_(std::move(folder)),
        progress_(make_shared<MutationProgress>(arguments.jobs)) {}

  int run_all() {
    const unsigned failures = run();
    std::array<unsigned long long, 4> sums = {};
    unsigned long long all = 0;
    for (unsigned job = 0; job < arguments().jobs; ++job) {
      for (size_t i = 0; i < sums.size(); ++i) sums[i] += progress_[job].endings[i];
    }
    for (const unsigned long long sum : sums) all += sum;
    std::printf(
        "%llu mutations: %llu harmless, %llu refused, %llu stopped the compiler, %llu wrong; %u "
        "applications failed; next seed %llu\n",
        all, sums[0], sums[1], sums[2], sums[3], failures,
        static_cast<unsigned long long>(next_seed()));
    return failures == 0 ? 0 : 1;
  }

 private:
  int run_batch(unsigned job, uint64_t first, uint64_t end) override {
    Application application(arguments(), samples_, folder_ / ("cache-" + std::to_string(job)));
    int status = 0;
    const auto judge = [&](uint64_t seed, const Verdict& verdict) {
      if (verdict.ending != Ending::wrong) return;
      std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed),
                  verdict.text.c_str());
      status = 1;
    };
    for (uint64_t seed = first; seed < end; ++seed) {
      if (arguments().ends_at_first && status != 0) break;
      progress_[job].begin(seed);
      const Verdict verdict = application.run(seed);
      ++progress_[job].endings[static_cast<size_t>(verdict.ending)];
      judge(seed, verdict);
      if (seed % 8 == 7) judge(seed, application.run_ordinary());
    }
    std::fflush(stdout);
    return status;
  }
  Progress& progress(unsigned job) override { return progress_[job]; }
  void broke(unsigned job) override {
    ++progress_[job].endings[static_cast<size_t>(Ending::wrong)];
  }

  const std::vector<Sample> samples_;
  const fs::path folder_;
  MutationProgress* const progress_;
};

CampaignArguments parse(int count, char** values) {
  CampaignArguments arguments;
  std::span words(values + 1, values + count);
  while (!words.empty()) {
    if (take_argument(words, arguments)) continue;
    std::fprintf(stderr, "what is %s?\n", words[0]);
    std::exit(2);
  }
  return arguments;
}

}  // namespace
}  // namespace cleave::test::fuzz::binary

int main(int argc, char** argv) {
  using namespace cleave::test::fuzz::binary;
  const auto arguments = parse(argc, argv);
  // One entry for each kernel, and none that is made in the background.
  setenv("CLEAVE_TIERS", "quick", 1);
  std::string folder = (fs::temp_directory_path() / "cleave-binary-fuzz-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 2;
  std::vector<Sample> samples = make_samples(folder);
  const int status =
      samples.empty() ? 2 : BinaryCampaign(arguments, std::move(samples), folder).run_all();
  fs::remove_all(folder);
  return status;
}
