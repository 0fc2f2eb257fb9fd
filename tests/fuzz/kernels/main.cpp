// Runs random kernels on the scalar mode and in other configurations, and compares what they
// wrote. A CONFIGURATION is a word such as vector:16 or vector:8:simplify,scalarise (without these
// passes) or vector:32::avx2.
//
//   kernel_fuzz run FIRST COUNT [--jobs N] [--seconds S] [--keep FOLDER]
//                   [--batch N] [--differences N] [--with TEXT]
//                                         at every width; kernels that differ are kept and reduced
//   kernel_fuzz quick FIRST COUNT         the same with a width for every batch
//   kernel_fuzz modules FIRST COUNT       the same with clang's SPIR-V of kernels, in both modes,
//                                         beside the scalar mode from OpenCL C
//   kernel_fuzz reduce SEED CONFIGURATION   the smallest kernel that still differs
//   kernel_fuzz check-reduction [TEXT...]   makes kernels that have the text as small
//                                         as they can be and still run with it
//   kernel_fuzz print SEED                the kernel
//   kernel_fuzz show FILE SEED            runs a kernel from a file, with the launches of a seed,
//                                         in this process' configuration, and prints what it wrote
//   kernel_fuzz work …, work-file … what processes of `run` and `reduce` do
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "campaign.h"
#include "execution.h"
#include "kernel_generator.h"
#include "reduction_check.h"

namespace cleave::test::fuzz::kernels {
namespace {

using Words = std::vector<std::string>;

uint64_t number(const std::string& word) {
  return std::strtoull(word.c_str(), nullptr, 0);
}

/// work LAUNCHES SEED…
int work(const Words& words) {
  Executor executor;
  const LaunchChoice choice = {static_cast<unsigned>(number(words[1]))};
  for (size_t i = 2; i < words.size(); ++i) {
    const uint64_t seed = number(words[i]);
    executor.run(source_of(generate_kernel(seed).lines), seed, choice.of(seed));
  }
  return 0;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// work-file FILE SEED LAUNCH
int work_on_file(const Words& words) {
  Executor().run(content_of(words[1]), number(words[2]), {static_cast<unsigned>(number(words[3]))});
  return 0;
}

int show(const Words& words) {
  std::string log;
  Executor().run(content_of(words[1]), number(words[2]), LaunchChoice{}.of(0), &log);
  std::fputs(log.c_str(), stdout);
  return 0;
}

int print(const Words& words) {
  std::fputs(source_of(generate_kernel(number(words[1])).lines).c_str(), stdout);
  return 0;
}

int run_campaign(const Words& words) {
  Campaign campaign = {.first = number(words[1]), .count = number(words[2]), .folder = {}};
  if (words[0] == "quick") campaign.breadth = Breadth::quick;
  if (words[0] == "modules") campaign.breadth = Breadth::modules;
  campaign.jobs = std::max(1u, std::thread::hardware_concurrency());
  for (size_t i = 3; i + 1 < words.size(); i += 2) {
    if (words[i] == "--jobs") campaign.jobs = static_cast<unsigned>(number(words[i + 1]));
    if (words[i] == "--seconds") campaign.seconds = number(words[i + 1]);
    if (words[i] == "--batch") campaign.batch = std::max<uint64_t>(1, number(words[i + 1]));
    if (words[i] == "--differences") campaign.differences = number(words[i + 1]);
    if (words[i] == "--with") campaign.text = words[i + 1];
    if (words[i] == "--keep") campaign.folder = words[i + 1];
  }
  return run(campaign);
}

int reduce(const Words& words) {
  const auto configuration = parse_configuration(words[2]);
  if (configuration) return reduce_seed(number(words[1]), *configuration);
  std::fprintf(stderr, "'%s' is no configuration, such as vector:16\n", words[2].c_str());
  return 2;
}

int check(const Words& words) {
  return check_reduction({words.begin() + 1, words.end()});
}

struct Command {
  const char* name;
  size_t least_words;
  int (*function)(const Words& words);
};

constexpr Command commands[] = {
    {"run", 3, run_campaign},
    {"quick", 3, run_campaign},
    {"modules", 3, run_campaign},
    {"reduce", 3, reduce},
    {"check-reduction", 1, check},
    {"print", 2, print},
    {"show", 3, show},
    {"work", 3, work},
    {"work-file", 4, work_on_file},
};

int main_of(const Words& words) {
  for (const Command& command : commands) {
    if (words.empty() || words[0] != command.name || words.size() < command.least_words) continue;
    return command.function(words);
  }
  std::fprintf(stderr, "usage: kernel_fuzz run|quick|modules|reduce|print|show …\n");
  return 2;
}

}  // namespace
}  // namespace cleave::test::fuzz::kernels

int main(int count, char** words) {
  return cleave::test::fuzz::kernels::main_of({words + 1, words + count});
}
