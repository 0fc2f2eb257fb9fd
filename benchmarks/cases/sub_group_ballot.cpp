// Ballots: how many work-items before each have a bit set, sixteen times.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
uint result_of(global const uint *numbers) {
  uint x = numbers[get_global_id(0)];
  for (uint turn = 0; turn < 16; ++turn) {
    const uint4 ballot = sub_group_ballot(x >> turn & 1);
    x += (sub_group_ballot_exclusive_scan(ballot) << turn) + sub_group_ballot_bit_count(ballot);
  }
  return x;
}
)";

std::vector<cl_uint> of_sub_group(const cl_uint* numbers, size_t lanes) {
  std::vector<cl_uint> x(numbers, numbers + lanes);
  for (cl_uint turn = 0; turn < 16; ++turn) {
    cl_uint all = 0;
    for (cl_uint one : x) all += one >> turn & 1;
    cl_uint before = 0;
    for (cl_uint& one : x) {
      const cl_uint bit = one >> turn & 1;
      one += (before << turn) + all;
      before += bit;
    }
  }
  return x;
}

}  // namespace

const Case& sub_group_ballot() {
  static const Case instance = case_of_numbers(
      "sub_group_ballot",
      "sixteen ballots of sub-groups about bits of N unsigned integers, and counts of them",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_extension("cl_khr_subgroup_ballot");
        return std::make_unique<SubGroupResults>(device, count, source, of_sub_group);
      });
  return instance;
}

}  // namespace cleave::benchmark
