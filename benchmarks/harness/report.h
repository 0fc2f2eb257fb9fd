// The results of a run, for people, for programs and for the documentation.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "harness/measure.h"

namespace cleave::benchmark {

/// What the results depend on, beside the source.
struct Setting {
  std::string processor;             // as the system names it
  size_t processors = 0;             // that this process may use
  std::vector<std::string> drivers;  // "name version"
};

[[nodiscard]] Setting describe_setting(const std::vector<Device>& devices);

/// How many times as fast Cleave (the first measurement) is as another; 0 if one of them failed.
[[nodiscard]] double ratio(const Row& row, size_t peer);

/// Prints one row as soon as it is measured.
void print_row(std::ostream& stream, const Row& row);
void write_json(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows);
/// A table for docs/BENCHMARKS.md; the rows where Cleave is slowest against a peer come first.
void write_markdown(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows);

}  // namespace cleave::benchmark
