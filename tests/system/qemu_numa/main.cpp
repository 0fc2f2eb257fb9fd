// qemu_numa SCENARIO...: in the emulated machine of ./run. Prints what was seen, and what
// failed.
#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>

#include "machine.h"
#include "scenarios.h"

namespace cleave::test::qemu_numa {
namespace {

struct Scenario {
  const char* name;
  void (*run)();
};

constexpr Scenario scenarios[] = {
    {"the_kernel_tells_nodes_apart", the_kernel_tells_nodes_apart},
    {"buffers_lie_on_their_node", buffers_lie_on_their_node},
    {"first_touch_decides_between_parts", first_touch_decides_between_parts},
    {"migration_moves_buffers", migration_moves_buffers},
    {"addressed_memory_lies_as_asked", addressed_memory_lies_as_asked},
    {"migration_moves_addressed_memory", migration_moves_addressed_memory},
    {"pipes_lie_on_their_node", pipes_lie_on_their_node},
    {"images_lie_on_their_node", images_lie_on_their_node},
    {"migration_moves_images", migration_moves_images},
    {"kernels_stay_on_their_processors", kernels_stay_on_their_processors},
    {"a_processor_goes_away", a_processor_goes_away},
};

bool run(const char* name) {
  for (const Scenario& scenario : scenarios) {
    if (std::strcmp(scenario.name, name) != 0) continue;
    try {
      scenario.run();
    } catch (const std::exception& error) {
      check(false, error.what());
    }
    std::printf("%s %s\n", all_checks_passed() ? "passed:" : "not passed:", name);
    std::fflush(stdout);
    return all_checks_passed();
  }
  std::printf("FAILED: no scenario is called %s\n", name);
  return false;
}

}  // namespace
}  // namespace cleave::test::qemu_numa

int main(int count, char** arguments) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  bool passed = count > 1;
  for (int i = 1; i < count; ++i) passed &= cleave::test::qemu_numa::run(arguments[i]);
  return passed ? 0 : 1;
}
