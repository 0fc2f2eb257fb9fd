// Describes the kinds of objects that are counted, for tests that treat all of them alike.
#pragma once

#include <functional>

#include "support/command_buffers.h"
#include "support/semaphores.h"

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
inline constexpr Kind semaphore_kind = {
    CL_INVALID_SEMAPHORE_KHR,
    [](void* handle) { return semaphores().retain(cl_semaphore_khr(handle)); },
    [](void* handle) { return semaphores().release(cl_semaphore_khr(handle)); },
    [](void* handle, cl_uint* references) {
      return semaphores().info(cl_semaphore_khr(handle), CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                               sizeof *references, references, nullptr);
    }};

inline cl_uint references(const Kind& kind, void* handle) {
  cl_uint count = 4711;
  EXPECT_EQ(CL_SUCCESS, kind.count(handle, &count));
  return count;
}

/// An object that the application has let go of, and who keeps it.
struct Kept {
  const Kind* kind;
  void* handle;
  std::function<void*()> ask;    // the query that names it
  std::function<void()> let_go;  // of the one that keeps it
};

/// The last handle of a query's answer.
template <class T, class Query, class Holder>
std::function<void*()> asking(Query query, Holder holder, cl_uint token) {
  return [query, holder, token]() -> void* {
    const auto list = list_of<T>([&](size_t size, void* value, size_t* returned) {
      return query(holder, token, size, value, returned);
    });
    EXPECT_FALSE(list.empty());
    return list.empty() ? nullptr : static_cast<void*>(list.back());
  };
}

inline void release(const Kind& kind, void* handle) {
  EXPECT_EQ(CL_SUCCESS, kind.release(handle));
}

/// Gives away the application's references of the object.
template <class T, class Query, class Holder>
Kept kept(const Kind& kind, T handle, const Kind& holder_kind, Holder holder, Query query,
          cl_uint token) {
  release(kind, handle);
  return {&kind, handle, asking<T>(query, holder, token),
          [&holder_kind, holder] { release(holder_kind, holder); }};
}

/// Those of an object that a semaphore keeps.
template <class T>
Kept kept(const Kind& kind, T handle, Semaphore semaphore, cl_uint token) {
  cl_semaphore_khr const holder = std::exchange(*semaphore.out(), nullptr);
  return kept(kind, handle, semaphore_kind, holder, semaphores().info, token);
}

}  // namespace cleave::test
