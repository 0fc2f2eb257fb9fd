// Every sub-group adds up its numbers, then the first sub-group what the others found.
#include "group_sums.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sum_groups(global const uint *numbers, global uint *sums) {
  local uint partial[256];
  uint sum = sub_group_reduce_add(numbers[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) partial[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 0) {
    uint total = 0;
    for (uint i = get_sub_group_local_id(); i < get_num_sub_groups(); i += get_sub_group_size())
      total += partial[i];
    total = sub_group_reduce_add(total);
    if (get_sub_group_local_id() == 0) sums[get_group_id(0)] = total;
  }
}
)";

}  // namespace

const Case& sub_group_reduce() {
  static const Case instance = case_of_numbers(
      "sub_group_reduce",
      "the sums of the work-groups of 256 of N unsigned integers, by sub_group_reduce_add",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_sub_groups();
        return std::make_unique<SumGroups>(device, count, source);
      });
  return instance;
}

}  // namespace cleave::benchmark
