// A row for each entry point and each handle that it takes: null, and a handle of another kind, are
// errors of the code that names the kind.
#include <ostream>

#include "support/every_object.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test {
namespace {

using On = EveryObject;

const std::vector<uint32_t>& module() {
  static const std::vector<uint32_t> words = empty_module();
  return words;
}
const cl_uint specialized = 1;

struct BadHandle {
  const char* name;  // of the entry point and the argument
  cl_int code;
  cl_int (*call)(On& on, void* bad);
  friend void PrintTo(const BadHandle& row, std::ostream* out) { *out << row.name; }
};

/// A call with `handle`, of the type of the argument, where the bad handle belongs.
#define CALL(name, argument, code, type, ...)                          \
  {#name "_" #argument, code, []([[maybe_unused]] On& on, void* bad) { \
     auto* handle = static_cast<type>(bad);                            \
     return cl##name(__VA_ARGS__);                                     \
   }}
/// A call that creates something, with the bad handle where it belongs.
#define CREATE(name, argument, code, type, ...)                             \
  {#name "_" #argument, code, []([[maybe_unused]] On& on, void* bad) {      \
     auto* handle = static_cast<type>(bad);                                 \
     return error_of([&](cl_int* error) { return cl##name(__VA_ARGS__); }); \
   }}
#define PLATFORM(name, ...) CALL(name, platform, CL_INVALID_PLATFORM, cl_platform_id, __VA_ARGS__)
#define DEVICE(name, ...) CALL(name, device, CL_INVALID_DEVICE, cl_device_id, __VA_ARGS__)
#define CONTEXT(name, ...) CALL(name, context, CL_INVALID_CONTEXT, cl_context, __VA_ARGS__)
#define CREATE_IN(name, ...) CREATE(name, context, CL_INVALID_CONTEXT, cl_context, __VA_ARGS__)
#define QUEUE(name, ...) CALL(name, queue, CL_INVALID_COMMAND_QUEUE, cl_command_queue, __VA_ARGS__)
#define BUFFER(name, ...) CALL(name, buffer, CL_INVALID_MEM_OBJECT, cl_mem, __VA_ARGS__)
#define PROGRAM(name, ...) CALL(name, program, CL_INVALID_PROGRAM, cl_program, __VA_ARGS__)
#define KERNEL(name, ...) CALL(name, kernel, CL_INVALID_KERNEL, cl_kernel, __VA_ARGS__)
#define EVENT(name, ...) CALL(name, event, CL_INVALID_EVENT, cl_event, __VA_ARGS__)
/// A command, with a bad queue.
#define COMMAND(name)                                                                      \
  {#name "_queue", CL_INVALID_COMMAND_QUEUE, [](On& on, void* bad) {                       \
     return command(#name)(on, static_cast<cl_command_queue>(bad), on.buffer_, 0, nullptr, \
                           nullptr);                                                       \
   }}
/// And with a bad buffer.
#define COMMAND_WITH_BUFFER(name)                                                          \
  COMMAND(name), {                                                                         \
    #name "_buffer", CL_INVALID_MEM_OBJECT, [](On& on, void* bad) {                        \
      return command(#name)(on, on.queue_, static_cast<cl_mem>(bad), 0, nullptr, nullptr); \
    }                                                                                      \
  }

auto command(const std::string& name) {
  for (const Command& candidate : commands()) {
    if (candidate.name == name) return candidate.enqueue;
  }
  ADD_FAILURE() << "no command " << name;
  return commands().front().enqueue;
}

const char* const source = "kernel void k() {}";
const unsigned char binary[4] = {1, 2, 3, 4};
const size_t binary_size = sizeof binary;
const unsigned char* const binaries = binary;
const cl_buffer_region half = {0, 128};
const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
const cl_device_partition_property_ext equally_ext[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0};
void CL_CALLBACK on_memory(cl_mem /*memory*/, void* /*data*/) {}
void CL_CALLBACK on_context(cl_context /*context*/, void* /*data*/) {}
void CL_CALLBACK on_event(cl_event /*event*/, cl_int /*status*/, void* /*data*/) {}
void CL_CALLBACK native(void* /*arguments*/) {}

const BadHandle bad_handles[] = {
    // 4.1 to 4.3, platforms and devices.
    PLATFORM(GetPlatformInfo, handle, CL_PLATFORM_NAME, 0, nullptr, nullptr),
    PLATFORM(GetDeviceIDs, handle, CL_DEVICE_TYPE_ALL, 1, &on.device_, nullptr),
    PLATFORM(UnloadPlatformCompiler, handle),
    DEVICE(GetDeviceInfo, handle, CL_DEVICE_NAME, 0, nullptr, nullptr),
    DEVICE(GetDeviceAndHostTimer, handle, &on.time_, &on.time_),
    DEVICE(GetHostTimer, handle, &on.time_),
    DEVICE(CreateSubDevices, handle, equally, 0, nullptr, &on.count_),
    DEVICE(RetainDevice, handle),
    DEVICE(ReleaseDevice, handle),
    DEVICE(CreateSubDevicesEXT, handle, equally_ext, 0, nullptr, &on.count_),
    DEVICE(RetainDeviceEXT, handle),
    DEVICE(ReleaseDeviceEXT, handle),
    // 4.4, contexts.
    CREATE(CreateContext, device, CL_INVALID_DEVICE, cl_device_id, nullptr, 1, &handle, nullptr,
           nullptr, error),
    CONTEXT(RetainContext, handle),
    CONTEXT(ReleaseContext, handle),
    CONTEXT(GetContextInfo, handle, CL_CONTEXT_DEVICES, 0, nullptr, nullptr),
    CONTEXT(SetContextDestructorCallback, handle, on_context, nullptr),
    // 5.1 and 5.15, queues.
    CREATE_IN(CreateCommandQueueWithProperties, handle, on.device_, nullptr, error),
    CREATE(CreateCommandQueueWithProperties, device, CL_INVALID_DEVICE, cl_device_id, on.context_,
           handle, nullptr, error),
    CREATE_IN(CreateCommandQueue, handle, on.device_, 0, error),
    CONTEXT(SetDefaultDeviceCommandQueue, handle, on.device_, on.queue_),
    DEVICE(SetDefaultDeviceCommandQueue, on.context_, handle, on.queue_),
    QUEUE(SetDefaultDeviceCommandQueue, on.context_, on.device_, handle),
    QUEUE(RetainCommandQueue, handle),
    QUEUE(ReleaseCommandQueue, handle),
    QUEUE(GetCommandQueueInfo, handle, CL_QUEUE_CONTEXT, 0, nullptr, nullptr),
    QUEUE(Flush, handle),
    QUEUE(Finish, handle),
    // 5.2, 5.4 and 5.5, memory objects.
    CREATE_IN(CreateBuffer, handle, 0, 4, nullptr, error),
    CREATE_IN(CreateBufferWithProperties, handle, nullptr, 0, 4, nullptr, error),
    CREATE(CreateSubBuffer, buffer, CL_INVALID_MEM_OBJECT, cl_mem, handle, 0,
           CL_BUFFER_CREATE_TYPE_REGION, &half, error),
    CREATE_IN(CreatePipe, handle, 0, 4, 4, nullptr, error),
    BUFFER(GetPipeInfo, handle, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr),
    BUFFER(RetainMemObject, handle),
    BUFFER(ReleaseMemObject, handle),
    BUFFER(SetMemObjectDestructorCallback, handle, on_memory, nullptr),
    BUFFER(GetMemObjectInfo, handle, CL_MEM_SIZE, 0, nullptr, nullptr),
    COMMAND_WITH_BUFFER(EnqueueReadBuffer),
    COMMAND_WITH_BUFFER(EnqueueWriteBuffer),
    COMMAND_WITH_BUFFER(EnqueueReadBufferRect),
    COMMAND_WITH_BUFFER(EnqueueWriteBufferRect),
    COMMAND_WITH_BUFFER(EnqueueCopyBuffer),
    COMMAND_WITH_BUFFER(EnqueueCopyBufferRect),
    COMMAND(EnqueueSVMFree),
    COMMAND(EnqueueSVMMemcpy),
    COMMAND(EnqueueSVMMemFill),
    COMMAND(EnqueueSVMMap),
    COMMAND(EnqueueSVMUnmap),
    COMMAND(EnqueueSVMMigrateMem),
    COMMAND(EnqueueMemFillINTEL),
    COMMAND(EnqueueMemcpyINTEL),
    COMMAND(EnqueueMigrateMemINTEL),
    COMMAND(EnqueueMemAdviseINTEL),
    COMMAND_WITH_BUFFER(EnqueueFillBuffer),
    COMMAND_WITH_BUFFER(EnqueueMapBuffer),
    COMMAND_WITH_BUFFER(EnqueueUnmapMemObject),
    COMMAND_WITH_BUFFER(EnqueueMigrateMemObjects),
    // 5.8, programs.
    CREATE_IN(CreateProgramWithSource, handle, 1, const_cast<const char**>(&source), nullptr,
              error),
    CREATE_IN(CreateProgramWithIL, handle, module().data(), module().size() * 4, error),
    CREATE_IN(CreateProgramWithBinary, handle, 1, &on.device_, &binary_size,
              const_cast<const unsigned char**>(&binaries), nullptr, error),
    CREATE(CreateProgramWithBinary, device, CL_INVALID_DEVICE, cl_device_id, on.context_, 1,
           &handle, &binary_size, const_cast<const unsigned char**>(&binaries), nullptr, error),
    CREATE_IN(CreateProgramWithBuiltInKernels, handle, 1, &on.device_, "k", error),
    CREATE(CreateProgramWithBuiltInKernels, device, CL_INVALID_DEVICE, cl_device_id, on.context_, 1,
           &handle, "k", error),
    PROGRAM(RetainProgram, handle),
    PROGRAM(ReleaseProgram, handle),
    PROGRAM(SetProgramSpecializationConstant, handle, 1, sizeof specialized, &specialized),
    PROGRAM(BuildProgram, handle, 0, nullptr, "", nullptr, nullptr),
    CALL(BuildProgram, device, CL_INVALID_DEVICE, cl_device_id, on.program_, 1, &handle, "",
         nullptr, nullptr),
    PROGRAM(CompileProgram, handle, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
    CALL(CompileProgram, device, CL_INVALID_DEVICE, cl_device_id, on.program_, 1, &handle, "", 0,
         nullptr, nullptr, nullptr, nullptr),
    CREATE_IN(LinkProgram, handle, 0, nullptr, "", 1, &on.program(), nullptr, nullptr, error),
    CREATE(LinkProgram, program, CL_INVALID_PROGRAM, cl_program, on.context_, 0, nullptr, "", 1,
           &handle, nullptr, nullptr, error),
    CREATE(LinkProgram, device, CL_INVALID_DEVICE, cl_device_id, on.context_, 1, &handle, "", 1,
           &on.program(), nullptr, nullptr, error),
    PROGRAM(GetProgramInfo, handle, CL_PROGRAM_CONTEXT, 0, nullptr, nullptr),
    PROGRAM(GetProgramBuildInfo, handle, on.device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr),
    // 5.9, kernels.
    CREATE(CreateKernel, program, CL_INVALID_PROGRAM, cl_program, handle, "k", error),
    PROGRAM(CreateKernelsInProgram, handle, 0, nullptr, &on.count_),
    KERNEL(RetainKernel, handle),
    KERNEL(ReleaseKernel, handle),
    KERNEL(SetKernelArg, handle, 0, sizeof(cl_mem), &on.buffer()),
    KERNEL(SetKernelArgSVMPointer, handle, 0, on.svm_),
    KERNEL(SetKernelExecInfo, handle, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof on.svm_, &on.svm_),
    CREATE(CloneKernel, kernel, CL_INVALID_KERNEL, cl_kernel, handle, error),
    KERNEL(GetKernelInfo, handle, CL_KERNEL_CONTEXT, 0, nullptr, nullptr),
    KERNEL(GetKernelWorkGroupInfo, handle, on.device_, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr,
           nullptr),
    CALL(GetKernelWorkGroupInfo, device, CL_INVALID_DEVICE, cl_device_id, on.kernel_,
         handle == nullptr ? reinterpret_cast<cl_device_id>(cl_mem(on.buffer_)) : handle,
         CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
    KERNEL(GetKernelSubGroupInfo, handle, on.device_, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0,
           nullptr, nullptr),
    CALL(GetKernelSubGroupInfo, device, CL_INVALID_DEVICE, cl_device_id, on.kernel_,
         handle == nullptr ? reinterpret_cast<cl_device_id>(cl_mem(on.buffer_)) : handle,
         CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr),
    KERNEL(GetKernelArgInfo, handle, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
    // 5.10 to 5.14, launches and events.
    COMMAND(EnqueueNDRangeKernel),
    KERNEL(EnqueueNDRangeKernel, on.queue_, handle, 1, nullptr, &binary_size, nullptr, 0, nullptr,
           nullptr),
    COMMAND(EnqueueTask),
    KERNEL(EnqueueTask, on.queue_, handle, 0, nullptr, nullptr),
    COMMAND(EnqueueNativeKernel),
    CALL(EnqueueNativeKernel, buffer, CL_INVALID_MEM_OBJECT, cl_mem, on.queue_, native,
         on.host_.data(), sizeof(cl_mem), 1, handle == nullptr ? &on.wrong_buffer_ : &handle,
         on.places_, 0, nullptr, nullptr),
    COMMAND(EnqueueMarkerWithWaitList),
    COMMAND(EnqueueBarrierWithWaitList),
    CREATE_IN(CreateUserEvent, handle, error),
    EVENT(SetUserEventStatus, handle, CL_COMPLETE),
    EVENT(WaitForEvents, 1, &handle),
    EVENT(GetEventInfo, handle, CL_EVENT_CONTEXT, 0, nullptr, nullptr),
    EVENT(SetEventCallback, handle, CL_COMPLETE, on_event, nullptr),
    EVENT(RetainEvent, handle),
    EVENT(ReleaseEvent, handle),
    EVENT(GetEventProfilingInfo, handle, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr),
};

class InvalidHandles : public EveryObject, public testing::WithParamInterface<BadHandle> {};

TEST_P(InvalidHandles, AreErrors) {
  if (GetParam().code != CL_INVALID_PLATFORM) {  // null is a platform that the loader chooses
    EXPECT_EQ(GetParam().code, GetParam().call(*this, nullptr)) << "null";
  }
  cl_mem memory = buffer_;
  if (GetParam().code == CL_INVALID_MEM_OBJECT) {
    EXPECT_EQ(GetParam().code, GetParam().call(*this, cl_command_queue(queue_))) << "a queue";
  } else {
    EXPECT_EQ(GetParam().code, GetParam().call(*this, memory)) << "a buffer";
  }
}

INSTANTIATE_TEST_SUITE_P(Of, InvalidHandles, testing::ValuesIn(bad_handles), name_of_parameter);

}  // namespace
}  // namespace cleave::test
