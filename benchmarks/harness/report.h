// The results of a run, for people, for programs and for the documentation.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "harness/measure.h"

namespace cleave::benchmark {

/// Describes what the results depend on, beside the source.
struct Setting {
  std::string processor;             // as the system names it
  size_t processors = 0;             // that this process may use
  std::vector<std::string> drivers;  // "name version"
};

/// A time with three digits and the unit that suits it.
[[nodiscard]] std::string time_text(double seconds);

[[nodiscard]] Setting describe_setting(const std::vector<Device>& devices);

/// Returns the speed of Cleave (the first measurement) over that of another; 0 if one failed.
[[nodiscard]] double ratio(const Row& row, size_t peer);

/// How Cleave compares with another driver over all cases of a kind that both ran; with native code over those of a list.
struct Comparison {
  std::string driver;
  Kind kind = Kind::kernel;
  std::string_view list;      // of native/cases.def; empty beside drivers
  size_t rows = 0;            // cases at a size
  double geometric_mean = 0;  // of the ratios
  double worst = 0;           // the least ratio
  const Row* worst_row = nullptr;
  double our_compile_seconds = 0;    // of those rows, added up
  double their_compile_seconds = 0;  // 0 of native code, which is not compiled
};

/// A comparison for each driver and kind that has any row with a ratio; points into `rows`.
[[nodiscard]] std::vector<Comparison> compare(const std::vector<Row>& rows);

/// Prints one row as soon as it is measured.
void print_row(std::ostream& stream, const Row& row);
void print_comparisons(std::ostream& stream, const std::vector<Row>& rows);
void write_json(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows);
/// A table for people, in which the rows where Cleave is slowest against a peer come first.
/// docs/BENCHMARKS.md is made from what `write_json` writes.
void write_markdown(std::ostream& stream, const Setting& setting, const std::vector<Row>& rows);

}  // namespace cleave::benchmark
