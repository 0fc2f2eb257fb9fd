// Kernels and launches: 5.9 and 5.10.
#include "calls.h"
#include "sources.h"

namespace cleave::test::fuzz::api {
namespace {

void* context_of_program(Caller& caller, cl_program program) {
  return context_of(caller, Kind::program, program);
}

void create_kernel(Caller& caller) {
  if (!caller.world.may_make(Kind::kernel)) return;
  const char* const names[] = {"raise",          "mix",     "nothing",   "share", "turns",
                               "fours",          "look",    "structure", "tell",  "count",
                               "call_other",     "another", "times",     "eight", "sow",
                               "no such kernel", "",        nullptr};
  const auto program = caller.object<cl_program>();
  const char* name = caller.random.pick(names);
  if (name == nullptr) caller.must_fail();
  const auto made = FUZZ_CREATE(caller, clCreateKernel, program, name);
  if (made.handle == nullptr) return;
  caller.world.add(Kind::kernel, made.handle, context_of_program(caller, program));
}

void create_kernels(Caller& caller) {
  cl_kernel kernels[3] = {};
  cl_uint count = 0;
  cl_uint room = caller.random.below(4);
  for (cl_uint i = 0; i < room; ++i) {
    if (!caller.world.may_make(Kind::kernel)) room = i;
  }
  const bool gives = room > 0 && caller.random.chance(80);
  const auto program = caller.object<cl_program>();
  const cl_int code =
      FUZZ_CALL(caller, clCreateKernelsInProgram, program, room, gives ? kernels : nullptr,
                caller.random.chance(70) ? &count : nullptr);
  for (cl_kernel kernel : kernels) {
    if (kernel == nullptr) continue;
    if (code != CL_SUCCESS) return caller.wrong("it fails and gives kernels");
    caller.world.add(Kind::kernel, kernel, context_of_program(caller, program));
  }
}

void clone_kernel(Caller& caller) {
  if (!caller.world.may_make(Kind::kernel)) return;
  const auto kernel = caller.object<cl_kernel>();
  const auto made = FUZZ_CREATE(caller, clCloneKernel, kernel);
  if (made.handle == nullptr) return;
  caller.world.add(Kind::kernel, made.handle, context_of(caller, Kind::kernel, kernel));
}

/// Sizes of local memory: what the kernels touch, or more than there is. Not 0, which OpenCL 3.1
/// allows to kernels that touch none.
size_t local_bytes(Random& random) {
  const size_t sizes[] = {16, 64, 1024, 65536, SIZE_MAX, size_t{1} << 40};
  return sizes[random.below(random.chance(85) ? 3 : std::size(sizes))];
}

/// One argument, of any index, size and kind.
void set_argument(Caller& caller) {
  Random& random = caller.random;
  cl_mem memory = caller.object<cl_mem>();
  caller.forget();  // to a kernel that takes eight bytes it is a value like others
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint index = random.chance(90) ? random.below(5) : random.below(100000) * 40000;
  const std::byte bytes[128] = {};
  switch (random.below(4)) {
    case 0:
    case 1:
      FUZZ_CALL(caller, clSetKernelArg, kernel, index, sizeof memory,
                random.chance(8) ? nullptr : static_cast<const void*>(&memory));
      break;
    case 2:
      FUZZ_CALL(caller, clSetKernelArg, kernel, index, local_bytes(random), nullptr);
      break;
    default:
      FUZZ_CALL(caller, clSetKernelArg, kernel, index, size_t{random.below(128)},
                static_cast<const void*>(bytes));
  }
}

/// All arguments of a kernel, each as what it takes.
void set_arguments(Caller& caller) {
  Random& random = caller.random;
  const Shared* kept = caller.world.pick(Kind::kernel, random, nullptr);
  if (kept == nullptr) return;
  const auto kernel = static_cast<cl_kernel>(kept->handle);
  cl_uint count = 0;
  if (driver().clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr) != 0) {
    return;
  }
  const std::byte bytes[64] = {};
  for (cl_uint i = 0; i < count; ++i) {
    Shared* memory = caller.world.pick(Kind::memory, random, kept->context);
    if (memory != nullptr && random.chance(95) &&
        FUZZ_CALL(caller, clSetKernelArg, kernel, i, sizeof memory->handle,
                  static_cast<const void*>(&memory->handle)) == CL_SUCCESS) {
      continue;
    }
    Shared* queue = caller.world.pick(Kind::queue, random, kept->context);
    if (queue != nullptr && random.chance(95) &&
        FUZZ_CALL(caller, clSetKernelArg, kernel, i, sizeof queue->handle,
                  static_cast<const void*>(&queue->handle)) == CL_SUCCESS) {
      continue;
    }
    if (FUZZ_CALL(caller, clSetKernelArg, kernel, i, local_bytes(random), nullptr) == CL_SUCCESS) {
      continue;
    }
    for (const size_t size : {4, 8, 48}) {
      if (FUZZ_CALL(caller, clSetKernelArg, kernel, i, size, static_cast<const void*>(bytes)) ==
          CL_SUCCESS) {
        break;
      }
    }
  }
}

struct Range {
  explicit Range(Random& random) : dimensions(1 + random.below(3)) {
    for (int i = 0; i < 3; ++i) {
      local[i] = 1 + random.below(4);
      global[i] = local[i] * random.below(5);
      offset[i] = random.below(20);
    }
    const size_t absurd[] = {SIZE_MAX, size_t{1} << 63, size_t{1} << 33, 0};
    if (random.chance(8)) local[random.below(3)] = random.pick(absurd);
    if (random.chance(3)) dimensions = random.below(5) * 0x3fffffffU;
    if (random.chance(25)) global[0] += random.below(300);
  }
  cl_uint dimensions;
  size_t global[3];
  size_t local[3];
  size_t offset[3];
};

/// A queue and a kernel for it.
struct LaunchTarget {
  explicit LaunchTarget(Caller& caller)
      : queue(caller.object<cl_command_queue>()),
        context(context_of(caller, Kind::queue, queue)),
        kernel(caller.object<cl_kernel>(context)) {
    must_be_of(caller, context, Kind::kernel, kernel);
  }
  cl_command_queue queue;
  void* context;
  cl_kernel kernel;
};

void launch(Caller& caller) {
  Random& random = caller.random;
  const LaunchTarget target(caller);
  const Range range(random);
  const WaitList after(caller, target.context);
  EventPlace event(caller, target.context);
  if (range.dimensions < 1 || range.dimensions > 3) caller.must_fail();
  event.keep(FUZZ_CALL(
      caller, clEnqueueNDRangeKernel, target.queue, target.kernel, range.dimensions,
      random.chance(60) ? nullptr : range.offset, random.chance(97) ? range.global : nullptr,
      random.chance(50) ? nullptr : range.local, after.count, after.list(), event.place()));
}

/// Sizes that would take for ever: those that no number holds are refused, and the others wait for
/// an event that has failed.
void launch_too_much(Caller& caller) {
  if (!caller.world.may_make(Kind::event)) return;
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  const auto kernel = caller.object<cl_kernel>(context);
  const cl_event failed = driver().clCreateUserEvent(static_cast<cl_context>(context), nullptr);
  if (failed == nullptr) return caller.forget();
  driver().clSetUserEventStatus(failed, -5);
  size_t global[3];
  size_t offset[3] = {};
  for (size_t& size : global) size = random.next() >> random.below(64);
  if (random.chance(40)) offset[random.below(3)] = random.next();
  const size_t local[3] = {size_t{1} << random.below(64), 1, 1};
  EventPlace event(caller, context);
  const auto dimensions = static_cast<cl_uint>(1 + random.below(3));
  const cl_int code = FUZZ_CALL(caller, clEnqueueNDRangeKernel, queue, kernel, dimensions,
                                random.chance(60) ? nullptr : offset, global,
                                random.chance(70) ? nullptr : local, 1U, &failed, event.place());
  event.keep(code);
  driver().clReleaseEvent(failed);
}

void suggest(Caller& caller) {
  Random& random = caller.random;
  const LaunchTarget target(caller);
  const Range range(random);
  if (range.dimensions < 1 || range.dimensions > 3) caller.must_fail();
  const bool has_sizes = random.chance(97);
  const bool has_place = random.chance(97);
  if (!has_sizes || !has_place) caller.must_fail();
  size_t suggested[3] = {};
  FUZZ_EXTENSION_CALL(caller, clGetKernelSuggestedLocalWorkSizeKHR, target.queue, target.kernel,
                      range.dimensions, random.chance(60) ? nullptr : range.offset,
                      has_sizes ? range.global : nullptr, has_place ? suggested : nullptr);
}

void launch_task(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  const auto kernel = caller.object<cl_kernel>(context);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  event.keep(
      FUZZ_CALL(caller, clEnqueueTask, queue, kernel, after.count, after.list(), event.place()));
}

struct NativeArguments {
  std::atomic<int>* runs;
  void* memory;
};
std::atomic<int> native_runs{0};

void launch_native(Caller& caller) {
  Random& random = caller.random;
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  NativeArguments arguments = {&native_runs, nullptr};
  const void* place = &arguments.memory;
  const bool has_memory = random.chance(60);
  cl_mem memory = nullptr;  // which is passed on to the function
  if (has_memory && random.chance(90)) {
    memory = caller.object<cl_mem>(context);
    if (memory == nullptr) return caller.forget();
  }
  if (has_memory && random.chance(5)) caller.must_fail(), place = &place;
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  const auto count = [](void* to) { ++*static_cast<NativeArguments*>(to)->runs; };
  event.keep(FUZZ_CALL(caller, clEnqueueNativeKernel, queue, +count, static_cast<void*>(&arguments),
                       sizeof arguments, has_memory ? 1U : 0U, has_memory ? &memory : nullptr,
                       has_memory ? &place : nullptr, after.count, after.list(), event.place()));
}

/// Makes a queue on the device, which becomes the default one.
cl_command_queue make_device_queue(Caller& caller, cl_context context, cl_device_id device) {
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const auto made = FUZZ_CREATE(caller, clCreateCommandQueueWithProperties, context, device, list);
  if (made.handle != nullptr) caller.world.add(Kind::queue, made.handle, context);
  return made.handle;
}

/// Launches a kernel that enqueues others; any thread may release meanwhile what it uses.
void launch_enqueuing(Caller& caller, cl_command_queue queue, cl_kernel kernel,
                      cl_command_queue of_device, cl_mem memory) {
  FUZZ_CALL(caller, clSetKernelArg, kernel, 0U, sizeof of_device,
            static_cast<const void*>(&of_device));
  FUZZ_CALL(caller, clSetKernelArg, kernel, 1U, sizeof memory, static_cast<const void*>(&memory));
  for (unsigned i = 1 + caller.random.below(4); i > 0; --i) {
    const size_t global = 1 + caller.random.below(20);
    const size_t* none = nullptr;
    const cl_event* after = nullptr;
    EventPlace event(caller, context_of(caller, Kind::queue, queue));
    event.keep(FUZZ_CALL(caller, clEnqueueNDRangeKernel, queue, kernel, 1U, none, &global, none, 0U,
                         after, event.place()));
  }
}

/// Objects of every kind that belong together, for the other calls to find.
void furnish(Caller& caller) {
  World& world = caller.world;
  if (!world.may_make(Kind::context) || !world.may_make(Kind::queue) ||
      !world.may_make(Kind::program) || !world.may_make(Kind::memory)) {
    return;
  }
  const auto device = caller.root_device();
  const cl_context_properties* no_properties = nullptr;
  void* no_data = nullptr;
  void(CL_CALLBACK * no_function)(const char*, const void*, size_t, void*) = nullptr;
  const auto made =
      FUZZ_CREATE(caller, clCreateContext, no_properties, 1U, &device, no_function, no_data);
  cl_context context = made.handle;
  if (context == nullptr) return caller.wrong("a context cannot be made");
  world.add(Kind::context, context, context);
  const cl_command_queue_properties bits = caller.random.below(4);
  const auto queue = FUZZ_CREATE(caller, clCreateCommandQueue, context, device, bits);
  if (queue.handle != nullptr) world.add(Kind::queue, queue.handle, context);
  void* no_memory = nullptr;
  const auto memory =
      FUZZ_CREATE(caller, clCreateBuffer, context, cl_mem_flags{0}, size_t{1024}, no_memory);
  if (memory.handle != nullptr) world.add(Kind::memory, memory.handle, context);
  const bool enqueues = caller.random.chance(35) && world.may_make(Kind::queue);
  const cl_command_queue of_device =
      enqueues ? make_device_queue(caller, context, device) : nullptr;
  const char* text = enqueues ? enqueuing_source : shared_sources()[caller.random.below(9)];
  const size_t* no_lengths = nullptr;
  const auto program =
      FUZZ_CREATE(caller, clCreateProgramWithSource, context, 1U, &text, no_lengths);
  if (program.handle == nullptr) return;
  world.add(Kind::program, program.handle, context);
  const cl_device_id* all = nullptr;
  void(CL_CALLBACK * nobody)(cl_program, void*) = nullptr;
  const cl_int code = FUZZ_CALL(
      caller, clBuildProgram, program.handle, 0U, all,
      enqueues ? "-cl-std=CL3.0 -cl-kernel-arg-info" : "-cl-kernel-arg-info", nobody, no_data);
  cl_kernel kernels[2] = {};
  if (code != CL_SUCCESS || !world.may_make(Kind::kernel) || !world.may_make(Kind::kernel)) return;
  cl_uint* nowhere = nullptr;
  FUZZ_CALL(caller, clCreateKernelsInProgram, program.handle, 2U, kernels, nowhere);
  for (cl_kernel kernel : kernels) {
    if (kernel != nullptr) world.add(Kind::kernel, kernel, context);
  }
  if (!enqueues || kernels[0] == nullptr || queue.handle == nullptr) return;
  launch_enqueuing(caller, queue.handle, kernels[0], of_device, memory.handle);
}

constexpr Action actions[] = {
    {2, furnish},      {6, create_kernel}, {3, create_kernels}, {3, clone_kernel},
    {4, set_argument}, {9, set_arguments}, {12, launch},        {2, launch_too_much},
    {3, launch_task},  {2, suggest},       {3, launch_native},
};

}  // namespace

std::span<const Action> kernel_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
