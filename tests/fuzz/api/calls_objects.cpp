// Retains objects of every kind, asks about them while they are held, and releases them; and passes
// handles that are none.
#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

Kind any_kind(Random& random) {
  // Contexts and queues last longer than what is made in them.
  constexpr Kind kinds[] = {Kind::device, Kind::context,        Kind::queue,    Kind::memory,
                            Kind::memory, Kind::memory,         Kind::program,  Kind::kernel,
                            Kind::kernel, Kind::event,          Kind::event,    Kind::event,
                            Kind::event,  Kind::command_buffer, Kind::semaphore};
  return random.pick(kinds);
}

cl_int retain_by(Caller& caller, Kind kind, void* handle) {
  switch (kind) {
    case Kind::device:
      if (caller.random.chance(30)) {
        return FUZZ_CALL(caller, clRetainDeviceEXT, static_cast<cl_device_id>(handle));
      }
      return FUZZ_CALL(caller, clRetainDevice, static_cast<cl_device_id>(handle));
    case Kind::context:
      return FUZZ_CALL(caller, clRetainContext, static_cast<cl_context>(handle));
    case Kind::queue:
      return FUZZ_CALL(caller, clRetainCommandQueue, static_cast<cl_command_queue>(handle));
    case Kind::memory:
      return FUZZ_CALL(caller, clRetainMemObject, static_cast<cl_mem>(handle));
    case Kind::program:
      return FUZZ_CALL(caller, clRetainProgram, static_cast<cl_program>(handle));
    case Kind::kernel:
      return FUZZ_CALL(caller, clRetainKernel, static_cast<cl_kernel>(handle));
    case Kind::event:
      return FUZZ_CALL(caller, clRetainEvent, static_cast<cl_event>(handle));
    case Kind::command_buffer:
      return FUZZ_EXTENSION_CALL(caller, clRetainCommandBufferKHR,
                                 static_cast<cl_command_buffer_khr>(handle));
    case Kind::semaphore:
      return FUZZ_EXTENSION_CALL(caller, clRetainSemaphoreKHR,
                                 static_cast<cl_semaphore_khr>(handle));
  }
  return CL_INVALID_VALUE;
}

cl_int release_by(Caller& caller, Kind kind, void* handle) {
  switch (kind) {
    case Kind::device:
      if (caller.random.chance(30)) {
        return FUZZ_CALL(caller, clReleaseDeviceEXT, static_cast<cl_device_id>(handle));
      }
      return FUZZ_CALL(caller, clReleaseDevice, static_cast<cl_device_id>(handle));
    case Kind::context:
      return FUZZ_CALL(caller, clReleaseContext, static_cast<cl_context>(handle));
    case Kind::queue:
      return FUZZ_CALL(caller, clReleaseCommandQueue, static_cast<cl_command_queue>(handle));
    case Kind::memory:
      return FUZZ_CALL(caller, clReleaseMemObject, static_cast<cl_mem>(handle));
    case Kind::program:
      return FUZZ_CALL(caller, clReleaseProgram, static_cast<cl_program>(handle));
    case Kind::kernel:
      return FUZZ_CALL(caller, clReleaseKernel, static_cast<cl_kernel>(handle));
    case Kind::event:
      return FUZZ_CALL(caller, clReleaseEvent, static_cast<cl_event>(handle));
    case Kind::command_buffer:
      return FUZZ_EXTENSION_CALL(caller, clReleaseCommandBufferKHR,
                                 static_cast<cl_command_buffer_khr>(handle));
    case Kind::semaphore:
      return FUZZ_EXTENSION_CALL(caller, clReleaseSemaphoreKHR,
                                 static_cast<cl_semaphore_khr>(handle));
  }
  return CL_INVALID_VALUE;
}

void retain_object(Caller& caller) {
  const Kind kind = any_kind(caller.random);
  Shared* object = caller.world.pick(kind, caller.random, nullptr);
  if (object == nullptr) return;
  if (retain_by(caller, kind, object->handle) == CL_SUCCESS) ++object->held;
}

void release_object(Caller& caller) {
  const Kind kind = any_kind(caller.random);
  Shared* object = caller.world.pick(kind, caller.random, nullptr);
  if (object == nullptr || !object->take()) return;
  const cl_int code = release_by(caller, kind, object->handle);
  if (code != CL_SUCCESS) caller.wrong("a reference that is held cannot be released");
}

/// While the thread holds it, an object is there and answers as before.
void hold_object(Caller& caller) {
  const Kind kind = any_kind(caller.random);
  Shared* object = caller.world.pick(kind, caller.random, nullptr);
  if (object == nullptr || retain_by(caller, kind, object->handle) != CL_SUCCESS) return;
  for (int question = 0; question < 3; ++question) {
    if (ask(kind, object->handle) != CL_SUCCESS) {
      caller.wrong("an object that is held does not answer");
    }
    if (question == 1 && caller.random.chance(30)) act(caller);
  }
  const cl_int code = release_by(caller, kind, object->handle);
  if (code != CL_SUCCESS) caller.wrong("a reference that was taken cannot be released");
}

/// Handles that are none, of every kind, for the functions that have no other argument.
void use_made_up_handle(Caller& caller) {
  const Kind kind = any_kind(caller.random);
  void* handle = caller.made_up(kind);
  const bool retains = caller.random.chance(50);
  const cl_int code = retains ? retain_by(caller, kind, handle) : release_by(caller, kind, handle);
  if (code != invalid_code(kind)) caller.wrong("a handle that is none has another error");
}

/// Addresses of slots near an object, with other objects or none: only asked about.
void ask_neighbour(Caller& caller) {
  const Kind kind = any_kind(caller.random);
  const Shared* object = caller.world.pick(kind, caller.random, nullptr);
  if (object == nullptr) return;
  const auto address = reinterpret_cast<uintptr_t>(object->handle);
  const uintptr_t lines = caller.random.below(8192);
  const auto near = caller.random.chance(50) ? address + 64 * lines : address - 64 * lines;
  const cl_int code = ask(kind, reinterpret_cast<void*>(near));
  if (code == CL_SUCCESS || code == invalid_code(kind)) return;
  caller.wrong("a query about an address near an object answers " + std::to_string(code));
}

constexpr Action actions[] = {
    {10, retain_object},     {34, release_object}, {8, hold_object},
    {6, use_made_up_handle}, {4, ask_neighbour},
};

}  // namespace

std::span<const Action> object_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
