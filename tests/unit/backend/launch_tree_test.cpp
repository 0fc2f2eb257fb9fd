// Kernels that enqueue kernels: functions of this test in place of the code of kernels and blocks.
#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "backend/cpu/enqueue/refusals.h"
#include "backend/device_queue.h"
#include "backend_support.h"
#include "block_functions.h"

namespace cleave::backend::test {
namespace {

enum Flags : int32_t { no_wait = 0, wait_kernel = 1, wait_work_group = 2 };

/// Holds the state that the functions of a tree share with its test.
struct Tree {
  DeviceQueue* queue = nullptr;
  std::atomic<bool> is_enough{false};
  std::atomic<uint64_t> ran{0}, accepted{0}, refused{0}, wrong{0};
  std::atomic<uint64_t> event{0};
  UnitSet units{};  // where children may run
};

struct Captures {
  compiler::interface::BlockLiteral header = {sizeof(Captures), alignof(Captures), nullptr};
  Tree* tree = nullptr;
  uint64_t number = 0;  // levels that are left, an event, or what is expected
};

const Captures& captures_of(const LaunchContext& context) {
  return *reinterpret_cast<const Captures*>(context.arguments);
}

struct Child {
  uint32_t block;
  int32_t flags = no_wait;
  uint64_t number = 0;
  uint64_t items = 1;
  std::span<const uint64_t> wait_list = {};
  uint64_t* event = nullptr;
};

int32_t enqueue(LaunchContext* context, Tree& tree, const Child& child) {
  const compiler::interface::BlockRange range = {1, {}, {child.items, 1, 1}, {1, 1, 1}};
  Captures captures;
  captures.tree = &tree;
  captures.number = child.number;
  const int32_t status = context->driver_calls->enqueue_kernel(
      context, reinterpret_cast<uint64_t>(tree.queue), child.flags, &range, child.block,
      &captures.header, static_cast<uint32_t>(child.wait_list.size()),
      child.wait_list.empty() ? nullptr : child.wait_list.data(), child.event, 0, nullptr);
  ++(status == CL_SUCCESS ? tree.accepted : tree.refused);
  if (status != CL_SUCCESS && status != cpu::enqueue::clk_device_queue_full) ++tree.wrong;
  return status;
}

enum Block : uint32_t { counts, grows, goes_on, spreads, sets_event, sees_all, stays_inside };

void count_block(LaunchContext* context) {
  ++captures_of(*context).tree->ran;
}

/// Eight children, until no level is left.
void grow(LaunchContext* context, Tree& tree, uint64_t levels) {
  ++tree.ran;
  if (levels == 0) return;
  for (int i = 0; i < 8; ++i) enqueue(context, tree, {.block = grows, .number = levels - 1});
}
void grow_block(LaunchContext* context) {
  grow(context, *captures_of(*context).tree, captures_of(*context).number);
}

/// One child, or several, until it is enough.
void go_on(LaunchContext* context, Tree& tree, Block block, int children) {
  ++tree.ran;
  for (int i = 0; i < children && !tree.is_enough; ++i) enqueue(context, tree, {.block = block});
}
void go_on_block(LaunchContext* context) {
  go_on(context, *captures_of(*context).tree, goes_on, 1);
}
void spread_block(LaunchContext* context) {
  go_on(context, *captures_of(*context).tree, spreads, 3);
}

void set_event_block(LaunchContext* context) {
  const Captures& captures = captures_of(*context);
  ++captures.tree->ran;
  context->driver_calls->set_user_event_status(context, captures.number, CL_COMPLETE);
  context->driver_calls->release_event(context, captures.number);
}

/// So many work-groups have run before.
void see_all_block(LaunchContext* context) {
  const Captures& captures = captures_of(*context);
  if (captures.tree->accepted < captures.number) ++captures.tree->wrong;
  ++captures.tree->ran;
}

void stay_inside_block(LaunchContext* context) {
  Tree& tree = *captures_of(*context).tree;
  const cpu::pool::Worker* const worker = cpu::pool::Worker::of_this_thread();
  if (worker == nullptr || !tree.units.contains(worker->unit())) ++tree.wrong;
  ++tree.ran;
}

constexpr std::array<BlockFunction, 7> functions = {{{count_block},
                                                     {grow_block},
                                                     {go_on_block},
                                                     {spread_block},
                                                     {set_event_block},
                                                     {see_all_block},
                                                     {stay_inside_block}}};

const cpu::code::EnqueuedBlocks& all_blocks() {
  static const cpu::code::EnqueuedBlocks* const blocks =
      make_blocks(functions, sizeof(Captures), UnitSet{0}).release();
  return *blocks;
}

/// A queue on the device, and launches that use it.
class LaunchTrees : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<DeviceQueue> make_queue(uint64_t bytes = 1 << 20) const {
    return std::unique_ptr<DeviceQueue>(new DeviceQueue{all.get(), bytes, false});
  }
  /// A launch of the host that may use the tree's queue.
  [[nodiscard]] Ref<Launch> launch_of(compiler::interface::KernelEntry entry, Tree& tree,
                                      uint64_t groups = 1) const {
    Ref<Launch> launch = make_launch(entry, tree, groups);
    const auto use = std::make_shared<DeviceQueueUse>();
    use->blocks = &all_blocks();
    use->default_queue = tree.queue;
    use->queues = {tree.queue};
    launch->device_queues = use;
    return launch;
  }
  /// Runs the kernel for so many work-groups, and all that it enqueues.
  void run(Tree& tree, uint64_t groups, compiler::interface::KernelEntry kernel,
           cl_int status = CL_COMPLETE) const {
    Waiting listener;
    device.submit(launch_of(kernel, tree, groups), *all, listener);
    expect_end(listener, tree, status);
  }
  void expect_end(Waiting& listener, const Tree& tree, cl_int status = CL_COMPLETE) const {
    ASSERT_TRUE(listener.has_ended(std::chrono::seconds(50)));
    EXPECT_EQ(status, listener.status());
    EXPECT_EQ(1, listener.starts());
    EXPECT_EQ(0U, tree.wrong);
    EXPECT_EQ(0U, tree.queue->used);
  }

  Hardware& device = eight_workers();
  const Ref<ResourceSet> all = device.resources(device.machine().all_units());
};

TEST_F(LaunchTrees, OfSeveralThreadsRunWhole) {
  constexpr uint64_t levels = 4, commands = 1 + 8 + 64 + 512 + 4096;
  const std::unique_ptr<DeviceQueue> queue = make_queue();
  std::array<Tree, 8> trees;
  std::array<Waiting, 8> listeners;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < trees.size(); ++i) {
    trees[i].queue = queue.get();
    threads.emplace_back([&, i] {
      device.submit(
          launch_of([](LaunchContext* c) { grow(c, argument_of<Tree>(*c), levels); }, trees[i]),
          *all, listeners[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (Waiting& listener : listeners) ASSERT_TRUE(listener.has_ended(std::chrono::seconds(50)));
  for (size_t i = 0; i < trees.size(); ++i) {
    expect_end(listeners[i], trees[i]);
    EXPECT_EQ(commands, trees[i].ran + 0) << i;
  }
}

/// Without end as far as the tree can know.
TEST_F(LaunchTrees, ChainsTakeNoMemory) {
  const std::unique_ptr<DeviceQueue> queue = make_queue();
  std::array<Tree, 4> trees;
  std::array<Waiting, 4> listeners;
  for (size_t i = 0; i < trees.size(); ++i) {
    trees[i].queue = queue.get();
    device.submit(
        launch_of([](LaunchContext* c) { go_on(c, argument_of<Tree>(*c), goes_on, 1); }, trees[i]),
        *all, listeners[i]);
  }
  uint64_t most = 0;
  for (const Tree& tree : trees) {
    while (tree.ran < 20000) {
      most = std::max<uint64_t>(most, queue->used);
      std::this_thread::yield();
    }
  }
  for (Tree& tree : trees) tree.is_enough = true;
  for (size_t i = 0; i < trees.size(); ++i) {
    ASSERT_TRUE(listeners[i].has_ended(std::chrono::seconds(50)));
    EXPECT_EQ(0U, trees[i].refused);
  }
  for (size_t i = 0; i < trees.size(); ++i) expect_end(listeners[i], trees[i]);
  EXPECT_LT(most, queue->size / 4);
}

TEST_F(LaunchTrees, ThatSpreadWithoutEndFillTheirQueue) {
  const std::unique_ptr<DeviceQueue> queue = make_queue(64 << 10);
  Tree tree;
  tree.queue = queue.get();
  Waiting listener;
  device.submit(
      launch_of([](LaunchContext* c) { go_on(c, argument_of<Tree>(*c), spreads, 3); }, tree), *all,
      listener);
  while (tree.ran < 100000 || tree.refused == 0) std::this_thread::yield();
  tree.is_enough = true;
  expect_end(listener, tree);
  EXPECT_EQ(tree.accepted + 1, tree.ran);
}

TEST_F(LaunchTrees, OfAllWorkersFillOneQueue) {
  constexpr uint64_t groups = 64;
  const std::unique_ptr<DeviceQueue> queue = make_queue(32 << 10);
  Tree tree;
  tree.queue = queue.get();
  run(tree, groups, [](LaunchContext* context) {
    Tree& shared = argument_of<Tree>(*context);
    // None of these begins before the last work-group has ended.
    while (enqueue(context, shared, {.block = counts, .flags = wait_kernel}) == CL_SUCCESS) {
    }
  });
  EXPECT_EQ(groups, tree.refused);
  EXPECT_EQ(tree.accepted + 0, tree.ran + 0);
  EXPECT_GT(tree.accepted, 0U);
  EXPECT_LE(tree.accepted * sizeof(Captures), queue->size);
}

TEST_F(LaunchTrees, ChildrenBeginAfterAllWorkGroups) {
  constexpr uint64_t groups = 500;
  const std::unique_ptr<DeviceQueue> queue = make_queue();
  Tree tree;
  tree.queue = queue.get();
  run(tree, groups, [](LaunchContext* context) {
    enqueue(context, argument_of<Tree>(*context),
            {.block = sees_all, .flags = wait_kernel, .number = groups});
  });
  EXPECT_EQ(groups, tree.ran);
}

/// A child of many work-groups, each of which has its own children.
TEST_F(LaunchTrees, LargeChildrenAreShared) {
  const std::unique_ptr<DeviceQueue> queue = make_queue(8 << 20);
  Tree tree;
  tree.queue = queue.get();
  run(tree, 1, [](LaunchContext* context) {
    Tree& shared = argument_of<Tree>(*context);
    for (int i = 0; i < 10; ++i) {
      enqueue(context, shared,
              {.block = grows, .flags = wait_work_group, .number = 1, .items = 1000});
    }
  });
  EXPECT_EQ(10U * 1000U * 9U, tree.ran);
}

/// Each work-group waits for an event that a child of it sets, by another child of it, and all for
/// one that the last work-group sets.
TEST_F(LaunchTrees, EventsAreSetByOthers) {
  constexpr uint64_t groups = 200;
  const std::unique_ptr<DeviceQueue> queue = make_queue(8 << 20);
  Tree tree;
  tree.queue = queue.get();
  run(tree, groups, [](LaunchContext* context) {
    Tree& shared = argument_of<Tree>(*context);
    const compiler::interface::DriverCalls& calls = *context->driver_calls;
    if (context->group_id[0] == 0) shared.event = calls.create_user_event(context);
    while (shared.event == 0) std::this_thread::yield();
    const uint64_t common = shared.event, own = calls.create_user_event(context);
    calls.retain_event(context, own);
    calls.retain_event(context, common);
    uint64_t marker = 0, done = 0;
    const std::array events = {own, common};
    if (calls.enqueue_marker(context, reinterpret_cast<uint64_t>(shared.queue), 2, events.data(),
                             &marker) != CL_SUCCESS) {
      ++shared.wrong;
    }
    enqueue(context, shared, {.block = counts, .wait_list = {&marker, 1}, .event = &done});
    enqueue(context, shared, {.block = counts, .wait_list = {&done, 1}});
    enqueue(context, shared, {.block = sets_event, .number = own});
    for (const uint64_t event : {marker, done, own}) calls.release_event(context, event);
    if (calls.is_valid_event(context, common) == 0) ++shared.wrong;
    calls.release_event(context, common);
    if (context->group_id[0] + 1 == groups) {
      calls.set_user_event_status(context, common, CL_COMPLETE);
    }
  });
  EXPECT_EQ(3 * groups, tree.ran);
}

TEST_F(LaunchTrees, WaitsThatNothingEndsAreErrors) {
  constexpr uint64_t groups = 300;
  const std::unique_ptr<DeviceQueue> queue = make_queue();
  Tree tree;
  tree.queue = queue.get();
  run(
      tree, groups,
      [](LaunchContext* context) {
        Tree& shared = argument_of<Tree>(*context);
        const uint64_t never = context->driver_calls->create_user_event(context);
        uint64_t after = 0;
        enqueue(context, shared, {.block = counts, .wait_list = {&never, 1}, .event = &after});
        enqueue(context, shared, {.block = counts, .wait_list = {&after, 1}});
        enqueue(context, shared, {.block = sets_event, .number = 0});
      },
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(groups, tree.ran);
}

TEST_F(LaunchTrees, QueuesOfPartsKeepChildrenThere) {
  const Ref<ResourceSet> part = device.resources(UnitSet{2, 3});
  const std::unique_ptr<DeviceQueue> queue(new DeviceQueue{part.get(), 8 << 20, false});
  Tree tree;
  tree.queue = queue.get();
  tree.units = UnitSet{2, 3};
  run(tree, 100, [](LaunchContext* context) {
    enqueue(context, argument_of<Tree>(*context), {.block = stays_inside, .items = 100});
  });
  EXPECT_EQ(100U * 100U, tree.ran);
}

}  // namespace
}  // namespace cleave::backend::test
