// The functions that the driver calls, and the queries, retains and releases by kind.
#include <cstdio>

#include "world.h"

namespace cleave::test::fuzz::api {
namespace {

void require(bool condition, const char* what, cl_int code) {
  if (condition) return;
  std::printf("WRONG: %s: %d\n", what, code);
  std::fflush(stdout);
  std::abort();  // no World is at hand: the watching process says which seed it was
}

// The last thing that is done with a notice: its world may end as soon as it has been counted.
void called(void* notice) {
  ++static_cast<Notice*>(notice)->calls;
}

}  // namespace

void CL_CALLBACK on_context_destroyed(cl_context context, void* notice) {
  const cl_int code = ask(Kind::context, context);
  require(code == CL_INVALID_CONTEXT, "a context that is destroyed answers", code);
  called(notice);
}

void CL_CALLBACK on_memory_destroyed(cl_mem memory, void* notice) {
  const cl_int code = ask(Kind::memory, memory);
  require(code == CL_INVALID_MEM_OBJECT, "a memory object that is destroyed answers", code);
  called(notice);
}

void CL_CALLBACK on_program_built(cl_program program, void* notice) {
  const cl_int code = ask(Kind::program, program);
  require(code == CL_SUCCESS, "a program that was built answers", code);
  called(notice);
}

void CL_CALLBACK on_event(cl_event event, cl_int status, void* notice) {
  const cl_int code = ask(Kind::event, event);
  require(code == CL_SUCCESS, "an event answers its callback", code);
  const cl_int asked = static_cast<const Notice*>(notice)->status;
  require(status == asked || status < 0, "an event's callback hears of another status", status);
  called(notice);
}

void CL_CALLBACK on_message(const char* message, const void*, size_t, void* calls) {
  require(message != nullptr && message[0] != '\0', "a context tells nothing", 0);
  ++*static_cast<std::atomic<int>*>(calls);
}

cl_int invalid_code(Kind kind) {
  constexpr cl_int codes[kind_count] = {CL_INVALID_DEVICE,        CL_INVALID_CONTEXT,
                                        CL_INVALID_COMMAND_QUEUE, CL_INVALID_MEM_OBJECT,
                                        CL_INVALID_PROGRAM,       CL_INVALID_KERNEL,
                                        CL_INVALID_EVENT,         CL_INVALID_COMMAND_BUFFER_KHR,
                                        CL_INVALID_SEMAPHORE_KHR};
  return codes[static_cast<size_t>(kind)];
}

cl_int ask(Kind kind, void* handle) {
  const auto& to = driver();
  size_t bytes = 0;
  switch (kind) {
    case Kind::device:
      return to.clGetDeviceInfo(static_cast<cl_device_id>(handle), CL_DEVICE_PARENT_DEVICE, 0,
                                nullptr, &bytes);
    case Kind::context:
      return to.clGetContextInfo(static_cast<cl_context>(handle), CL_CONTEXT_DEVICES, 0, nullptr,
                                 &bytes);
    case Kind::queue:
      return to.clGetCommandQueueInfo(static_cast<cl_command_queue>(handle), CL_QUEUE_DEVICE, 0,
                                      nullptr, &bytes);
    case Kind::memory:
      return to.clGetMemObjectInfo(static_cast<cl_mem>(handle), CL_MEM_SIZE, 0, nullptr, &bytes);
    case Kind::program:
      return to.clGetProgramInfo(static_cast<cl_program>(handle), CL_PROGRAM_CONTEXT, 0, nullptr,
                                 &bytes);
    case Kind::kernel:
      return to.clGetKernelInfo(static_cast<cl_kernel>(handle), CL_KERNEL_PROGRAM, 0, nullptr,
                                &bytes);
    case Kind::event:
      return to.clGetEventInfo(static_cast<cl_event>(handle), CL_EVENT_CONTEXT, 0, nullptr, &bytes);
    case Kind::command_buffer:
      return extensions().clGetCommandBufferInfoKHR(static_cast<cl_command_buffer_khr>(handle),
                                                    CL_COMMAND_BUFFER_CONTEXT_KHR, 0, nullptr,
                                                    &bytes);
    case Kind::semaphore:
      return extensions().clGetSemaphoreInfoKHR(static_cast<cl_semaphore_khr>(handle),
                                                CL_SEMAPHORE_CONTEXT_KHR, 0, nullptr, &bytes);
  }
  return CL_INVALID_VALUE;
}

cl_int retain(Kind kind, void* handle) {
  const auto& to = driver();
  switch (kind) {
    case Kind::device:
      return to.clRetainDevice(static_cast<cl_device_id>(handle));
    case Kind::context:
      return to.clRetainContext(static_cast<cl_context>(handle));
    case Kind::queue:
      return to.clRetainCommandQueue(static_cast<cl_command_queue>(handle));
    case Kind::memory:
      return to.clRetainMemObject(static_cast<cl_mem>(handle));
    case Kind::program:
      return to.clRetainProgram(static_cast<cl_program>(handle));
    case Kind::kernel:
      return to.clRetainKernel(static_cast<cl_kernel>(handle));
    case Kind::event:
      return to.clRetainEvent(static_cast<cl_event>(handle));
    case Kind::command_buffer:
      return extensions().clRetainCommandBufferKHR(static_cast<cl_command_buffer_khr>(handle));
    case Kind::semaphore:
      return extensions().clRetainSemaphoreKHR(static_cast<cl_semaphore_khr>(handle));
  }
  return CL_INVALID_VALUE;
}

cl_int release(Kind kind, void* handle) {
  const auto& to = driver();
  switch (kind) {
    case Kind::device:
      return to.clReleaseDevice(static_cast<cl_device_id>(handle));
    case Kind::context:
      return to.clReleaseContext(static_cast<cl_context>(handle));
    case Kind::queue:
      return to.clReleaseCommandQueue(static_cast<cl_command_queue>(handle));
    case Kind::memory:
      return to.clReleaseMemObject(static_cast<cl_mem>(handle));
    case Kind::program:
      return to.clReleaseProgram(static_cast<cl_program>(handle));
    case Kind::kernel:
      return to.clReleaseKernel(static_cast<cl_kernel>(handle));
    case Kind::event:
      return to.clReleaseEvent(static_cast<cl_event>(handle));
    case Kind::command_buffer:
      return extensions().clReleaseCommandBufferKHR(static_cast<cl_command_buffer_khr>(handle));
    case Kind::semaphore:
      return extensions().clReleaseSemaphoreKHR(static_cast<cl_semaphore_khr>(handle));
  }
  return CL_INVALID_VALUE;
}

}  // namespace cleave::test::fuzz::api
