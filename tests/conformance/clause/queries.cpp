#include "queries.h"

namespace cleave::test {

void Queried::SetUp() {
  EveryObject::SetUp();
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 0, nullptr, done_.out()));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  command_buffer_ = make_command_buffer(queue_);
  semaphore_ = make_semaphore(context_);
}

/// A row: the name, and the arguments before the last four.
#define QUERY(name, ...)                                                            \
  {#name, []([[maybe_unused]] Queried& on, cl_uint token, size_t size, void* value, \
             size_t* returned) { return cl##name(__VA_ARGS__, token, size, value, returned); }}

const std::vector<Query>& queries() {
  static const std::vector<Query> all = {
      QUERY(GetPlatformInfo, on.platform_),
      QUERY(GetDeviceInfo, on.device_),
      QUERY(GetContextInfo, on.context_),
      QUERY(GetCommandQueueInfo, on.queue_),
      QUERY(GetMemObjectInfo, on.buffer_),
      QUERY(GetPipeInfo, on.pipe_),
      QUERY(GetProgramInfo, on.program_),
      QUERY(GetProgramBuildInfo, on.program_, on.device_),
      QUERY(GetKernelInfo, on.kernel_),
      QUERY(GetKernelArgInfo, on.kernel_, 0),
      QUERY(GetKernelWorkGroupInfo, on.kernel_, on.device_),
      {"GetKernelSubGroupInfo",
       [](Queried& on, cl_uint token, size_t size, void* value, size_t* returned) {
         const size_t input[] = {1};  // work-items of a group, or sub-groups
         return clGetKernelSubGroupInfo(on.kernel_, on.device_, token, sizeof input, input, size,
                                        value, returned);
       }},
      {"GetCommandBufferInfoKHR",
       [](Queried& on, cl_uint token, size_t size, void* value, size_t* returned) {
         return command_buffers().info(on.command_buffer_, token, size, value, returned);
       }},
      {"GetSemaphoreInfoKHR",
       [](Queried& on, cl_uint token, size_t size, void* value, size_t* returned) {
         return semaphores().info(on.semaphore_, token, size, value, returned);
       }},
      QUERY(GetEventInfo, on.event_),
      QUERY(GetEventProfilingInfo, on.done_),
  };
  return all;
}

const Query& query_named(std::string_view name) {
  for (const Query& query : queries()) {
    if (query.name == name) return query;
  }
  ADD_FAILURE() << "no query " << name;
  return queries().front();
}

}  // namespace cleave::test
