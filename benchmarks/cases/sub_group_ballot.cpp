// Ballots: how many work-items before each have a bit set, sixteen times.
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void run(global const uint *numbers, global uint *results, global uint *lanes) {
  if (get_global_id(0) == 0) *lanes = get_max_sub_group_size();
  uint x = numbers[get_global_id(0)];
  for (uint turn = 0; turn < 16; ++turn) {
    const uint4 ballot = sub_group_ballot(x >> turn & 1);
    x += (sub_group_ballot_exclusive_scan(ballot) << turn) + sub_group_ballot_bit_count(ballot);
  }
  results[get_global_id(0)] = x;
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

constexpr SubGroupKernel kernel_of_case = {
    "sub_group_ballot",
    "sixteen ballots of sub-groups about bits of N unsigned integers, and counts of them", source,
    of_sub_group};

}  // namespace

const Case& sub_group_ballot() {
  static const Case instance = sub_group_case<kernel_of_case>();
  return instance;
}

}  // namespace cleave::benchmark
