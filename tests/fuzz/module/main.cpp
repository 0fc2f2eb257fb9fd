// module_fuzz [--seeds FIRST LAST] MODULE...          creates and builds programs through the API
// module_fuzz compile [--seeds FIRST LAST] MODULE...  has the compiler make code of their kernels
// module_fuzz print SEED MODULE...                    writes the changed module to standard output
//
// Changes SPIR-V modules at random: calls.h and compile.h say what must hold of them. Batches of
// seeds are processes of their own: a crash or a hang is found too, and the seeds after it get a
// process of their own. Exits with 1 if something was wrong.
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include "batch.h"
#include "calls.h"
#include "compile.h"
#include "tests/support/process.h"

namespace cleave::test::fuzz::module {
namespace {

struct Arguments {
  uint64_t first = 0;
  uint64_t last = 299;
  bool prints = false;
  bool compiles = false;
  std::vector<Words> corpus;
};

/// Memory that children share with this process.
std::atomic<uint64_t>& shared_number() {
  void* memory = mmap(nullptr, sizeof(std::atomic<uint64_t>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  require(memory != MAP_FAILED, "mmap");
  return *new (memory) std::atomic<uint64_t>;
}

int campaign(const Arguments& arguments) {
  constexpr unsigned most_seconds = 200;  // of a batch
  const uint64_t size = arguments.compiles ? 1000 : 50;
  std::atomic<uint64_t>& current = shared_number();
  unsigned bad_batches = 0;
  for (uint64_t first = arguments.first; first <= arguments.last;) {
    current = first;
    const Batch batch{arguments.corpus, first, std::min(first + size, arguments.last + 1), current};
    const int code = exit_code_of_child(
        [&] { return arguments.compiles ? compile_kernels(batch) : make_programs(batch); },
        most_seconds);
    bad_batches += code != 0 ? 1 : 0;
    first = batch.end;
    if (code == 0 || code == 1) continue;
    std::printf("WRONG: seed %llu: a crash or a hang\n",
                static_cast<unsigned long long>(current.load()));
    first = current + 1;
  }
  std::printf("%llu modules: %u applications wrong\n",
              static_cast<unsigned long long>(arguments.last + 1 - arguments.first), bad_batches);
  return bad_batches == 0 ? 0 : 1;
}

Words read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Words words(bytes.size() / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof words[0]);
  return words;
}

Arguments parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = values[i];
    if (word == "--seeds" && i + 2 < count) {
      arguments.first = std::strtoull(values[++i], nullptr, 10);
      arguments.last = std::strtoull(values[++i], nullptr, 10);
    } else if (word == "print" && i + 1 < count) {
      arguments.prints = true;
      arguments.first = std::strtoull(values[++i], nullptr, 10);
    } else if (word == "compile") {
      arguments.compiles = true;
    } else {
      arguments.corpus.push_back(read(values[i]));
      require(!arguments.corpus.back().empty(), "no module", word);
    }
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
  if (!arguments.prints) return campaign(arguments);
  const Words words = mutated(arguments.corpus, arguments.first);
  std::fwrite(words.data(), sizeof words[0], words.size(), stdout);
  return 0;
}
