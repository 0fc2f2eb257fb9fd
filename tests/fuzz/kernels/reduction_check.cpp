#include "reduction_check.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "kernel_generator.h"
#include "process.h"
#include "reduction.h"

namespace cleave::test::fuzz::kernels {
namespace {

using Lines = std::vector<std::string>;

/// The kernel's head, its first line and its end, a declaration that the feature needs, and it in
/// blocks.
constexpr size_t small = 24;

// Each of these features has its text in a line of its own.
const Lines known = {"switch (",
                     "goto ",
                     "do {",
                     "break;",
                     "continue;",
                     "struct S ",
                     "helper",
                     "half",
                     "double",
                     "atomic_",
                     "atomic_uint",
                     "exchange(",
                     "tree(",
                     "sub_group_",
                     "work_group_",
                     "copy_in(",
                     "printf",
                     "vstore",
                     "shuffle",
                     "several[",
                     "program_",
                     "table",
                     "tile",
                     "lent",
                     "given",
                     "rows",
                     "packed",
                     "select(",
                     "convert_",
                     "get_local_id(1)",
                     "__builtin_unreachable",
                     "opencl_unroll_hint",
                     "host->",
                     "asked(",
                     "write_pipe(to",
                     "reserve_read_pipe(",
                     "read_image",
                     "write_image"};

bool contains(const Lines& lines, const std::string& text) {
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

/// Returns whether the feature is there beyond what every kernel has; the head and the first line
/// of a kernel are the same in all.
bool has_feature(const Lines& lines, const std::string& feature) {
  Lines own;
  std::ranges::copy_if(lines, std::back_inserter(own), [](const std::string& line) {
    return !line.starts_with("kernel void") && !line.starts_with("local uint exchanged");
  });
  return contains(own, feature);
}

bool becomes_small(const std::string& feature) {
  uint64_t seed = 0;
  while (!has_feature(generate_kernel(seed).lines, feature)) {
    if (++seed == 5000) {
      std::printf("no kernel has '%s'\n", feature.c_str());
      return false;
    }
  }
  const Lines whole = generate_kernel(seed).lines;
  const std::string path =
      (std::filesystem::temp_directory_path() / ("reduction." + std::to_string(seed) + ".cl"))
          .string();
  unsigned runs = 0;
  const Configuration oracle = {"scalar", 16, "simplify,optimise"};
  std::ofstream(path) << source_of(whole);
  if (const std::string result = run_file(oracle, path, seed, 0); is_failure(result)) {
    std::printf("seed %llu does not run: %s\n", static_cast<unsigned long long>(seed),
                result.c_str());
    return false;
  }
  const Lines reduced = reduce(whole, [&](const Lines& fewer) {
    if (!has_feature(fewer, feature)) return false;
    std::ofstream(path) << source_of(fewer);
    ++runs;
    return !is_failure(run_file(oracle, path, seed, 0));
  });
  std::filesystem::remove(path);
  std::printf("%-22s seed %llu: %zu lines become %zu in %u runs\n", feature.c_str(),
              static_cast<unsigned long long>(seed), whole.size(), reduced.size(), runs);
  std::fflush(stdout);
  if (reduced.size() <= small) return true;
  for (const std::string& line : reduced) std::printf("    %s\n", line.c_str());
  return false;
}

}  // namespace

int check_reduction(std::vector<std::string> features) {
  if (features.empty()) features = known;
  const auto large = std::ranges::count_if(
      features, [](const std::string& feature) { return !becomes_small(feature); });
  return large == 0 ? 0 : 1;
}

}  // namespace cleave::test::fuzz::kernels
