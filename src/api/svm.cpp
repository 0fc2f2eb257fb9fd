// 5.6: shared virtual memory, which no device supports yet (CL_DEVICE_SVM_CAPABILITIES is 0).
#include "api/entry_points.h"
#include "api/unsupported.h"

namespace cleave::api {

using model::Queue;

void* clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) {
  return nullptr;
}

void clSVMFree(cl_context, void*) {}

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint, void*[],
                        void(CL_CALLBACK*)(cl_command_queue, cl_uint, void*[], void*), void*,
                        cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool, void*, const void*, size_t,
                          cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void*, const void*, size_t, size_t,
                           cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool, cl_map_flags, void*, size_t,
                       cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void*, cl_uint, const cl_event*,
                         cl_event*) {
  return refused<Queue>(command_queue);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint, const void**, const size_t*,
                              cl_mem_migration_flags, cl_uint, const cl_event*, cl_event*) {
  return refused<Queue>(command_queue);
}

}  // namespace cleave::api
