// Sub-groups that wait for each other on one thread, with C++ functions in place of generated code.
#include "backend/cpu/progress/sub_group_scheduler.h"

#include <immintrin.h>

#include <functional>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

using compiler::interface::ForwardProgress;
using cpu::progress::SubGroupScheduler;

/// One region of a kernel, as the compiler makes it.
struct Region : compiler::interface::SubGroupWalk {
  explicit Region(LaunchContext* of) : compiler::interface::SubGroupWalk(), context(of) {}
  LaunchContext* const context;
  uint32_t next = 0;
  std::function<void(uint32_t sub_group)> body;

  static void run_rest(compiler::interface::SubGroupWalk* walk) {
    auto& region = *static_cast<Region*>(walk);
    while (region.left != 0) {
      --region.left;
      region.body(region.next++);
    }
  }
  void run(uint32_t sub_groups) {
    left = sub_groups;
    next = 0;
    ForwardProgress& progress = context->progress;
    progress.run_rest = run_rest;
    progress.walk = this;
    run_rest(this);
    if (progress.on_other_stacks != 0) progress.finish(context);
  }
  template <class Condition>
  void wait_until(const Condition& condition) const {
    while (!condition()) context->progress.yield(context);
  }
};

class SubGroups : public testing::Test {
 protected:
  static constexpr uint32_t most = 100;
  void SetUp() override { ASSERT_TRUE(scheduler_.serve(context_, 1000, most)); }
  void TearDown() override { scheduler_.end_launch(); }

  LaunchContext context_{};
  SubGroupScheduler scheduler_;
  Region region_{&context_};
};

TEST_F(SubGroups, ThatWaitForNobodyRunInOrder) {
  std::vector<uint32_t> ended;
  region_.body = [&](uint32_t sub_group) { ended.push_back(sub_group); };
  region_.run(3);
  EXPECT_EQ((std::vector<uint32_t>{0, 1, 2}), ended);
}

TEST_F(SubGroups, ThatWaitForLaterOnesEndAfterThem) {
  constexpr uint32_t count = most;
  for (int round = 0; round < 3; ++round) {  // with stacks that have been used
    std::vector<uint32_t> ended;
    region_.body = [&](uint32_t sub_group) {
      region_.wait_until([&] { return ended.size() == count - 1 - sub_group; });
      ended.push_back(sub_group);
    };
    region_.run(count);
    ASSERT_EQ(count, ended.size());
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(count - 1 - i, ended[i]);
    EXPECT_EQ(0U, context_.progress.on_other_stacks);
  }
}

TEST_F(SubGroups, TakeTurns) {
  int said = 0;
  region_.body = [&](uint32_t sub_group) {
    for (int i = 0; i < 50; ++i) {
      region_.wait_until([&] { return said % 3 == static_cast<int>(sub_group); });
      ++said;
    }
  };
  region_.run(3);
  EXPECT_EQ(150, said);
}

TEST_F(SubGroups, KeepWhatIsOnTheirStacks) {
  int begun = 0;
  std::vector<uint64_t> sums;
  region_.body = [&](uint32_t sub_group) {
    std::array<uint64_t, 500> kept{};
    for (uint64_t i = 0; i < kept.size(); ++i) kept[i] = sub_group * i;
    ++begun;
    region_.wait_until([&] { return begun == 5; });
    uint64_t sum = 0;
    for (const uint64_t one : kept) sum += one;
    sums.push_back(sum / (499 * 250));
  };
  region_.run(5);
  std::ranges::sort(sums);
  EXPECT_EQ((std::vector<uint64_t>{0, 1, 2, 3, 4}), sums);
}

TEST_F(SubGroups, HaveFloatingPointModesOfTheirOwn) {
  const unsigned before = _mm_getcsr();
  bool came = false;
  region_.body = [&](uint32_t sub_group) {
    if (sub_group == 1) {
      EXPECT_EQ(0x1F80U, _mm_getcsr() & ~0x3FU);
      came = true;
      return;
    }
    _mm_setcsr(before | 0x8040);  // denormals are zero
    region_.wait_until([&] { return came; });
    EXPECT_EQ(0x8040U, _mm_getcsr() & 0x8040U);
    _mm_setcsr(before);
  };
  region_.run(2);
  EXPECT_TRUE(came);
}

TEST_F(SubGroups, HaveMoreAndLargerStacksInLaterLaunches) {
  for (const uint32_t count : {2U, 40U, 7U, 300U}) {
    scheduler_.end_launch();
    ASSERT_TRUE(scheduler_.serve(context_, 60000 + count * 1000, count));
    uint32_t begun = 0, ended = 0;
    region_.body = [&](uint32_t) {
      volatile char used[60000];
      used[begun % sizeof used] = 1;
      ++begun;
      region_.wait_until([&] { return begun == count; });
      ended += static_cast<uint32_t>(used[0] | 1);
    };
    region_.run(count);
    EXPECT_EQ(count, ended);
  }
}

TEST_F(SubGroups, AreRefusedWhereThereIsNoMemoryForTheirStacks) {
  for (const size_t bytes : {size_t{1} << 46, SIZE_MAX / 4, SIZE_MAX - (size_t{1} << 20)}) {
    scheduler_.end_launch();
    EXPECT_FALSE(scheduler_.serve(context_, bytes, 1000));
    EXPECT_TRUE(scheduler_.serve(context_, bytes, 1)) << "it waits for nobody";
  }
  scheduler_.end_launch();
  ASSERT_TRUE(scheduler_.serve(context_, 1000, 3));
  int begun = 0;
  region_.body = [&](uint32_t) {
    ++begun;
    region_.wait_until([&] { return begun == 3; });
  };
  region_.run(3);
  EXPECT_EQ(3, begun);
}

/// The same through a device, on all of its workers.
TEST(WaitingLaunch, RunsOnWorkersAlone) {
  struct Counts {
    std::atomic<uint64_t> ended{0}, in_order{0};
  } counts;
  auto entry = [](LaunchContext* context) {
    Counts& all = argument_of<Counts>(*context);
    uint32_t ended = 0;
    Region region(context);
    region.body = [&](uint32_t sub_group) {
      region.wait_until([&] { return ended == 3 - sub_group; });
      ++ended;
      ++all.ended;
    };
    region.run(4);
    ++all.in_order;
  };
  Hardware& device = eight_workers();
  ASSERT_TRUE(start_all(device).ok());
  const auto where = device.resources(device.machine().all_units());
  Waiting listener;
  auto launch = make_launch(entry, counts, 2000, 4);
  launch->may_wait = true;
  device.submit(std::move(launch), *where, listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(500U, counts.in_order);
  EXPECT_EQ(2000U, counts.ended);
}

TEST(WaitingLaunch, FailsBeforeItBeginsWhereThereIsNoMemoryForStacks) {
  struct Explained : Waiting {
    void explain(const char* reason) noexcept override { why = reason; }
    std::string why;
  };
  std::atomic<int> begun{0};
  auto entry = [](LaunchContext* context) { ++argument_of<std::atomic<int>>(*context); };
  Hardware& device = eight_workers();
  const auto where = device.resources(device.machine().all_units());
  auto launch = make_launch(entry, begun, 64, 4);
  change_code(*launch,
              [&](compiler::interface::KernelCode& code) { code.stack_bytes = uint64_t{1} << 46; });
  launch->may_wait = true;
  Explained listener;
  device.submit(std::move(launch), *where, listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(CL_OUT_OF_RESOURCES, listener.status());
  // For the worker's own large stack, or for those of the other sub-groups.
  EXPECT_NE(std::string::npos, listener.why.find("there is no memory for the")) << listener.why;
  EXPECT_EQ(0, begun);
}

}  // namespace
}  // namespace cleave::backend::test
