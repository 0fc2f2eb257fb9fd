// Every command of chapter 5 looks at its wait list, its queue and its memory objects.
#include "support/every_object.h"

namespace cleave::test {
namespace {

class OfEveryCommand : public EveryObject, public testing::WithParamInterface<Command> {
 protected:
  cl_int enqueue(cl_command_queue queue, cl_mem buffer, cl_uint count, const cl_event* list) {
    Event event;
    const cl_int code = GetParam().enqueue(*this, queue, buffer, count, list, event.out());
    EXPECT_EQ(code != CL_SUCCESS, event == nullptr) << "an event exactly when there is a command";
    return code;
  }
};

class WaitLists : public OfEveryCommand {};

TEST_P(WaitLists, AreChecked) {
  const cl_event valid = event_;
  const cl_event null = nullptr;
  const cl_event wrong[] = {valid, reinterpret_cast<cl_event>(cl_mem(buffer_))};
  const cl_event foreign = other_event_;
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue_, buffer_, 1, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue_, buffer_, 0, &valid));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue_, buffer_, 1, &null));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue_, buffer_, 2, wrong));
  EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(queue_, buffer_, 1, &foreign));
  EXPECT_EQ(CL_SUCCESS, enqueue(queue_, buffer_, 1, &valid));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(valid, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

class OtherContexts : public OfEveryCommand {};

TEST_P(OtherContexts, AreInvalid) {
  const cl_event foreign = other_event_;
  EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(queue_, buffer_, 1, &foreign));
  if (GetParam().has_buffer) {
    EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(other_queue_, buffer_, 0, nullptr));
    if (GetParam().name != std::string("EnqueueUnmapMemObject")) {
      EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(queue_, other_buffer_, 0, nullptr));
    }
  } else if (GetParam().has_kernel()) {
    EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(other_queue_, nullptr, 0, nullptr));
  }
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

INSTANTIATE_TEST_SUITE_P(Of, WaitLists, testing::ValuesIn(commands()), name_of_parameter);
INSTANTIATE_TEST_SUITE_P(Of, OtherContexts, testing::ValuesIn(commands()), name_of_parameter);

}  // namespace
}  // namespace cleave::test
