// Every work-group adds up its numbers with one built-in function.
#include "group_sums.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sum_groups(global const uint *numbers, global uint *sums) {
  uint sum = work_group_reduce_add(numbers[get_global_id(0)]);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}
)";

}  // namespace

const Case& work_group_reduce() {
  static const Case instance = case_of_numbers(
      "work_group_reduce",
      "the sums of the work-groups of 256 of N unsigned integers, by work_group_reduce_add",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_work_group_functions();
        return std::make_unique<SumGroups>(device, count, source);
      });
  return instance;
}

}  // namespace cleave::benchmark
