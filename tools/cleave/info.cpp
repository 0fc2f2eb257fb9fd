#include "info.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "driver.h"
#include "formats.h"
#include "json.h"
#include "machine_tree.h"
#include "options/options.h"
#include "queries.h"
#include "slices.h"
#include "splits.h"
#include "text.h"
#include "topology/partition.h"
#include "topology/permission.h"
#include "topology/rank.h"

namespace cleave::tool {
namespace {

using topology::Machine;
using topology::UnitSet;
using topology::why_unbound;

struct Devices {
  cl_platform_id platform = nullptr;
  std::vector<cl_device_id> handles;
  std::vector<UnitSet> units;  // of each handle
};

/// The answers to all queries; none when only the tree is wanted.
struct Answers {
  std::vector<Answer> platform;
  std::vector<std::vector<Answer>> devices;
  std::vector<std::vector<FormatGroup>> formats;  // of each device

  [[nodiscard]] bool any_failed() const {
    return tool::any_failed(platform) || std::ranges::any_of(devices, tool::any_failed);
  }
};

Answers ask(const Devices& devices) {
  Answers answers;
  answers.platform = queries_of(devices.platform);
  for (cl_device_id device : devices.handles) {
    answers.devices.push_back(queries_of(device));
    answers.formats.push_back(format_groups(device));
  }
  return answers;
}

/// Asks the loader; returns what is wrong.
std::string list_devices(Devices& devices) {
  std::string problem = choose_driver();
  if (!problem.empty()) return problem;
  cl_uint count = 0;
  if (clGetPlatformIDs(1, &devices.platform, &count) != CL_SUCCESS || count == 0) {
    return std::string("the OpenCL loader found no driver in ") + std::getenv("OCL_ICD_VENDORS");
  }
  const cl_int status = clGetDeviceIDs(devices.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (status != CL_SUCCESS) return "the platform has no device: error " + std::to_string(status);
  devices.handles.resize(count);
  if (clGetDeviceIDs(devices.platform, CL_DEVICE_TYPE_ALL, count, devices.handles.data(),
                     nullptr) != CL_SUCCESS ||
      count != devices.units.size()) {
    return "the platform has not the devices that it should have";
  }
  return "";
}

std::string processors_text(const Machine& machine, const UnitSet& units) {
  return ranges(machine.processors_of(units));
}

void print_memory_problems(const Machine& machine) {
  const std::string unplaced = topology::why_unplaced(machine);
  if (!unplaced.empty()) {
    std::printf("Memory: on the node of the thread that writes it first: %s\n", unplaced.c_str());
  }
  const std::string unmoved = topology::why_unmoved(machine);
  if (!unmoved.empty()) {
    std::printf("Memory: migration leaves it where it is: %s\n", unmoved.c_str());
  }
}

void print_tree(const Machine& machine, const Devices& devices) {
  std::printf("%s: %zu compute %s, %s of memory\n%s\n", machine.processor_name.c_str(),
              machine.units.size(), machine.units.size() == 1 ? "unit" : "units",
              bytes(machine.memory_bytes).c_str(), draw(machine_tree(machine)).c_str());
  const std::string unbound = why_unbound(machine);
  if (unbound.empty()) {
    std::printf("Workers: a thread for each compute unit, bound to its processor\n");
  } else {
    std::printf("Workers: a thread for each compute unit, unbound: %s\n", unbound.c_str());
  }
  print_memory_problems(machine);
  const options::Options& options = options::options();
  if (!options.split.empty()) {
    std::printf("Split: %s, as %s\n", options.split.c_str(), options.split_as.c_str());
  }
  const std::vector<SlicesOfDevice> slices = slices_of(machine, devices.units);
  for (size_t i = 0; i < devices.units.size(); ++i) {
    const UnitSet& units = devices.units[i];
    std::printf("\nDevice %zu: %s (%s), %s %s\n", i, tool::units(units.count()).c_str(),
                ranges(units).c_str(), units.count() == 1 ? "processor" : "processors",
                processors_text(machine, units).c_str());
    std::fputs(describe(splits_of(machine, units)).c_str(), stdout);
    std::fputs(describe(slices[i]).c_str(), stdout);
  }
}

void print_queries(const Answers& answers) {
  std::printf("\nThe platform's queries\n%s", describe(answers.platform).c_str());
  for (size_t i = 0; i < answers.devices.size(); ++i) {
    std::printf("\nThe queries of device %zu\n%s", i, describe(answers.devices[i]).c_str());
    std::printf("\nThe image formats of device %zu\n%s", i, describe(answers.formats[i]).c_str());
  }
}

Json machine_json(const Machine& machine) {
  Json::List processors;
  for (const topology::Unit& unit : machine.units) processors.emplace_back(unit.os_processor);
  return Json::Object{{"name", machine.processor_name},
                      {"memory_bytes", machine.memory_bytes},
                      {"is_this_system", machine.is_this_system},
                      {"workers_bound", why_unbound(machine).empty()},
                      {"processor_of_unit", std::move(processors)},
                      {"tree", to_json(machine_tree(machine))}};
}

void print_json(const Machine& machine, const Devices& devices, const Answers& answers) {
  const bool with_queries = !answers.devices.empty();
  Json::List list;
  const std::vector<SlicesOfDevice> slices = slices_of(machine, devices.units);
  for (size_t i = 0; i < devices.handles.size(); ++i) {
    Json::Object device = {{"units", json_list(devices.units[i])},
                           {"splits", to_json(splits_of(machine, devices.units[i]))},
                           {"tiles", to_json(slices[i])}};
    if (with_queries) {
      device.emplace_back("queries", to_json(answers.devices[i]));
      device.emplace_back("image_formats", to_json(answers.formats[i]));
    }
    list.emplace_back(std::move(device));
  }
  Json::Object all = {{"machine", machine_json(machine)}};
  if (with_queries) {
    all.emplace_back("platform", Json::Object{{"queries", to_json(answers.platform)}});
  }
  all.emplace_back("devices", std::move(list));
  std::printf("%s\n", Json(std::move(all)).text().c_str());
}

std::string shown(const std::string& text) {
  return '"' + text + '"';
}
std::string shown(uint64_t number) {
  return std::to_string(number);
}
std::string shown(bool flag) {
  return flag ? "1" : "0";
}

struct OptionRow {
  const char* variable;
  const char* kind;
  const char* description;
  std::string initial, now;
  Json initial_json, now_json;
};

/// The options with the values that hold: of a variable that does not parse, the default.
std::vector<OptionRow> option_rows() {
  const options::Options initially;
  const options::Options& now = options::options();
  return {
#define CLEAVE_OPTION(member, kind, variable, initial, touches, description)             \
  {variable,         #kind,     description, shown(initially.member), shown(now.member), \
   initially.member, now.member},
#include "options/options.def"
#undef CLEAVE_OPTION
  };
}

void print_options(bool json) {
  Json::List list;
  for (const OptionRow& option : option_rows()) {
    if (json) {
      list.push_back(Json::Object{{"variable", option.variable},
                                  {"kind", option.kind},
                                  {"default", option.initial_json},
                                  {"value", option.now_json},
                                  {"description", option.description}});
      continue;
    }
    const std::string now = option.now == option.initial ? "" : ", now " + option.now;
    std::printf("%s (%s, default %s%s)\n  %s\n", option.variable, option.kind,
                option.initial.c_str(), now.c_str(), option.description);
  }
  if (json) {
    std::printf("%s\n", Json(Json::Object{{"options", std::move(list)}}).text().c_str());
  }
}

}  // namespace

int info(const InfoRequest& request) {
  if (request.options) {
    print_options(request.json);
    return 0;
  }
  const options::Options& options = options::options();
  const topology::MachineOrProblem read = topology::read_machine(options.topology);
  std::string problem = read.problem;
  Devices devices;
  if (problem.empty()) {
    topology::RootRequest wanted{options.split, options.split_as};
    devices.units = root_devices_here(read.machine, wanted, problem);
  }
  if (problem.empty()) problem = list_devices(devices);
  if (!problem.empty()) {
    std::fprintf(stderr, "cleave info: %s\n", problem.c_str());
    return 1;
  }
  const Answers answers = request.tree ? Answers() : ask(devices);
  if (request.json) {
    print_json(read.machine, devices, answers);
  } else {
    print_tree(read.machine, devices);
    if (!request.tree) print_queries(answers);
  }
  return answers.any_failed() ? 1 : 0;
}

}  // namespace cleave::tool
