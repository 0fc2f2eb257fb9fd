// Adds times of launches, and sees which time is expected of the next one.
#include "backend/cpu/code/code_times.h"

#include <gtest/gtest.h>

#include <chrono>

namespace cleave::backend::test {
namespace {

using topology::UnitSet;

TEST(CodeTimes, ExpectsOfALaunchWhatItsWorkItemsTookBefore) {
  using namespace std::chrono_literals;
  const cpu::code::CodeTimes times;
  EXPECT_FALSE(times.expected(1000)) << "nothing has run";
  times.add_alone(2us, 100);
  EXPECT_EQ(times.expected(1000), 20us);
  times.add_alone(1us, 100);
  EXPECT_EQ(times.expected(1000), 10us) << "the shortest counts";
  times.add_alone(8us, 100);
  EXPECT_LT(times.expected(1000), 30us);
  for (int i = 0; i < 100; ++i) times.add_alone(8us, 100);
  EXPECT_NEAR(static_cast<double>(times.expected(1000)->count()), 80'000, 10);
}

TEST(CodeTimes, ExpectsMoreOrLessWhereThreadsTogetherTakeMuchMoreOrLess) {
  using namespace std::chrono_literals;
  cpu::code::CodeTimes times;
  times.add_together(4us, 100);
  EXPECT_FALSE(times.expected(1000)) << "together they may take longer than one alone";
  times.add_alone(2us, 100);
  times.add_together(4us, 100);
  EXPECT_EQ(times.expected(1000), 20us);
  times.add_together(10us, 100);
  EXPECT_EQ(times.expected(1000), 50us);
  times.add_together(1us, 100);
  EXPECT_EQ(times.expected(1000), 10us);
}

TEST(CodeTimes, TimeOfThreadsTogetherTellsNothingOfOneAlone) {
  using namespace std::chrono_literals;
  const cpu::code::CodeTimes times;
  times.add(102us, UnitSet{0});
  EXPECT_FALSE(times.expected(1000));
}

}  // namespace
}  // namespace cleave::backend::test
