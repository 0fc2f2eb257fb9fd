// When commands start, and which of them a waiting thread runs itself.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "fake_device.h"
#include "tests/support/process.h"

namespace cleave::model::test {
namespace {

using Order = command::Queue::Order;
constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

class Flush : public ::testing::Test, public Fixture {};

TEST_F(Flush, StartsWhatHasGathered) {
  auto queue = make_queue();
  auto first = enqueue(*queue, launch());
  auto second = enqueue(*queue, launch());
  EXPECT_EQ(first->status(), CL_QUEUED);
  EXPECT_TRUE(hardware.launches.empty());
  queue->flush();
  EXPECT_EQ(second->status(), CL_COMPLETE);
  EXPECT_EQ(hardware.launches.size(), 2u);
}

TEST_F(Flush, ComesWithAQuestionForTheStatus) {
  auto queue = make_queue();
  auto event = enqueue(*queue, launch());
  EXPECT_EQ(event->query_status(), CL_COMPLETE);
}

TEST_F(Flush, ComesWithACallback) {
  auto queue = make_queue();
  int calls = 0;
  enqueue(*queue, launch())->add_callback(CL_COMPLETE, [&](command::Event*, cl_int) { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST_F(Flush, ComesWithACommandOfAnotherQueueThatWaits) {
  auto never_flushed = make_queue();
  auto queue = make_queue();
  auto awaited = enqueue(*never_flushed, launch());
  auto waiting = enqueue(*queue, launch({awaited}));
  EXPECT_TRUE(queue->finish().ok());
  EXPECT_EQ(awaited->status(), CL_COMPLETE);
  EXPECT_EQ(waiting->status(), CL_COMPLETE);
}

TEST_F(Flush, ComesWithTheReleaseOfTheQueue) {
  auto queue = make_queue();
  auto event = enqueue(*queue, launch());
  EXPECT_TRUE(command::Queue::release(give_handle<void*>(queue)));
  EXPECT_EQ(event->status(), CL_COMPLETE);
}

TEST_F(Flush, ComesWithWhatAReleasedQueueIsGiven) {
  auto queue = make_queue();
  auto* handle = give_handle<void*>(queue);
  EXPECT_TRUE(command::Queue::release(handle));
  EXPECT_EQ(enqueue(*queue, launch())->status(), CL_COMPLETE);
}

TEST_F(Flush, ComesByItselfWhenManyHaveGathered) {
  auto queue = make_queue();
  for (int command = 0; command < 1000; ++command) {
    auto submission = launch();
    std::get<support::Ref<backend::Launch>>(submission.work.action)->global_size[0] = 1000;
    enqueue(*queue, std::move(submission));
  }
  EXPECT_GT(hardware.launches.size(), 500u);
  queue->flush();  // the rest
}

TEST_F(Flush, ComesByItselfWhenVeryManySmallOnesHaveGathered) {
  auto queue = make_queue();
  for (int command = 0; command < 20000; ++command) enqueue(*queue, launch());
  EXPECT_GT(hardware.launches.size(), 10000u);
  queue->flush();
}

class InlineCommands : public ::testing::Test, public Fixture {
 protected:
  InlineCommands() { hardware.is_inline_allowed = true; }
};

TEST_F(InlineCommands, RunsAllOfAnInOrderQueue) {
  auto queue = make_queue();
  for (int command = 0; command < 10; ++command) enqueue(*queue, launch());
  EXPECT_TRUE(queue->finish().ok());
  EXPECT_EQ(hardware.run_inline.size(), 10u);
  EXPECT_TRUE(hardware.launches.empty());
}

TEST_F(InlineCommands, EndsWithWhatTheThreadWaitsFor) {
  auto queue = make_queue();
  enqueue(*queue, launch());
  auto wanted = enqueue(*queue, launch());
  auto later = enqueue(*queue, launch());
  EXPECT_EQ(wanted->wait(), CL_COMPLETE);
  EXPECT_EQ(hardware.run_inline.size(), 2u);
  EXPECT_EQ(hardware.launches.size(), 1u);
  EXPECT_EQ(later->wait(), CL_COMPLETE);
}

TEST_F(InlineCommands, IsNotGivenByAThreadThatMayNot) {
  hardware.is_inline_allowed = false;
  auto queue = make_queue();
  enqueue(*queue, launch());
  EXPECT_TRUE(queue->finish().ok());
  EXPECT_TRUE(hardware.run_inline.empty());
  EXPECT_EQ(hardware.launches.size(), 1u);
}

TEST_F(InlineCommands, LeavesOtherQueuesToWorkers) {
  auto queue = make_queue();
  auto other = make_queue();
  auto gate = enqueue(*queue, launch());
  auto dependent = enqueue(*other, launch({gate}));
  other->flush();
  hardware.launches.clear();
  auto last = enqueue(*queue, launch());
  EXPECT_EQ(last->wait(), CL_COMPLETE);
  EXPECT_EQ(dependent->status(), CL_COMPLETE);
  EXPECT_EQ(hardware.run_inline.size(), 1u);
}

TEST_F(InlineCommands, LeavesWhatCanRunAtTheSameTimeToWorkers) {
  auto queue = make_queue(out_of_order);
  for (int command = 0; command < 4; ++command) enqueue(*queue, launch());
  auto last = enqueue(*queue, launch());
  EXPECT_EQ(last->wait(), CL_COMPLETE);
  EXPECT_EQ(hardware.launches.size(), 4u);
  EXPECT_EQ(hardware.run_inline.size(), 1u);
}

TEST_F(InlineCommands, LeavesFunctionsOfTheApplicationToWorkers) {
  auto queue = make_queue();
  bool is_waiting_thread = false;
  hardware.is_immediate = false;
  const auto here = std::this_thread::get_id();
  enqueue(*queue, work([&] { is_waiting_thread = std::this_thread::get_id() == here; }));
  std::thread worker([&] {
    while (hardware.waiting() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    hardware.run_all();
  });
  EXPECT_TRUE(queue->finish().ok());
  worker.join();
  EXPECT_FALSE(is_waiting_thread);
}

TEST_F(InlineCommands, LeavesTheReportOfAFailureToWorkers) {
  Context::Request request;
  request.devices = {device};
  request.notify = [](const char*, const void* failed, size_t, void* heard) {
    EXPECT_STREQ("by_name", static_cast<const support::FailedCommand*>(failed)->kernel);
    ++*static_cast<std::atomic<int>*>(heard);
  };
  std::atomic<int> heard{0};
  request.user_data = &heard;
  context = std::move(Context::create(std::move(request))).value();
  auto queue = make_queue();
  auto event = enqueue(*queue, launch());
  hardware.is_immediate = false;
  hardware.inline_status = CL_OUT_OF_RESOURCES;
  std::thread worker([&] {
    while (hardware.waiting() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(heard, 0);
    hardware.run_all();
  });
  EXPECT_EQ(event->wait(), CL_OUT_OF_RESOURCES);
  worker.join();
  EXPECT_EQ(hardware.run_inline.size(), 1u);
  EXPECT_EQ(heard, 1);
}

/// Writes `from` to `to`, and to a buffer that the application has let go of.
Submission transfer(std::byte& to, std::byte& from, support::Ref<memory::MemoryObject> buffer) {
  Submission submission;
  submission.work.type = CL_COMMAND_WRITE_BUFFER;
  submission.work.accesses = {{std::move(buffer), 0, 1, command::ObjectAccess::Kind::write}};
  auto action = std::make_unique<command::PooledTransfer>();
  action->to = backend::Endpoint::of_host(&to);
  action->from = backend::Endpoint::of_host(&from);
  action->extent = {1, 1, 1};
  submission.work.action = std::move(action);
  return submission;
}

// A program may free what they read as soon as it has released the queue and its buffers.
TEST_F(InlineCommands, AreTheTransfersOfAReleasedQueue) {
  hardware.is_immediate = false;
  hardware.is_inline_transfer_allowed = true;
  auto queue = make_queue();
  std::byte first{}, second{}, third{}, from{1};
  enqueue(*queue, transfer(first, from, make_buffer(1)));
  enqueue(*queue, transfer(second, from, make_buffer(1)));
  enqueue(*queue, launch());
  enqueue(*queue, transfer(third, from, make_buffer(1)));
  EXPECT_TRUE(command::Queue::release(give_handle<void*>(queue)));
  EXPECT_EQ(first, from);
  EXPECT_EQ(second, from);
  EXPECT_TRUE(hardware.run_inline.empty());
  EXPECT_EQ(hardware.launches.size(), 1u);
  EXPECT_EQ(third, std::byte{});
  hardware.run_all();
  EXPECT_EQ(third, from);
}

TEST_F(InlineCommands, LeavesTheEndOfAMemoryObjectThatCallsToWorkers) {
  hardware.is_immediate = false;
  hardware.is_inline_transfer_allowed = true;
  auto queue = make_queue();
  std::byte to{}, from{1};
  int calls = 0;
  memory::MemoryObject::Request part;
  part.context = context;
  part.flags = CL_MEM_READ_WRITE;
  part.size = 1;
  part.parent = make_buffer(4);
  part.parent->on_destroyed([&](memory::MemoryObject*) { ++calls; });
  auto buffer = std::move(memory::MemoryObject::create(std::move(part))).value();
  enqueue(*queue, transfer(to, from, std::move(buffer)));
  EXPECT_TRUE(command::Queue::release(give_handle<void*>(queue)));
  EXPECT_EQ(to, from);
  EXPECT_EQ(calls, 0);
  hardware.run_all();
  EXPECT_EQ(calls, 1);
}

class Fork : public ::testing::Test, public Fixture {};

TEST_F(Fork, GivesTheChildErrorsInsteadOfAWaitForEver) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  auto event = submit(*queue, launch());
  enqueue(*queue, launch());
  EXPECT_EQ(0, cleave::test::exit_code_of_child([&] {
              if (event->wait() != CL_OUT_OF_RESOURCES) return 1;
              if (queue->finish().code() != CL_OUT_OF_RESOURCES) return 2;
              if (try_enqueue(*queue, launch()).status().code() != CL_OUT_OF_RESOURCES) return 3;
              queue->flush();
              return event->query_status() > CL_COMPLETE ? 0 : 4;
            }));
  hardware.run_all();
  hardware.is_immediate = true;
  EXPECT_TRUE(queue->finish().ok());
}

}  // namespace
}  // namespace cleave::model::test
