// OpenCL C 6.15.12.3: "A side effect is sequenced before …": atomic operations on local memory stand
// in the order of a work-item's program with its other accesses, in loops that several sub-groups run
// as one too.
#include <array>

#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t group = 256, items = 2 * group;
const Range groups = {.dimensions = 1, .global = {items, 1, 1}, .local = {group, 1, 1}};

std::vector<cl_uint> numbers() {
  std::vector<cl_uint> data(items);
  for (size_t i = 0; i < items; ++i) data[i] = static_cast<cl_uint>(i * 2654435761U >> 7);
  return data;
}

TEST(LocalAtomics, StandBetweenTheAccessesBeforeAndBehindThem) {
  const char* source = R"(
    kernel void test(global uint* data) {
      local uint own[256][2];
      uint item = get_local_id(0), x = data[get_global_id(0)], sum = 0;
      for (uint i = 0; i < 20; ++i) {
        own[item][0] = i;
        own[item][1] = x;
        atomic_add(&own[item][0], x & 7);
        uint old = atomic_xchg(&own[item][1], i);
        sum = sum * 3 + own[item][0] * 5 + own[item][1] * 7 + old;
      }
      data[get_global_id(0)] = sum;
    })";
  const std::vector<cl_uint> data = numbers();
  const std::vector<cl_uint> out = Runner::instance().run(source, groups, data);
  for (size_t i = 0; i < items; ++i) {
    cl_uint sum = 0;
    for (cl_uint k = 0; k < 20; ++k) sum = sum * 3 + (k + (data[i] & 7)) * 5 + k * 7 + data[i];
    EXPECT_EQ(out[i], sum) << i;
  }
}

TEST(LocalAtomics, CountInLoops) {
  const char* source = R"(
    kernel void test(global uint* data) {
      local uint bins[16], order;
      uint item = get_local_id(0), seen = 0;
      if (item < 16) bins[item] = 0;
      if (item == 0) order = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = item; i < 1024; i += 256) {
        uint bin = (data[get_group_id(0) * 256 + (i & 255)] >> (i >> 8)) & 15;
        if (bin != 3) atomic_inc(&bins[bin]);
        seen |= 1u << (atomic_inc(&order) & 31);
      }
      atomic_or(&order, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_id(0)] = bins[item & 15] * 2048 + order + (seen == 0);
    })";
  const std::vector<cl_uint> data = numbers();
  const std::vector<cl_uint> out = Runner::instance().run(source, groups, data);
  for (size_t g = 0; g < items / group; ++g) {
    std::array<cl_uint, 16> bins = {};
    for (size_t i = 0; i < 1024; ++i) ++bins[data[g * group + i % group] >> (i / group) & 15];
    bins[3] = 0;
    for (size_t i = 0; i < group; ++i) {
      EXPECT_EQ(out[g * group + i], bins[i % 16] * 2048 + 1024) << g << " " << i;
    }
  }
}

}  // namespace
}  // namespace cleave::test
