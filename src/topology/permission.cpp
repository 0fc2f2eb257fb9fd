#include "topology/permission.h"

#include <cerrno>
#include <cstring>

#include "options/options.h"
#include "os/os.h"

namespace cleave::topology {
namespace {

/// Says in words that a call failed because such calls are not for this process; "": it did not.
std::string refusal(const os::ProbedCall& call) {
  if (call.error != EPERM && call.error != EACCES && call.error != ENOSYS) return "";
  return std::string("the system refuses ") + call.name + " (" + std::strerror(call.error) + ")";
}

bool has_several_nodes(const Machine& machine) {
  return machine.is_this_system && machine.at(Level::numa).size() > 1;
}

}  // namespace

std::string why_unbound(const Machine& machine) {
  if (!machine.is_this_system) return "this is a description of a machine, not the machine itself";
  if (!options::options().bind) return "CLEAVE_BIND is 0";
  return refusal(os::probe_binding_threads());
}

std::string why_unplaced(const Machine& machine) {
  if (!has_several_nodes(machine)) return "";
  return refusal(os::probe_preferring_nodes());
}

std::string why_unmoved(const Machine& machine) {
  if (why_unplaced(machine).empty()) return "";  // mbind moves, too
  return refusal(os::probe_moving_pages());
}

}  // namespace cleave::topology
