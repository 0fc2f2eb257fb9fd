#include "tests/fuzz/campaign/application.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace cleave::test::fuzz {

void require_to_begin(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "cannot begin: %s\n", what);
  std::exit(2);
}

std::string launch_never(cl_context context, cl_command_queue queue, cl_kernel kernel,
                         size_t work_items) {
  const cl_event never = clCreateUserEvent(context, nullptr);
  cl_event end = nullptr;
  const cl_int status =
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &work_items, nullptr, 1, &never, &end);
  clSetUserEventStatus(never, -1);
  clReleaseEvent(never);
  if (status == CL_SUCCESS) {
    cl_int ended = CL_SUCCESS;
    clWaitForEvents(1, &end);
    clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof ended, &ended, nullptr);
    clReleaseEvent(end);
    return ended < 0 ? "" : "a launch ran that waited for what failed";
  }
  // A required size of work-groups, which need not divide the number of work-items, local memory
  // beyond the device's, and what a compiler process could not do.
  const cl_int allowed[] = {CL_INVALID_WORK_GROUP_SIZE,
                            CL_INVALID_WORK_ITEM_SIZE,
                            CL_OUT_OF_RESOURCES,
                            CL_OUT_OF_HOST_MEMORY,
                            CL_MEM_OBJECT_ALLOCATION_FAILURE,
                            CL_MISALIGNED_SUB_BUFFER_OFFSET};
  const bool is_allowed = std::ranges::find(allowed, status) != std::end(allowed);
  return is_allowed ? "" : "a launch answers " + std::to_string(status);
}

}  // namespace cleave::test::fuzz
