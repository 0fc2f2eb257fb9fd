#include <atomic>
#include <condition_variable>
#include <mutex>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

cl_int status_of(cl_event event) {
  return value_of<cl_int>([event](size_t size, void* value, size_t* returned) {
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, size, value, returned);
  });
}

cl_int wait(cl_event event) {
  return clWaitForEvents(1, &event);
}

/// Collects what callbacks are told; wait_for() blocks until there are as many calls.
struct Calls {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<cl_int> statuses;

  static void CL_CALLBACK record(cl_event, cl_int status, void* data) {
    auto* calls = static_cast<Calls*>(data);
    const std::scoped_lock lock(calls->mutex);
    calls->statuses.push_back(status);
    calls->changed.notify_all();
  }
  std::vector<cl_int> wait_for(size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return statuses.size() >= count; });
    return statuses;
  }
};

class Clause_5_11_Events : public OnDevice {
 protected:
  [[nodiscard]] Event marker_after(cl_event event, cl_command_queue queue) const {
    Event marker;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 1, &event, marker.out()));
    return marker;
  }
};

TEST_F(Clause_5_11_Events, UserEventsBeginSubmittedAndEndOnce) {
  const Event event = make_user_event();
  EXPECT_EQ(CL_SUBMITTED, status_of(event));
  EXPECT_EQ(CL_INVALID_VALUE, clSetUserEventStatus(event, CL_RUNNING));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(CL_COMPLETE, status_of(event));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetUserEventStatus(event, -1));
}

TEST_F(Clause_5_11_Events, OnlyUserEventsCanBeSet) {
  Event marker;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 0, nullptr, marker.out()));
  EXPECT_EQ(CL_INVALID_EVENT, clSetUserEventStatus(marker, CL_COMPLETE));
}

TEST_F(Clause_5_11_Events, QueriesAnswer) {
  const Event event = make_user_event();
  const auto query = [](cl_event of, cl_event_info name) {
    return [of, name](size_t size, void* value, size_t* returned) {
      return clGetEventInfo(of, name, size, value, returned);
    };
  };
  EXPECT_EQ(cl_command_type{CL_COMMAND_USER},
            value_of<cl_command_type>(query(event, CL_EVENT_COMMAND_TYPE)));
  EXPECT_EQ(nullptr, value_of<cl_command_queue>(query(event, CL_EVENT_COMMAND_QUEUE)));
  EXPECT_EQ(cl_context(context_), value_of<cl_context>(query(event, CL_EVENT_CONTEXT)));
  EXPECT_EQ(1U, value_of<cl_uint>(query(event, CL_EVENT_REFERENCE_COUNT)));
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventInfo(event, 0x4711, 0, nullptr, nullptr));
  Event marker;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 0, nullptr, marker.out()));
  EXPECT_EQ(cl_command_queue(queue_),
            value_of<cl_command_queue>(query(marker, CL_EVENT_COMMAND_QUEUE)));
  EXPECT_EQ(cl_command_type{CL_COMMAND_MARKER},
            value_of<cl_command_type>(query(marker, CL_EVENT_COMMAND_TYPE)));
}

TEST_F(Clause_5_11_Events, CommandsWaitForUserEvents) {
  std::vector<cl_int> values(4, 0);
  const Memory buffer = make_buffer(std::vector<cl_int>(4, 8));
  const Event start = make_user_event();
  const cl_event list[] = {start};
  Event done;
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, 16, values.data(), 1, list,
                                            done.out()));
  ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
  EXPECT_GT(status_of(done), CL_RUNNING);
  EXPECT_EQ(std::vector<cl_int>(4, 0), values);
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, wait(done));
  EXPECT_EQ(std::vector<cl_int>(4, 8), values);
}

TEST_F(Clause_5_11_Events, FailureReachesEveryDependent) {
  const Queue other = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Event failing = make_user_event();
  const Event first = marker_after(failing, queue_);
  const Event second = marker_after(first, other);
  const Event third = marker_after(second, queue_);
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(failing, -42));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, wait(third));
  EXPECT_EQ(-42, status_of(failing));
  for (cl_event event : {cl_event(first), cl_event(second), cl_event(third)}) {
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(event));
  }
}

TEST_F(Clause_5_11_Events, AFailedCommandDoesNotFailTheQueue) {
  const Event failing = make_user_event();
  const Event failed = marker_after(failing, queue_);
  Event next;
  const Memory buffer = make_buffer(std::vector<cl_int>(4, 3));
  std::vector<cl_int> values(4, 0);
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, 16, values.data(), 0,
                                            nullptr, next.out()));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(failing, -1));
  EXPECT_EQ(CL_SUCCESS, wait(next));
  EXPECT_EQ(std::vector<cl_int>(4, 3), values);
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_11_Events, CallbacksAreCalledAtTheirStatus) {
  Calls calls;
  const Event start = make_user_event();
  const Event command = marker_after(start, queue_);
  for (cl_int type : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED}) {
    ASSERT_EQ(CL_SUCCESS, clSetEventCallback(command, type, Calls::record, &calls));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ((std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}), calls.wait_for(3));
}

TEST_F(Clause_5_11_Events, ACallbackOfAnEndedEventIsCalledAtOnce) {
  Calls calls;
  const Event event = make_user_event();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(event, -3));
  ASSERT_EQ(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, Calls::record, &calls));
  EXPECT_EQ(std::vector<cl_int>{-3}, calls.wait_for(1));
}

TEST_F(Clause_5_11_Events, CallbacksMayUseTheEventThatTheirUserReleased) {
  struct Seen {
    Calls calls;
    std::atomic<cl_int> code{1};
  } seen;
  const Event start = make_user_event();
  {
    const Event command = marker_after(start, queue_);
    ASSERT_EQ(CL_SUCCESS, clSetEventCallback(
                              command, CL_COMPLETE,
                              [](cl_event event, cl_int status, void* data) {
                                auto* to = static_cast<Seen*>(data);
                                cl_int now = 1;
                                to->code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                          sizeof now, &now, nullptr);
                                Calls::record(event, status, &to->calls);
                              },
                              &seen));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ(std::vector<cl_int>{CL_COMPLETE}, seen.calls.wait_for(1));
  EXPECT_EQ(CL_SUCCESS, seen.code);
}

TEST_F(Clause_5_11_Events, BadCallbacksAreInvalidValue) {
  const Event event = make_user_event();
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(event, CL_QUEUED, Calls::record, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(event, -1, Calls::record, nullptr));
}

TEST_F(Clause_5_11_Events, BadWaits) {
  const Event event = make_user_event();
  const cl_event wrong[] = {event, nullptr};
  EXPECT_EQ(CL_INVALID_VALUE, clWaitForEvents(0, wrong));
  EXPECT_EQ(CL_INVALID_VALUE, clWaitForEvents(1, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT, clWaitForEvents(2, wrong));
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Event foreign(clCreateUserEvent(other, &error));
  const cl_event mixed[] = {event, foreign};
  EXPECT_EQ(CL_INVALID_CONTEXT, clWaitForEvents(2, mixed));
}

TEST_F(Clause_5_11_Events, AWaitForSeveralEventsSeesAnyFailure) {
  const Event good = make_user_event();
  const Event bad = make_user_event();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(good, CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(bad, -9));
  const cl_event list[] = {good, bad};
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(2, list));
}

TEST_F(Clause_5_11_Events, AnOutOfOrderQueueFollowsWaitListsOnly) {
  const Queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Event start = make_user_event();
  const cl_event list[] = {start};
  const Memory buffer = make_buffer(std::vector<cl_int>(4, 1));
  std::vector<cl_int> late(4, 0);
  std::vector<cl_int> early(4, 0);
  Event blocked;
  Event free;
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 16, late.data(), 1, list,
                                            blocked.out()));
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 16, early.data(), 0,
                                            nullptr, free.out()));
  EXPECT_EQ(CL_SUCCESS, wait(free));
  EXPECT_GT(status_of(blocked), CL_RUNNING);
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(early, late);
}

}  // namespace
}  // namespace cleave::test
