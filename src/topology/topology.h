// Describes the machine as plain values: compute units, what they share, and how much memory there
// is. hwloc is an implementation detail of read_machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace cleave::topology {

/// A set of compute units by their index in Machine::units, ascending. A plain value.
class UnitSet {
 public:
  UnitSet() = default;
  /// Any order; duplicates count once.
  explicit UnitSet(std::vector<uint32_t> indices);
  UnitSet(std::initializer_list<uint32_t> indices) : UnitSet(std::vector<uint32_t>(indices)) {}
  /// The indices first … first + count - 1.
  [[nodiscard]] static UnitSet range(uint32_t first, uint32_t count);

  [[nodiscard]] size_t count() const { return indices_.size(); }
  [[nodiscard]] bool empty() const { return indices_.empty(); }
  [[nodiscard]] uint32_t operator[](size_t position) const { return indices_[position]; }
  [[nodiscard]] bool contains(uint32_t index) const;
  /// Returns the number of units of the set with a smaller index.
  [[nodiscard]] size_t position_of(uint32_t index) const;
  [[nodiscard]] bool is_subset_of(const UnitSet& other) const;
  [[nodiscard]] bool intersects(const UnitSet& other) const;
  [[nodiscard]] UnitSet intersection(const UnitSet& other) const;
  [[nodiscard]] auto begin() const { return indices_.begin(); }
  [[nodiscard]] auto end() const { return indices_.end(); }
  friend bool operator==(const UnitSet&, const UnitSet&) = default;
  friend auto operator<=>(const UnitSet&, const UnitSet&) = default;

 private:
  std::vector<uint32_t> indices_;
};

/// A compute unit: one logical processor that this process may use.
struct Unit {
  uint32_t os_processor = 0;  // the number that sched_setaffinity takes
  uint32_t core = 0;          // units of one core share this number (SMT siblings)
};

/// The memory or cache that a group of compute units shares, outermost first: the order of
/// NEXT_PARTITIONABLE.
enum class Level : uint8_t { numa, l4, l3, l2, l1 };
inline constexpr std::array all_levels = {Level::numa, Level::l4, Level::l3, Level::l2, Level::l1};
[[nodiscard]] const char* name_of(Level level);  // "numa", "l4", …

/// One NUMA node or cache and the units that share it.
struct Group {
  uint32_t os_index = 0;
  uint64_t bytes = 0;  // of the node's memory or of the cache; 0: unknown
  UnitSet units;       // never empty
};

/// A machine, or the part of it that this process may use. Immutable once read.
struct Machine {
  std::vector<Unit> units;  // in logical order: neighbours share most
  std::array<std::vector<Group>, all_levels.size()> groups;  // by Level; no two with equal units
  std::string processor_name;
  uint64_t memory_bytes = 0;  // of all nodes, not more than the cgroup allows
  uint32_t cache_line_bytes = 64;
  uint32_t maximum_clock_frequency = 0;  // MHz; 0: unknown
  bool is_this_system = true;  // false: from a description, so threads cannot be bound to it

  [[nodiscard]] const std::vector<Group>& at(Level level) const {
    return groups[static_cast<size_t>(level)];
  }
  [[nodiscard]] UnitSet all_units() const {
    return UnitSet::range(0, static_cast<uint32_t>(units.size()));
  }
  /// The operating system's numbers of their processors, in the order of the units.
  [[nodiscard]] std::vector<uint32_t> processors_of(const UnitSet& some) const;
  /// Bytes of the largest cache of a level; 0: there is none.
  [[nodiscard]] uint64_t largest(Level level) const;
};

/// A machine, or what is wrong with its description, for people.
struct MachineOrProblem {
  Machine machine;      // without units if there is a problem
  std::string problem;  // empty: all is well
  std::string note;     // about a machine that is usable all the same; empty: there is none
};

/// Reads this machine (an empty description), an hwloc synthetic description such as
/// "node:2 l3:2 core:4 pu:2", or an XML file that hwloc exported (a description with a '/' or
/// ending in ".xml"). This machine holds only what the affinity mask and the cgroup allow: of a
/// quota of processor time (cpu.max) as many units as it pays for, see topology/cgroup.h. If
/// hwloc's variables in the environment (HWLOC_XMLFILE, …) have it read a description instead, that
/// gives the caches and nodes if it can be this machine's; otherwise these stay unknown, and a note
/// says so. Starts no thread, changes no binding, asks no I/O plugin of hwloc.
[[nodiscard]] MachineOrProblem read_machine(const std::string& description);

}  // namespace cleave::topology
