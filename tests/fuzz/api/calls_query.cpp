// clGet…Info of every kind, with names that exist and that do not, and places of every size.
#include <CL/cl_ext.h>

#include <cstring>

#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

/// Holds the memory where an answer goes. The bytes behind the answer must stay as they are, and
/// after an error all of them.
class Place {
 public:
  explicit Place(Caller& caller) : caller_(caller) {
    Random& random = caller.random;
    const size_t sizes[] = {0, 1, 4, 8, 8, 16, 64, 1024, random.below(most)};
    size_ = random.pick(sizes);
    has_value_ = random.chance(75);
    has_size_ = random.chance(70);
  }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] void* value() { return has_value_ ? bytes_ : nullptr; }
  [[nodiscard]] size_t* size_returned() { return has_size_ ? &returned_ : nullptr; }

  void judge(cl_int code) const {
    const size_t kept = code == CL_SUCCESS ? size_ : 0;
    for (size_t i = has_value_ ? kept : 0; i < sizeof bytes_; ++i) {
      if (bytes_[i] != std::byte{0}) return caller_.wrong("it writes where it must not");
    }
    if (code == CL_SUCCESS && has_value_ && has_size_) {
      caller_.require(returned_ <= size_, "it gives more bytes than there is room for");
    }
    if (code != CL_SUCCESS && returned_ != untouched) {
      caller_.wrong("it fails and gives a size");
    }
  }

 private:
  static constexpr size_t most = 2048;
  static constexpr size_t untouched = 0x5555;
  Caller& caller_;
  size_t size_ = 0;
  bool has_value_ = true;
  bool has_size_ = true;
  size_t returned_ = untouched;
  // Zeros: CL_PROGRAM_BINARIES finds places there that are null.
  alignas(16) std::byte bytes_[most + 64] = {};
};

/// A name from a range of those that exist, or near it, or anything.
cl_uint name_in(Random& random, cl_uint first, cl_uint count) {
  if (random.chance(5)) return static_cast<cl_uint>(random.next());
  return first + random.below(count + 2);
}

cl_uint device_name(Random& random) {
  if (random.chance(20)) return name_in(random, 0x4100, 0x150);
  return name_in(random, CL_DEVICE_TYPE, 0x75);
}

void ask_platform(Caller& caller) {
  Place place(caller);
  const cl_uint name = name_in(caller.random, CL_PLATFORM_PROFILE, 8);
  place.judge(FUZZ_CALL(caller, clGetPlatformInfo, platform(), name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_device(Caller& caller) {
  Place place(caller);
  const auto device = caller.device();
  const cl_uint name = device_name(caller.random);
  place.judge(FUZZ_CALL(caller, clGetDeviceInfo, device, name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_context(Caller& caller) {
  Place place(caller);
  const auto context = caller.object<cl_context>();
  const cl_uint name = name_in(caller.random, CL_CONTEXT_REFERENCE_COUNT, 4);
  place.judge(FUZZ_CALL(caller, clGetContextInfo, context, name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_queue(Caller& caller) {
  Place place(caller);
  const auto queue = caller.object<cl_command_queue>();
  const cl_uint name = caller.random.chance(10) ? CL_QUEUE_FAMILY_INTEL
                                                : name_in(caller.random, CL_QUEUE_CONTEXT, 9);
  // CL_QUEUE_SIZE of a queue of the host is such a queue's only error of its own (table 5.2).
  place.judge(FUZZ_CALL(caller, clGetCommandQueueInfo, queue, name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_memory(Caller& caller) {
  Place place(caller);
  const auto memory = caller.object<cl_mem>();
  const cl_uint name = name_in(caller.random, CL_MEM_TYPE, 11);
  place.judge(FUZZ_CALL(caller, clGetMemObjectInfo, memory, name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_program(Caller& caller) {
  Place place(caller);
  const auto program = caller.object<cl_program>();
  const cl_uint name = name_in(caller.random, CL_PROGRAM_REFERENCE_COUNT, 11);
  place.judge(FUZZ_CALL(caller, clGetProgramInfo, program, name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_build(Caller& caller) {
  Place place(caller);
  const auto device = caller.device();
  const auto program = caller.object<cl_program>();
  const cl_uint name = name_in(caller.random, CL_PROGRAM_BUILD_STATUS, 6);
  place.judge(FUZZ_CALL(caller, clGetProgramBuildInfo, program, device, name, place.size(),
                        place.value(), place.size_returned()));
}

void ask_kernel(Caller& caller) {
  Place place(caller);
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint name = name_in(caller.random, CL_KERNEL_FUNCTION_NAME, 6);
  place.judge(FUZZ_CALL(caller, clGetKernelInfo, kernel, name, place.size(), place.value(),
                        place.size_returned()));
}

void ask_argument(Caller& caller) {
  Place place(caller);
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint index = caller.random.chance(95) ? caller.random.below(4) : 0x7fffffffU;
  const cl_uint name = name_in(caller.random, CL_KERNEL_ARG_ADDRESS_QUALIFIER, 5);
  place.judge(FUZZ_CALL(caller, clGetKernelArgInfo, kernel, index, name, place.size(),
                        place.value(), place.size_returned()));
}

/// The device may be left out where the kernel's program has only one.
cl_device_id optional_device(Caller& caller) {
  return caller.random.chance(30) ? nullptr : caller.device();
}

void ask_work_group(Caller& caller) {
  Place place(caller);
  auto* device = optional_device(caller);
  if (device == nullptr) caller.forget();
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint name = name_in(caller.random, CL_KERNEL_WORK_GROUP_SIZE, 6);
  place.judge(FUZZ_CALL(caller, clGetKernelWorkGroupInfo, kernel, device, name, place.size(),
                        place.value(), place.size_returned()));
}

void ask_sub_groups(Caller& caller) {
  Place place(caller);
  Random& random = caller.random;
  auto* device = optional_device(caller);
  if (device == nullptr) caller.forget();
  const auto kernel = caller.object<cl_kernel>();
  const cl_uint names[] = {
      CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
      CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL_KERNEL_MAX_NUM_SUB_GROUPS,
      CL_KERNEL_COMPILE_NUM_SUB_GROUPS,         static_cast<cl_uint>(random.next())};
  size_t input[4];
  for (size_t& number : input) number = random.chance(80) ? random.below(40) : random.next();
  const size_t bytes = random.chance(85) ? 8 * random.below(4) : random.below(32);
  const void* given = random.chance(90) ? static_cast<const void*>(input) : nullptr;
  const cl_uint name = random.pick(names);
  if (random.chance(50)) {
    place.judge(FUZZ_CALL(caller, clGetKernelSubGroupInfo, kernel, device, name, bytes, given,
                          place.size(), place.value(), place.size_returned()));
  } else {
    place.judge(FUZZ_CALL(caller, clGetKernelSubGroupInfoKHR, kernel, device, name, bytes, given,
                          place.size(), place.value(), place.size_returned()));
  }
}

void ask_event(Caller& caller) {
  Place place(caller);
  const auto event = caller.object<cl_event>();
  if (caller.random.chance(60)) {
    const cl_uint name = name_in(caller.random, CL_EVENT_COMMAND_QUEUE, 5);
    place.judge(FUZZ_CALL(caller, clGetEventInfo, event, name, place.size(), place.value(),
                          place.size_returned()));
  } else {
    const cl_uint name = name_in(caller.random, CL_PROFILING_COMMAND_QUEUED, 5);
    place.judge(FUZZ_CALL(caller, clGetEventProfilingInfo, event, name, place.size(), place.value(),
                          place.size_returned()));
  }
}

constexpr Action actions[] = {
    {1, ask_platform}, {4, ask_device},     {2, ask_context},    {3, ask_queue},
    {4, ask_memory},   {4, ask_program},    {4, ask_build},      {4, ask_kernel},
    {3, ask_argument}, {3, ask_work_group}, {2, ask_sub_groups}, {6, ask_event},
};

}  // namespace

std::span<const Action> query_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
