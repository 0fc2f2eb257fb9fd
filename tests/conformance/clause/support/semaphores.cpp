#include "support/semaphores.h"

#include "support/extension_functions.h"

namespace cleave::test {
namespace {

SemaphoreFunctions find_semaphore_functions() {
  SemaphoreFunctions all = {};
  find_extension_function("clCreateSemaphoreWithPropertiesKHR", all.create);
  find_extension_function("clEnqueueWaitSemaphoresKHR", all.wait);
  find_extension_function("clEnqueueSignalSemaphoresKHR", all.signal);
  find_extension_function("clGetSemaphoreInfoKHR", all.info);
  find_extension_function("clRetainSemaphoreKHR", all.retain);
  find_extension_function("clReleaseSemaphoreKHR", all.release);
  return all;
}

Semaphore make_semaphore_with(cl_context context, const cl_semaphore_properties_khr* properties) {
  cl_int error = 1;
  Semaphore semaphore(semaphores().create(context, properties, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return semaphore;
}

template <class Function>
Event enqueue_for_one(Function function, cl_command_queue queue, cl_semaphore_khr semaphore,
                      const std::vector<cl_event>& after) {
  Event event;
  EXPECT_EQ(CL_SUCCESS, function(queue, 1, &semaphore, nullptr, static_cast<cl_uint>(after.size()),
                                 after.empty() ? nullptr : after.data(), event.out()));
  return event;
}

}  // namespace

const SemaphoreFunctions& semaphores() {
  static const SemaphoreFunctions all = find_semaphore_functions();
  return all;
}

Semaphore make_semaphore(cl_context context) {
  return make_semaphore_with(context, binary);
}

Semaphore make_semaphore(cl_context context, cl_device_id device) {
  const cl_semaphore_properties_khr properties[] = {
      CL_SEMAPHORE_TYPE_KHR,
      CL_SEMAPHORE_TYPE_BINARY_KHR,
      CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
      reinterpret_cast<cl_semaphore_properties_khr>(device),
      CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
      0};
  return make_semaphore_with(context, properties);
}

Event enqueue_wait(cl_command_queue queue, cl_semaphore_khr semaphore,
                   const std::vector<cl_event>& after) {
  return enqueue_for_one(semaphores().wait, queue, semaphore, after);
}

Event enqueue_signal(cl_command_queue queue, cl_semaphore_khr semaphore,
                     const std::vector<cl_event>& after) {
  return enqueue_for_one(semaphores().signal, queue, semaphore, after);
}

cl_semaphore_payload_khr payload_of(cl_semaphore_khr semaphore) {
  return value_of<cl_semaphore_payload_khr>([&](size_t size, void* value, size_t* returned) {
    return semaphores().info(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, size, value, returned);
  });
}

}  // namespace cleave::test
