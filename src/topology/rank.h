// Finds out from the environment (ranks.def) which process of a job this is, and so which part of
// the machine is its own: for CLEAVE_SPLIT=ranks, CLEAVE_SPLIT_AS=rank and `cleave run
// --rank-from-env`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topology/topology.h"

namespace cleave::topology {

struct ProcessRank {
  uint32_t number = 0;   // among the processes on this machine, from 0
  std::string variable;  // that said so
};

/// Reads what the job's starter (mpirun, srun, …) has set. False: `problem` says that nothing is
/// set, or which variable holds no number.
[[nodiscard]] bool rank_from_environment(ProcessRank& rank, std::string& problem);

/// Reads likewise how many processes of the job are on this machine, from the starter that says
/// which of them this one is.
[[nodiscard]] bool rank_count_from_environment(uint32_t& count, std::string& problem);

/// The words of CLEAVE_SPLIT and CLEAVE_SPLIT_AS (root_devices in topology/partition.h).
struct RootRequest {
  std::string split;
  std::string as;  // also "rank": the part with the number of this process' rank
};

/// The root devices that are asked for. Words that only this process' environment can explain,
/// "ranks" and "rank", are replaced by what they come to here: "ranks:N" and "one:N". None, and a
/// `problem`, when that cannot be.
[[nodiscard]] std::vector<UnitSet> root_devices_here(const Machine& machine, RootRequest& request,
                                                     std::string& problem);

/// Says in words how a job's starter is kept from binding processes.
inline constexpr const char* how_to_leave_unbound =
    "`mpirun --bind-to none` or `srun --cpu-bind=none` leaves the dividing to Cleave";

}  // namespace cleave::topology
