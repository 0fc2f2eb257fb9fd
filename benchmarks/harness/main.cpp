// cleave_bench: measures Cleave and other OpenCL drivers beside each other in one run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>

#include "costs/costs.h"
#include "harness/dpctl.h"
#include "harness/drivers.h"
#include "harness/report.h"
#include "harness/twins.h"
#include "isolation/isolation.h"
#include "native/cases.h"

namespace cleave::benchmark {

#define CLEAVE_BENCHMARK(name) const Case& name();
#include "cases.def"
#undef CLEAVE_BENCHMARK

namespace {

std::vector<const Case*> all_cases() {
  return {
#define CLEAVE_BENCHMARK(name) &name(),
#include "cases.def"
#undef CLEAVE_BENCHMARK
  };
}

struct Arguments {
  DriverFiles drivers{CLEAVE_VENDORS "/cleave.icd", {}};
  std::vector<std::string> cases;
  std::vector<std::string> sizes;
  std::string left_out;  // sizes with this text in their labels
  std::string json;
  std::string markdown;
  MeasureOptions measure;
  isolation::Options isolation;
  costs::Options costs;
  bool no_peers = false;
  bool as_spirv = false;  // see open_devices
  bool no_sycl = false;   // see open_devices
  bool native = false;    // only cases with a native side, beside that alone
  bool quick = false;
  bool list = false;
};

void declare(CLI::App& app, Arguments& arguments) {
  app.add_option("--case", arguments.cases, "only these cases (see --list)");
  app.add_option("--size", arguments.sizes, "only these sizes, by label (see --list)");
  app.add_option("--without-size", arguments.left_out, "no size whose label has this text");
  app.add_option("--rounds", arguments.measure.rounds, "timed rounds of each driver")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--round", arguments.measure.round_seconds,
                 "least seconds of a round; short ones find moments when a busy machine is idle")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--driver", arguments.drivers.cleave, "Cleave's .icd file or library")
      ->check(CLI::ExistingFile)
      ->capture_default_str();
  app.add_option("--peer", arguments.drivers.peers,
                 "another driver's .icd file or library; those in /etc/OpenCL/vendors come anyway")
      ->check(CLI::ExistingFile);
  app.add_flag("--no-peers", arguments.no_peers, "leave out the drivers of /etc/OpenCL/vendors");
  app.add_flag(
      "--as-spirv", arguments.as_spirv,
      "only cases of kernels, with Cleave once more beside the others: its kernels as SPIR-V "
      "modules of clang");
  app.add_flag("--no-sycl", arguments.no_sycl,
               "leave out the cases' twins in SYCL, which cleave-c++ compiled");
  app.add_option_function<std::string>(
         "--twins", use_twins_of, "the library of twins, where it is no more where it was built")
      ->check(CLI::ExistingFile);
  app.add_option_function<std::string>(
         "--dpctl", use_dpctl_of,
         "the folder of dpctl's C library: DPC++'s runtime on Intel's driver, in cases of launches")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--native", arguments.native,
               "only the cases of native/cases.def, beside their native sides alone");
  app.add_flag("--quick", arguments.quick, "two short rounds: are the results right?");
  app.add_flag("--list", arguments.list, "list the cases and their sizes");
  app.add_option("--json", arguments.json, "write the results to this file");
  app.add_option("--markdown", arguments.markdown, "write a table to this file");
}

CLI::App* declare_isolation(CLI::App& app, Arguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "isolation", "do parts of a device leave each other alone? Tables for people");
  command->fallthrough();
  isolation::Options& options = arguments.isolation;
  command->add_option("--phase", options.phase_seconds, "seconds of requests in a row")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--pause", options.pause_seconds, "seconds between requests")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--part", options.reserved,
                   "compute units of a part; 0: 2 where there are 8 or more, else 1")
      ->capture_default_str();
  return command;
}

CLI::App* declare_costs(CLI::App& app, Arguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "costs", "what do operations cost on this processor? In cycles of dependent additions");
  command->fallthrough();
  command->add_option("--table", arguments.costs.processor,
                      "in place of tables, rows of processor_costs.def for the processor that LLVM "
                      "calls so");
  return command;
}

bool has_native_side(const Case& benchmark) {
  return std::ranges::any_of(benchmark.natives,
                             [](const Native& native) { return native.name == "native"; });
}

/// Throws if native/cases.def has another list of cases than the cases say.
void check_native_cases() {
  for (const Case* benchmark : all_cases()) {
    if (has_native_side(*benchmark) == native_list_of(benchmark->name).empty())
      throw std::logic_error("native/cases.def is wrong about " + std::string(benchmark->name));
  }
}

void list_cases(const Arguments& arguments) {
  check_native_cases();
  for (const Case* benchmark : all_cases()) {
    if (arguments.native && !has_native_side(*benchmark)) continue;
    std::cout << benchmark->name << ": " << benchmark->description << "\n ";
    for (const Size& size : benchmark->sizes) std::cout << " " << size.label << "=" << size.value;
    std::cout << "\n";
  }
}

bool wanted(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Row> run_all(std::vector<Device>& devices, const Arguments& arguments) {
  std::vector<Row> rows;
  for (const Case* benchmark : all_cases()) {
    if (!wanted(arguments.cases, benchmark->name)) continue;
    // Cases of the runtime build where they are timed: clang's time would be the driver's.
    if (arguments.as_spirv && benchmark->kind == Kind::runtime) continue;
    if (arguments.native && !has_native_side(*benchmark)) continue;
    for (const Size& size : benchmark->sizes) {
      if (!wanted(arguments.sizes, size.label)) continue;
      if (!arguments.left_out.empty() && size.label.find(arguments.left_out) != std::string::npos)
        continue;
      rows.push_back(measure(*benchmark, size, devices, arguments.measure));
      print_row(std::cout, rows.back());
    }
  }
  return rows;
}

template <class Write>
void write_file(const std::string& name, Write write) {
  if (name.empty()) return;
  std::ofstream stream(name);
  write(stream);
  if (!stream.flush()) throw std::runtime_error("cannot write " + name);
}

void add_installed_peers(Arguments& arguments) {
  if (arguments.no_peers || arguments.native) return;
  for (const std::filesystem::path& peer : installed_peers())
    arguments.drivers.peers.push_back(peer);
}

bool run_isolation(Arguments& arguments, bool has_rounds) {
  if (has_rounds) arguments.isolation.rounds = arguments.measure.rounds;
  if (arguments.quick) {
    arguments.isolation.rounds = 1;
    arguments.isolation.phase_seconds = 0.05;
  }
  add_installed_peers(arguments);
  const std::vector<isolation::Results> results =
      isolation::measure_all(arguments.drivers, arguments.isolation);
  isolation::write_markdown(std::cout, arguments.isolation, results);
  write_file(arguments.markdown, [&](std::ostream& stream) {
    isolation::write_markdown(stream, arguments.isolation, results);
  });
  return results.front().problem.empty();
}

void run_costs(Arguments& arguments, bool has_rounds) {
  costs::Options& options = arguments.costs;
  if (has_rounds) options.rounds = arguments.measure.rounds;
  if (arguments.quick) {
    options.rounds = 5;
    options.round_seconds = 50e-6;
  }
  const std::vector<costs::Costs> measured = costs::measure_costs(options);
  const auto write = [&](std::ostream& stream) {
    if (!options.processor.empty()) return costs::write_rows(stream, options.processor, measured);
    stream << "1 processor of " << describe_setting({}).processor << "\n";
    costs::write_costs(stream, measured);
  };
  write(std::cout);
  write_file(arguments.markdown, write);
}

/// Runs what the arguments ask for; false if nothing was measured or a result of Cleave's is wrong.
bool run(Arguments& arguments) {
  if (arguments.quick) arguments.measure = {2, 1, 0.001, 5};
  add_installed_peers(arguments);
  if (arguments.native) arguments.drivers.peers.clear();
  VendorsFolder vendors(arguments.drivers);
  std::vector<Device> devices =
      open_devices(arguments.as_spirv, !arguments.no_sycl && !arguments.native);
  Setting setting = describe_setting(devices);
  std::cout << setting.processors << " processor(s) of " << setting.processor << "\n";
  for (const std::string& driver : setting.drivers) std::cout << driver << "\n";
  std::vector<Row> rows = run_all(devices, arguments);
  print_comparisons(std::cout, rows);
  write_file(arguments.json, [&](std::ostream& stream) { write_json(stream, setting, rows); });
  write_file(arguments.markdown,
             [&](std::ostream& stream) { write_markdown(stream, setting, rows); });
  if (rows.empty()) std::cerr << "no case has that name and size (see --list)\n";
  return !rows.empty() && std::all_of(rows.begin(), rows.end(), [](const Row& row) {
    return std::all_of(row.measurements.begin(), row.measurements.end(),
                       [](const Measurement& measurement) {
                         return !measurement.is_ours || measurement.error.empty();
                       });
  });
}

}  // namespace
}  // namespace cleave::benchmark

int main(int argc, char** argv) {
  CLI::App app("Measures Cleave and other OpenCL drivers beside each other in one run.");
  cleave::benchmark::Arguments arguments;
  cleave::benchmark::declare(app, arguments);
  const CLI::App* isolation = cleave::benchmark::declare_isolation(app, arguments);
  const CLI::App* costs = cleave::benchmark::declare_costs(app, arguments);
  CLI11_PARSE(app, argc, argv);
  try {
    if (arguments.list) {
      cleave::benchmark::list_cases(arguments);
      return 0;
    }
    const bool has_rounds = app.count("--rounds") != 0;
    if (costs->parsed()) {
      cleave::benchmark::run_costs(arguments, has_rounds);
      return 0;
    }
    if (isolation->parsed()) {
      return cleave::benchmark::run_isolation(arguments, has_rounds) ? 0 : 1;
    }
    return cleave::benchmark::run(arguments) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "cleave_bench: " << error.what() << "\n";
    return 1;
  }
}
