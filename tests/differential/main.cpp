// Runs random kernels on the reference road and on the vector road and compares what they wrote.
//
//   differential_test compare FIRST COUNT [WIDTH...]  each seed on both roads, with each optional
//                                         pass left out; WIDTHs other than 4 8 16 32 64
//   differential_test quick FIRST COUNT   the same with one width and one more configuration a
//   batch differential_test reduce SEED WIDTH [PASSES]      the smallest kernel that still differs
//   differential_test print SEED          the kernel
//   differential_test show FILE SEED      runs a kernel from a file, with the launches of a seed,
//   in
//                                         this process' configuration, and prints what it wrote
//   differential_test run FIRST COUNT     what `compare` runs in processes of their own
//   differential_test run-file FILE SEED  likewise of `reduce`
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <iterator>

#include "configuration.h"
#include "execution.h"
#include "kernel_generator.h"
#include "reduction.h"

namespace cleave::tests::differential {
namespace {

constexpr unsigned launches_per_kernel = 2;
constexpr uint64_t batch = 25;

void print_results(uint64_t seed, const std::vector<std::string>& results) {
  std::string line = std::to_string(seed);
  for (const std::string& result : results) line += " " + result;
  std::puts(line.c_str());
  std::fflush(stdout);
}

int run(uint64_t first, uint64_t count) {
  Executor executor;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    print_results(seed, executor.run(source_of(generate_kernel(seed).lines),
                                     launches_of(seed, launches_per_kernel)));
  }
  return 0;
}

std::string content_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int run_file(const char* path, uint64_t seed, bool shows) {
  Executor executor;
  std::string log;
  const std::vector<LaunchShape> launches = launches_of(seed, launches_per_kernel);
  print_results(seed, executor.run(content_of(path), launches, shows ? &log : nullptr));
  if (shows) {
    for (const LaunchShape& shape : launches) std::printf("%s\n", describe(shape).c_str());
    std::fputs(log.c_str(), stdout);
  }
  return 0;
}

void report(uint64_t seed, const Configuration& configuration,
            const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
  const std::vector<LaunchShape> launches = launches_of(seed, launches_per_kernel);
  std::printf("DIFFERS seed %llu, %s:\n", static_cast<unsigned long long>(seed),
              configuration.describe().c_str());
  for (size_t i = 0; i < expected.size(); ++i) {
    const std::string result = i < actual.size() ? actual[i] : "nothing";
    if (result == expected[i]) continue;
    std::printf("  %s: %s, not %s\n", describe(launches[i]).c_str(), result.c_str(),
                expected[i].c_str());
  }
  std::fflush(stdout);
}

struct Tally {
  uint64_t kernels = 0, comparisons = 0, differences = 0, failures = 0;
};

void compare_batch(uint64_t first, uint64_t count, const Configuration& reference,
                   const std::vector<Configuration>& others, Tally& tally) {
  auto start = [&](const Configuration& configuration) {
    return std::async(std::launch::async, [=] { return run_seeds(configuration, first, count); });
  };
  auto expected_later = start(reference);
  std::vector<Results> results;
  for (const Configuration& configuration : others) results.push_back(start(configuration).get());
  const Results expected = expected_later.get();
  tally.kernels += expected.size();
  for (const auto& [seed, of_seed] : expected) {
    for (const std::string& result : of_seed) {
      if (result.find(':') == std::string::npos) continue;
      ++tally.failures;
      std::printf("INVALID seed %llu, %s: %s\n", static_cast<unsigned long long>(seed),
                  reference.describe().c_str(), result.c_str());
      break;
    }
    for (size_t i = 0; i < others.size(); ++i) {
      ++tally.comparisons;
      if (!disagree(of_seed, results[i].at(seed))) continue;
      ++tally.differences;
      report(seed, others[i], of_seed, results[i].at(seed));
    }
  }
}

int finish(const Tally& tally) {
  std::printf("%llu kernels on the reference road, %llu comparisons, %llu differ, %llu invalid\n",
              static_cast<unsigned long long>(tally.kernels),
              static_cast<unsigned long long>(tally.comparisons),
              static_cast<unsigned long long>(tally.differences),
              static_cast<unsigned long long>(tally.failures));
  return tally.differences == 0 && tally.failures == 0 ? 0 : 1;
}

int compare(uint64_t first, uint64_t count, std::vector<unsigned> widths) {
  if (widths.empty()) widths = {4, 8, 16, 32, 64};
  Tally tally;
  for (uint64_t begin = 0; begin < count; begin += batch) {
    for (unsigned width : widths) {
      std::vector<Configuration> others = {{"vector", width, ""}};
      for (const std::string& pass : optional_passes()) others.push_back({"vector", width, pass});
      compare_batch(first + begin, std::min(batch, count - begin), {"reference", width, ""}, others,
                    tally);
    }
  }
  return finish(tally);
}

int compare_quickly(uint64_t first, uint64_t count) {
  constexpr std::array<unsigned, 5> widths = {16, 8, 32, 4, 64};
  const std::vector<std::string> passes = optional_passes();
  Tally tally;
  for (uint64_t begin = 0; begin < count; begin += batch) {
    const uint64_t number = (first + begin) / batch;
    const unsigned width = widths[number % widths.size()];
    std::vector<Configuration> others = {{"vector", width, ""}};
    if (number % 2 == 1) others.push_back({"vector", width, passes[number / 2 % passes.size()]});
    compare_batch(first + begin, std::min(batch, count - begin), {"reference", width, ""}, others,
                  tally);
  }
  return finish(tally);
}

int reduce_seed(uint64_t seed, const Configuration& configuration) {
  const Configuration reference = {"reference", configuration.width, ""};
  const std::string path = "/tmp/differential." + std::to_string(getpid()) + ".cl";
  auto still_fails = [&](const std::vector<std::string>& lines) {
    std::ofstream(path) << source_of(lines);
    auto results_of = [&](const Configuration& one) {
      return run_process(one, {"run-file", path, std::to_string(seed)}, {seed}).at(seed);
    };
    auto actual = std::async(std::launch::async, results_of, configuration);
    const std::vector<std::string> expected = results_of(reference);
    return disagree(expected, actual.get());
  };
  std::vector<std::string> lines = generate_kernel(seed).lines;
  if (!still_fails(lines)) {
    std::fprintf(stderr, "seed %llu does not differ on the %s\n",
                 static_cast<unsigned long long>(seed), configuration.describe().c_str());
    return 1;
  }
  lines = reduce(std::move(lines), still_fails);
  for (const std::string& line : lines) std::puts(line.c_str());
  std::remove(path.c_str());
  return 0;
}

int main_of(const std::vector<std::string>& words) {
  auto number = [&](size_t i) { return std::strtoull(words[i].c_str(), nullptr, 0); };
  const std::string command = words.empty() ? "" : words[0];
  if (command == "run" && words.size() == 3) return run(number(1), number(2));
  if (command == "run-file" && words.size() == 3)
    return run_file(words[1].c_str(), number(2), false);
  if (command == "show" && words.size() == 3) return run_file(words[1].c_str(), number(2), true);
  if (command == "quick" && words.size() == 3) return compare_quickly(number(1), number(2));
  if (command == "print" && words.size() == 2) {
    std::fputs(source_of(generate_kernel(number(1)).lines).c_str(), stdout);
    return 0;
  }
  if (command == "compare" && words.size() >= 3) {
    std::vector<unsigned> widths;
    for (size_t i = 3; i < words.size(); ++i) widths.push_back(static_cast<unsigned>(number(i)));
    return compare(number(1), number(2), widths);
  }
  if (command == "reduce" && words.size() >= 3) {
    return reduce_seed(
        number(1), {"vector", static_cast<unsigned>(number(2)), words.size() > 3 ? words[3] : ""});
  }
  std::fprintf(stderr, "usage: differential_test compare|quick|reduce|print|show ...\n");
  return 2;
}

}  // namespace
}  // namespace cleave::tests::differential

int main(int count, char** words) {
  return cleave::tests::differential::main_of({words + 1, words + count});
}
