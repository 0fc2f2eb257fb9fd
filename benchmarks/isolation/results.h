// Describes what one driver did in the isolation benchmark, and how the results travel from the
// process that measured.
#pragma once

#include <array>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::benchmark::isolation {

/// Says where the requests run, and whose processors the application's threads keep to.
enum class Setting {
  shared,          // requests and load on the unsplit device
  reserved,        // requests on a part of their own, load on the rest
  reserved_bound,  // likewise; the requesting thread keeps to the part's processors, others off
                   // them
  prioritized,  // both on the unsplit device, requests on a queue of high priority, load on queues
                // of low; where the driver has cl_khr_priority_hints
};
inline constexpr size_t setting_count = 4;

/// Seconds each, of all rounds.
struct Latencies {
  std::vector<double> idle;
  std::vector<double> busy;  // while the load computes and copies
  double load_seconds = 0;   // how long it did
  double load_launches = 0;  // that were complete then
  double load_copied_bytes = 0;
};

/// A part of the device: seconds of a launch, alone and while all parts compute.
struct PartTimes {
  std::vector<double> alone;
  std::vector<double> at_once;
};

struct Results {
  std::string driver;  // short name
  std::string version;
  std::string problem;  // not empty: a failed call or wrong results, and nothing else counts
  std::array<Latencies, setting_count> latencies;
  std::vector<PartTimes> parts;

  /// Appends the samples of another round.
  void add(const Results& round);
};

/// As lines of text; `read` takes back what `write` gave.
void write(std::ostream& stream, const Results& results);
[[nodiscard]] Results read(std::istream& stream);

}  // namespace cleave::benchmark::isolation
