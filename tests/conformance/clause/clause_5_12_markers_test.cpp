#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

cl_int status_of(cl_event event) {
  return value_of<cl_int>([event](size_t size, void* value, size_t* returned) {
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, size, value, returned);
  });
}

class Clause_5_12_Markers : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    out_of_order_ = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    start_ = make_user_event();
    const cl_event list[] = {start_};
    ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(out_of_order_, 1, list, before_.out()));
  }
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start_, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(out_of_order_));
  }
  [[nodiscard]] Event free_marker() const {
    const Event done = ended_event();
    const cl_event list[] = {done};
    Event marker;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(out_of_order_, 1, list, marker.out()));
    return marker;
  }
  [[nodiscard]] Event ended_event() const {
    Event event = make_user_event();
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
    return event;
  }

  Queue out_of_order_;
  Event start_;   // completed at the end of each test
  Event before_;  // a command that waits for it
};

TEST_F(Clause_5_12_Markers, AMarkerWithoutAWaitListComesAfterEverythingBefore) {
  Event marker;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(out_of_order_, 0, nullptr, marker.out()));
  ASSERT_EQ(CL_SUCCESS, clFlush(out_of_order_));
  EXPECT_GT(status_of(marker), CL_COMPLETE);
  const Event later = free_marker();
  const cl_event list[] = {later};
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, list)) << "a marker holds nothing back";
}

TEST_F(Clause_5_12_Markers, ABarrierHoldsBackEverythingAfter) {
  Event barrier;
  ASSERT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(out_of_order_, 0, nullptr, barrier.out()));
  const Event later = free_marker();
  ASSERT_EQ(CL_SUCCESS, clFlush(out_of_order_));
  EXPECT_GT(status_of(barrier), CL_COMPLETE);
  EXPECT_GT(status_of(later), CL_COMPLETE);
}

TEST_F(Clause_5_12_Markers, ABarrierWithAWaitListWaitsForThatOnly) {
  const Event ended = ended_event();
  const cl_event list[] = {ended};
  Event barrier;
  ASSERT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(out_of_order_, 1, list, barrier.out()));
  const cl_event handle = barrier;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &handle));
  EXPECT_GT(status_of(before_), CL_COMPLETE);
}

TEST_F(Clause_5_12_Markers, TheCallsOfOpenCL1Work) {
  Event marker;
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarker(queue_, marker.out()));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMarker(queue_, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrier(queue_));
  const cl_event list[] = {marker};
  EXPECT_EQ(CL_SUCCESS, clEnqueueWaitForEvents(queue_, 1, list));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue_, 0, list));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue_, 1, nullptr));
  const cl_event wrong[] = {nullptr};
  EXPECT_EQ(CL_INVALID_EVENT, clEnqueueWaitForEvents(queue_, 1, wrong));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

}  // namespace
}  // namespace cleave::test
