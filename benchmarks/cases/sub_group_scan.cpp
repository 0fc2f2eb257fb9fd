// Scans of sub-groups, eight after another.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void run(global const uint *numbers, global uint *results, global uint *lanes) {
  if (get_global_id(0) == 0) *lanes = get_max_sub_group_size();
  uint x = numbers[get_global_id(0)];
  for (uint turn = 0; turn < 8; ++turn) x = sub_group_scan_inclusive_add(x) ^ turn;
  results[get_global_id(0)] = x;
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

constexpr SubGroupKernel kernel_of_case = {
    "sub_group_scan", "eight inclusive scans of each sub-group's part of N unsigned integers",
    source, of_sub_group};

}  // namespace

const Case& sub_group_scan() {
  static const Case instance = sub_group_case<kernel_of_case>();
  return instance;
}

}  // namespace cleave::benchmark
