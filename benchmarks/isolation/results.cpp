#include "isolation/results.h"

#include <istream>
#include <limits>
#include <ostream>

namespace cleave::benchmark::isolation {
namespace {

void write_all(std::ostream& stream, const std::vector<double>& samples) {
  stream << samples.size();
  for (const double sample : samples) stream << ' ' << sample;
  stream << '\n';
}

std::vector<double> read_all(std::istream& stream) {
  size_t count = 0;
  stream >> count;
  std::vector<double> samples(stream ? count : 0);
  for (double& sample : samples) stream >> sample;
  return samples;
}

void append(std::vector<double>& to, const std::vector<double>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void Results::add(const Results& round) {
  driver = round.driver;
  version = round.version;
  if (problem.empty()) problem = round.problem;
  for (size_t i = 0; i < setting_count; ++i) {
    append(latencies[i].idle, round.latencies[i].idle);
    append(latencies[i].busy, round.latencies[i].busy);
    latencies[i].load_seconds += round.latencies[i].load_seconds;
    latencies[i].load_launches += round.latencies[i].load_launches;
    latencies[i].load_copied_bytes += round.latencies[i].load_copied_bytes;
  }
  if (parts.size() < round.parts.size()) parts.resize(round.parts.size());
  for (size_t i = 0; i < round.parts.size(); ++i) {
    append(parts[i].alone, round.parts[i].alone);
    append(parts[i].at_once, round.parts[i].at_once);
  }
}

void write(std::ostream& stream, const Results& results) {
  stream.precision(std::numeric_limits<double>::max_digits10);
  stream << results.driver << '\n' << results.version << '\n' << results.problem << '\n';
  for (const Latencies& one : results.latencies) {
    write_all(stream, one.idle);
    write_all(stream, one.busy);
    write_all(stream, {one.load_seconds, one.load_launches, one.load_copied_bytes});
  }
  stream << results.parts.size() << '\n';
  for (const PartTimes& part : results.parts) {
    write_all(stream, part.alone);
    write_all(stream, part.at_once);
  }
}

Results read(std::istream& stream) {
  Results results;
  std::getline(stream, results.driver);
  std::getline(stream, results.version);
  std::getline(stream, results.problem);
  for (Latencies& one : results.latencies) {
    one.idle = read_all(stream);
    one.busy = read_all(stream);
    std::vector<double> load = read_all(stream);
    load.resize(3);
    one.load_seconds = load[0];
    one.load_launches = load[1];
    one.load_copied_bytes = load[2];
  }
  size_t parts = 0;
  stream >> parts;
  results.parts.resize(stream ? parts : 0);
  for (PartTimes& part : results.parts) {
    part.alone = read_all(stream);
    part.at_once = read_all(stream);
  }
  if (!stream && results.problem.empty()) results.problem = "the measuring process ended early";
  return results;
}

}  // namespace cleave::benchmark::isolation
