// Work-items take values of others that the data choose, sixteen times.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void run(global const uint *numbers, global uint *results, global uint *lanes) {
  if (get_global_id(0) == 0) *lanes = get_max_sub_group_size();
  uint x = numbers[get_global_id(0)];
  const uint last = get_max_sub_group_size() - 1;
  for (uint turn = 0; turn < 16; ++turn) x += sub_group_shuffle(x, x >> 9 & last) + turn;
  results[get_global_id(0)] = x;
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

constexpr SubGroupKernel kernel_of_case = {
    "sub_group_shuffle",
    "sixteen shuffles by indices out of the data, in sub-groups, of N unsigned integers", source,
    of_sub_group};

}  // namespace

const Case& sub_group_shuffle() {
  static const Case instance = sub_group_case<kernel_of_case>();
  return instance;
}

}  // namespace cleave::benchmark
