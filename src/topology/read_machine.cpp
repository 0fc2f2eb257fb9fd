// hwloc to the value tree. Facts about hwloc 2.9 that shape this file: I/O discovery stays off (it
// would open every OpenCL driver, this one too), binding stays unchanged, and a synthetic topology
// says it can bind but does not. Variables of the environment (HWLOC_XMLFILE, HWLOC_FSROOT, …) make
// it read a description where this machine is asked for, and nothing in its interface prevents
// that: whose description it is, is found out here. Whether hwloc thinks that it is of this system
// does not matter, since HWLOC_THISSYSTEM may claim either.
#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <utility>

#include "options/options.h"
#include "os/affinity.h"
#include "topology/cgroup.h"
#include "topology/topology.h"

namespace cleave::topology {
namespace {

struct TopologyDeleter {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, TopologyDeleter>;

bool is_file(const std::string& description) {
  return description.find('/') != std::string::npos || description.ends_with(".xml");
}

/// Points hwloc at what `description` names; false when it names nothing that hwloc can read.
bool set_source(hwloc_topology* topology, const std::string& description) {
  if (description.empty()) return true;
  if (is_file(description)) return hwloc_topology_set_xml(topology, description.c_str()) == 0;
  return hwloc_topology_set_synthetic(topology, description.c_str()) == 0;
}

Topology load(const std::string& description) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Topology topology(raw);
  if (!set_source(raw, description)) return nullptr;
  if (hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING) != 0) return nullptr;
  hwloc_topology_set_all_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return topology;
}

/// Units in hwloc's logical order. Those of this system are the `allowed` ones alone.
void read_units(hwloc_topology* topology, const std::vector<uint32_t>& allowed, Machine& machine) {
  int count = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
  for (int i = 0; i < count; ++i) {
    hwloc_obj_t object = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, static_cast<unsigned>(i));
    uint32_t processor = object->os_index;
    if (machine.is_this_system && !std::ranges::binary_search(allowed, processor)) continue;
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, object);
    machine.units.push_back(
        {processor, core == nullptr ? object->logical_index : core->logical_index});
  }
}

/// Leaves as many units as the quota of the control group pays for: more threads than that would
/// use its time up early in each period, and all wait for the next one.
void keep_within_quota(const CgroupLimits& limits, Machine& machine) {
  if (limits.processors == 0 || !options::options().cpu_quota) return;
  std::vector<Unit> kept;
  for (uint32_t unit : choose_units(machine, limits.processors, limits.identity)) {
    kept.push_back(machine.units[unit]);
  }
  machine.units = std::move(kept);
}

/// The unit of each operating-system processor.
std::map<uint32_t, uint32_t> index_units(const Machine& machine) {
  std::map<uint32_t, uint32_t> unit_of;
  for (uint32_t unit = 0; unit < machine.units.size(); ++unit) {
    unit_of[machine.units[unit].os_processor] = unit;
  }
  return unit_of;
}

UnitSet units_under(hwloc_obj_t object, const std::map<uint32_t, uint32_t>& unit_of) {
  std::vector<uint32_t> indices;
  if (object->cpuset == nullptr) return UnitSet();
  for (int p = hwloc_bitmap_first(object->cpuset); p >= 0;
       p = hwloc_bitmap_next(object->cpuset, p)) {
    auto found = unit_of.find(static_cast<uint32_t>(p));
    if (found != unit_of.end()) indices.push_back(found->second);
  }
  return UnitSet(std::move(indices));
}

hwloc_obj_type_t type_of(Level level) {
  switch (level) {
    case Level::numa:
      return HWLOC_OBJ_NUMANODE;
    case Level::l4:
      return HWLOC_OBJ_L4CACHE;
    case Level::l3:
      return HWLOC_OBJ_L3CACHE;
    case Level::l2:
      return HWLOC_OBJ_L2CACHE;
    case Level::l1:
      return HWLOC_OBJ_L1CACHE;
  }
  return HWLOC_OBJ_MACHINE;
}

/// Memory may belong to one node and, beside it, to a whole package of nodes: a unit then counts
/// for the smallest group that it is in, and what is left of the larger one for that.
void make_disjoint(std::vector<Group>& groups, size_t unit_count) {
  std::vector<Group*> smallest_first;
  for (Group& group : groups) smallest_first.push_back(&group);
  std::ranges::sort(smallest_first, {}, [](const Group* g) {
    return std::pair(g->units.count(), g);  // of equal size the one listed first
  });
  std::vector<bool> taken(unit_count);
  for (Group* group : smallest_first) {
    std::vector<uint32_t> own;
    for (uint32_t unit : group->units) {
      if (!taken[unit]) own.push_back(unit);
      taken[unit] = true;
    }
    group->units = UnitSet(std::move(own));
  }
  std::erase_if(groups, [](const Group& group) { return group.units.empty(); });
}

/// Memory-only nodes have no units, and nodes with equal processor sets can be split at only once:
/// a domain needs distinct, non-empty sets.
void read_groups(hwloc_topology* topology, Level level, const std::map<uint32_t, uint32_t>& unit_of,
                 Machine& machine) {
  std::vector<Group>& groups = machine.groups[static_cast<size_t>(level)];
  hwloc_obj_t object = nullptr;
  while ((object = hwloc_get_next_obj_by_type(topology, type_of(level), object)) != nullptr) {
    UnitSet units = units_under(object, unit_of);
    if (units.empty()) continue;
    bool memory = level == Level::numa;
    uint64_t bytes = memory ? object->attr->numanode.local_memory : object->attr->cache.size;
    if (!memory && object->attr->cache.linesize != 0) {
      machine.cache_line_bytes = std::max(machine.cache_line_bytes, object->attr->cache.linesize);
    }
    auto same = std::ranges::find(groups, units, &Group::units);
    if (same == groups.end()) {
      groups.push_back({object->os_index, bytes, std::move(units)});
    } else {
      same->bytes += memory ? bytes : 0;
    }
  }
  make_disjoint(groups, machine.units.size());
}

/// The highest frequency in kHz that the kernel gives the first processor; 0: it says none.
uint64_t highest_kilohertz() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  uint64_t value = 0;
  return file >> value ? value : 0;
}

/// The value of the first line of /proc/cpuinfo with this key; empty: there is none.
std::string processor_fact(const std::string& key) {
  std::ifstream information("/proc/cpuinfo");
  for (std::string line; std::getline(information, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

/// hwloc's; empty: it has none.
std::string processor_name(hwloc_topology* topology) {
  const char* name = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "CPUModel");
  hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  if (name == nullptr && package != nullptr) name = hwloc_obj_get_info_by_name(package, "CPUModel");
  return name == nullptr ? "" : name;
}

/// MHz; the kernel's highest frequency, or what /proc/cpuinfo shows now.
uint32_t clock_frequency() {
  const uint64_t kilohertz = highest_kilohertz();
  if (kilohertz != 0) return static_cast<uint32_t>(kilohertz / 1000);
  return static_cast<uint32_t>(std::strtod(processor_fact("cpu MHz").c_str(), nullptr));
}

uint64_t physical_memory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string explain(const std::string& description) {
  if (is_file(description)) {
    return "'" + description + "' cannot be read as an hwloc XML file (lstopo writes one: lstopo " +
           "machine.xml)";
  }
  return "'" + description + "' is no hwloc synthetic description; right would be for example " +
         "\"node:2 l3:1 core:4 pu:2\" or the path of an XML file";
}

/// The variables by which hwloc reads something else than this machine, as they are set.
std::string sources_in_environment() {
  std::string set;
  for (const char* variable : {"HWLOC_FSROOT", "HWLOC_CPUID_PATH", "HWLOC_SYNTHETIC",
                               "HWLOC_XMLFILE", "HWLOC_COMPONENTS"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr) set += (set.empty() ? "" : ", ") + std::string(variable) + "=" + value;
  }
  return set;
}

/// True if the kernel says the same of a node. It says nothing of a node without processors.
bool is_node_here(hwloc_obj_t node) {
  std::ifstream file("/sys/devices/system/node/node" + std::to_string(node->os_index) + "/cpulist");
  std::string list;
  if (!file) return node->os_index == 0 && !std::filesystem::exists("/sys/devices/system/node");
  std::getline(file, list);
  const std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> here(hwloc_bitmap_alloc(),
                                                                       hwloc_bitmap_free);
  if (hwloc_bitmap_list_sscanf(here.get(), list.c_str()) != 0) return false;
  return hwloc_bitmap_iszero(here.get()) != 0 ||
         hwloc_bitmap_isincluded(node->cpuset, here.get()) != 0;
}

/// True where what hwloc read can be this machine: each processor that this process may use is
/// there, and where it came from a description also its nodes and the processor's name are those
/// here.
bool can_be_this_machine(hwloc_topology* topology, const std::vector<uint32_t>& allowed) {
  for (uint32_t processor : allowed) {
    if (hwloc_get_pu_obj_by_os_index(topology, processor) == nullptr) return false;
  }
  if (sources_in_environment().empty()) return true;
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    if (!is_node_here(node)) return false;
  }
  const std::string name = processor_name(topology);
  return name.empty() || name == processor_fact("model name");
}

/// The least that can be said of this machine: its processors, each a core of its own, in one node.
void read_flat(const std::vector<uint32_t>& allowed, const CgroupLimits& limits, Machine& machine) {
  for (uint32_t processor : allowed) {
    machine.units.push_back({processor, static_cast<uint32_t>(machine.units.size())});
  }
  keep_within_quota(limits, machine);
  if (machine.units.empty()) return;
  machine.groups[static_cast<size_t>(Level::numa)] = {{0, physical_memory(), machine.all_units()}};
  machine.processor_name = processor_fact("model name");
}

std::string explain_flat() {
  const std::string sources = sources_in_environment();
  const std::string what = sources.empty() ? "what hwloc read is not this machine"
                                           : "this machine is not what hwloc reads with " + sources;
  return what +
         "; its processors are used without knowledge of their caches and nodes (only "
         "CLEAVE_TOPOLOGY describes another machine)";
}

void read_structure(hwloc_topology* topology, const std::vector<uint32_t>& allowed,
                    const CgroupLimits& limits, Machine& machine) {
  read_units(topology, allowed, machine);
  if (machine.is_this_system) keep_within_quota(limits, machine);
  const auto unit_of = index_units(machine);
  for (Level level : all_levels) read_groups(topology, level, unit_of, machine);
  machine.processor_name = processor_name(topology);
}

}  // namespace

MachineOrProblem read_machine(const std::string& description) {
  MachineOrProblem result;
  Machine& machine = result.machine;
  machine.is_this_system = description.empty();
  const Topology topology = load(description);
  if (topology == nullptr && !machine.is_this_system) {
    result.problem = explain(description);
    return result;
  }
  const CgroupLimits limits = read_cgroup_limits("/");
  const std::vector<uint32_t> allowed = os::allowed_processors();
  if (machine.is_this_system &&
      (topology == nullptr || !can_be_this_machine(topology.get(), allowed))) {
    result.note = explain_flat();
    read_flat(allowed, limits, machine);
  } else {
    read_structure(topology.get(), allowed, limits, machine);
  }
  if (machine.processor_name.empty()) machine.processor_name = "CPU";
  machine.memory_bytes = std::min(physical_memory(), limits.memory_bytes);
  machine.maximum_clock_frequency = clock_frequency();
  if (machine.units.empty()) result.problem = "no processor that this process may use was found";
  return result;
}

}  // namespace cleave::topology
