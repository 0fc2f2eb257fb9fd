#include "harness/processors.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

namespace cleave::benchmark {
namespace {

constexpr size_t most_processors = 8192;

using Mask = std::vector<unsigned long>;
constexpr size_t word_bits = 8 * sizeof(unsigned long);

std::vector<int> allowed_processors() {
  Mask mask(most_processors / word_bits);
  if (sched_getaffinity(0, mask.size() * sizeof mask[0],
                        reinterpret_cast<cpu_set_t*>(mask.data())) != 0) {
    throw std::runtime_error("sched_getaffinity fails");
  }
  std::vector<int> processors;
  for (size_t bit = 0; bit < most_processors; ++bit) {
    if ((mask[bit / word_bits] >> bit % word_bits & 1) != 0) {
      processors.push_back(static_cast<int>(bit));
    }
  }
  return processors;
}

void keep_on(std::span<const int> processors) {
  Mask mask(most_processors / word_bits);
  for (const int processor : processors) {
    const auto bit = static_cast<size_t>(processor);
    mask.at(bit / word_bits) |= 1UL << bit % word_bits;
  }
  if (sched_setaffinity(0, mask.size() * sizeof mask[0],
                        reinterpret_cast<const cpu_set_t*>(mask.data())) != 0) {
    throw std::runtime_error("sched_setaffinity fails");
  }
}

int topology_number(int processor, const char* name) {
  std::ifstream stream("/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/" +
                       name);
  int number = 0;
  stream >> number;
  return number;
}

}  // namespace

std::vector<int> processors_by_core() {
  using Place = std::tuple<int, int, int>;  // the lowest processors of package and core, then it
  struct Known {
    int processor;
    int package;
    int core;
  };
  std::vector<Known> known;
  std::map<int, int> first_of_package;
  std::map<std::pair<int, int>, int> first_of_core;
  for (const int processor : allowed_processors()) {
    const Known one{processor, topology_number(processor, "physical_package_id"),
                    topology_number(processor, "core_id")};
    first_of_package.try_emplace(one.package, processor);
    first_of_core.try_emplace({one.package, one.core}, processor);
    known.push_back(one);
  }
  const auto place = [&](const Known& one) {
    return Place(first_of_package.at(one.package), first_of_core.at({one.package, one.core}),
                 one.processor);
  };
  std::ranges::sort(known, {}, place);
  std::vector<int> processors;
  for (const Known& one : known) processors.push_back(one.processor);
  return processors;
}

KeptOn::KeptOn(std::span<const int> processors) {
  if (processors.empty()) return;
  before_ = allowed_processors();
  keep_on(processors);
}

KeptOn::~KeptOn() {
  if (!before_.empty()) keep_on(before_);
}

}  // namespace cleave::benchmark
