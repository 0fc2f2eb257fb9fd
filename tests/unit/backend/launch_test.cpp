// Workers run the work-groups of a launch.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

/// How often each work-item was run, and how often each work-group.
struct Counts {
  Counts(uint64_t item_count, uint64_t group_count) : items(item_count), groups(group_count) {}
  std::vector<std::atomic<uint32_t>> items;
  std::vector<std::atomic<uint32_t>> groups;

  void expect_each_once() const {
    for (size_t i = 0; i < items.size(); ++i) ASSERT_EQ(1U, items[i]) << "work-item " << i;
    for (size_t i = 0; i < groups.size(); ++i) ASSERT_EQ(1U, groups[i]) << "work-group " << i;
  }
};

void count(LaunchContext* context) {
  Counts& counts = argument_of<Counts>(*context);
  const auto& id = context->group_id;
  const auto& groups = context->group_count;
  ++counts.groups.at((id[2] * groups[1] + id[1]) * groups[0] + id[0]);
  uint64_t first[3];
  for (unsigned d = 0; d < 3; ++d) first[d] = id[d] * context->enqueued_local_size[d];
  for (uint64_t z = first[2]; z < first[2] + context->local_size[2]; ++z) {
    for (uint64_t y = first[1]; y < first[1] + context->local_size[1]; ++y) {
      for (uint64_t x = first[0]; x < first[0] + context->local_size[0]; ++x) {
        ++counts.items.at((z * context->global_size[1] + y) * context->global_size[0] + x);
      }
    }
  }
}

TEST(Launch, RunsEachWorkGroupOnceUnderContention) {
  Hardware& device = eight_workers();
  const auto all = device.resources(device.machine().all_units());
  constexpr unsigned launches = 64;
  std::vector<std::unique_ptr<Counts>> counts;
  std::vector<Waiting> listeners(launches);
  for (unsigned i = 0; i < launches; ++i) counts.push_back(std::make_unique<Counts>(5000, 5000));
  std::vector<std::thread> submitters;
  for (unsigned thread = 0; thread < 4; ++thread) {
    submitters.emplace_back([&, thread] {
      for (unsigned i = thread; i < launches; i += 4) {
        device.submit(make_launch(count, *counts[i], 5000), *all, listeners[i]);
      }
    });
  }
  for (std::thread& submitter : submitters) submitter.join();
  for (Waiting& listener : listeners) ASSERT_TRUE(listener.has_ended());
  for (const auto& each : counts) each->expect_each_once();
}

TEST(Launch, TrailingWorkGroupsHoldWhatIsLeft) {
  Counts counts(10 * 7 * 5, 3 * 4 * 3);
  Ref<Launch> launch = make_launch(count, counts, 10, 4);
  launch->work_dimensions = 3;
  launch->global_size[1] = 7;
  launch->global_size[2] = 5;
  launch->local_size[1] = 2;
  launch->local_size[2] = 2;
  run(this_machine(), launch);
  counts.expect_each_once();
}

TEST(Launch, WorkGroupsSeeTheLaunchAsItWasEnqueued) {
  static LaunchContext seen;
  seen = {};
  int unused = 0;
  Ref<Launch> launch = make_launch([](LaunchContext* context) { seen = *context; }, unused, 6, 8);
  launch->work_dimensions = 2;
  launch->global_size[1] = 3;
  launch->local_size[1] = 3;
  launch->global_offset[1] = 11;
  run(this_machine(), launch);
  EXPECT_EQ(2U, seen.work_dimensions);
  EXPECT_EQ(6U, seen.global_size[0]);
  EXPECT_EQ(11U, seen.global_offset[1]);
  EXPECT_EQ(8U, seen.enqueued_local_size[0]);
  EXPECT_EQ(6U, seen.local_size[0]);
  EXPECT_EQ(3U, seen.local_size[1]);
  EXPECT_EQ(1U, seen.group_count[0]);
  EXPECT_EQ(1U, seen.group_count[2]);
}

struct Alignments {
  std::atomic<uint64_t> groups{0};
  std::atomic<uint64_t> misaligned{0};
};

TEST(Launch, ArgumentsLocalMemoryAndFramesAreAlignedAndLargeEnough) {
  auto entry = [](LaunchContext* context) {
    Alignments& alignments = argument_of<Alignments>(*context);
    ++alignments.groups;
    for (const std::byte* memory :
         {context->arguments, static_cast<const std::byte*>(context->local_memory),
          static_cast<const std::byte*>(context->frames)}) {
      if (reinterpret_cast<uintptr_t>(memory) % 128 != 0) ++alignments.misaligned;
    }
    // An address sanitizer sees whether there is that much; five items are two sub-groups of four.
    std::memset(context->local_memory, 1, 100003);
    std::memset(context->frames, 2, size_t{8} * 1001);
  };
  Alignments alignments;
  Ref<Launch> launch = make_launch(entry, alignments, 500, 5);
  launch->local_memory_size = 100003;
  launch->sub_group_size = 4;
  change_code(*launch,
              [](compiler::interface::KernelCode& code) { code.frame_bytes_per_item = 1001; });
  run(eight_workers(), launch);
  EXPECT_EQ(100U, alignments.groups);
  EXPECT_EQ(0U, alignments.misaligned);
}

TEST(Launch, RunsSmallerWorkGroupsWithTheGeneralCode) {
  struct Items {
    std::atomic<uint64_t> of_full_groups{0}, of_smaller_groups{0};
  } items;
  static const auto add = [](std::atomic<uint64_t>& to, const LaunchContext& context) {
    to += context.local_size[0] * context.local_size[1] * context.local_size[2];
    // An address sanitizer sees whether there is that much.
    std::memset(context.frames, 1, size_t{4} * 3 * 2 * 100);
  };
  cpu::code::CodeSlot general;
  general.put({.entry =
                   [](LaunchContext* context) {
                     add(argument_of<Items>(*context).of_smaller_groups, *context);
                   },
               .frame_bytes_per_item = 100});
  Ref<Launch> launch = make_launch([](LaunchContext*) {}, items, 10, 4);
  launch->global_size[1] = 7;
  launch->local_size[1] = 3;
  launch->global_size[2] = 5;
  launch->local_size[2] = 2;
  const auto exact =
      std::make_shared<cpu::code::CodeSlot>(&general, true, cpu::code::CodeTimes::Heat{});
  exact->put({.entry = [](LaunchContext* context) {
    add(argument_of<Items>(*context).of_full_groups, *context);
  }});
  launch->code = exact.get();
  launch->code_owner = exact;
  run(eight_workers(), launch);
  EXPECT_EQ(items.of_full_groups, 8U * 6 * 4);
  EXPECT_EQ(items.of_smaller_groups, 10U * 7 * 5 - 8U * 6 * 4);
}

TEST(Launch, WithoutMemoryForItsFramesFails) {
  int unused = 0;
  Ref<Launch> launch = make_launch([](LaunchContext*) { FAIL() << "it ran"; }, unused, 4);
  change_code(*launch, [](compiler::interface::KernelCode& code) {
    code.frame_bytes_per_item = uint64_t{1} << 60;
  });
  Hardware& device = this_machine();
  Waiting listener;
  device.submit(launch, *device.resources(device.machine().all_units()), listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(CL_OUT_OF_RESOURCES, listener.status());
}

TEST(Launch, IsStartedOnceBeforeItIsCompletedOnce) {
  Hardware& device = eight_workers();
  const auto all = device.resources(device.machine().all_units());
  std::vector<Waiting> listeners(500);
  std::atomic<int> groups{0};
  for (Waiting& listener : listeners) {
    auto entry = [](LaunchContext* context) { ++argument_of<std::atomic<int>>(*context); };
    device.submit(make_launch(entry, groups, 9), *all, listener);
  }
  for (Waiting& listener : listeners) ASSERT_TRUE(listener.has_ended());
  for (const Waiting& listener : listeners) {
    EXPECT_EQ(1, listener.starts());
    EXPECT_EQ(1, listener.completions());
  }
  EXPECT_EQ(500 * 9, groups);
}

TEST(HostWork, CompletesWithTheStatusThatItGives) {
  Hardware& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  Waiting good, bad;
  device.submit([] { return CL_COMPLETE; }, *all, good);
  device.submit([] { return CL_INVALID_VALUE; }, *all, bad);
  ASSERT_TRUE(good.has_ended() && bad.has_ended());
  EXPECT_EQ(CL_COMPLETE, good.status());
  EXPECT_EQ(CL_INVALID_VALUE, bad.status());
}

/// Submits the next launch from completed(), which a worker calls, until there were enough.
class Chain final : public Waiting {
 public:
  Chain(Hardware& device, int length)
      : device_(device), left_(length), where_(device.resources(device.machine().all_units())) {}
  void begin() { submit(); }
  void completed(cl_int status) noexcept override {
    if (--left_ == 0) return Waiting::completed(status);
    submit();
  }
  std::atomic<int> groups{0};

 private:
  void submit() {
    auto entry = [](LaunchContext* context) { ++argument_of<std::atomic<int>>(*context); };
    device_.submit(make_launch(entry, groups, 3), *where_, *this);
  }
  Hardware& device_;
  int left_;
  Ref<ResourceSet> where_;
};

TEST(Submission, MayComeFromAListenerOnAWorker) {
  Chain chain(eight_workers(), 1000);
  chain.begin();
  ASSERT_TRUE(chain.has_ended());
  EXPECT_EQ(3000, chain.groups);
}

/// A row of launches each of which goes on where the one before ended, if a worker ended it.
class Row final : public Waiting {
 public:
  Row(Hardware& device, int length)
      : device_(device), left_(length), where_(device.resources(device.machine().all_units())) {}
  std::atomic<int> groups{0};
  int successors = 0;

  void begin() { device_.submit(next(), *where_, *this); }
  void started() noexcept override {}
  void completed(cl_int status) noexcept override {
    if (--left_ == 0) return Waiting::completed(status);
    Ref<Launch> launch = next();
    InlineExecution& execution = *device_.inline_execution();
    if (execution.try_run_successor(launch, *where_, *this)) {
      ++successors;
    } else {
      device_.submit(std::move(launch), *where_, *this);
    }
  }

 private:
  Ref<Launch> next() {
    auto entry = [](LaunchContext* context) { ++argument_of<std::atomic<int>>(*context); };
    return make_launch(entry, groups, 5);
  }
  Hardware& device_;
  int left_;
  Ref<ResourceSet> where_;
};

TEST(Successor, GoesOnOnTheWorkerThatEndsWhatItFollows) {
  for (int round = 0; round < 5; ++round) {
    Row row(eight_workers(), 2000);
    row.begin();
    ASSERT_TRUE(row.has_ended());
    EXPECT_EQ(10'000, row.groups);
    EXPECT_LT(0, row.successors);
  }
}

/// A kernel's and a host function's way to submit.
struct Submitter {
  Hardware& device;
  Ref<ResourceSet> where;
  Waiting inner;
};

TEST(Submission, MayComeFromTheMiddleOfAKernelAndOfHostWork) {
  Hardware& device = this_machine();
  // On one worker: what is submitted runs after what submits it, without waiting for another.
  const auto one = device.resources(UnitSet{0});
  Submitter submitter{device, one, {}};
  auto entry = [](LaunchContext* context) {
    auto& self = argument_of<Submitter>(*context);
    self.device.submit([] { return CL_COMPLETE; }, *self.where, self.inner);
  };
  Waiting outer;
  device.submit(make_launch(entry, submitter, 1), *one, outer);
  ASSERT_TRUE(outer.has_ended() && submitter.inner.has_ended());

  Waiting from_host, inner;
  int unused = 0;
  auto work = [&] {
    device.submit(make_launch([](LaunchContext*) {}, unused, 1), *one, inner);
    return CL_COMPLETE;
  };
  device.submit(work, *one, from_host);
  ASSERT_TRUE(from_host.has_ended() && inner.has_ended());
}

}  // namespace
}  // namespace cleave::backend::test
