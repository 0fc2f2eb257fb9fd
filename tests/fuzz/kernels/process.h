// Processes of this program that each run kernels in one configuration.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "configuration.h"

namespace cleave::test::fuzz::kernels {

/// This many launches of each kernel are compared.
inline constexpr unsigned launches_per_kernel = 3;

/// Which launches a process makes of each kernel: all, or one, another for each seed.
struct LaunchChoice {
  static constexpr unsigned all = launches_per_kernel;
  unsigned first = all;

  [[nodiscard]] std::vector<unsigned> of(uint64_t seed) const;
};

/// By seed and launch: a hash of what was written, or what went wrong.
using Results = std::map<uint64_t, std::map<unsigned, std::string>>;

/// Behind a result that is wrong whatever another configuration writes: packets of pipes were lost
/// or made up, a kernel has found an answer wrong, or an image does not hold what was written.
inline constexpr const char* failed_check = "!check";
bool has_failed_check(const std::string& result);

/// The result of a kernel that clang makes no module of.
inline constexpr const char* no_module = "module:none";

/// Does a result say that something went wrong?
bool is_failure(const std::string& result);

/// Runs the kernels of `seeds`. A process that dies or hangs gives that as the result of the kernel
/// it was at; another goes on with the rest.
Results run_seeds(const Configuration& configuration, const LaunchChoice& launches,
                  std::vector<uint64_t> seeds);

/// Runs a kernel from a file, once, with a launch of a seed.
std::string run_file(const Configuration& configuration, const std::string& path, uint64_t seed,
                     unsigned launch);

}  // namespace cleave::test::fuzz::kernels
