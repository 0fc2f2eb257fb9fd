#include <algorithm>
#include <iterator>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_5_14_Profiling : public OnDevice {
 protected:
  static cl_ulong time(cl_event event, cl_profiling_info name) {
    return value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
      return clGetEventProfilingInfo(event, name, size, value, returned);
    });
  }
  static cl_int code(cl_event event) {
    cl_ulong value = 0;
    return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof value, &value, nullptr);
  }
};

TEST_F(Clause_5_14_Profiling, TimesAscendAndLieBetweenTheDevicesOwn) {
  cl_ulong host = 0;
  cl_ulong before = 0;
  cl_ulong after = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceAndHostTimer(device_, &before, &host));
  const Memory buffer = make_buffer(1 << 16);
  const cl_uint zero = 0;
  Event event;
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueFillBuffer(queue_, buffer, &zero, 4, 0, 1 << 16, 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  ASSERT_EQ(CL_SUCCESS, clGetDeviceAndHostTimer(device_, &after, &host));
  const std::vector<cl_ulong> times = {before,
                                       time(event, CL_PROFILING_COMMAND_QUEUED),
                                       time(event, CL_PROFILING_COMMAND_SUBMIT),
                                       time(event, CL_PROFILING_COMMAND_START),
                                       time(event, CL_PROFILING_COMMAND_END),
                                       time(event, CL_PROFILING_COMMAND_COMPLETE),
                                       after};
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

TEST_F(Clause_5_14_Profiling, EveryTypeOfCommandHasTimes) {
  const Memory buffer = make_buffer(64);
  const Memory other = make_buffer(64);
  const Kernel kernel = make_kernel("kernel void k() {}", "k");
  const cl_mem objects[] = {buffer};
  const size_t origin[] = {0, 0, 0};
  const size_t region[] = {4, 4, 1};
  const size_t one = 1;
  const cl_uint zero = 0;
  char host[64] = {};
  void* mapped = nullptr;
  cl_int map_error = 1;
  Event events[14];
  Event* next = events;
  const std::vector<cl_int> codes = {
      clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, 64, host, 0, nullptr, next++->out()),
      clEnqueueWriteBuffer(queue_, buffer, CL_FALSE, 0, 64, host, 0, nullptr, next++->out()),
      clEnqueueCopyBuffer(queue_, buffer, other, 0, 0, 64, 0, nullptr, next++->out()),
      clEnqueueFillBuffer(queue_, buffer, &zero, 4, 0, 64, 0, nullptr, next++->out()),
      clEnqueueReadBufferRect(queue_, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0, host, 0,
                              nullptr, next++->out()),
      clEnqueueWriteBufferRect(queue_, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0, host,
                               0, nullptr, next++->out()),
      clEnqueueCopyBufferRect(queue_, buffer, other, origin, origin, region, 0, 0, 0, 0, 0, nullptr,
                              next++->out()),
      clEnqueueMigrateMemObjects(queue_, 1, objects, 0, 0, nullptr, next++->out()),
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 0, nullptr, next++->out()),
      clEnqueueNativeKernel(
          queue_, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, next++->out()),
      clEnqueueMarkerWithWaitList(queue_, 0, nullptr, next++->out()),
      clEnqueueBarrierWithWaitList(queue_, 0, nullptr, next++->out()),
      (mapped = clEnqueueMapBuffer(queue_, buffer, CL_FALSE, CL_MAP_READ, 0, 64, 0, nullptr,
                                   next++->out(), &map_error),
       map_error),
      clEnqueueUnmapMemObject(queue_, buffer, mapped, 0, nullptr, next++->out())};
  EXPECT_EQ(std::vector<cl_int>(std::size(events), CL_SUCCESS), codes);
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  for (const Event& event : events) {
    const std::vector<cl_ulong> times = {
        time(event, CL_PROFILING_COMMAND_QUEUED), time(event, CL_PROFILING_COMMAND_SUBMIT),
        time(event, CL_PROFILING_COMMAND_START), time(event, CL_PROFILING_COMMAND_END),
        time(event, CL_PROFILING_COMMAND_COMPLETE)};
    EXPECT_NE(0U, times.front());
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end())) << &event - events;
  }
}

TEST_F(Clause_5_14_Profiling, WithoutProfilingThereAreNoTimes) {
  const Queue queue = make_queue(0);
  Event event;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE, code(event));
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE, code(make_user_event()));
}

TEST_F(Clause_5_14_Profiling, BeforeTheEndThereAreNoTimes) {
  const Event start = make_user_event();
  const cl_event list[] = {start};
  Event event;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 1, list, event.out()));
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE, code(event));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(CL_SUCCESS, code(event));
  cl_uint small = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof small,
                                                      &small, nullptr));
}

}  // namespace
}  // namespace cleave::test
