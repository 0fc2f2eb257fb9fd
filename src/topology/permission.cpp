#include "topology/permission.h"

#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/options.h"

namespace cleave::topology {
namespace {

/// Of a call that would do nothing: whether it failed because such calls are not for this process.
std::string refusal(const char* name, long result) {
  if (result == 0 || (errno != EPERM && errno != EACCES && errno != ENOSYS)) return "";
  return std::string("the system refuses ") + name + " (" + std::strerror(errno) + ")";
}

bool has_several_nodes(const Machine& machine) {
  return machine.is_this_system && machine.at(Level::numa).size() > 1;
}

}  // namespace

std::string why_unbound(const Machine& machine) {
  if (!machine.is_this_system) return "this is a description of a machine, not the machine itself";
  if (!support::options().bind) return "CLEAVE_BIND is 0";
  // To no processor at all: an invalid argument to whoever may call it.
  return refusal("sched_setaffinity", syscall(SYS_sched_setaffinity, 0, 0, nullptr));
}

std::string why_unplaced(const Machine& machine) {
  if (!has_several_nodes(machine)) return "";
  return refusal("mbind", syscall(SYS_mbind, nullptr, 0, MPOL_DEFAULT, nullptr, 0, 0));
}

std::string why_unmoved(const Machine& machine) {
  if (why_unplaced(machine).empty()) return "";  // mbind moves, too
  return refusal("move_pages",
                 syscall(SYS_move_pages, 0, 0, nullptr, nullptr, nullptr, MPOL_MF_MOVE));
}

}  // namespace cleave::topology
