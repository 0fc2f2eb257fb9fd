#include "launches.h"

#include "features.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {
namespace {

const std::array small_shapes = {
    LaunchShape{1, {3, 1, 1}, {1, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {60, 1, 1}, {1, 1, 1}, {2, 0, 0}},
    LaunchShape{2, {8, 7, 1}, {1, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {96, 1, 1}, {3, 1, 1}, {0, 0, 0}},
};
const std::array shapes = {
    LaunchShape{1, {33, 1, 1}, {33, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {70, 1, 1}, {7, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {64, 1, 1}, {16, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {128, 1, 1}, {64, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {37, 1, 1}, {10, 1, 1}, {3, 0, 0}},
    LaunchShape{1, {100, 1, 1}, {64, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {3, 1, 1}, {1, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {60, 1, 1}, {1, 1, 1}, {2, 0, 0}},
    LaunchShape{1, {96, 1, 1}, {3, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {120, 1, 1}, {8, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {124, 1, 1}, {31, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {130, 1, 1}, {130, 1, 1}, {1000, 0, 0}},
    LaunchShape{1, {160, 1, 1}, {80, 1, 1}, {0, 0, 0}},
    LaunchShape{1, {150, 1, 1}, {32, 1, 1}, {5, 0, 0}},
    LaunchShape{1, {96, 1, 1}, {96, 1, 1}, {0, 0, 0}},
    LaunchShape{3, {2, 14, 4}, {1, 7, 2}, {0, 0, 0}},
    LaunchShape{2, {9, 16, 1}, {3, 7, 1}, {2, 0, 0}},
    LaunchShape{2, {10, 6, 1}, {5, 3, 1}, {0, 0, 0}},
    LaunchShape{2, {16, 8, 1}, {16, 4, 1}, {0, 0, 0}},
    LaunchShape{2, {21, 5, 1}, {8, 4, 1}, {0, 2, 0}},
    LaunchShape{2, {32, 4, 1}, {32, 2, 1}, {0, 0, 0}},
    LaunchShape{2, {64, 2, 1}, {64, 2, 1}, {0, 0, 0}},
    LaunchShape{2, {3, 40, 1}, {3, 10, 1}, {0, 0, 0}},
    LaunchShape{2, {16, 8, 1}, {16, 8, 1}, {0, 0, 0}},
    LaunchShape{2, {8, 16, 1}, {8, 16, 1}, {0, 0, 0}},
    LaunchShape{2, {4, 32, 1}, {4, 16, 1}, {0, 0, 0}},
    LaunchShape{2, {32, 4, 1}, {32, 4, 1}, {0, 0, 0}},
    LaunchShape{3, {6, 4, 4}, {3, 2, 2}, {0, 0, 0}},
    LaunchShape{3, {8, 4, 4}, {4, 4, 2}, {0, 0, 0}},
    LaunchShape{3, {5, 5, 5}, {2, 3, 4}, {1, 2, 3}},
    LaunchShape{3, {16, 2, 2}, {16, 2, 2}, {0, 0, 0}},
};

}  // namespace

std::vector<LaunchShape> launches_of(uint64_t seed, unsigned count) {
  Random random(seed ^ 0x1a0c4u);
  std::vector<LaunchShape> chosen;
  for (unsigned i = 0; i < count; ++i) {
    // Pipes are shared by work-groups that run together.
    const bool is_small = features_of(seed).pipes.present && random.chance(30);
    chosen.push_back(is_small ? random.pick(small_shapes) : random.pick(shapes));
  }
  return chosen;
}

std::string describe(const LaunchShape& shape) {
  std::string text;
  auto append = [&](const char* name, const std::array<size_t, 3>& sizes) {
    text += (text.empty() ? "" : " ") + std::string(name) + "=";
    for (unsigned i = 0; i < shape.dimensions; ++i) {
      text += (i == 0 ? "" : "x") + std::to_string(sizes[i]);
    }
  };
  append("global", shape.global);
  append("local", shape.local);
  if (shape.offset != std::array<size_t, 3>{0, 0, 0}) append("offset", shape.offset);
  return text;
}

}  // namespace cleave::test::fuzz::kernels
