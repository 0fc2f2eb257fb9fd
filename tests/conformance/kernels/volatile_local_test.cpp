// OpenCL C 6.5: "The C99 type qualifiers const, restrict and volatile are supported"; C99 6.7.3: "any
// expression referring to such an object shall be evaluated strictly according to the rules of the
// abstract machine". Local memory that is volatile, as programs for lanes in lockstep have it.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t group = 64, items = 3 * group;
const Range groups = {.dimensions = 1, .global = {items, 1, 1}, .local = {group, 1, 1}};

std::vector<cl_int> numbers() {
  std::vector<cl_int> data(items);
  for (size_t i = 0; i < items; ++i) data[i] = static_cast<cl_int>(i * i % 101);
  return data;
}

/// A tree without barriers: right where lanes of a sub-group run together, each access of all of
/// them before the next one.
TEST(VolatileLocal, SumsInASubGroupNeedNoBarriers) {
  const char* mode = std::getenv("CLEAVE_CODEGEN");
  if (mode != nullptr && std::string_view(mode) == "scalar") {
    GTEST_SKIP() << "lanes that run together; here they run one after another";
  }
  const char* source = R"(
    kernel void test(global int* data) {
      local volatile int sums[64];
      uint item = get_local_id(0), lane = get_sub_group_local_id();
      sums[item] = data[get_global_id(0)];
      for (uint s = get_max_sub_group_size() / 2; s > 0; s /= 2) {
        if (lane < s) sums[item] += sums[item + s];
      }
      data[get_global_id(0)] = sums[item - lane];
    })";
  const std::vector<cl_int> data = numbers();
  const std::vector<cl_int> out = Runner::instance().run(source, groups, data);
  const size_t width = Runner::instance().sub_group_size();
  for (size_t i = 0; i < items; ++i) {
    const auto first = data.begin() + static_cast<ptrdiff_t>(i / width * width);
    EXPECT_EQ(out[i], std::accumulate(first, first + static_cast<ptrdiff_t>(width), 0)) << i;
  }
}

/// As CUDA's examples had it: steps of 32 items without branches, in one sub-group.
TEST(VolatileLocal, LastStepsOfASumNeedNoBranches) {
  const char* mode = std::getenv("CLEAVE_CODEGEN");
  if (mode != nullptr && std::string_view(mode) == "scalar") {
    GTEST_SKIP() << "lanes that run together; here they run one after another";
  }
  const char* source = R"(
    __attribute__((intel_reqd_sub_group_size(32))) kernel void test(global int* data) {
      local volatile int sums[64];
      uint item = get_local_id(0);
      sums[item] = data[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < 32) {
        sums[item] += sums[item + 32];
        sums[item] += sums[item + 16];
        sums[item] += sums[item + 8];
        sums[item] += sums[item + 4];
        sums[item] += sums[item + 2];
        sums[item] += sums[item + 1];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_id(0)] = sums[0];
    })";
  const std::vector<cl_int> data = numbers();
  const std::vector<cl_int> out = Runner::instance().run(source, groups, data);
  for (size_t i = 0; i < items; ++i) {
    const auto first = data.begin() + static_cast<ptrdiff_t>(i / group * group);
    EXPECT_EQ(out[i], std::accumulate(first, first + ptrdiff_t{group}, 0)) << i;
  }
}

/// Each item's number goes to the place of another one and comes back from there: all lanes run, or
/// some, side by side, backwards or anywhere.
template <class T>
void expect_exchanged(const std::string& type) {
  const std::string source = "kernel void test(global " + type + "* data) { local volatile " +
                             type +
                             R"( kept[64]; local volatile int seen[64];
      uint item = get_local_id(0);
      kept[item] = data[get_global_id(0)];
      seen[63 - item] = item;
      barrier(CLK_LOCAL_MEM_FENCE);
      )" + type + R"( other = kept[item * 5 % 64], last = kept[63 - item];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item % 3 == 1) kept[item] = other + last;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item % 5 == 2) kept[seen[item]] += ()" +
                             type + R"()1;
      barrier(CLK_LOCAL_MEM_FENCE);
      data[get_global_id(0)] = kept[item]; })";
  std::vector<T> data(items);
  for (size_t i = 0; i < items; ++i) data[i] = static_cast<T>(i % 50);
  const std::vector<T> out = Runner::instance().run(source, groups, data);
  for (size_t i = 0; i < items; ++i) {
    const size_t item = i % group, first = i - item;
    T right = data[i];
    if (item % 3 == 1) right = data[first + item * 5 % group] + data[first + group - 1 - item];
    if ((group - 1 - item) % 5 == 2) right += T{1};
    EXPECT_EQ(out[i], right) << type << " of " << i;
  }
}

TEST(VolatileLocal, NumbersOfAllSizesAreExchanged) {
  expect_exchanged<cl_uchar>("uchar");
  expect_exchanged<cl_short>("short");
  expect_exchanged<cl_int>("int");
  expect_exchanged<cl_float>("float");
  expect_exchanged<cl_long>("long");
  expect_exchanged<cl_double>("double");
}

/// Counters without atomic operations: of the lanes that write one of them at once, one finds its
/// own mark there, and the others try again.
TEST(VolatileLocal, MarksTellWhoseCountWasKept) {
  const char* mode = std::getenv("CLEAVE_CODEGEN");
  if (mode != nullptr && std::string_view(mode) == "scalar") {
    GTEST_SKIP() << "lanes that run together; here they run one after another";
  }
  const char* source = R"(
    kernel void test(global int* data) {
      local volatile uint counts[64 * 8];
      uint item = get_local_id(0), lane = get_sub_group_local_id();
      for (uint i = item; i < 64 * 8; i += 64) counts[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      local volatile uint* own = counts + get_sub_group_id() * 8;
      uint bin = data[get_global_id(0)] & 7, mark = lane << 16, count;
      do {
        count = (own[bin] & 0xffff) + 1 | mark;
        own[bin] = count;
      } while (own[bin] != count);
      barrier(CLK_LOCAL_MEM_FENCE);
      uint sum = 0;
      for (uint i = item % 8; i < 64 * 8; i += 8) sum += counts[i] & 0xffff;
      data[get_global_id(0)] = sum;
    })";
  const std::vector<cl_int> data = numbers();
  const std::vector<cl_int> out = Runner::instance().run(source, groups, data);
  for (size_t i = 0; i < items; ++i) {
    const auto first = data.begin() + static_cast<ptrdiff_t>(i / group * group);
    EXPECT_EQ(out[i], std::count_if(first, first + ptrdiff_t{group},
                                    [&](cl_int number) {
                                      return (number & 7) == static_cast<cl_int>(i % 8);
                                    }))
        << i;
  }
}

}  // namespace
}  // namespace cleave::test
