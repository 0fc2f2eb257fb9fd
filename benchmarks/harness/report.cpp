#include "harness/report.h"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

#include "harness/json.h"

namespace cleave::benchmark {
namespace {

std::string format(const char* pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

/// A time with three digits and the unit that suits it.
std::string time_text(double seconds) {
  if (seconds < 1e-6) return format("%.3g ns", seconds * 1e9);
  if (seconds < 1e-3) return format("%.3g µs", seconds * 1e6);
  if (seconds < 1) return format("%.3g ms", seconds * 1e3);
  return format("%.3g s", seconds);
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
  json.key("median_seconds").value(measurement.seconds.median);
  json.key("p10_seconds").value(measurement.seconds.p10);
  json.key("p90_seconds").value(measurement.seconds.p90);
  json.key("rate").value(measurement.rate);
  json.key("compile_seconds").value(measurement.compile_seconds);
  json.key("rounds").value(static_cast<double>(measurement.rounds));
  if (index > 0) json.key("cleave_speed_ratio").value(ratio(row, index));
  json.close('}');
}

}  // namespace

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
  if (!ours.error.empty() || !theirs.error.empty()) return 0;
  return theirs.seconds.median / ours.seconds.median;
}

void print_row(std::ostream& stream, const Row& row) {
  stream << row.benchmark->name << ", " << row.size.label << " (" << row.size.value << ")\n";
  for (size_t i = 0; i < row.measurements.size(); ++i) {
    const Measurement& measurement = row.measurements[i];
    stream << "  " << measurement.driver
           << std::string(10 - std::min<size_t>(9, measurement.driver.size()), ' ')
           << cell(measurement);
    if (measurement.error.empty()) {
      stream << ", " << format("%.4g ", measurement.rate) << row.benchmark->unit << ", compiled in "
             << time_text(measurement.compile_seconds);
      if (double value = i > 0 ? ratio(row, i) : 0; value > 0)
        stream << ", Cleave runs at " << format("%.2f", value) << " times this speed";
    }
    stream << "\n";
  }
  stream.flush();
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
  json.close(']').close('}');
  stream << "\n";
}

void write_markdown(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows) {
  stream << setting.processors << " processor(s) of " << setting.processor << ".\n\n";
  for (const std::string& driver : setting.drivers) stream << "- " << driver << "\n";
  stream << "\n| case | size | driver | time (p10 – p90) | rate | compiled in | Cleave's speed |\n"
            "|---|---|---|---|---|---|---|\n";
  std::multimap<double, const Row*> sorted;  // equals stay in their order
  for (const Row& row : rows) sorted.emplace(worst_ratio(row), &row);
  for (auto [worst, row] : sorted) {
    for (size_t i = 0; i < row->measurements.size(); ++i) {
      const Measurement& measurement = row->measurements[i];
      bool failed = !measurement.error.empty();
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
