// Which process of a job this is, for `cleave run --rank-from-env`.
#pragma once

#include <cstdint>
#include <string>

namespace cleave::tool {

struct Rank {
  uint32_t number = 0;   // among the processes on this machine, from 0
  std::string variable;  // that said so
};

/// Reads what the job's starter (mpirun, srun, …) has set. False: `problem` says that nothing is
/// set, or which variable holds no number.
[[nodiscard]] bool rank_from_environment(Rank& rank, std::string& problem);

}  // namespace cleave::tool
