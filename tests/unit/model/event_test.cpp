#include "model/command/event.h"

#include <gtest/gtest.h>

#include <thread>

#include "fake_device.h"

namespace cleave::model::test {
namespace {

using Order = command::Queue::Order;

class Events : public ::testing::Test, public Fixture {};

TEST_F(Events, StatusOnlyMovesForward) {
  auto event = make_user_event();
  EXPECT_EQ(event->status(), CL_SUBMITTED);
  EXPECT_TRUE(event->set_status(CL_RUNNING));
  EXPECT_TRUE(event->set_status(CL_SUBMITTED));
  EXPECT_EQ(event->status(), CL_RUNNING);
  EXPECT_TRUE(event->set_status(CL_COMPLETE));
  EXPECT_FALSE(event->set_status(-5));
  EXPECT_EQ(event->status(), CL_COMPLETE);
}

TEST_F(Events, CallbacksComeInOrderAndAlsoAfterTheFact) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  auto gate = make_user_event();
  auto event = submit(*queue, work([] {}, {gate}));
  std::vector<cl_int> calls;
  const auto note = [&](command::Event* about, cl_int status) {
    EXPECT_EQ(about, event.get());
    calls.push_back(status);
  };
  event->add_callback(CL_COMPLETE, note);
  event->add_callback(CL_RUNNING, note);
  event->add_callback(CL_SUBMITTED, note);
  EXPECT_TRUE(calls.empty());
  gate->set_status(CL_COMPLETE);
  EXPECT_EQ(calls, (std::vector<cl_int>{CL_SUBMITTED}));
  hardware.try_run_successor();
  EXPECT_EQ(calls, (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}));
  event->add_callback(CL_RUNNING, note);
  EXPECT_EQ(calls.back(), CL_RUNNING);
  EXPECT_EQ(calls.size(), 4u);
}

TEST_F(Events, AllCallbacksHearOfAFailure) {
  auto event = make_user_event();
  std::vector<cl_int> calls;
  for (const cl_int status : {CL_RUNNING, CL_COMPLETE}) {
    event->add_callback(status, [&](command::Event*, cl_int reached) { calls.push_back(reached); });
  }
  event->set_status(-77);
  EXPECT_EQ(calls, (std::vector<cl_int>{-77, -77}));
}

TEST_F(Events, ACallbackMayEnqueueEndEventsAndRelease) {
  auto queue = make_queue();
  auto first = make_user_event();
  auto second = make_user_event();
  int runs = 0;
  auto last = submit(*queue, work([&] { ++runs; }, {second}));
  first->add_callback(CL_COMPLETE, [&](command::Event*, cl_int) {
    submit(*queue, work([&] { ++runs; }));
    second->set_status(CL_COMPLETE);
    first = nullptr;
  });
  first->set_status(CL_COMPLETE);
  EXPECT_EQ(last->status(), CL_COMPLETE);
  EXPECT_TRUE(queue->finish().ok());
  EXPECT_EQ(runs, 2);
}

// A thread that sees the end of a command may be ahead of the one that ended it.
TEST_F(Events, WhatFollowsACommandThatIsSeenToHaveEndedWaitsForNothing) {
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties{0},
        cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}}) {
    hardware.is_immediate = false;
    auto queue = make_queue(properties);
    auto first = submit(*queue, work([] {}));
    bool has_follower_ended = false;
    first->add_callback(CL_COMPLETE, [&](command::Event* event, cl_int) {
      EXPECT_TRUE(event->has_ended());
      has_follower_ended = submit(*queue, marker(command::Queue::Order::marker))->has_ended();
    });
    hardware.run_all();
    EXPECT_TRUE(has_follower_ended);
  }
}

TEST_F(Events, AReleasedEventIsValidInItsCallback) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  void* handle = give_handle<void*>(submit(*queue, work([] {})));
  bool called = false;
  command::Event::find(handle)->add_callback(CL_COMPLETE, [&](command::Event* event, cl_int) {
    EXPECT_EQ(command::Event::find(handle).get(), event);
    called = true;
  });
  EXPECT_TRUE(command::Event::release(handle));
  hardware.run_all();
  EXPECT_TRUE(called);
  EXPECT_FALSE(command::Event::is_live(handle));
}

TEST_F(Events, AReleasedEventIsValidUntilItsCommandHasEnded) {
  hardware.is_immediate = false;
  auto queue = make_queue();
  void* handle = give_handle<void*>(submit(*queue, work([] {})));
  queue->flush();
  EXPECT_TRUE(command::Event::release(handle));
  EXPECT_FALSE(command::Event::release(handle));
  EXPECT_EQ(command::Event::find(handle)->api_references(), 0u);
  EXPECT_TRUE(command::Event::retain(handle));
  hardware.run_all();
  EXPECT_EQ(command::Event::find(handle)->status(), CL_COMPLETE);
  EXPECT_TRUE(command::Event::release(handle));
  EXPECT_FALSE(command::Event::is_live(handle));
}

TEST_F(Events, CallbacksKeepAUserEventThatWasReleasedUnset) {
  void* handle = give_handle<void*>(make_user_event());
  int calls = 0;
  for (const cl_int status : {CL_COMPLETE, CL_COMPLETE, CL_SUBMITTED}) {
    command::Event::find(handle)->add_callback(status, [&](command::Event*, cl_int) { ++calls; });
  }
  EXPECT_EQ(calls, 1) << "it has been submitted";
  EXPECT_TRUE(command::Event::release(handle));
  ASSERT_TRUE(command::Event::is_live(handle));
  command::Event::find(handle)->set_status(CL_COMPLETE);
  EXPECT_EQ(calls, 3);
  EXPECT_FALSE(command::Event::is_live(handle));
}

TEST_F(Events, AThreadWaitsForAUserEvent) {
  auto event = make_user_event();
  std::thread setter([event] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    event->set_status(-3);
  });
  EXPECT_EQ(event->wait(), -3);
  setter.join();
  const support::Ref<command::Event> events[] = {event};
  EXPECT_EQ(command::wait_for_events(events), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(Events, FailureReachesDependentsThroughWaitLists) {
  auto queue = make_queue();
  auto other_queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  auto failing = make_user_event();
  bool ran = false;
  auto direct = submit(*queue, work([&] { ran = true; }, {failing}));
  auto indirect = submit(*other_queue, work([&] { ran = true; }, {direct}));
  auto by_marker = submit(*other_queue, marker(Order::marker, {indirect}));
  auto by_barrier = submit(*queue, marker(Order::barrier, {by_marker}));
  failing->set_status(-1);
  for (const auto& event : {direct, indirect, by_marker, by_barrier}) {
    EXPECT_EQ(event->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  EXPECT_FALSE(ran);
  EXPECT_EQ(submit(*queue, marker(Order::normal, {direct}))->status(),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(Events, TheOrderOfAQueueHandsNoFailureOn) {
  auto queue = make_queue();
  auto failing = make_user_event();
  auto failed = submit(*queue, work([] {}, {failing}));
  auto next = submit(*queue, work([] {}));
  failing->set_status(-1);
  EXPECT_LT(failed->status(), 0);
  EXPECT_EQ(next->status(), CL_COMPLETE);
}

TEST_F(Events, ProfilingTimesRise) {
  hardware.is_immediate = false;
  auto queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
  auto event = submit(*queue, work([] {}));
  EXPECT_GT(event->times().queued, 0u);
  EXPECT_EQ(event->times().started, 0u);
  hardware.run_all();
  const command::ProfilingTimes times = event->times();
  EXPECT_LE(times.queued, times.submitted);
  EXPECT_LE(times.submitted, times.started);
  EXPECT_LE(times.started, times.ended);
  EXPECT_EQ(times.ended, times.completed);
}

TEST_F(Events, CommandsThatWaitKeepAUserEventThatWasReleasedUnset) {
  auto queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  void* gate = give_handle<void*>(make_user_event());
  auto first = submit(*queue, work([] {}, {command::Event::find(gate)}));
  auto second = submit(*queue, work([] {}, {command::Event::find(gate), first}));
  EXPECT_TRUE(command::Event::release(gate));
  EXPECT_EQ(second->status(), CL_QUEUED);
  ASSERT_TRUE(command::Event::is_live(gate));
  command::Event::find(gate)->set_status(CL_COMPLETE);
  EXPECT_EQ(first->status(), CL_COMPLETE);
  EXPECT_EQ(second->status(), CL_COMPLETE);
  EXPECT_FALSE(command::Event::is_live(gate));
}

}  // namespace
}  // namespace cleave::model::test
