#include <algorithm>
#include <cstdio>

#include "harness/processors.h"
#include "harness/report.h"
#include "isolation/isolation.h"

namespace cleave::benchmark::isolation {
namespace {

constexpr const char* setting_names[setting_count] = {
    "the unsplit device", "a part of their own", "a part of their own, threads kept to their parts",
    "the unsplit device, a queue of high priority beside low ones"};

std::string number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

double quantile_of(std::vector<double> samples, double fraction) {
  std::ranges::sort(samples);
  return quantile(samples, fraction);
}

void write_latencies(std::ostream& stream, const std::string& driver, const char* setting,
                     const Latencies& one) {
  if (one.idle.empty() || one.busy.empty()) return;
  const double idle = quantile_of(one.idle, 0.99), busy = quantile_of(one.busy, 0.99);
  stream << "| " << driver << " | " << setting << " | " << time_text(quantile_of(one.idle, 0.5))
         << " | " << time_text(idle) << " | " << time_text(quantile_of(one.busy, 0.5)) << " | "
         << time_text(busy) << " | " << number("%.2f ×", busy / idle) << " | "
         << time_text(quantile_of(one.busy, 1)) << " | "
         << number("%.0f", one.load_launches / one.load_seconds) << " launches/s, "
         << number("%.1f", one.load_copied_bytes / one.load_seconds * 1e-9) << " GB/s |\n";
}

/// How fast each part is beside itself alone, in order.
std::vector<double> speeds(const Results& results) {
  std::vector<double> all;
  for (const PartTimes& part : results.parts) {
    all.push_back(summarize(part.alone).median / summarize(part.at_once).median);
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

void write_markdown(std::ostream& stream, const Options& options,
                    const std::vector<Results>& results) {
  const benchmark::Setting setting = describe_setting({});
  stream << setting.processors << " processor(s) of " << setting.processor << "; parts of "
         << part_units(options, setting.processors) << " compute unit(s), a pause of "
         << time_text(options.pause_seconds) << " after each request.\n\n";
  for (const Results& one : results) {
    if (!one.version.empty()) stream << "- " << one.driver << " " << one.version << "\n";
    if (!one.problem.empty()) stream << "- " << one.driver << ": " << one.problem << "\n";
  }
  stream << "\n| driver | requests run on | idle: median | p99 | loaded: median | p99 | p99 beside "
            "idle | longest | the load meanwhile |\n|---|---|---|---|---|---|---|---|---|\n";
  for (size_t i = 0; i < setting_count; ++i) {
    for (const Results& one : results) {
      write_latencies(stream, one.driver, setting_names[i], one.latencies[i]);
    }
  }
  stream << "\n| driver | parts at once | a launch alone | at once | speed of a part beside itself "
            "alone: median | least |\n|---|---|---|---|---|---|\n";
  for (const Results& one : results) {
    const std::vector<double> all = speeds(one);
    if (all.empty()) continue;
    std::vector<double> alone, at_once;
    for (const PartTimes& part : one.parts) {
      alone.insert(alone.end(), part.alone.begin(), part.alone.end());
      at_once.insert(at_once.end(), part.at_once.begin(), part.at_once.end());
    }
    stream << "| " << one.driver << " | " << all.size() << " | "
           << time_text(summarize(alone).median) << " | " << time_text(summarize(at_once).median)
           << " | " << number("%.3f", quantile(all, 0.5)) << " | " << number("%.3f", all.front())
           << " |\n";
  }
}

}  // namespace cleave::benchmark::isolation
