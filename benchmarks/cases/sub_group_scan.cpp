// Scans of sub-groups, eight after another.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
uint result_of(global const uint *numbers) {
  uint x = numbers[get_global_id(0)];
  for (uint turn = 0; turn < 8; ++turn) x = sub_group_scan_inclusive_add(x) ^ turn;
  return x;
}
)";

std::vector<cl_uint> of_sub_group(const cl_uint* numbers, size_t lanes) {
  std::vector<cl_uint> x(numbers, numbers + lanes);
  for (cl_uint turn = 0; turn < 8; ++turn) {
    for (size_t i = 1; i < lanes; ++i) x[i] += x[i - 1];
    for (cl_uint& one : x) one ^= turn;
  }
  return x;
}

}  // namespace

const Case& sub_group_scan() {
  static const Case instance = case_of_numbers(
      "sub_group_scan", "eight inclusive scans of each sub-group's part of N unsigned integers",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_sub_groups();
        return std::make_unique<SubGroupResults>(device, count, source, of_sub_group);
      });
  return instance;
}

}  // namespace cleave::benchmark
