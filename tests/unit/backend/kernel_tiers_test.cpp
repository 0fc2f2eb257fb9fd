// Gives launches code of tiers, with a compiler and a background that do what the test says.
#include "backend/cpu/code/kernel_tiers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "support/options.h"

namespace cleave::backend::test {
namespace {

using compiler::KernelCode;
using compiler::LaunchShape;
using compiler::Tier;
using cpu::CodeSlot;
using cpu::KernelTiers;
using topology::UnitSet;

void quick_code(compiler::LaunchContext*) {}
void main_code(compiler::LaunchContext*) {}
void exact_code(compiler::LaunchContext*) {}

struct TieredCode final : compiler::Code {
  KernelCode kernel(const std::string&, LaunchShape shape, Tier tier, std::string& error) override {
    asked.emplace_back(shape, tier);
    if (tier == Tier::quick && !has_main)
      return {.entry = quick_code, .frame_bytes_per_item = 16, .tier = Tier::quick};
    if (fails) {
      error = "no registers left";
      return {};
    }
    return {.entry = shape.local_size[0] != 0 ? exact_code : main_code,
            .frame_bytes_per_item = 8,
            .tier = Tier::main};
  }
  std::vector<std::pair<LaunchShape, Tier>> asked;
  bool has_main = false;  // at hand already
  bool fails = false;     // but for the quick tier
};

class KernelTierChoice : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(support::options().tiers, "all");
    make_tiers({});
  }
  void make_tiers(const compiler::KernelFacts& facts) {
    const auto run_in_background = [this](std::function<void()> work, const UnitSet& units) {
      in_background.push_back(std::move(work));
      background_units.push_back(units);
      return true;
    };
    tiers = std::make_shared<KernelTiers>(KernelTiers::Source{code, facts.name, facts.has_one_tier},
                                          run_in_background);
  }
  const CodeSlot* launch(const LaunchShape& shape) { return launch(shape, whole); }
  const CodeSlot* launch(const LaunchShape& shape, const UnitSet& units) {
    std::string error;
    return tiers->code(shape, units, error);
  }
  void run_background() {
    auto works = std::move(in_background);
    in_background.clear();
    for (const auto& work : works) work();
  }

  /// What was left to the background, and on which units: a test runs it, or not.
  std::vector<std::function<void()>> in_background;
  std::vector<UnitSet> background_units;
  const UnitSet whole = UnitSet::range(0, 4);
  std::shared_ptr<TieredCode> code = std::make_shared<TieredCode>();
  std::shared_ptr<KernelTiers> tiers;
};

constexpr LaunchShape any_size = {.small_ids = true, .sub_groups = 4, .rows = 1};
constexpr LaunchShape of_64 = {
    .small_ids = true, .sub_groups = 4, .rows = 1, .local_size = {64, 1, 1}};

TEST_F(KernelTierChoice, TheFirstLaunchGetsQuickCodeAndTheMainTierReplacesIt) {
  const CodeSlot* live = launch(any_size);
  EXPECT_EQ(live->best().entry, quick_code);
  EXPECT_EQ(launch(any_size)->best().entry, quick_code);
  EXPECT_EQ(code->asked.size(), 1u);
  EXPECT_EQ(in_background.size(), 1u);
  run_background();
  EXPECT_EQ(live->best().entry, main_code);
  EXPECT_EQ(live->best().frame_bytes_per_item, 8u);
  EXPECT_EQ(launch(any_size), live);
  EXPECT_TRUE(in_background.empty());
}

TEST_F(KernelTierChoice, WhatALaunchBeganWithStaysValid) {
  const KernelCode& begun = launch(any_size)->best();
  run_background();
  EXPECT_EQ(begun.entry, quick_code);
  EXPECT_EQ(begun.frame_bytes_per_item, 16u);
}

TEST_F(KernelTierChoice, LaunchesOfAllLocalSizesShareTheCodeOfTheirShape) {
  EXPECT_EQ(launch(of_64)->best().entry, quick_code);
  EXPECT_EQ(launch(any_size)->best().entry, quick_code);
  EXPECT_EQ(code->asked.size(), 1u);
  EXPECT_EQ(code->asked[0].first, any_size);
}

TEST_F(KernelTierChoice, AnErrorInTheBackgroundLeavesWhatIsThere) {
  code->fails = true;
  const CodeSlot* live = launch(any_size);
  run_background();
  EXPECT_EQ(live->best().entry, quick_code);
  EXPECT_EQ(launch(any_size)->best().entry, quick_code);
  EXPECT_TRUE(in_background.empty());
}

TEST_F(KernelTierChoice, AFirstLaunchThatGetsNoCodeFailsAndTheNextTriesAgain) {
  compiler::KernelFacts facts;
  facts.has_one_tier = true;
  make_tiers(facts);
  code->fails = true;
  EXPECT_EQ(launch(any_size), nullptr);
  code->fails = false;
  ASSERT_NE(launch(any_size), nullptr);
}

TEST_F(KernelTierChoice, NothingFollowsWhereOneTierIsEnough) {
  compiler::KernelFacts facts;
  facts.has_one_tier = true;
  make_tiers(facts);
  EXPECT_EQ(launch(any_size)->best().entry, main_code);
  EXPECT_TRUE(in_background.empty());
}

TEST_F(KernelTierChoice, NothingFollowsWhereBetterCodeWasAtHand) {
  code->has_main = true;
  EXPECT_EQ(launch(any_size)->best().entry, main_code);
  EXPECT_TRUE(in_background.empty());
}

TEST_F(KernelTierChoice, AKernelThatIsGoneNeedsNoBetterCode) {
  static_cast<void>(launch(any_size));
  tiers = nullptr;
  run_background();
  EXPECT_EQ(code->asked.size(), 1u);
}

TEST_F(KernelTierChoice, LaunchesThatStayHotGetCodeForTheirLocalSize) {
  const CodeSlot* live = launch(of_64);
  live->add_time(std::chrono::seconds(1));
  static_cast<void>(launch(of_64));
  EXPECT_EQ(in_background.size(), 1u);  // the main tier comes first
  run_background();
  EXPECT_EQ(live->best().entry, main_code);
  EXPECT_EQ(launch(of_64), live);
  EXPECT_EQ(launch(of_64), live);
  EXPECT_EQ(in_background.size(), 1u);
  run_background();
  EXPECT_EQ(live->best().entry, exact_code);
  EXPECT_EQ(launch(any_size)->best().entry, main_code);
}

TEST_F(KernelTierChoice, BetterCodeIsMadeOnTheUnitsOfTheLaunchThatAsksForIt) {
  const UnitSet first{0, 1}, second{2, 3};
  launch(of_64, first)->add_time(std::chrono::seconds(1));
  run_background();
  static_cast<void>(launch(of_64, second));
  const std::vector<UnitSet> expected = {{0, 1}, {2, 3}};
  EXPECT_EQ(background_units, expected);
}

TEST_F(KernelTierChoice, TimeOfOneLocalSizeMakesNoOtherHot) {
  launch(of_64)->add_time(std::chrono::seconds(1));
  run_background();
  LaunchShape of_128 = of_64;
  of_128.local_size[0] = 128;
  static_cast<void>(launch(of_128));
  EXPECT_TRUE(in_background.empty());
}

TEST_F(KernelTierChoice, ThereIsAnEndToCodeForLocalSizes) {
  for (uint32_t size = 1; size < 100; ++size) {
    LaunchShape shape = of_64;
    shape.local_size[0] = size;
    launch(shape)->add_time(std::chrono::seconds(1));
    run_background();
    static_cast<void>(launch(shape));
    run_background();
  }
  EXPECT_LT(code->asked.size(), 20u);
}

TEST(LiveCode, ExpectsOfALaunchWhatItsWorkItemsTookBefore) {
  using namespace std::chrono_literals;
  const CodeSlot code;
  EXPECT_FALSE(code.expected_time(1000)) << "nothing has run";
  code.add_time_alone(2us, 100);
  EXPECT_EQ(code.expected_time(1000), 20us);
  code.add_time_alone(1us, 100);
  EXPECT_EQ(code.expected_time(1000), 10us) << "the shortest counts";
  code.add_time_alone(8us, 100);
  EXPECT_LT(code.expected_time(1000), 30us);
  for (int i = 0; i < 100; ++i) code.add_time_alone(8us, 100);
  EXPECT_NEAR(static_cast<double>(code.expected_time(1000)->count()), 80'000, 10);
}

TEST(LiveCode, TimeOfThreadsTogetherTellsNothingOfOneAlone) {
  using namespace std::chrono_literals;
  const CodeSlot code;
  code.add_time(102us);
  EXPECT_FALSE(code.expected_time(1000));
  EXPECT_EQ(code.time(), 102us);
}

}  // namespace
}  // namespace cleave::backend::test
