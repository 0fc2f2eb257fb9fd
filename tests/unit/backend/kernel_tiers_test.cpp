// Gives launches code of tiers, with a compiler and a background that do what the test says.
#include "backend/cpu/code/kernel_tiers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "options/options.h"

namespace cleave::backend::test {
namespace {

using compiler::interface::KernelCode;
using compiler::interface::LaunchShape;
using compiler::interface::Tier;
using cpu::code::CodeSlot;
using cpu::code::CodeTrial;
using cpu::code::KernelTiers;
using cpu::code::LaunchSizes;
using cpu::code::Urgency;
using topology::UnitSet;

void quick_code(compiler::interface::LaunchContext*) {}
void main_code(compiler::interface::LaunchContext*) {}
void exact_code(compiler::interface::LaunchContext*) {}
void alternative_code(compiler::interface::LaunchContext*) {}

struct TieredCode final : compiler::interface::ProgramCode {
  KernelCode kernel(const std::string&, LaunchShape shape, Tier tier, std::string& error) override {
    asked.emplace_back(shape, tier);
    time += making;
    if (tier == Tier::quick && !has_main)
      return {.entry = quick_code,
              .frame_bytes_per_item = 16,
              .tier = Tier::quick,
              .has_alternative = is_unsure_at_first};
    if (fails) {
      error = "no registers left";
      return {};
    }
    if (tier == Tier::alternative && !fails_alternative)
      return {.entry = alternative_code, .tier = tier};
    if (tier == Tier::alternative) return {};
    const bool is_exact = shape.local_size[0] != 0 || shape.streamed_arguments != 0;
    return {.entry = is_exact ? exact_code : main_code,
            .frame_bytes_per_item = 8,
            .tier = Tier::main,
            .has_alternative = has_alternative};
  }
  std::vector<std::pair<LaunchShape, Tier>> asked;
  bool has_main = false;  // at hand already
  bool fails = false;     // but for the quick tier
  bool has_alternative = false;
  bool is_unsure_at_first = false;  // in the quick tier
  bool fails_alternative = false;
  std::chrono::nanoseconds making{}, time{};  // of each code, and since the test began
};

class KernelTierChoice : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(options::options().tiers, "all");
    make_tiers({});
  }
  void make_tiers(const compiler::interface::X86Facts& facts) {
    const auto run_in_background = [this](std::function<void()> work, const UnitSet& units,
                                          Urgency urgency) {
      in_background.push_back(std::move(work));
      background_units.push_back(units);
      urgencies.push_back(urgency);
      return true;
    };
    tiers = std::make_shared<KernelTiers>(
        KernelTiers::TieredKernel{code, std::make_shared<const compiler::interface::KernelFacts>(),
                                  device, facts},
        run_in_background, [this] { return code->time; });
  }
  const CodeSlot* launch(const LaunchShape& shape) { return launch(shape, whole); }
  const CodeSlot* launch(const LaunchShape& shape, const UnitSet& units) {
    std::string error;
    LaunchShape general = shape;
    general.local_size = {};
    general.streamed_arguments = 0;
    return tiers->code({general, shape}, units, error);
  }
  /// Launches on these units have taken so long that code for them is worth it.
  void make_hot(const CodeSlot& slot, const UnitSet& units) {
    slot.times().add(std::chrono::seconds(100), units);
  }
  void make_hot(const CodeSlot& slot) { make_hot(slot, whole); }
  /// Runs the work that was left to the background, and the work that it leaves there in turn.
  void run_background() {
    while (!in_background.empty()) {
      const auto works = std::exchange(in_background, {});
      for (const auto& work : works) work();
    }
  }

  /// The work that was left to the background, and on which units: a test runs it, or not.
  std::vector<std::function<void()>> in_background;
  std::vector<UnitSet> background_units;
  std::vector<Urgency> urgencies;
  const UnitSet whole = UnitSet::range(0, 4);
  const DeviceFacts device;
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

TEST_F(KernelTierChoice, SmallerGroupsKeepTheGeneralCode) {
  std::string error;
  const CodeSlot* slot = tiers->code({any_size, of_64, true}, whole, error);
  EXPECT_EQ(slot->best_for_smaller_groups().entry, quick_code);
  make_hot(*slot);
  run_background();
  EXPECT_EQ(slot->best().entry, exact_code);
  EXPECT_EQ(slot->best_for_smaller_groups().entry, main_code);
  LaunchShape other = any_size;
  other.sub_groups = 2;
  const CodeSlot* narrower = tiers->code({other, of_64, true}, whole, error);
  EXPECT_NE(narrower, slot) << "its smaller groups are of another shape";
  EXPECT_EQ(code->asked.back().first, other);
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
  make_tiers({.has_one_tier = true});
  code->fails = true;
  EXPECT_EQ(launch(any_size), nullptr);
  code->fails = false;
  ASSERT_NE(launch(any_size), nullptr);
}

TEST_F(KernelTierChoice, NothingFollowsWhereOneTierIsEnough) {
  make_tiers({.has_one_tier = true});
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
  run_background();
  EXPECT_EQ(live->best().entry, main_code);
  make_hot(*live);
  EXPECT_EQ(launch(of_64), live);
  EXPECT_EQ(in_background.size(), 1u);
  make_hot(*live);
  EXPECT_EQ(in_background.size(), 1u) << "it is asked for once";
  run_background();
  EXPECT_EQ(live->best().entry, exact_code);
  EXPECT_EQ(launch(any_size)->best().entry, main_code);
}

TEST_F(KernelTierChoice, TimeThatIsNotLongMakesNothingHot) {
  const CodeSlot* live = launch(of_64);
  run_background();
  live->times().add(std::chrono::milliseconds(1), whole);
  EXPECT_TRUE(in_background.empty());
}

TEST_F(KernelTierChoice, HotLaunchesWaitForNoMainTierAndForNoKernels) {
  const CodeSlot* live = launch(of_64);
  make_hot(*live);
  EXPECT_EQ(urgencies, (std::vector{Urgency::whenever, Urgency::soon}));
  in_background.back()();
  EXPECT_EQ(live->best().entry, exact_code);
  in_background.front()();
  EXPECT_EQ(live->best().entry, exact_code) << "the main tier is for launches of other sizes";
  EXPECT_EQ(launch(any_size)->best().entry, main_code);
}

TEST_F(KernelTierChoice, LaunchesThatStreamRunGeneralCodeUntilTheyAreHot) {
  LaunchShape streaming = any_size;
  streaming.streamed_arguments = 1;
  const CodeSlot* live = launch(streaming);
  EXPECT_EQ(live->best().entry, quick_code);
  EXPECT_EQ(code->asked, (std::vector{std::pair(any_size, Tier::quick)}));
  make_hot(*live);
  run_background();
  EXPECT_EQ(live->best().entry, exact_code);
  EXPECT_EQ(launch(any_size)->best().entry, main_code);
}

TEST_F(KernelTierChoice, BetterCodeIsMadeOnTheUnitsOfTheLaunchThatAsksForIt) {
  const UnitSet first{0, 1}, second{2, 3};
  const CodeSlot* live = launch(of_64, first);
  run_background();
  make_hot(*live, second);
  const std::vector<UnitSet> expected = {{0, 1}, {2, 3}};
  EXPECT_EQ(background_units, expected);
}

TEST_F(KernelTierChoice, TimeOfOneLocalSizeMakesNoOtherHot) {
  make_hot(*launch(of_64));
  run_background();
  LaunchShape of_128 = of_64;
  of_128.local_size[0] = 128;
  EXPECT_EQ(launch(of_128)->best().entry, main_code);
  EXPECT_TRUE(in_background.empty());
}

LaunchShape with_format(LaunchShape shape, uint64_t format) {
  shape.bindings = compiler::interface::Bindings::of({{0, format}});
  return shape;
}

TEST_F(KernelTierChoice, TheFirstFormatsOfImagesGetCodeOfTheirOwnAtOnce) {
  launch(with_format(any_size, 1));
  launch(with_format(any_size, 2));
  EXPECT_EQ(code->asked, (std::vector{std::pair(with_format(any_size, 1), Tier::quick),
                                      std::pair(with_format(any_size, 2), Tier::quick)}));
  EXPECT_EQ(in_background.size(), 2U) << "no launch of one local size is going to get hot";
}

TEST_F(KernelTierChoice, FormatsGetTheirMainTierWhereLaunchesAreHot) {
  const CodeSlot* live = launch(with_format(of_64, 1));
  EXPECT_TRUE(in_background.empty());
  make_hot(*live);
  run_background();
  EXPECT_EQ(live->best().entry, exact_code);
}

TEST_F(KernelTierChoice, FurtherFormatsRunCodeForAnyUntilTheyAreHot) {
  for (uint64_t format = 1; format <= 4; ++format) launch(with_format(of_64, format));
  run_background();
  code->asked.clear();
  const CodeSlot* fifth = launch(with_format(of_64, 5));
  EXPECT_EQ(code->asked, (std::vector{std::pair(any_size, Tier::quick)}));
  make_hot(*fifth);
  run_background();
  EXPECT_EQ(fifth->best().entry, exact_code);
  EXPECT_EQ(code->asked.back(), std::pair(with_format(of_64, 5), Tier::main));
}

TEST_F(KernelTierChoice, ThereIsAnEndToCodeForFormats) {
  for (uint64_t format = 1; format <= 500; ++format) {
    make_hot(*launch(with_format(of_64, format)));
    run_background();
  }
  std::set<compiler::interface::Bindings> bound;
  for (const auto& [shape, tier] : code->asked) bound.insert(shape.bindings);
  EXPECT_EQ(bound.size(), 9u) << "eight formats, and any";
}

TEST_F(KernelTierChoice, SixtyFormatsWithEightSamplersMakeSixCompilations) {
  for (uint64_t format = 1; format <= 480; ++format) launch(with_format(of_64, format));
  run_background();
  EXPECT_EQ(code->asked.size(), 6u) << "four for formats; two tiers for any";
}

TEST_F(KernelTierChoice, KernelsThatAreMadeAnewShareTheEndToCodeForFormats) {
  const KernelTiers::TieredKernel source = {
      code, std::make_shared<const compiler::interface::KernelFacts>(), device};
  for (uint64_t format = 1; format <= 100; ++format) {
    KernelTiers anew(source, [](const auto&, const auto&, Urgency) { return true; });
    std::string error;
    const LaunchShape shape = with_format(of_64, format);
    LaunchShape general = shape;
    general.local_size = {};
    static_cast<void>(anew.code({general, shape}, whole, error));
  }
  std::set<compiler::interface::Bindings> bound;
  for (const auto& [shape, tier] : code->asked) bound.insert(shape.bindings);
  EXPECT_EQ(bound.size(), 5U) << "four formats, and any";
}

TEST_F(KernelTierChoice, ThereIsAnEndToCodeForLocalSizes) {
  for (uint32_t size = 1; size < 500; ++size) {
    LaunchShape shape = of_64;
    shape.local_size[0] = size;
    make_hot(*launch(shape));
    run_background();
  }
  EXPECT_LT(code->asked.size(), 80u);
}

/// Runs launches of one size with whatever code is current, and tells how long they took.
void run_launches(const CodeSlot& slot, size_t count, double time_of_former,
                  double time_of_successor, compiler::interface::KernelEntry successor) {
  for (size_t i = 0; i < count && slot.is_on_trial(); ++i) {
    const KernelCode& ran = slot.best();
    const double time = ran.entry == successor ? time_of_successor : time_of_former;
    slot.add_launch(ran, {{1024, 1, 1}, {64, 1, 1}}, time);
  }
}

constexpr size_t whole_trial = CodeTrial::watched + 1 + 2 * CodeTrial::rounds;

/// Launches of one size, until code is settled: `time_of` says how long they take with each.
const KernelCode& settle(const CodeSlot& slot,
                         const std::map<compiler::interface::KernelEntry, double>& time_of) {
  for (size_t i = 0; i < 3 * whole_trial && slot.is_on_trial(); ++i) {
    const KernelCode& ran = slot.best();
    slot.add_launch(ran, {{1024, 1, 1}, {64, 1, 1}}, time_of.at(ran.entry));
  }
  EXPECT_FALSE(slot.is_on_trial());
  return slot.best();
}

TEST_F(KernelTierChoice, AnAlternativeStaysWhereItIsFasterOnly) {
  code->has_alternative = true;
  for (const double time : {5.0, 9.0, 11.0, 40.0}) {
    make_tiers({});
    const CodeSlot* live = launch(of_64);
    run_background();
    make_hot(*live);
    run_background();
    const KernelCode& kept = settle(
        *live, {{quick_code, 20}, {main_code, 10}, {exact_code, 8}, {alternative_code, time}});
    EXPECT_EQ(kept.entry, time < 8 ? alternative_code : exact_code) << time;
  }
}

TEST_F(KernelTierChoice, AnAlternativeIsMadeByWorkOfItsOwnWhichNothingWaitsFor) {
  code->has_alternative = true;
  const CodeSlot* live = launch(of_64);
  run_background();
  make_hot(*live);
  ASSERT_EQ(in_background.size(), 1u);
  const auto exact = in_background.front();
  in_background.clear();
  exact();
  EXPECT_EQ(code->asked.back().second, Tier::main);
  EXPECT_EQ(urgencies, (std::vector{Urgency::whenever, Urgency::soon, Urgency::whenever}));
  run_background();
  EXPECT_EQ(code->asked.back().second, Tier::alternative);
}

TEST_F(KernelTierChoice, AnAlternativeIsAskedForWithinTwentyMillisecondsOfLaunches) {
  code->has_alternative = code->is_unsure_at_first = true;
  code->making = std::chrono::milliseconds(400);
  const CodeSlot* live = launch(of_64);
  live->times().add(std::chrono::microseconds(19'999), whole);
  EXPECT_EQ(urgencies, (std::vector{Urgency::whenever})) << "the main tier alone";
  live->times().add(std::chrono::microseconds(1), whole);
  EXPECT_EQ(urgencies, (std::vector{Urgency::whenever, Urgency::soon, Urgency::whenever}));
  in_background.back()();
  EXPECT_EQ(code->asked.back(), std::pair(of_64, Tier::alternative));
  EXPECT_EQ(live->best().entry, alternative_code) << "it is tried as soon as it is there";
}

TEST_F(KernelTierChoice, AnAlternativeThatComesFirstStaysWhereItIsFasterOnly) {
  code->has_alternative = code->is_unsure_at_first = true;
  for (const double time : {5.0, 9.0, 11.0, 40.0}) {
    make_tiers({});
    const CodeSlot* live = launch(of_64);
    run_background();
    live->times().add(std::chrono::milliseconds(20), whole);
    ASSERT_EQ(in_background.size(), 2u);
    in_background[1]();
    in_background[0]();
    in_background.clear();
    const KernelCode& kept = settle(
        *live, {{quick_code, 20}, {main_code, 10}, {exact_code, 8}, {alternative_code, time}});
    EXPECT_EQ(kept.entry, time < 8 ? alternative_code : exact_code) << time;
  }
}

TEST_F(KernelTierChoice, AnAlternativeIsNotMadeOnceTheCompilerIsSure) {
  code->is_unsure_at_first = true;
  const CodeSlot* live = launch(of_64);
  live->times().add(std::chrono::milliseconds(20), whole);
  EXPECT_EQ(in_background.size(), 3u);
  run_background();
  EXPECT_EQ(settle(*live, {{quick_code, 20}, {main_code, 10}, {exact_code, 8}}).entry, exact_code);
  EXPECT_TRUE(std::ranges::none_of(
      code->asked, [](const auto& asked) { return asked.second == Tier::alternative; }));
}

TEST_F(KernelTierChoice, CodeForALocalSizeWaitsAsLongAsTheFirstCodeTookToMake) {
  using namespace std::chrono_literals;
  for (const auto& [making, hot_after] : {std::pair(4ms, 50ms), std::pair(200ms, 200ms)}) {
    code->making = making;
    make_tiers({});
    const CodeSlot* live = launch(of_64);
    run_background();
    live->times().add(hot_after - 1ms, whole);
    EXPECT_TRUE(in_background.empty()) << making.count();
    live->times().add(1ms, whole);
    EXPECT_EQ(in_background.size(), 1u) << making.count();
    in_background.clear();
  }
}

TEST_F(KernelTierChoice, AnAlternativeThatCannotBeMadeLeavesWhatIsThere) {
  code->has_alternative = true;
  const CodeSlot* live = launch(of_64);
  run_background();
  make_hot(*live);
  code->fails_alternative = true;
  run_background();
  EXPECT_EQ(settle(*live, {{main_code, 10}, {exact_code, 8}}).entry, exact_code);
}

TEST_F(KernelTierChoice, NothingIsAlternativeToWhatTheCompilerIsSureOf) {
  const CodeSlot* live = launch(of_64);
  run_background();
  make_hot(*live);
  run_background();
  EXPECT_EQ(settle(*live, {{main_code, 10}, {exact_code, 8}}).entry, exact_code);
  EXPECT_TRUE(std::ranges::none_of(
      code->asked, [](const auto& asked) { return asked.second == Tier::alternative; }));
}

TEST_F(KernelTierChoice, AMainTierThatIsSlowerIsNotKept) {
  const CodeSlot* live = launch(of_64);
  run_background();
  EXPECT_EQ(live->best().entry, main_code);
  run_launches(*live, whole_trial, 10, 12, main_code);
  EXPECT_FALSE(live->is_on_trial());
  EXPECT_EQ(live->best().entry, quick_code);
  EXPECT_EQ(launch(any_size)->best().entry, quick_code);
}

TEST_F(KernelTierChoice, AMainTierThatIsFasterIsKeptAfterOneLaunchOfTheFormer) {
  const CodeSlot* live = launch(of_64);
  run_background();
  run_launches(*live, CodeTrial::watched, 10, 8, main_code);
  EXPECT_EQ(live->best().entry, quick_code);
  run_launches(*live, 1, 10, 8, main_code);
  EXPECT_FALSE(live->is_on_trial());
  EXPECT_EQ(live->best().entry, main_code);
}

TEST_F(KernelTierChoice, CodeForALocalSizeThatIsSlowerGivesWayToTheMainTier) {
  const CodeSlot* live = launch(of_64);
  run_background();
  run_launches(*live, whole_trial, 10, 8, main_code);
  make_hot(*live);
  run_background();
  EXPECT_EQ(live->best().entry, exact_code);
  run_launches(*live, whole_trial, 8, 10, exact_code);
  EXPECT_FALSE(live->is_on_trial());
  EXPECT_EQ(live->best().entry, main_code);
}

TEST_F(KernelTierChoice, WhereNothingBetterComesNoTrialGoesOn) {
  code->fails = true;
  const CodeSlot* live = launch(of_64);
  EXPECT_TRUE(live->is_on_trial());
  run_background();
  EXPECT_FALSE(live->is_on_trial());
  code->fails = false;
  make_tiers({.has_one_tier = true});
  EXPECT_FALSE(launch(of_64)->is_on_trial());
}

}  // namespace
}  // namespace cleave::backend::test
