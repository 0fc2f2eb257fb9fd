// Describes the kinds of objects that are counted, for tests that treat all of them alike.
#pragma once

#include "support/command_buffers.h"

namespace cleave::test {

/// Describes what can be done with any handle of one kind.
struct Kind {
  cl_int invalid;
  cl_int (*retain)(void* handle);
  cl_int (*release)(void* handle);
  cl_int (*count)(void* handle, cl_uint* references);
};

#define KIND(name, type, object, query, token, code)                                             \
  inline constexpr Kind name = {                                                                 \
      code, [](void* handle) { return clRetain##object(type(handle)); },                         \
      [](void* handle) { return clRelease##object(type(handle)); },                              \
      [](void* handle, cl_uint* references) {                                                    \
        return clGet##query##Info(type(handle), token, sizeof *references, references, nullptr); \
      }};
KIND(device_kind, cl_device_id, Device, Device, CL_DEVICE_REFERENCE_COUNT, CL_INVALID_DEVICE)
KIND(context_kind, cl_context, Context, Context, CL_CONTEXT_REFERENCE_COUNT, CL_INVALID_CONTEXT)
KIND(queue_kind, cl_command_queue, CommandQueue, CommandQueue, CL_QUEUE_REFERENCE_COUNT,
     CL_INVALID_COMMAND_QUEUE)
KIND(memory_kind, cl_mem, MemObject, MemObject, CL_MEM_REFERENCE_COUNT, CL_INVALID_MEM_OBJECT)
KIND(program_kind, cl_program, Program, Program, CL_PROGRAM_REFERENCE_COUNT, CL_INVALID_PROGRAM)
KIND(kernel_kind, cl_kernel, Kernel, Kernel, CL_KERNEL_REFERENCE_COUNT, CL_INVALID_KERNEL)
KIND(event_kind, cl_event, Event, Event, CL_EVENT_REFERENCE_COUNT, CL_INVALID_EVENT)
#undef KIND
inline constexpr Kind command_buffer_kind = {
    CL_INVALID_COMMAND_BUFFER_KHR,
    [](void* handle) { return command_buffers().retain(cl_command_buffer_khr(handle)); },
    [](void* handle) { return command_buffers().release(cl_command_buffer_khr(handle)); },
    [](void* handle, cl_uint* references) {
      return command_buffers().info(cl_command_buffer_khr(handle),
                                    CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof *references,
                                    references, nullptr);
    }};

inline cl_uint references(const Kind& kind, void* handle) {
  cl_uint count = 4711;
  EXPECT_EQ(CL_SUCCESS, kind.count(handle, &count));
  return count;
}

}  // namespace cleave::test
