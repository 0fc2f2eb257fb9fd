// cl_khr_kernel_clock: the clock goes on, for every work-item and from one work-group to the next,
// and each read is one, wherever it stands.
#include <algorithm>

#include "runner.h"

namespace cleave::test {
namespace {

constexpr const char* scopes[] = {"device", "work_group", "sub_group"};

class KernelClock : public testing::TestWithParam<const char*> {
 protected:
  static std::vector<cl_ulong> run(const std::string& body, size_t items, size_t local) {
    const std::string source = std::string("#define READ clock_read_") + GetParam() +
                               "\n#define READ_HILO clock_read_hilo_" + GetParam() + R"(
      kernel void test(global ulong* o) {
        const size_t id = get_global_id(0);
        )" + body + "}";
    return Runner::instance().run(source, {.global = {items, 1, 1}, .local = {local, 1, 1}},
                                  std::vector<cl_ulong>(4 * items));
  }
};

TEST_P(KernelClock, NeverGoesBack) {
  constexpr size_t items = 512;
  const auto out = run(R"(
    ulong last = READ();
    const ulong first = last;
    int back = 0;
    for (int i = 0; i < 1000; ++i) {
      const ulong next = READ();
      back += next < last;
      last = next;
    }
    o[4 * id] = first; o[4 * id + 1] = last; o[4 * id + 2] = back;)",
                       items, 32);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_LT(out[4 * i], out[4 * i + 1]);
    EXPECT_EQ(0U, out[4 * i + 2]);
  }
}

// A read that stands in a loop is done each time: it is neither moved out nor joined with others.
TEST_P(KernelClock, IsReadWhereItStands) {
  constexpr size_t items = 64;
  const auto out = run(R"(
    // A loop that ends only because the clock goes on.
    const ulong begin = READ();
    ulong turns = 0;
    while (READ() - begin < 20000) ++turns;
    const ulong a = READ();
    uint x = (uint)id;
    for (int i = 0; i < 20000; ++i) x = x * 1664525u + 1013904223u;
    const ulong b = READ();
    o[4 * id] = turns; o[4 * id + 1] = b - a; o[4 * id + 2] = x;)",
                       items, 16);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_LT(0U, out[4 * i]);
    EXPECT_LT(1000U, out[4 * i + 1]);
  }
}

TEST_P(KernelClock, IsTheSameInTwoHalves) {
  constexpr size_t items = 100;
  const auto out = run(R"(
    const ulong before = READ();
    const uint2 halves = READ_HILO();
    const ulong after = READ();
    o[4 * id] = before; o[4 * id + 1] = (ulong)halves.y << 32 | halves.x; o[4 * id + 2] = after;)",
                       items, 20);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_LE(out[4 * i], out[4 * i + 1]);
    EXPECT_LE(out[4 * i + 1], out[4 * i + 2]);
  }
}

TEST_P(KernelClock, IsReadByThoseThatComeToIt) {
  constexpr size_t items = 300;
  const auto out = run(R"(
    const ulong before = READ();
    if (id % 3 == 1) o[4 * id] = READ();
    if (id == 200) for (uint i = 0; i < 3; ++i) o[4 * id + 1] = READ();
    o[4 * id + 2] = before; o[4 * id + 3] = READ();)",
                       items, 50);
  for (size_t i = 0; i < items; ++i) {
    if (i % 3 == 1) {
      EXPECT_LE(out[4 * i + 2], out[4 * i]);
      EXPECT_LE(out[4 * i], out[4 * i + 3]);
    } else {
      EXPECT_EQ(0U, out[4 * i]);
    }
    EXPECT_EQ(i == 200, out[4 * i + 1] != 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, KernelClock, testing::ValuesIn(scopes),
                         [](const auto& each) { return std::string(each.param); });

// One launch after another, on whichever processors: the clock of the device goes on.
TEST(KernelClocks, GoOnFromLaunchToLaunch) {
  cl_ulong last = 0;
  for (int launch = 0; launch < 20; ++launch) {
    const auto out = Runner::instance().run(
        "kernel void test(global ulong* o) { o[get_global_id(0)] = clock_read_device(); }",
        {.global = {256, 1, 1}, .local = {8, 1, 1}}, std::vector<cl_ulong>(256));
    EXPECT_LT(last, *std::ranges::min_element(out));
    last = *std::ranges::max_element(out);
  }
}

}  // namespace
}  // namespace cleave::test
