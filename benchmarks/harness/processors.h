// The processors that this process may use, in the order in which drivers number compute units.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cleave::benchmark {

/// Neighbours first: by package, core, and then thread.
[[nodiscard]] std::vector<int> processors_by_core();

/// Keeps the calling thread on these processors while it lives. None: nothing is done.
class KeptOn {
 public:
  explicit KeptOn(std::span<const int> processors);
  ~KeptOn();
  KeptOn(const KeptOn&) = delete;
  KeptOn& operator=(const KeptOn&) = delete;

 private:
  std::vector<int> before_;  // empty: nothing to be undone
};

}  // namespace cleave::benchmark
