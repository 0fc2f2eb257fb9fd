// The ways in which the compiler can be asked to make code, and processes that each use one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cleave::tests::differential {

struct Configuration {
  std::string road;  // "reference" or "vector"
  unsigned width = 16;
  std::string disabled_passes;  // with commas

  [[nodiscard]] std::string describe() const;
};

/// The passes of the vector pipeline that its results do not depend on.
std::vector<std::string> optional_passes();

/// By seed: for each launch a hash, or what went wrong.
using Results = std::map<uint64_t, std::vector<std::string>>;

/// Runs this program again, with `arguments`, in a process of its own; it prints lines
/// "SEED result result …". Returns these, and says of the seed that it died or hung with.
Results run_process(const Configuration& configuration, const std::vector<std::string>& arguments,
                    const std::vector<uint64_t>& seeds);

/// As run_process, and starts again after a seed that ended the process.
Results run_seeds(const Configuration& configuration, uint64_t first, uint64_t count);

/// Do they differ where both roads should agree?
bool disagree(const std::vector<std::string>& reference, const std::vector<std::string>& other);

}  // namespace cleave::tests::differential
