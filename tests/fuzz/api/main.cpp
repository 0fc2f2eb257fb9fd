// api_fuzz [--seeds FIRST LAST] [--seconds N] [--jobs N] [--threads N] [--keep FOLDER] [--calls]
//          [--first]
// api_fuzz replay SEED [--threads N] [--single-thread]
//
// Makes random calls of the whole API in several threads, with objects that are shared, released
// at any time or made up, and checks what must hold whatever they do. Each batch of seeds is an
// application of its own: one that crashes, hangs or finds something wrong is reported with its
// seed. Exits with 1 if there was one. --calls lists how often each function was called; --first
// ends with the first that is wrong.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include "seed.h"
#include "tests/fuzz/campaign/campaign.h"

namespace cleave::test::fuzz::api {
namespace {

struct Arguments : CampaignArguments {
  bool lists_calls = false;
  SeedOptions seed;
};

class CallCampaign : public Campaign {
 public:
  explicit CallCampaign(const Arguments& arguments)
      : Campaign(arguments, limits),
        arguments_(arguments),
        records_(make_shared<Record>(arguments.jobs)) {}

  int run_all() {
    const unsigned failures = run();
    say(failures);
    return failures == 0 ? 0 : 1;
  }

 private:
  /// A seed takes a fraction of a second; sanitizers, a busy machine and a compiler take longer.
  static constexpr Limits limits = {.seeds = 10, .longest_seed = 240'000, .signal = SIGABRT};

  int run_batch(unsigned job, uint64_t first, uint64_t end) override {
    Record& record = records_[job];
    int status = 0;
    for (uint64_t seed = first; seed < end; ++seed) {
      record.begin(seed);
      for (Trace& trace : record.traces) trace.next = 0;
      if (run_seed(seed, arguments_.seed, record)) continue;
      keep(record);
      status = 1;
    }
    return status;
  }
  Progress& progress(unsigned job) override { return records_[job]; }
  void broke(unsigned job) override {
    say_last_calls(records_[job]);
    keep(records_[job]);
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

  void say(unsigned failures) const {
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
        static_cast<unsigned long long>(seeds), failures,
        static_cast<unsigned long long>(next_seed()));
  }

  const Arguments& arguments_;
  Record* const records_;
};

Arguments parse(std::span<char*> words) {
  Arguments arguments;
  while (!words.empty()) {
    if (take_argument(words, arguments)) continue;
    const std::string_view word = words[0];
    const bool has_value = word == "--threads" && words.size() > 1;
    if (has_value) {
      arguments.seed.threads = static_cast<unsigned>(std::strtoul(words[1], nullptr, 10));
    } else if (word == "--calls") {
      arguments.lists_calls = true;
    } else if (word == "--single-thread") {
      arguments.seed.is_single_threaded = true;
    } else {
      std::fprintf(stderr, "what is %s?\n", words[0]);
      std::exit(2);
    }
    words = words.subspan(has_value ? 2 : 1);
  }
  return arguments;
}

int replay(uint64_t seed, Arguments arguments) {
  arguments.seed.prints = true;
  Record& record = *make_shared<Record>(1);
  record.seed = seed;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // the last call before a crash
  return run_seed(seed, arguments.seed, record) ? 0 : 1;
}

}  // namespace
}  // namespace cleave::test::fuzz::api

int main(int argc, char** argv) {
  using namespace cleave::test::fuzz::api;
  const std::span words(argv + 1, argv + argc);
  if (words.size() >= 2 && std::string_view(words[0]) == "replay") {
    return replay(std::strtoull(words[1], nullptr, 10), parse(words.subspan(2)));
  }
  const Arguments arguments = parse(words);
  return CallCampaign(arguments).run_all();
}
