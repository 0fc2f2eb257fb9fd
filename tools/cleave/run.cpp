#include "run.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "driver.h"
#include "support/options.h"
#include "topology/partition.h"

namespace cleave::tool {
namespace {

int refuse(const std::string& problem, int status) {
  std::fprintf(stderr, "cleave run: %s\n", problem.c_str());
  return status;
}

/// What is wrong with the parts that the program would get.
std::string check(const std::string& split, const std::string& as) {
  const topology::MachineOrProblem read = topology::read_machine(support::options().topology);
  if (!read.problem.empty()) return read.problem;
  if (split.empty() && !as.empty()) {
    return "--as=" + as +
           " names parts of a split, and there is none; right would be for example " +
           "--split=equally:1 --as=" + as;
  }
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
  if (as.empty() && request.split.empty() && !split.empty()) as = options.split_as;
  std::string problem = check(split, as);
  if (!problem.empty()) return refuse(problem, 2);
  problem = choose_driver();
  if (!problem.empty()) return refuse(problem, 1);

  if (!split.empty()) {
    setenv("CLEAVE_SPLIT", split.c_str(), 1);
    setenv("CLEAVE_SPLIT_AS", as.empty() ? "all" : as.c_str(), 1);
  }
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
