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
#include "options/options.h"
#include "topology/rank.h"

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

/// Returns how many processors a process may use; 0 where that cannot be asked.
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
               own, of_starter, topology::how_to_leave_unbound);
}

/// Replaces the words of `wanted` by what they come to here. Gives what is wrong with the parts
/// that the program would get.
std::string resolve(topology::RootRequest& wanted) {
  const topology::MachineOrProblem read = topology::read_machine(options::options().topology);
  if (!read.problem.empty()) return read.problem;
  const bool by_rank = wanted.as == "rank";
  std::string problem;
  if (root_devices_here(read.machine, wanted, problem).empty()) return problem;
  if (by_rank) note_binding(read.machine);
  return "";
}

/// Which part of the split the request, or the environment, names; "" and a problem: there is none.
std::string part_of(const RunRequest& request, const std::string& split, std::string& problem) {
  const std::string option = request.rank_from_env ? "--rank-from-env"
                             : request.as.empty()  ? ""
                                                   : "--as=" + request.as;
  if (split.empty() && !option.empty()) {
    problem = without_split(option);
  } else if (request.rank_from_env && !request.as.empty()) {
    problem = "--rank-from-env and --as both say which part; right would be one of them";
  } else if (request.rank_from_env) {
    return "rank";
  } else if (!request.as.empty()) {
    return request.as;
  } else if (request.split.empty()) {
    return options::options().split_as;
  }
  return "all";
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
  topology::RootRequest wanted;
  wanted.split = request.split.empty() ? options::options().split : request.split;
  std::string problem;
  wanted.as = part_of(request, wanted.split, problem);
  if (problem.empty()) problem = resolve(wanted);
  if (!problem.empty()) return refuse(problem, 2);
  problem = choose_driver();
  if (!problem.empty()) return refuse(problem, 1);

  if (!wanted.split.empty()) {
    setenv("CLEAVE_SPLIT", wanted.split.c_str(), 1);
    setenv("CLEAVE_SPLIT_AS", wanted.as.c_str(), 1);
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
