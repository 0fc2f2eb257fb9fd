// Sub-groups read blocks of four numbers for each work-item.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void run(global const uint *numbers, global uint *results, global uint *lanes) {
  if (get_global_id(0) == 0) *lanes = get_max_sub_group_size();
  const uint width = get_max_sub_group_size();
  const size_t first = get_group_id(0) * get_local_size(0) + get_sub_group_id() * width;
  const uint4 block = intel_sub_group_block_read4(numbers + 4 * first);
  const uint x = block.x + 3 * block.y + 5 * block.z + 7 * block.w;
  results[get_global_id(0)] = x;
}
)";

std::vector<cl_uint> of_sub_group(const cl_uint* numbers, size_t lanes) {
  std::vector<cl_uint> x(lanes);
  for (size_t i = 0; i < lanes; ++i) {
    for (cl_uint row = 0; row < 4; ++row) x[i] += (2 * row + 1) * numbers[row * lanes + i];
  }
  return x;
}

constexpr SubGroupKernel kernel_of_case = {
    "sub_group_block_read",
    "a sum for each four of N unsigned integers that sub-groups read as blocks", source,
    of_sub_group, 4};

}  // namespace

const Case& sub_group_block_read() {
  static const Case instance = sub_group_case<kernel_of_case>();
  return instance;
}

}  // namespace cleave::benchmark
