// Runs trees of launches whose kernels are functions of the test: all children run, once, when they
// may, whichever worker takes them.
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/device_queue.h"
#include "backend_support.h"
#include "block_functions.h"

namespace cleave::backend::test {
namespace {

using compiler::interface::BlockLiteral;
using compiler::interface::BlockRange;
using compiler::interface::KernelEntry;

constexpr int32_t no_wait = 0, wait_kernel = 1, wait_work_group = 2;  // CLK_ENQUEUE_FLAGS_…

/// Holds the state that the kernels of a test share.
struct Shared {
  explicit Shared(size_t children) : runs(children) {}
  DeviceQueue* queue = nullptr;
  uint32_t size = 0;
  std::vector<std::atomic<uint32_t>> runs;  // of each child
  std::atomic<uint32_t> ended{0}, too_early{0}, refusals{0};
  std::atomic<std::thread::id> thread, thread_of_child;
};

/// Holds what a block has captured.
struct Captured {
  BlockLiteral head{.bytes = sizeof(Captured), .alignment = 8, .unused = nullptr};
  Shared* shared = nullptr;
  uint32_t number = 0, levels = 0;
};

const Captured& captured(const LaunchContext& context) {
  return *reinterpret_cast<const Captured*>(context.arguments);
}

/// Enqueues the block for one work-item.
void enqueue(LaunchContext& context, uint32_t block, const Captured& literal,
             int32_t flags = no_wait, const std::vector<uint64_t>& waits = {},
             uint64_t* event = nullptr, uint64_t items = 1) {
  const BlockRange one = {
      .dimensions = 1, .offset = {}, .global_size = {items}, .local_size = {1, 0, 0}};
  const int32_t refusal = context.driver_calls->enqueue_kernel(
      &context, reinterpret_cast<uint64_t>(literal.shared->queue), flags, &one, block,
      &literal.head, static_cast<uint32_t>(waits.size()), waits.empty() ? nullptr : waits.data(),
      event, 0, nullptr);
  if (refusal != 0) ++literal.shared->refusals;
}

/// A block that counts.
void count(LaunchContext* context) {
  const Captured& own = captured(*context);
  ++own.shared->runs[own.number];
}
constexpr uint32_t count_block = 0;

/// A block that enqueues eight of itself, down to those that count.
void grow(LaunchContext* context) {
  const Captured& own = captured(*context);
  if (own.levels == 0) return count(context);
  for (uint32_t i = 0; i < 8; ++i) {
    enqueue(*context, 1,
            {.shared = own.shared, .number = 8 * own.number + i, .levels = own.levels - 1});
  }
}
constexpr uint32_t grow_block = 1;

/// A block that counts, and whether those that it waits for had not.
void follow(LaunchContext* context) {
  const Captured& own = captured(*context);
  if (own.number != 0 && own.shared->runs[own.number - 1] == 0) ++own.shared->too_early;
  ++own.shared->runs[own.number];
}
constexpr uint32_t follow_block = 2;

/// A block that counts, and whether its parent had not ended.
void end(LaunchContext* context) {
  const Captured& own = captured(*context);
  if (own.shared->ended == 0) ++own.shared->too_early;
  ++own.shared->runs[own.number];
}
constexpr uint32_t end_block = 3;

/// A block that counts after a while.
void take_long(LaunchContext* context) {
  const auto over = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
  while (std::chrono::steady_clock::now() < over) {
  }
  count(context);
}
constexpr uint32_t long_block = 4;

/// A block that counts, and whose thread runs it.
void note_child_thread(LaunchContext* context) {
  captured(*context).shared->thread_of_child = std::this_thread::get_id();
  count(context);
}
constexpr uint32_t thread_block = 5;
constexpr uint32_t waiting_block = 6;  // the same, but it may wait

constexpr BlockFunction functions[] = {{count, false},
                                       {grow, true},
                                       {follow, false},
                                       {end, false},
                                       {take_long, false},
                                       {note_child_thread, false},
                                       {note_child_thread, false, true}};

class TreeWorkers : public testing::TestWithParam<Hardware& (*)()> {
 protected:
  void SetUp() override {
    make_blocks();
    where_ = device().resources(device().machine().all_units());
    queue_.reset(
        new DeviceQueue{.where = where_.get(), .size = uint64_t{64} << 20, .is_profiled = true});
  }
  void make_blocks(uint64_t stack_bytes = 0) {
    blocks_ =
        test::make_blocks(functions, sizeof(Captured), device().machine().all_units(), stack_bytes);
  }
  [[nodiscard]] static Hardware& device() { return GetParam()(); }

  /// Runs the kernel, which one work-item of the host's launch calls. All children run once.
  void run(KernelEntry kernel, Shared& shared, bool may_wait = false) {
    test::run(device(), make_tree(kernel, shared, may_wait));
    check(shared);
  }
  /// The same by this thread, as far as it can.
  void run_inline(KernelEntry kernel, Shared& shared) {
    Waiting listener;
    Ref<Launch> launch = make_tree(kernel, shared, false);
    ASSERT_TRUE(device().inline_execution()->try_run_inline(launch, *where_, listener));
    ASSERT_TRUE(listener.has_ended());
    EXPECT_EQ(CL_COMPLETE, listener.status());
    check(shared);
  }

  [[nodiscard]] Ref<Launch> make_tree(KernelEntry kernel, Shared& shared, bool may_wait) {
    shared.queue = queue_.get();
    const Ref<Launch> launch = make_launch(kernel, shared, 1);
    launch->may_wait = may_wait;
    auto use = std::make_shared<DeviceQueueUse>();
    use->blocks = blocks_.get();
    use->default_queue = queue_.get();
    use->queues = {queue_.get()};
    launch->device_queues = std::move(use);
    return launch;
  }
  static void check(const Shared& shared) {
    EXPECT_EQ(0U, shared.refusals);
    EXPECT_EQ(0U, shared.too_early);
    for (const auto& runs : shared.runs) ASSERT_EQ(1U, runs);
  }
  void TearDown() override {
    if (queue_ == nullptr) return;
    EXPECT_EQ(0U, queue_->used) << "all have left the queue";
  }

  Ref<ResourceSet> where_;

 private:
  std::unique_ptr<cpu::code::EnqueuedBlocks> blocks_;
  std::unique_ptr<DeviceQueue> queue_;
};

TEST_P(TreeWorkers, ManySmallChildrenRun) {
  for (int i = 0; i < 5; ++i) {
    Shared shared(10000);
    run(
        [](LaunchContext* context) {
          auto& all = argument_of<Shared>(*context);
          for (uint32_t child = 0; child < all.runs.size(); ++child) {
            enqueue(*context, count_block, {.shared = &all, .number = child});
          }
        },
        shared);
  }
}

TEST_P(TreeWorkers, TreesGrow) {
  Shared shared(4096);
  run(
      [](LaunchContext* context) {
        enqueue(*context, grow_block, {.shared = &argument_of<Shared>(*context), .levels = 4});
      },
      shared);
}

TEST_P(TreeWorkers, LongChildrenAreShared) {
  Shared shared(400);
  run(
      [](LaunchContext* context) {
        auto& all = argument_of<Shared>(*context);
        // Those that come first are stolen first, and not worth it.
        for (uint32_t child = 0; child < all.runs.size(); ++child) {
          enqueue(*context, child < 300 ? count_block : long_block,
                  {.shared = &all, .number = child});
        }
      },
      shared);
}

TEST_P(TreeWorkers, ChildrenWaitForEvents) {
  Shared shared(2000);
  run(
      [](LaunchContext* context) {
        auto& all = argument_of<Shared>(*context);
        uint64_t before = 0;
        for (uint32_t child = 0; child < all.runs.size(); ++child) {
          std::vector<uint64_t> waits;
          if (child != 0) waits.push_back(before);
          uint64_t event = 0;
          enqueue(*context, follow_block, {.shared = &all, .number = child}, no_wait, waits,
                  &event);
          if (child != 0) context->driver_calls->release_event(context, before);
          before = event;
        }
        context->driver_calls->release_event(context, before);
      },
      shared);
}

TEST_P(TreeWorkers, EventsOfManyChildrenEnd) {
  Shared shared(10000);
  run(
      [](LaunchContext* context) {
        auto& all = argument_of<Shared>(*context);
        for (uint32_t child = 0; child < all.runs.size(); ++child) {
          uint64_t event = 0;
          enqueue(*context, count_block, {.shared = &all, .number = child}, no_wait, {}, &event);
          EXPECT_NE(0, context->driver_calls->is_valid_event(context, event));
          context->driver_calls->release_event(context, event);
        }
      },
      shared);
}

TEST_P(TreeWorkers, ChildrenWaitForTheirParent) {
  for (const int32_t flags : {wait_kernel, wait_work_group}) {
    Shared shared(1000);
    shared.size = static_cast<uint32_t>(flags);
    run(
        [](LaunchContext* context) {
          auto& all = argument_of<Shared>(*context);
          for (uint32_t child = 0; child < all.runs.size(); ++child) {
            enqueue(*context, end_block, {.shared = &all, .number = child},
                    static_cast<int32_t>(all.size));
          }
          all.ended = 1;
        },
        shared);
  }
}

TEST_P(TreeWorkers, ParentsWaitForChildren) {
  if (device().machine().all_units().count() < 2) GTEST_SKIP() << "there is one processor only";
  Shared shared(1000);
  run(
      [](LaunchContext* context) {
        auto& all = argument_of<Shared>(*context);
        compiler::interface::SubGroupWalk walk{.left = 0};
        context->progress.walk = &walk;
        for (uint32_t child = 0; child < all.runs.size(); ++child) {
          enqueue(*context, count_block, {.shared = &all, .number = child});
          // Some at a time, and those that are left when others have lost interest.
          if (child % 300 != 299) continue;
          while (all.runs[child] == 0) context->progress.yield(context);
        }
        while (all.runs.back() == 0) context->progress.yield(context);
      },
      shared, true);
}

/// A thread of the application that waits takes part.
class GuestsOfTrees : public TreeWorkers {
 protected:
  void SetUp() override {
    if (!device().facts().workers_bound) GTEST_SKIP() << "no thread but workers runs anything";
    TreeWorkers::SetUp();
  }
};

void note_thread(LaunchContext* context) {
  Shared& all = argument_of<Shared>(*context);
  all.thread = std::this_thread::get_id();
  enqueue(*context, thread_block, {.shared = &all});
}

TEST_P(GuestsOfTrees, AThreadThatWaitsRunsSmallTrees) {
  Shared shared(1);
  run_inline(note_thread, shared);
  EXPECT_EQ(std::this_thread::get_id(), shared.thread);
  EXPECT_EQ(std::this_thread::get_id(), shared.thread_of_child);
}

TEST_P(GuestsOfTrees, AThreadThatWaitsSharesTrees) {
  for (int i = 0; i < 5; ++i) {
    Shared shared(4096);
    run_inline(
        [](LaunchContext* context) {
          enqueue(*context, grow_block, {.shared = &argument_of<Shared>(*context), .levels = 4});
        },
        shared);
  }
}

// No help may leave while nobody else looks after them, however little each is worth.
TEST_P(GuestsOfTrees, AThreadThatWaitsLeavesWhatWouldTakeItTooLong) {
  for (int i = 0; i < 3; ++i) {
    Shared shared(10000);
    run_inline(
        [](LaunchContext* context) {
          auto& all = argument_of<Shared>(*context);
          const auto over = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
          while (std::chrono::steady_clock::now() < over) {
          }
          for (uint32_t child = 0; child < all.runs.size(); ++child) {
            enqueue(*context, count_block, {.shared = &all, .number = child});
          }
        },
        shared);
  }
}

TEST_P(GuestsOfTrees, AThreadThatWaitsRunsWhatWaitsForItsParent) {
  Shared shared(100);
  run_inline(
      [](LaunchContext* context) {
        auto& all = argument_of<Shared>(*context);
        for (uint32_t child = 0; child < all.runs.size(); ++child) {
          enqueue(*context, end_block, {.shared = &all, .number = child}, wait_kernel);
        }
        all.ended = 1;
      },
      shared);
}

TEST_P(GuestsOfTrees, AThreadThatWaitsLeavesChildrenThatMayWait) {
  Shared shared(1);
  run_inline(
      [](LaunchContext* context) {
        enqueue(*context, waiting_block, {.shared = &argument_of<Shared>(*context)});
      },
      shared);
  EXPECT_NE(std::this_thread::get_id(), shared.thread_of_child);
}

TEST_P(GuestsOfTrees, AThreadLeavesTreesThatItsStackCannotHold) {
  make_blocks(uint64_t{16} << 20);
  Shared shared(1);
  Waiting listener;
  Ref<Launch> launch = make_tree(note_thread, shared, false);
  EXPECT_FALSE(device().inline_execution()->try_run_inline(launch, *where_, listener));
}

const auto name_of = [](const testing::TestParamInfo<Hardware& (*)()>& row) {
  return row.param == this_machine ? "ThisMachine" : "EightWorkers";
};
INSTANTIATE_TEST_SUITE_P(On, TreeWorkers, testing::Values(this_machine, eight_workers), name_of);
INSTANTIATE_TEST_SUITE_P(On, GuestsOfTrees, testing::Values(this_machine), name_of);

}  // namespace
}  // namespace cleave::backend::test
