// Work-items take values of others that the data choose, sixteen times.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
uint result_of(global const uint *numbers) {
  uint x = numbers[get_global_id(0)];
  const uint last = get_max_sub_group_size() - 1;
  for (uint turn = 0; turn < 16; ++turn) x += sub_group_shuffle(x, x >> 9 & last) + turn;
  return x;
}
)";

std::vector<cl_uint> of_sub_group(const cl_uint* numbers, size_t lanes) {
  std::vector<cl_uint> x(numbers, numbers + lanes);
  for (cl_uint turn = 0; turn < 16; ++turn) {
    const std::vector<cl_uint> before = x;
    for (cl_uint& one : x) one += before[(one >> 9) % lanes] + turn;
  }
  return x;
}

}  // namespace

const Case& sub_group_shuffle() {
  static const Case instance = case_of_numbers(
      "sub_group_shuffle",
      "sixteen shuffles by indices out of the data, in sub-groups, of N unsigned integers",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_extension("cl_khr_subgroup_shuffle");
        return std::make_unique<SubGroupResults>(device, count, source, of_sub_group);
      });
  return instance;
}

}  // namespace cleave::benchmark
