#include "harness/report.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "harness/json.h"
#include "native/cases.h"

namespace cleave::benchmark {
namespace {

std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

/// The worst ratio of a row, for sorting; rows without a ratio come last.
double worst_ratio(const Row& row) {
  double worst = 1e300;
  for (size_t peer = 1; peer < row.measurements.size(); ++peer)
    if (double value = ratio(row, peer); value > 0) worst = std::min(worst, value);
  return worst;
}

std::string cell(const Measurement& measurement) {
  if (!measurement.error.empty()) return measurement.error.substr(0, measurement.error.find('\n'));
  if (!measurement.missing.empty()) return "not supported: " + measurement.missing;
  const Summary& seconds = measurement.seconds;
  return time_text(seconds.median) + " (" + time_text(seconds.p10) + " – " +
         time_text(seconds.p90) + ")";
}

void write_measurement(JsonWriter& json, const Row& row, size_t index) {
  const Measurement& measurement = row.measurements[index];
  json.open('{').key("driver").value(measurement.driver);
  if (!measurement.error.empty()) {
    json.key("error").value(measurement.error).close('}');
    return;
  }
  if (!measurement.missing.empty()) {
    json.key("not_supported").value(measurement.missing).close('}');
    return;
  }
  json.key("median_seconds").value(measurement.seconds.median);
  json.key("p10_seconds").value(measurement.seconds.p10);
  json.key("p90_seconds").value(measurement.seconds.p90);
  json.key("rate").value(measurement.rate);
  json.key("compile_seconds").value(measurement.compile_seconds);
  json.key("rounds").value(static_cast<double>(measurement.rounds));
  if (double value = index > 0 ? ratio(row, index) : 0; value > 0)
    json.key("cleave_speed_ratio").value(value);
  json.close('}');
}

std::string_view name_of(Kind kind) {
  return kind == Kind::kernel ? "kernels" : "runtime";
}

std::string name_of(const Row& row) {
  return std::string(row.benchmark->name) + ", " + std::string(row.size.label);
}

/// A sentence without its end.
std::string sentence(const Comparison& comparison) {
  const std::string list(comparison.list.empty() ? "" : std::string(comparison.list) + " ");
  std::string text =
      "Cleave against " + comparison.driver + ", " + list + std::string(name_of(comparison.kind)) +
      ": geometric mean " + format("%.2f", comparison.geometric_mean) + " × over " +
      std::to_string(comparison.rows) + " rows, worst " + format("%.2f", comparison.worst) +
      " × (" + name_of(*comparison.worst_row) + ")";
  if (comparison.kind == Kind::kernel && comparison.their_compile_seconds > 0)
    text += ", compiled in " + time_text(comparison.our_compile_seconds) + " against " +
            time_text(comparison.their_compile_seconds);
  return text;
}

/// Adds a ratio to the comparison of its driver and kind. `geometric_mean` holds a sum of
/// logarithms meanwhile.
void add_ratio(std::vector<Comparison>& comparisons, const Row& row, size_t peer, double value) {
  const Measurement& theirs = row.measurements[peer];
  const std::string_view list =
      theirs.is_native ? native_list_of(row.benchmark->name) : std::string_view();
  auto same = [&](const Comparison& each) {
    return each.driver == theirs.driver && each.kind == row.benchmark->kind && each.list == list;
  };
  auto found = std::find_if(comparisons.begin(), comparisons.end(), same);
  if (found == comparisons.end()) {
    found = comparisons.insert(found, Comparison{});
    found->driver = theirs.driver;
    found->kind = row.benchmark->kind;
    found->list = list;
  }
  if (found->rows == 0 || value < found->worst) {
    found->worst = value;
    found->worst_row = &row;
  }
  ++found->rows;
  found->geometric_mean += std::log(value);
  found->our_compile_seconds += row.measurements.front().compile_seconds;
  found->their_compile_seconds += theirs.compile_seconds;
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds < 1e-6) return format("%.3g ns", seconds * 1e9);
  if (seconds < 1e-3) return format("%.3g µs", seconds * 1e6);
  if (seconds < 1) return format("%.3g ms", seconds * 1e3);
  return format("%.3g s", seconds);
}

Setting describe_setting(const std::vector<Device>& devices) {
  Setting setting;
  setting.processor = processor_name();
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    setting.processors = static_cast<size_t>(CPU_COUNT(&allowed));
  for (const Device& device : devices)
    setting.drivers.push_back(device.driver() + " " + device.version());
  return setting;
}

double ratio(const Row& row, size_t peer) {
  const Measurement& ours = row.measurements.front();
  const Measurement& theirs = row.measurements[peer];
  if (!ours.is_valid() || !theirs.is_valid()) return 0;
  return theirs.seconds.median / ours.seconds.median;
}

std::vector<Comparison> compare(const std::vector<Row>& rows) {
  std::vector<Comparison> comparisons;
  for (const Row& row : rows) {
    for (size_t peer = 1; peer < row.measurements.size(); ++peer)
      if (double value = ratio(row, peer); value > 0) add_ratio(comparisons, row, peer, value);
  }
  for (Comparison& comparison : comparisons)
    comparison.geometric_mean =
        std::exp(comparison.geometric_mean / static_cast<double>(comparison.rows));
  return comparisons;
}

void print_row(std::ostream& stream, const Row& row) {
  stream << row.benchmark->name << ", " << row.size.label << " (" << row.size.value << ")\n";
  for (size_t i = 0; i < row.measurements.size(); ++i) {
    const Measurement& measurement = row.measurements[i];
    stream << "  " << measurement.driver
           << std::string(15 - std::min<size_t>(14, measurement.driver.size()), ' ')
           << cell(measurement);
    if (measurement.is_valid()) {
      stream << ", " << format("%.4g ", measurement.rate) << row.benchmark->unit << ", compiled in "
             << time_text(measurement.compile_seconds);
      if (double value = i > 0 ? ratio(row, i) : 0; value > 0)
        stream << ", Cleave runs at " << format("%.2f", value) << " times this speed";
    }
    stream << "\n";
  }
  stream.flush();
}

void print_comparisons(std::ostream& stream, const std::vector<Row>& rows) {
  for (const Comparison& comparison : compare(rows)) stream << sentence(comparison) << "\n";
}

void write_json(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows) {
  JsonWriter json(stream);
  json.open('{').key("processor").value(setting.processor);
  json.key("processors").value(static_cast<double>(setting.processors));
  json.key("drivers").open('[');
  for (const std::string& driver : setting.drivers) json.value(driver);
  json.close(']').key("rows").open('[');
  for (const Row& row : rows) {
    json.open('{').key("case").value(row.benchmark->name);
    json.key("size").value(row.size.label);
    json.key("value").value(static_cast<double>(row.size.value));
    json.key("unit").value(row.benchmark->unit).key("measurements").open('[');
    for (size_t i = 0; i < row.measurements.size(); ++i) write_measurement(json, row, i);
    json.close(']').close('}');
  }
  json.close(']').key("comparisons").open('[');
  for (const Comparison& comparison : compare(rows)) {
    json.open('{').key("driver").value(comparison.driver);
    json.key("kind").value(name_of(comparison.kind));
    if (!comparison.list.empty()) json.key("list").value(comparison.list);
    json.key("rows").value(static_cast<double>(comparison.rows));
    json.key("geometric_mean").value(comparison.geometric_mean);
    json.key("worst").value(comparison.worst);
    json.key("worst_row").value(name_of(*comparison.worst_row));
    json.key("cleave_compile_seconds").value(comparison.our_compile_seconds);
    json.key("compile_seconds").value(comparison.their_compile_seconds).close('}');
  }
  json.close(']').close('}');
  stream << "\n";
}

void write_markdown(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows) {
  stream << setting.processors << " processor(s) of " << setting.processor << ".\n\n";
  for (const std::string& driver : setting.drivers) stream << "- " << driver << "\n";
  stream << "\n";
  for (const Comparison& comparison : compare(rows)) stream << "- " << sentence(comparison) << "\n";
  stream << "\n| case | size | driver | time (p10 – p90) | rate | compiled in | Cleave's speed |\n"
            "|---|---|---|---|---|---|---|\n";
  std::multimap<double, const Row*> sorted;  // equals stay in their order
  for (const Row& row : rows) sorted.emplace(worst_ratio(row), &row);
  for (auto [worst, row] : sorted) {
    for (size_t i = 0; i < row->measurements.size(); ++i) {
      const Measurement& measurement = row->measurements[i];
      bool failed = !measurement.is_valid();
      double value = i > 0 ? ratio(*row, i) : 0;
      stream << "| " << row->benchmark->name << " | " << row->size.label << " " << row->size.value
             << " | " << measurement.driver << " | " << cell(measurement) << " | "
             << (failed ? ""
                        : format("%.4g ", measurement.rate) + std::string(row->benchmark->unit))
             << " | " << (failed ? "" : time_text(measurement.compile_seconds)) << " | "
             << (value > 0 ? format("%.2f ×", value) : "") << " |\n";
    }
  }
}

}  // namespace cleave::benchmark
