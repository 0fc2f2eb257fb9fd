// module_fuzz [OPTIONS] MODULE...          creates and builds programs through the API
// module_fuzz compile [OPTIONS] MODULE...  has the compiler make code of their kernels
// module_fuzz print SEED MODULE...         writes the changed module to standard output
//
// OPTIONS: [--seeds FIRST LAST] [--seconds N] [--jobs N]
//
// Changes SPIR-V modules at random: calls.h and compile.h say what must hold of them. Batches of
// seeds are processes of their own: a crash or a hang is found too, and the seeds after it get a
// process of their own. Exits with 1 if something was wrong.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "batch.h"
#include "calls.h"
#include "compile.h"
#include "tests/support/process.h"

namespace cleave::test::fuzz::module {
namespace {

struct Arguments : CampaignArguments {
  bool prints = false;
  bool compiles = false;
  std::vector<Words> corpus;
};

class ModuleCampaign : public Campaign {
 public:
  explicit ModuleCampaign(const Arguments& arguments)
      : Campaign(arguments,
                 {.seeds = arguments.compiles ? 1000U : 50U, .longest_seed = longest_seed}),
        arguments_(arguments),
        progress_(make_shared<ModuleProgress>(arguments.jobs)) {}

  int run_all() {
    const unsigned failures = run();
    unsigned long long refused = 0, failed = 0, built = 0, kernels = 0;
    for (const ModuleProgress& one : std::span(progress_, arguments_.jobs)) {
      refused += one.refused;
      failed += one.failed;
      built += one.built;
      kernels += one.kernels;
    }
    std::printf("%llu modules: %llu refused, %llu failed, %llu built", refused + failed + built,
                refused, failed, built);
    if (arguments_.compiles) std::printf(" with %llu kernels", kernels);
    std::printf("; %u applications wrong\n", failures);
    return failures == 0 ? 0 : 1;
  }

 private:
  static constexpr int64_t longest_seed = 200'000;  // with others at work

  int run_batch(unsigned job, uint64_t first, uint64_t end) override {
    Batch batch{arguments_.corpus, first, end, progress_[job]};
    const int status = arguments_.compiles ? compile_kernels(batch) : make_programs(batch);
    std::fflush(stdout);
    return status;
  }
  Progress& progress(unsigned job) override { return progress_[job]; }

  const Arguments& arguments_;
  ModuleProgress* const progress_;
};

Words read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Words words(bytes.size() / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof words[0]);
  return words;
}

Arguments parse(int count, char** values) {
  Arguments arguments;
  std::span words(values + 1, values + count);
  while (!words.empty()) {
    if (take_argument(words, arguments)) continue;
    const std::string word = words[0];
    arguments.prints |= word == "print";
    arguments.compiles |= word == "compile";
    if (word == "print" && words.size() > 1) {
      arguments.first = std::strtoull(words[1], nullptr, 10);
      words = words.subspan(1);
    } else if (word != "compile") {
      arguments.corpus.push_back(read(words[0]));
      require(!arguments.corpus.back().empty(), "no module", word);
    }
    words = words.subspan(1);
  }
  require(!arguments.corpus.empty(), "usage: module_fuzz [compile] [--seeds FIRST LAST] MODULE...");
  return arguments;
}

}  // namespace
}  // namespace cleave::test::fuzz::module

int main(int count, char** values) {
  using namespace cleave::test::fuzz::module;
  const Arguments arguments = parse(count, values);
  if (arguments.compiles) {  // before anything reads the options
    setenv("CLEAVE_VERIFY_PASSES", "1", 1);
    setenv("CLEAVE_COMPILER_PROCESS", "0", 1);
    setenv("CLEAVE_CACHE", "0", 1);
  }
  if (!arguments.prints) return ModuleCampaign(arguments).run_all();
  const Words words = mutated(arguments.corpus, arguments.first);
  std::fwrite(words.data(), sizeof words[0], words.size(), stdout);
  return 0;
}
