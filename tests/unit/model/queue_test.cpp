#include "model/command/queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "fake_device.h"
#include "model/command/requests.h"

namespace cleave::model::test {
namespace {

using Order = command::Queue::Order;
constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

class Queues : public ::testing::Test, public Fixture {
 protected:
  std::string trace;
  Submission letter(char name, std::vector<support::Ref<command::Event>> wait_list = {}) {
    return work([this, name] { trace += name; }, std::move(wait_list));
  }
};

TEST_F(Queues, InOrderRunsOneCommandAfterAnother) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  for (const char name : {'a', 'b', 'c'}) submit(*queue, letter(name));
  EXPECT_EQ(hardware.waiting(), 1u);
  hardware.run_all();
  EXPECT_EQ(trace, "abc");
}

TEST_F(Queues, OutOfOrderStartsWhatNothingHoldsBack) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  auto a = submit(*queue, letter('a'));
  submit(*queue, letter('b', {a}));
  submit(*queue, letter('c'));
  EXPECT_EQ(hardware.waiting(), 2u);
  hardware.try_run_successor(1);
  hardware.run_all();
  EXPECT_EQ(trace, "cab");
}

TEST_F(Queues, AMarkerComesAfterEverythingAndHoldsNothingBack) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  submit(*queue, letter('a'));
  submit(*queue, letter('b'));
  auto mark = submit(*queue, marker(Order::marker));
  submit(*queue, letter('c'));
  EXPECT_EQ(hardware.waiting(), 3u);
  hardware.try_run_successor(2);
  hardware.try_run_successor(0);
  EXPECT_EQ(mark->status(), CL_QUEUED);
  hardware.try_run_successor(0);
  EXPECT_EQ(mark->status(), CL_COMPLETE);
}

TEST_F(Queues, ABarrierHoldsLaterCommandsBack) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  submit(*queue, letter('a'));
  submit(*queue, letter('b'));
  submit(*queue, marker(Order::barrier));
  submit(*queue, letter('c'));
  submit(*queue, letter('d'));
  EXPECT_EQ(hardware.waiting(), 2u);
  hardware.try_run_successor(1);
  EXPECT_EQ(hardware.waiting(), 1u);
  hardware.try_run_successor();
  EXPECT_EQ(hardware.waiting(), 2u);
  hardware.run_all();
  EXPECT_EQ(trace, "bacd");
}

TEST_F(Queues, ABarrierWithAWaitListWaitsForThatAlone) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  auto gate = make_user_event();
  submit(*queue, letter('a'));
  auto barrier = submit(*queue, marker(Order::barrier, {gate}));
  auto after = submit(*queue, letter('b'));
  EXPECT_EQ(hardware.waiting(), 1u);
  gate->set_status(CL_COMPLETE);
  EXPECT_EQ(barrier->status(), CL_COMPLETE);
  EXPECT_EQ(hardware.waiting(), 2u);
  hardware.run_all();
}

TEST_F(Queues, AMarkerWithAWaitListDoesNotStandForWhatCameBefore) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  auto gate = make_user_event();
  submit(*queue, letter('a'));
  auto partial = submit(*queue, marker(Order::marker, {gate}));
  auto full = submit(*queue, marker(Order::marker));
  gate->set_status(CL_COMPLETE);
  EXPECT_EQ(partial->status(), CL_COMPLETE);
  EXPECT_EQ(full->status(), CL_QUEUED);
  hardware.run_all();
  EXPECT_EQ(full->status(), CL_COMPLETE);
}

TEST_F(Queues, WaitListsReachAcrossQueues) {
  hardware.is_immediate = false;
  auto first = make_queue();
  auto second = make_queue();
  auto a = submit(*first, letter('a'));
  auto b = submit(*second, letter('b', {a}));
  submit(*first, letter('c', {b}));
  hardware.run_all();
  EXPECT_EQ(trace, "abc");
}

TEST_F(Queues, FinishWaitsForAllThatWasEnqueued) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  auto gate = make_user_event();
  std::vector<support::Ref<command::Event>> events;
  for (int command = 0; command < 20; ++command) events.push_back(submit(*queue, letter('x')));
  events.push_back(submit(*queue, marker(Order::marker)));
  events.push_back(submit(*queue, marker(Order::normal, {gate})));
  std::thread runner([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    hardware.run_all();
    gate->set_status(CL_COMPLETE);
  });
  EXPECT_TRUE(queue->finish().ok());
  for (const auto& event : events) EXPECT_EQ(event->status(), CL_COMPLETE);
  runner.join();
}

TEST_F(Queues, AReleasedQueueRunsWhatItHoldsAndThenGoes) {
  hardware.is_immediate = false;
  void* handle = give_handle<void*>(make_queue());
  submit(*command::Queue::find(handle), letter('a'));
  submit(*command::Queue::find(handle), letter('b'));
  EXPECT_TRUE(command::Queue::release(handle));
  EXPECT_TRUE(command::Queue::is_live(handle));
  hardware.run_all();
  EXPECT_EQ(trace, "ab");
  EXPECT_FALSE(command::Queue::is_live(handle));
}

TEST_F(Queues, OutputAndObjectsGoBeforeTheEventEnds) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  auto buffer = make_buffer(64);
  std::vector<std::string> order;
  buffer->on_destroyed([&](memory::MemoryObject*) { order.push_back("memory"); });
  Submission submission{.work = command::write_work(*queue, *buffer, 0, 4, "abcd")};
  submission.work.extra().at_end = [&] { order.push_back("output"); };
  auto event = submit(*queue, std::move(submission));
  event->add_callback(CL_COMPLETE, [&](command::Event*, cl_int) { order.push_back("event"); });
  buffer = nullptr;
  EXPECT_TRUE(order.empty());
  hardware.run_all();
  EXPECT_EQ(order, (std::vector<std::string>{"output", "memory", "event"}));
}

/// Commands in a row behind a user event: they end one from another, so neither the stack nor the
/// time may grow with more than their number.
class LongChain : public Queues, public ::testing::WithParamInterface<bool> {};

TEST_P(LongChain, EndsWithAFlatStackInLinearTime) {
  constexpr int commands = 100000;
  const bool host_work = GetParam();
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties{0}, out_of_order}) {
    auto queue = make_queue(properties);
    auto gate = make_user_event();
    support::Ref<command::Event> previous = gate;
    int runs = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int command = 0; command < commands; ++command) {
      Submission submission = host_work ? work([&] { ++runs; }) : marker(Order::barrier);
      if (command == 0 || properties != 0) submission.wait_list = {previous};
      previous = submit(*queue, std::move(submission));
    }
    gate->set_status(CL_COMPLETE);
    EXPECT_TRUE(queue->finish().ok());
    EXPECT_EQ(previous->status(), CL_COMPLETE);
    EXPECT_EQ(runs, host_work ? commands : 0);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  }
}

TEST_P(LongChain, FailsWithAFlatStack) {
  constexpr int commands = 100000;
  auto queue = make_queue();
  auto gate = make_user_event();
  support::Ref<command::Event> previous = gate;
  for (int command = 0; command < commands; ++command) {
    Submission submission = GetParam() ? work([] {}) : marker(Order::marker);
    submission.wait_list = {previous};
    previous = submit(*queue, std::move(submission));
  }
  gate->set_status(-9);
  EXPECT_EQ(previous->wait(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

INSTANTIATE_TEST_SUITE_P(Work, LongChain, ::testing::Bool());

TEST_F(Queues, ManyMarkersOverManyOpenCommandsTakeLinearTime) {
  hardware.is_immediate = false;
  auto queue = make_queue(out_of_order);
  auto gate = make_user_event();
  const auto begin = std::chrono::steady_clock::now();
  support::Ref<command::Event> last;
  for (int turn = 0; turn < 30000; ++turn) {
    submit(*queue, marker(Order::normal, {gate}));
    last = submit(*queue, marker(Order::marker));
  }
  gate->set_status(CL_COMPLETE);
  EXPECT_EQ(last->status(), CL_COMPLETE);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(Queues, ThreadsMayShareAQueue) {
  hardware.is_immediate = true;
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties{0}, out_of_order}) {
    auto queue = make_queue(properties);
    std::atomic<int> runs{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (int turn = 0; turn < 5000; ++turn) {
          auto event = submit(*queue, work([&] { ++runs; }));
          const bool good = turn % 16 != 0 || queue->finish().ok();
          EXPECT_TRUE(good);
          if (turn % 7 == 0) submit(*queue, marker(Order::barrier));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(queue->finish().ok());
    EXPECT_EQ(runs, 20000);
  }
}

}  // namespace
}  // namespace cleave::model::test
