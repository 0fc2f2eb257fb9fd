#include "enqueue_launches.h"

#include <cstring>

namespace cleave::test::fuzz::kernels {

EnqueueLaunches::EnqueueLaunches(const Session& session)
    : session_(session),
      default_queue_(make_queue(CL_QUEUE_ON_DEVICE_DEFAULT)),
      queue_(make_queue(0)) {
  std::vector<cl_ulong> zeros(grown::all);
  grown_ = session.make_buffer(grown::all * sizeof(cl_ulong),
                               CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.data());
}

EnqueueLaunches::~EnqueueLaunches() {
  clReleaseMemObject(grown_);
  clReleaseCommandQueue(queue_);
  clReleaseCommandQueue(default_queue_);
}

cl_command_queue EnqueueLaunches::make_queue(cl_command_queue_properties more) const {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_ON_DEVICE |
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                CL_QUEUE_PROFILING_ENABLE | more,
                                            CL_QUEUE_SIZE, 64 << 20, 0};
  cl_int code = CL_SUCCESS;
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(session_.context, session_.device, properties, &code);
  check(code, "clCreateCommandQueueWithProperties");
  return queue;
}

cl_uint EnqueueLaunches::set_arguments(cl_kernel kernel, cl_uint first) const {
  check(clSetKernelArg(kernel, first, sizeof queue_, &queue_), "clSetKernelArg");
  check(clSetKernelArg(kernel, first + 1, sizeof grown_, &grown_), "clSetKernelArg");
  return first + 2;
}

EnqueueLaunches::Result EnqueueLaunches::result(cl_event launch) const {
  std::vector<unsigned char> content(grown::compared * sizeof(cl_ulong));
  check(clEnqueueReadBuffer(session_.queue, grown_, CL_TRUE, 0, content.size(), content.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  cl_ulong errors = 0, failed = 0;
  std::memcpy(&errors, content.data() + grown::errors * sizeof errors, sizeof errors);
  std::memcpy(&failed, content.data() + grown::failed * sizeof failed, sizeof failed);
  cl_int status = 1;
  check(clGetEventInfo(launch, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "clGetEventInfo");
  std::memcpy(content.data() + grown::errors * sizeof errors, &status, sizeof status);
  return {std::move(content), errors == 0 && (status < 0) == (failed != 0)};
}

}  // namespace cleave::test::fuzz::kernels
