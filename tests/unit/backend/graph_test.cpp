// Graphs: how steps are cut into segments, and that each step runs once, after what it follows, wherever.
#include "backend/graph.h"

#include <algorithm>
#include <random>

#include "backend/cpu/graph/cpu_graph.h"
#include "backend_support.h"

namespace cleave::backend::test {
namespace {

using cpu::graph::CpuGraph;
using Follows = std::vector<std::vector<uint32_t>>;

/// The steps live no longer than `follows`.
std::vector<Step> steps_of(const Follows& follows) {
  std::vector<Step> steps;
  for (const std::vector<uint32_t>& each : follows) steps.push_back({.follows = each});
  return steps;
}

/// The segments of a graph, as the indices of their steps.
Follows segments_of(const std::vector<Step>& steps) {
  const auto graph = support::make_ref<CpuGraph>(steps);
  Follows segments;
  for (const CpuGraph::Segment& segment : graph->segments()) {
    segments.emplace_back();
    for (uint32_t i = segment.begin; i != segment.end; ++i) {
      segments.back().push_back(graph->at(i).index);
    }
  }
  return segments;
}
Follows segments_of(const Follows& follows) {
  return segments_of(steps_of(follows));
}

TEST(GraphSegments, AChainIsOne) {
  EXPECT_EQ((Follows{{0, 1, 2, 3}}), segments_of({{}, {0}, {1}, {2}}));
}

TEST(GraphSegments, AStepThatFollowsSeveralChainsBeginsOne) {
  EXPECT_EQ((Follows{{0, 1, 2}, {3}, {4, 5}}), segments_of({{}, {0}, {1}, {1}, {2, 3}, {4}}));
}

TEST(GraphSegments, IndependentStepsAreOneEach) {
  EXPECT_EQ((Follows{{0}, {1}, {2}}), segments_of(Follows(3)));
}

TEST(GraphSegments, AStepFollowsOnlyTheLatestOfAChain) {
  EXPECT_EQ((Follows{{0, 1, 2, 3}}), segments_of({{}, {0}, {0, 1}, {0, 1, 2}}));
}

TEST(GraphSegments, StepsOfSeveralQueuesAreInNoCommonPiece) {
  const Follows follows = {{}, {0}, {1}};
  std::vector<Step> steps = steps_of(follows);
  steps[1].queue = 1;
  EXPECT_EQ((Follows{{0}, {1}, {2}}), segments_of(steps));
}

TEST(GraphSegments, MayAwaitAHundredThousandOthers) {
  constexpr uint32_t count = 100'000;
  Follows fan(count + 1);
  for (uint32_t i = 0; i < count; ++i) fan.back().push_back(i);
  EXPECT_EQ(size_t{count} + 1, segments_of(fan).size());
}

/// Tells of launches that count their work-groups, and look whether all that they follow has ended.
struct Log {
  explicit Log(Follows follows) : before(std::move(follows)), groups(before.size()) {}
  const Follows before;
  std::vector<std::atomic<uint64_t>> groups;  // that ran, by step
  std::atomic<uint64_t> early{0};  // work-groups that ran before what they follow had ended
};
struct Note {
  Log* log = nullptr;
  uint32_t step = 0;
  uint64_t groups = 0;
  const std::vector<Note>* all = nullptr;
};
void note_step(LaunchContext* context) {
  const Note& note = argument_of<Note>(*context);
  for (const uint32_t before : note.log->before[note.step]) {
    if (note.log->groups[before] != (*note.all)[before].groups) ++note.log->early;
  }
  ++note.log->groups[note.step];
}

/// A graph of launches of so many work-groups.
struct Launches {
  Launches(const Follows& follows, const std::vector<uint64_t>& groups)
      : log(follows), notes(follows.size()), steps(steps_of(log.before)) {
    for (uint32_t i = 0; i < follows.size(); ++i) {
      notes[i] = {&log, i, groups[i], &notes};
      steps[i].work = make_launch(note_step, notes[i], groups[i]);
    }
  }
  [[nodiscard]] Launch& launch(size_t step) { return *std::get<Ref<Launch>>(steps[step].work); }
  [[nodiscard]] bool has_run_once() const {
    for (const Note& note : notes) {
      if (log.groups[note.step] != note.groups) return false;
    }
    return log.early == 0;
  }

  Log log;
  std::vector<Note> notes;
  std::vector<Step> steps;
};

GraphRun run_of(Hardware& device, const std::vector<Step>& steps) {
  GraphRun run;
  run.graph = device.prepare(steps);
  run.where.emplace_back(device.resources(device.machine().all_units()));
  return run;
}

enum class How : uint8_t { by_workers, inline_if_possible };

void run(Hardware& device, const std::vector<Step>& steps, How how, Waiting& listener) {
  GraphRun run = run_of(device, steps);
  InlineExecution& execution = *device.inline_execution();
  const bool is_inline =
      how == How::inline_if_possible && execution.may_run_inline(*run.where.front());
  if (!is_inline || !execution.try_run_inline(run, listener))
    device.submit(std::move(run), listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(1, listener.completions());
}

class Graphs : public testing::TestWithParam<How> {};
INSTANTIATE_TEST_SUITE_P(Each, Graphs, testing::Values(How::by_workers, How::inline_if_possible));

TEST_P(Graphs, RunEachStepOnceAfterWhatItFollows) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    Follows follows(1 + random() % 60);
    std::vector<uint64_t> groups(follows.size());
    for (uint32_t i = 0; i < follows.size(); ++i) {
      groups[i] = random() % 3 == 0 ? 1 + random() % 300 : 1;
      for (uint32_t count = random() % 4; i > 0 && count > 0; --count)
        follows[i].push_back(random() % i);
    }
    for (Hardware* const device : {&this_machine(), &eight_workers()}) {
      Launches launches(follows, groups);
      Waiting listener;
      run(*device, launches.steps, GetParam(), listener);
      EXPECT_EQ(CL_COMPLETE, listener.status());
      EXPECT_EQ(1, listener.starts());
      EXPECT_TRUE(launches.has_run_once()) << round;
    }
  }
}

TEST_P(Graphs, RunAChainOfAHundredThousandOnAShallowStack) {
  constexpr size_t count = 100'000;
  Follows follows(count);
  for (uint32_t i = 1; i < count; ++i) follows[i] = {i - 1};
  std::vector<uint64_t> groups(count, 1);
  for (size_t i = 0; i < count; i += 50) groups[i] = 2;  // which may be handed over
  Launches launches(follows, groups);
  Waiting listener;
  run(this_machine(), launches.steps, GetParam(), listener);
  EXPECT_TRUE(launches.has_run_once());
}

TEST_P(Graphs, DoNotRunWhatFollowsAFailure) {
  // 1 fails; 2 and 4 follow it, 3 and 5 do not.
  Launches launches({{}, {0}, {1}, {0}, {2, 3}, {3}}, std::vector<uint64_t>(6, 1));
  launches.launch(1).local_memory_size = uint64_t{1} << 62;
  Waiting listener;
  run(this_machine(), launches.steps, GetParam(), listener);
  EXPECT_EQ(CL_OUT_OF_RESOURCES, listener.status());
  EXPECT_EQ(launches.launch(1).kernel, listener.failed_kernel());
  std::vector<uint64_t> ran(launches.log.groups.begin(), launches.log.groups.end());
  EXPECT_EQ((std::vector<uint64_t>{1, 0, 0, 1, 0, 1}), ran);
}

TEST_P(Graphs, MayBeEmpty) {
  Waiting listener;
  run(this_machine(), {}, GetParam(), listener);
  EXPECT_EQ(CL_COMPLETE, listener.status());
}

TEST_P(Graphs, RunKernelsThatWaitOnWorkers) {
  Launches launches({{}, {0}, {1}}, {1, 4, 1});
  launches.launch(1).may_wait = true;
  Waiting listener;
  run(this_machine(), launches.steps, GetParam(), listener);
  EXPECT_TRUE(launches.has_run_once());
}

TEST_P(Graphs, CopyAndFillBetweenLaunches) {
  std::vector<std::byte> from(size_t{1} << 20, std::byte{7}), to(from.size());
  const Transfer fill{.to = Endpoint::of_host(from.data()),
                      .extent = {from.size(), 1, 1},
                      .pattern_bytes = 1,
                      .pattern = {std::byte{9}}};
  const Transfer copy{.to = Endpoint::of_host(to.data()),
                      .from = Endpoint::of_host(from.data()),
                      .extent = {to.size(), 1, 1}};
  Waiting listener;
  const std::vector<uint32_t> after_fill = {0};
  run(this_machine(), {{.work = &fill}, {.work = &copy, .follows = after_fill}}, GetParam(),
      listener);
  EXPECT_EQ(std::vector<std::byte>(to.size(), std::byte{9}), to);
}

TEST(Graphs, MayRunSeveralTimesAtOnce) {
  constexpr int runs = 50;
  Launches launches({{}, {}, {0, 1}}, {1, 200, 1});
  GraphRun run = run_of(this_machine(), launches.steps);
  std::vector<Waiting> listeners(runs);
  for (Waiting& listener : listeners) this_machine().submit(run, listener);
  for (Waiting& listener : listeners) ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(uint64_t{runs}, launches.log.groups[2]);
  EXPECT_EQ(uint64_t{runs} * 200, launches.log.groups[1]);
}

TEST(Graphs, StaySubstitutesOfOneRun) {
  Launches launches({{}, {0}}, {1, 1});
  Log other(Follows(1));
  std::vector<Note> notes{{&other, 0, 1, nullptr}};
  GraphRun run = run_of(this_machine(), launches.steps);
  const GraphRun again = run;
  run.substitutes = {{1, make_launch(note_step, notes[0], 1)}};
  for (const GraphRun& each : {run, again}) {
    Waiting listener;
    this_machine().submit(each, listener);
    ASSERT_TRUE(listener.has_ended());
  }
  EXPECT_EQ(2U, launches.log.groups[0]);
  EXPECT_EQ(1U, launches.log.groups[1]);
  EXPECT_EQ(1U, other.groups[0]);
}

}  // namespace
}  // namespace cleave::backend::test
