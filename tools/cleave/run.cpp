#include "run.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "driver.h"
#include "rank.h"
#include "support/options.h"
#include "topology/partition.h"

namespace cleave::tool {
namespace {

int refuse(const std::string& problem, int status) {
  std::fprintf(stderr, "cleave run: %s\n", problem.c_str());
  return status;
}

std::string without_split(const std::string& option) {
  return option + " names parts of a split, and there is none; right would be for example " +
         "--split=equally:1 " + option;
}

constexpr const char* how_to_leave_it =
    "`mpirun --bind-to none` or `srun --cpu-bind=none` leaves the dividing to --split";

/// What to do about a machine of which this process may only use some processors, where that may be
/// the doing of what started it.
std::string about_binding(const topology::Machine& machine) {
  const auto online = static_cast<size_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 0L));
  if (!machine.is_this_system || machine.units.size() >= online) return "";
  return "; this process may use " + std::to_string(machine.units.size()) + " of " +
         std::to_string(online) + " processors: if the job's starter bound it, " + how_to_leave_it;
}

/// How many processors a process may use; 0 where that cannot be asked.
size_t allowed_processors(pid_t process) {
  std::vector<cpu_set_t> mask(64);  // 65536 processors
  const size_t bytes = mask.size() * sizeof mask[0];
  if (sched_getaffinity(process, bytes, mask.data()) != 0) return 0;
  return static_cast<size_t>(CPU_COUNT_S(bytes, mask.data()));
}

/// A process that was bound when it was started has its part already. --split then divides that
/// once more, which is seldom meant and leaves processors unused: one line says so.
void note_binding(const topology::Machine& machine) {
  const size_t own = allowed_processors(0);
  const size_t of_starter = allowed_processors(getppid());
  if (!machine.is_this_system || own == 0 || own >= of_starter) return;
  std::fprintf(stderr,
               "cleave run: this process is bound to %zu of the %zu processors that what started "
               "it may use, and --split divides only these; if the job's starter bound it, %s\n",
               own, of_starter, how_to_leave_it);
}

/// Turns the rank of this process into "one:N". Gives what is wrong.
std::string choose_by_rank(const std::string& split, std::string& as) {
  const topology::MachineOrProblem read = topology::read_machine(support::options().topology);
  if (!read.problem.empty()) return read.problem;
  if (split.empty()) return without_split("--rank-from-env");
  if (!as.empty())
    return "--rank-from-env and --as both say which part; right would be one of them";
  Rank rank;
  std::string problem;
  if (!rank_from_environment(rank, problem)) return problem;
  const size_t parts = root_devices(read.machine, split, "all", problem).size();
  if (parts == 0) return problem + about_binding(read.machine);
  if (rank.number >= parts) {
    return "no part is left for this process: " + rank.variable + "=" +
           std::to_string(rank.number) + ", and --split=" + split + " gives " +
           std::to_string(parts) + (parts == 1 ? " part" : " parts") +
           "; right would be at most as many processes on a machine, or smaller parts" +
           about_binding(read.machine);
  }
  note_binding(read.machine);
  as = "one:" + std::to_string(rank.number);
  return "";
}

/// What is wrong with the parts that the program would get.
std::string check(const std::string& split, const std::string& as) {
  const topology::MachineOrProblem read = topology::read_machine(support::options().topology);
  if (!read.problem.empty()) return read.problem;
  if (split.empty() && !as.empty()) return without_split("--as=" + as);
  std::string problem;
  if (root_devices(read.machine, split, as.empty() ? "all" : as, problem).empty()) return problem;
  return "";
}

}  // namespace

int run(const RunRequest& request) {
  if (request.command.empty()) {
    return refuse("no program is named; right would be: cleave run [options] -- program arguments",
                  2);
  }
  if (request.command[0].starts_with('-')) {
    return refuse("'" + request.command[0] + "' is no option; cleave run --help lists them", 2);
  }
  const support::Options& options = support::options();
  const std::string split = request.split.empty() ? options.split : request.split;
  std::string as = request.as;
  std::string problem;
  if (request.rank_from_env) {
    problem = choose_by_rank(split, as);
  } else {
    if (as.empty() && request.split.empty() && !split.empty()) as = options.split_as;
    problem = check(split, as);
  }
  if (!problem.empty()) return refuse(problem, 2);
  problem = choose_driver();
  if (!problem.empty()) return refuse(problem, 1);

  if (!split.empty()) {
    setenv("CLEAVE_SPLIT", split.c_str(), 1);
    setenv("CLEAVE_SPLIT_AS", as.empty() ? "all" : as.c_str(), 1);
  }
  if (!request.type.empty()) setenv("CLEAVE_DEVICE_TYPE", request.type.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : request.command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int error = errno;
  return refuse("cannot run '" + request.command[0] + "': " + std::strerror(error),
                error == ENOENT ? 127 : 126);
}

}  // namespace cleave::tool
