// cl_khr_semaphore. All threads wait for the semaphores of a seed and signal them. Who enqueues a
// wait enqueues a signal too, which nothing holds up: so every wait ends, whichever signal it takes.
#include "calls.h"
#include "src/support/semaphore_cl.h"

namespace cleave::test::fuzz::api {
namespace {

using Semaphore = cl_semaphore_khr;

/// Semaphores of the context, mostly one.
struct List {
  List(Caller& caller, void* context) {
    Random& random = caller.random;
    const uint32_t count = random.chance(80) ? 1 : random.below(4);
    if (count == 0) caller.must_fail();
    for (uint32_t i = 0; i < count; ++i) {
      all.push_back(caller.object<Semaphore>(context));
      must_be_of(caller, context, Kind::semaphore, all.back());
    }
  }
  [[nodiscard]] cl_uint count() const { return static_cast<cl_uint>(all.size()); }
  std::vector<Semaphore> all;
};

/// A queue of the calling thread alone, in the context and on the device of another one; null when
/// that is none.
cl_command_queue queue_like(Caller& caller, cl_command_queue other) {
  if (!caller.world.may_make(Kind::queue)) return nullptr;
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  const auto& to = driver();
  if (to.clGetCommandQueueInfo(other, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr) !=
          CL_SUCCESS ||
      to.clGetCommandQueueInfo(other, CL_QUEUE_DEVICE, sizeof device, &device, nullptr) !=
          CL_SUCCESS) {
    return nullptr;
  }
  return to.clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
}

void wait(Caller& caller) {
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  const cl_command_queue of_signals = queue_like(caller, queue);
  if (of_signals == nullptr) return;
  void* const context = context_of(caller, Kind::queue, queue);
  const List list(caller, context);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  const cl_semaphore_payload_khr payload = random.next();
  const cl_int code = FUZZ_EXTENSION_CALL(caller, clEnqueueWaitSemaphoresKHR, queue, list.count(),
                                          list.all.data(), random.chance(50) ? nullptr : &payload,
                                          after.count, after.list(), event.place());
  event.keep(code);
  caller.forget();
  if (code == CL_SUCCESS) {
    for (Semaphore semaphore : list.all) {
      const cl_int signalled =
          FUZZ_EXTENSION_CALL(caller, clEnqueueSignalSemaphoresKHR, of_signals, cl_uint{1},
                              &semaphore, nullptr, cl_uint{0}, nullptr, nullptr);
      // Another signal may have let the wait go on, and the semaphore may be gone with it.
      if (signalled != CL_SUCCESS && signalled != CL_INVALID_SEMAPHORE_KHR) {
        caller.wrong("a semaphore that is waited for is not signalled");
      }
    }
  }
  if (driver().clReleaseCommandQueue(of_signals) != CL_SUCCESS) {
    caller.wrong("a queue is not released");
  }
}

void signal(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  void* const context = context_of(caller, Kind::queue, queue);
  const List list(caller, context);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  event.keep(FUZZ_EXTENSION_CALL(caller, clEnqueueSignalSemaphoresKHR, queue, list.count(),
                                 list.all.data(), nullptr, after.count, after.list(),
                                 event.place()));
}

void create(Caller& caller) {
  if (!caller.world.may_make(Kind::semaphore)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  std::vector<cl_semaphore_properties_khr> list = {
      random.chance(95) ? CL_SEMAPHORE_TYPE_KHR : random.next(),
      random.chance(95) ? CL_SEMAPHORE_TYPE_BINARY_KHR : random.next()};
  if (random.chance(40)) {
    list.push_back(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR);
    for (uint64_t count = random.chance(90) ? 1 : random.below(3); count > 0; --count) {
      list.push_back(reinterpret_cast<cl_semaphore_properties_khr>(caller.device()));
    }
    list.push_back(CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR);
  }
  list.push_back(0);
  const auto made = FUZZ_EXTENSION_CREATE(caller, clCreateSemaphoreWithPropertiesKHR, context,
                                          random.chance(98) ? list.data() : nullptr);
  if (made.handle != nullptr) caller.world.add(Kind::semaphore, made.handle, context);
}

/// Asks one of the queries, or one that is none.
void ask(Caller& caller) {
  Random& random = caller.random;
  const auto semaphore = caller.object<Semaphore>();
  const cl_semaphore_info_khr names[] = {CL_SEMAPHORE_CONTEXT_KHR,
                                         CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                         CL_SEMAPHORE_PROPERTIES_KHR,
                                         CL_SEMAPHORE_PAYLOAD_KHR,
                                         CL_SEMAPHORE_TYPE_KHR,
                                         CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                         0x4711};
  const cl_semaphore_info_khr name = random.pick(names);
  if (name == 0x4711) caller.must_fail();
  std::byte value[64];
  size_t size = 0;
  FUZZ_EXTENSION_CALL(caller, clGetSemaphoreInfoKHR, semaphore, name, size_t{random.below(65)},
                      static_cast<void*>(value), &size);
}

constexpr Action actions[] = {{4, create}, {4, wait}, {3, signal}, {1, ask}};

}  // namespace

std::span<const Action> semaphore_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
