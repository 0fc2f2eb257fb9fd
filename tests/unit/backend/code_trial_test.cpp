// Gives trials times of launches, and sees which version they keep.
#include "backend/cpu/code/code_trial.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace cleave::backend::test {
namespace {

using cpu::code::CodeTrial;
using cpu::code::InDoubt;
using cpu::code::is_clearly_slower;
using cpu::code::LaunchSizes;
using cpu::code::TrialCode;

constexpr LaunchSizes small = {{64, 1, 1}, {64, 1, 1}};
constexpr LaunchSizes large = {{1024, 1, 1}, {64, 1, 1}};

bool is_slower(const std::vector<double>& successor, const std::vector<double>& former) {
  return cpu::code::is_clearly_slower(successor, former);
}

/// Makes launches of one size until the trial is over, and returns the version that it keeps.
/// `time` is what launch `i` takes with a version.
TrialCode run(CodeTrial& trial, const std::function<double(TrialCode, size_t i)>& time,
              size_t most = 100) {
  TrialCode current = TrialCode::successor;
  for (size_t i = 0; i < most && !trial.is_over(); ++i) {
    current = trial.add(current, large, time(current, i));
  }
  EXPECT_TRUE(trial.is_over());
  return current;
}

TEST(IsClearlySlower, WantsTheMedianAndTheShortestTimeToBeLonger) {
  EXPECT_TRUE(is_slower({12, 12, 12}, {10, 10, 10}));
  EXPECT_FALSE(is_slower({10, 10, 10}, {10, 10, 10}));
  EXPECT_FALSE(is_slower({10.3, 10.3, 10.3}, {10, 10, 10})) << "so little is noise";
  EXPECT_FALSE(is_slower({10, 30, 30}, {10, 10, 10})) << "the longer ones were disturbed";
  EXPECT_FALSE(is_slower({12, 12, 12}, {5, 14, 14})) << "one was lucky";
  EXPECT_TRUE(is_slower({90, 12, 12}, {90, 10, 10}));
}

TEST(CodeTrial, KeepsAFasterSuccessorAfterOneMoreLaunchOfTheFormer) {
  CodeTrial trial;
  EXPECT_EQ(trial.add(TrialCode::former, large, 10), TrialCode::former);
  trial.begin();
  size_t of_former = 0, launches = 0;
  const TrialCode kept = run(trial, [&](TrialCode version, size_t) {
    ++launches;
    of_former += version == TrialCode::former ? 1 : 0;
    return version == TrialCode::former ? 10 : 8;
  });
  EXPECT_EQ(kept, TrialCode::successor);
  EXPECT_EQ(of_former, 1u);
  EXPECT_EQ(launches, CodeTrial::watched + 1);
}

TEST(CodeTrial, GoesBackToTheFormerWhereTheSuccessorIsSlower) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 10));
  trial.begin();
  EXPECT_EQ(
      run(trial, [](TrialCode version, size_t) { return version == TrialCode::former ? 10 : 12; }),
      TrialCode::former);
}

TEST(CodeTrial, NoticesASlowerSuccessorThoughTheFormerRanBesideTheCompiler) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 30));
  trial.begin();
  EXPECT_EQ(
      run(trial, [](TrialCode version, size_t) { return version == TrialCode::former ? 10 : 12; }),
      TrialCode::former);
}

TEST(CodeTrial, KeepsTheSuccessorOfLaunchesWhoseWorkGrows) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 1));
  trial.begin();
  EXPECT_EQ(run(trial,
                [](TrialCode version, size_t i) {
                  const double work = 10 + 3 * static_cast<double>(i);
                  return version == TrialCode::former ? work : 0.8 * work;
                }),
            TrialCode::successor);
}

TEST(CodeTrial, IsNotMisledByDisturbances) {
  for (size_t disturbed = 0; disturbed < 10; ++disturbed) {
    CodeTrial trial;
    static_cast<void>(trial.add(TrialCode::former, large, 10));
    trial.begin();
    const auto time = [&](TrialCode, size_t i) { return i % 10 == disturbed || i < 3 ? 50 : 10; };
    EXPECT_EQ(run(trial, time), TrialCode::successor) << disturbed;
  }
}

TEST(CodeTrial, ComparesLaunchesOfTheLargestSizeOnly) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, small, 1));
  static_cast<void>(trial.add(TrialCode::former, large, 10));
  static_cast<void>(trial.add(TrialCode::former, small, 1));
  trial.begin();
  for (size_t i = 0; i < CodeTrial::watched + 1; ++i) {
    EXPECT_EQ(trial.add(TrialCode::successor, small, 20), TrialCode::successor);
  }
  EXPECT_FALSE(trial.is_over());
  EXPECT_EQ(
      run(trial, [](TrialCode version, size_t) { return version == TrialCode::former ? 10 : 9; }),
      TrialCode::successor);
}

TEST(CodeTrial, TakesTheFirstSizeWhereTheFormerRanNoLaunchToItsEnd) {
  CodeTrial trial;
  trial.begin();
  EXPECT_EQ(
      run(trial, [](TrialCode version, size_t) { return version == TrialCode::former ? 10 : 12; }),
      TrialCode::former);
}

TEST(CodeTrial, KeepsTheSuccessorWhereTheSizeDoesNotComeBack) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 10));
  trial.begin();
  for (size_t i = 0; i < CodeTrial::watched; ++i) {
    static_cast<void>(trial.add(TrialCode::successor, large, 10));
  }
  TrialCode current = TrialCode::former;
  for (size_t i = 0; i < CodeTrial::most_others; ++i) {
    EXPECT_FALSE(trial.is_over());
    current = trial.add(current, small, 1);
  }
  EXPECT_TRUE(trial.is_over());
  EXPECT_EQ(current, TrialCode::successor);
}

TEST(CodeTrial, SpendsFewLaunchesOnASuccessorWithoutHope) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 10));
  trial.begin();
  size_t of_successor = 0;
  const TrialCode kept = run(trial, [&](TrialCode version, size_t) {
    of_successor += version == TrialCode::successor ? 1 : 0;
    return version == TrialCode::former ? 10 : 30;
  });
  EXPECT_EQ(kept, TrialCode::former);
  EXPECT_EQ(of_successor, 1 + CodeTrial::least_rounds);
}

TEST(CodeTrial, ComparesASecondSuccessorWithWhatTheFirstTrialKept) {
  for (const double first : {8.0, 14.0}) {
    for (const double second : {6.0, 9.0, 30.0}) {
      CodeTrial trial;
      static_cast<void>(trial.add(TrialCode::former, large, 10));
      trial.begin();
      const auto kept = run(trial, [&](TrialCode version, size_t) {
        return version == TrialCode::former ? 10 : first;
      });
      EXPECT_EQ(kept, first < 10 ? TrialCode::successor : TrialCode::former);
      const double former = std::min(first, 10.0);
      trial.begin_again();
      EXPECT_EQ(run(trial, [&](TrialCode version,
                               size_t) { return version == TrialCode::former ? former : second; }),
                second < former ? TrialCode::successor : TrialCode::former)
          << first << ", then " << second;
    }
  }
}

TEST(CodeTrial, KeepsTheFormerInDoubtWhereTheSuccessorHasToProveItself) {
  for (const double successor : {6.0, 9.0, 9.8, 10.0, 10.2, 12.0, 30.0}) {
    CodeTrial trial;
    static_cast<void>(trial.add(TrialCode::former, large, 10));
    trial.begin(InDoubt::keep_former);
    const TrialCode kept = run(trial, [&](TrialCode version, size_t) {
      return version == TrialCode::former ? 10 : successor;
    });
    EXPECT_EQ(kept, successor < 9.5 ? TrialCode::successor : TrialCode::former) << successor;
  }
}

TEST(CodeTrial, SpendsFewLaunchesOnAFormerWithoutHope) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 40));
  trial.begin(InDoubt::keep_former);
  size_t of_former = 0;
  const TrialCode kept = run(trial, [&](TrialCode version, size_t) {
    of_former += version == TrialCode::former ? 1 : 0;
    return version == TrialCode::former ? 40 : 10;
  });
  EXPECT_EQ(kept, TrialCode::successor);
  EXPECT_EQ(of_former, 1 + CodeTrial::proof_rounds);
}

TEST(CodeTrial, KeepsTheFormerOnABusyMachineWhereTheSuccessorHasToProveItself) {
  // Other programs run beside so many launches in turn, so that either version looks faster at times.
  for (size_t period = 2; period <= 9; ++period) {
    for (size_t phase = 0; phase < 2 * period; ++phase) {
      CodeTrial trial;
      static_cast<void>(trial.add(TrialCode::former, large, 30));
      trial.begin(InDoubt::keep_former);
      const auto time = [&](TrialCode version, size_t i) {
        const bool is_disturbed = (i + phase) / period % 2 != 0;
        const double undisturbed = version == TrialCode::former ? 10 : 9.7;
        return is_disturbed ? 2 * undisturbed : undisturbed;
      };
      EXPECT_EQ(run(trial, time), TrialCode::former) << period << " " << phase;
    }
  }
}

TEST(CodeTrial, KeepsTheFormerWhereTheSizeDoesNotComeBackForASuccessorThatHasToProveItself) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 10));
  trial.begin(InDoubt::keep_former);
  TrialCode current = trial.add(TrialCode::successor, large, 5);
  for (size_t i = 0; i < CodeTrial::most_others; ++i) current = trial.add(current, small, 1);
  EXPECT_TRUE(trial.is_over());
  EXPECT_EQ(current, TrialCode::former);
}

TEST(CodeTrial, LaunchesInFlightDoNotEndARound) {
  CodeTrial trial;
  static_cast<void>(trial.add(TrialCode::former, large, 10));
  trial.begin();
  // All were enqueued before the trial asked for the former.
  for (size_t i = 0; i < 3 * CodeTrial::rounds; ++i) {
    static_cast<void>(trial.add(TrialCode::successor, large, 12));
  }
  EXPECT_FALSE(trial.is_over());
  EXPECT_EQ(trial.add(TrialCode::former, large, 10), TrialCode::successor);
}

}  // namespace
}  // namespace cleave::backend::test
