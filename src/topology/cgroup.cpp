#include "topology/cgroup.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace cleave::topology {
namespace {

namespace fs = std::filesystem;

/// The number that a file begins with; nothing if it does not, as with "max".
std::optional<int64_t> first_number_in(const fs::path& path) {
  std::ifstream file(path);
  int64_t value = 0;
  if (file >> value) return value;
  return std::nullopt;
}

/// Calls `visit` with the folder of a cgroup and those around it, up to the `mount` point. Inside a
/// container the path may be one of outside, of which only the mount point exists here.
void for_each_group(const fs::path& mount, const std::string& path,
                    const std::function<void(const fs::path&)>& visit) {
  fs::path inner = fs::path(path).relative_path();
  while (true) {
    visit(mount / inner);
    if (inner.empty()) return;
    inner = inner.parent_path();
  }
}

class Limits {
 public:
  void add_memory(const fs::path& file) {
    const auto bytes = first_number_in(file);
    if (bytes && *bytes > 0) {
      limits_.memory_bytes = std::min(limits_.memory_bytes, static_cast<uint64_t>(*bytes));
    }
  }
  /// v2: "QUOTA PERIOD", or "max PERIOD".
  void add_quota(const fs::path& file) {
    std::ifstream stream(file);
    double quota = 0, period = 0;
    if (stream >> quota >> period) add_quota(quota, period);
  }
  /// v1: a file for each; a quota of -1 is none.
  void add_quota(const fs::path& quota_file, const fs::path& period_file) {
    const auto quota = first_number_in(quota_file), period = first_number_in(period_file);
    if (quota && period) add_quota(static_cast<double>(*quota), static_cast<double>(*period));
  }
  void identify(const fs::path& folder) {
    struct stat facts = {};
    if (limits_.identity == 0 && stat(folder.c_str(), &facts) == 0) limits_.identity = facts.st_ino;
  }
  [[nodiscard]] CgroupLimits get() const {
    CgroupLimits limits = limits_;
    constexpr double most = std::numeric_limits<int32_t>::max();
    if (std::isfinite(processors_)) {
      limits.processors = static_cast<uint32_t>(std::ceil(std::min(processors_, most)));
    }
    return limits;
  }

 private:
  void add_quota(double quota, double period) {
    if (quota > 0 && period > 0) processors_ = std::min(processors_, quota / period);
  }

  CgroupLimits limits_;
  double processors_ = std::numeric_limits<double>::infinity();
};

bool has_controller(const std::string& controllers, const char* controller) {
  return ("," + controllers + ",").find("," + std::string(controller) + ",") != std::string::npos;
}

}  // namespace

CgroupLimits read_cgroup_limits(const fs::path& root) {
  const fs::path mounts = root / "sys/fs/cgroup";
  Limits limits;
  std::ifstream membership(root / "proc/self/cgroup");
  for (std::string line; std::getline(membership, line);) {
    std::istringstream fields(line);
    std::string hierarchy, controllers, path;
    std::getline(fields, hierarchy, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, path);
    if (hierarchy == "0") {
      for_each_group(mounts, path, [&](const fs::path& group) {
        limits.add_memory(group / "memory.max");
        limits.add_quota(group / "cpu.max");
        limits.identify(group);
      });
    }
    if (has_controller(controllers, "memory")) {
      for_each_group(mounts / "memory", path, [&](const fs::path& group) {
        limits.add_memory(group / "memory.limit_in_bytes");
      });
    }
    if (has_controller(controllers, "cpu")) {
      for_each_group(mounts / "cpu", path, [&](const fs::path& group) {
        limits.add_quota(group / "cpu.cfs_quota_us", group / "cpu.cfs_period_us");
        limits.identify(group);
      });
    }
  }
  return limits.get();
}

UnitSet choose_units(const Machine& machine, uint32_t count, uint64_t start) {
  const auto total = static_cast<uint32_t>(machine.units.size());
  if (count >= total) return machine.all_units();
  // Each unit with its rank among those of its core, and how far round from the start it is.
  std::map<uint32_t, uint32_t> seen;
  std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> order;
  for (uint32_t step = 0; step < total; ++step) {
    const auto unit = static_cast<uint32_t>((start % total + step) % total);
    order.emplace_back(seen[machine.units[unit].core]++, step, unit);
  }
  std::ranges::sort(order);
  std::vector<uint32_t> chosen;
  for (uint32_t position = 0; position < count; ++position) {
    chosen.push_back(std::get<2>(order[position]));
  }
  return UnitSet(std::move(chosen));
}

}  // namespace cleave::topology
