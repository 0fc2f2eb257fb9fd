// Every call but those of images and samplers under failing allocations.
#include "failed_allocations.h"

#include "support/mutable_commands.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test {
namespace {

const char* text = "kernel void k(global int* p) { *p = 1; } kernel void l() {}";

const std::vector<uint32_t>& module() {
  static const std::vector<uint32_t> words = specializable_module();
  return words;
}

Program from_source(On& on) {
  cl_int error = 1;
  Program program(clCreateProgramWithSource(on.context_, 1, &text, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return program;
}

cl_int launch_in(cl_command_buffer_khr made, cl_kernel kernel,
                 cl_mutable_command_khr* handle = nullptr, cl_command_queue queue = nullptr) {
  const size_t items = 8;
  return command_buffers().launch(made, queue, nullptr, kernel, 1, nullptr, &items, nullptr, 0,
                                  nullptr, nullptr, handle);
}

/// Attempts to record: a command-buffer that a call has not changed records and runs as before.
template <class Record>
void attempt_recording(On& on, const Record& record) {
  CommandBuffer made = make_command_buffer(on.queue_);
  EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_));
  if (on.attempt([&] { return record(made); }) != CL_SUCCESS) {
    EXPECT_EQ(CL_SUCCESS, record(made));
  }
  EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(made));
  EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, made, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
  // On a thread that ends: what threads keep for reuse goes with it.
  std::thread([&] { made = CommandBuffer(); }).join();
}

void CL_CALLBACK on_memory(cl_mem /*memory*/, void* /*data*/) {}
void CL_CALLBACK on_event(cl_event /*event*/, cl_int /*status*/, void* /*data*/) {}
const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
const cl_device_partition_property_ext equally_ext[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0};
const cl_buffer_region half = {0, 128};
constexpr cl_queue_properties on_device_bits =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, on_device_bits, 0};
const cl_queue_properties default_on_device[] = {CL_QUEUE_PROPERTIES,
                                                 on_device_bits | CL_QUEUE_ON_DEVICE_DEFAULT, 0};

const Attempt attempts[] = {
    // 4.1 to 4.4.
    QUERY(GetPlatformInfo, host),
    CALL(GetDeviceIDs, host, on.platform_, CL_DEVICE_TYPE_ALL, 1, &on.device_, &on.count_),
    QUERY(GetDeviceInfo, host),
    CALL(GetDeviceAndHostTimer, none, on.device_, &on.time_, &on.time_),
    CALL(GetHostTimer, none, on.device_, &on.time_),
    {"CreateSubDevices", host,
     [](On& on) {
       cl_device_id parts[16] = {};
       cl_uint count = 0;
       on.attempt([&] { return clCreateSubDevices(on.device_, equally, 16, parts, &count); });
       for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, clReleaseDevice(parts[i]));
     }},
    {"CreateSubDevicesEXT", host,
     [](On& on) {
       cl_device_id parts[16] = {};
       cl_uint count = 0;
       on.attempt(
           [&] { return clCreateSubDevicesEXT(on.device_, equally_ext, 16, parts, &count); });
       for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, clReleaseDeviceEXT(parts[i]));
     }},
    RETAIN(Device, on.device_),
    CREATE(CreateContext, host, clReleaseContext, nullptr, 1, &on.device_, nullptr, nullptr),
    CREATE(CreateContextFromType, host, clReleaseContext, nullptr, CL_DEVICE_TYPE_CPU, nullptr,
           nullptr),
    RETAIN(Context, on.context_),
    QUERY(GetContextInfo, host),
    // 5.1 and 5.15.
    CREATE_MANY(CreateCommandQueueWithProperties, host, clReleaseCommandQueue, on.context_,
                on.device_, nullptr),
    {"CreateCommandQueueWithProperties_default", host,
     [](On& on) {
       on.create(
           [&](cl_int* error) {
             return clCreateCommandQueueWithProperties(on.context_, on.device_, default_on_device,
                                                       error);
           },
           clReleaseCommandQueue);
     }},
    {"SetDefaultDeviceCommandQueue", host,
     [](On& on) {
       const Context context(clCreateContext(nullptr, 1, &on.device_, nullptr, nullptr, nullptr));
       const Queue queue(
           clCreateCommandQueueWithProperties(context, on.device_, on_device, nullptr));
       on.attempt([&] { return clSetDefaultDeviceCommandQueue(context, on.device_, queue); });
     }},
    RETAIN(CommandQueue, on.queue_),
    QUERY(GetCommandQueueInfo, none),
    {"Flush", none, [](On& on) { on.start_commands([&] { return clFlush(on.queue_); }); }},
    {"Finish", host, [](On& on) { on.start_commands([&] { return clFinish(on.queue_); }); }, true},
    // 5.2 and 5.5.
    CREATE(CreateBuffer, host_or_storage, clReleaseMemObject, on.context_, 0, 64, nullptr),
    CREATE(CreatePipe, host_or_storage, clReleaseMemObject, on.context_, 0, 4, 64, nullptr),
    CREATE_MANY(CreateSubBuffer, host, clReleaseMemObject, on.buffer_, 0,
                CL_BUFFER_CREATE_TYPE_REGION, &half),
    COMMAND(EnqueueReadBuffer, host),
    COMMAND(EnqueueWriteBuffer, host),
    COMMAND(EnqueueReadBufferRect, host),
    COMMAND(EnqueueWriteBufferRect, host),
    COMMAND(EnqueueCopyBuffer, host),
    COMMAND(EnqueueCopyBufferRect, host),
    COMMAND(EnqueueFillBuffer, host),
    {"EnqueueMapBuffer", host,
     [](On& on) {
       void* mapped = nullptr;
       on.attempt([&] {
         cl_int error = 1;
         mapped = clEnqueueMapBuffer(on.queue_, on.buffer_, CL_TRUE, CL_MAP_READ, 0, On::size, 0,
                                     nullptr, nullptr, &error);
         return error;
       });
       EXPECT_EQ(on.code_ != CL_SUCCESS, mapped == nullptr);
       if (mapped == nullptr) return;
       EXPECT_EQ(CL_SUCCESS,
                 clEnqueueUnmapMemObject(on.queue_, on.buffer_, mapped, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    {"EnqueueUnmapMemObject", host,
     [](On& on) {
       cl_int error = 1;
       void* mapped = clEnqueueMapBuffer(on.queue_, on.buffer_, CL_TRUE, CL_MAP_READ, 0, On::size,
                                         0, nullptr, nullptr, &error);
       EXPECT_EQ(CL_SUCCESS, error);
       const auto unmap = [&] {
         return clEnqueueUnmapMemObject(on.queue_, on.buffer_, mapped, 0, nullptr, nullptr);
       };
       if (on.attempt(unmap) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, unmap()) << "still mapped";
       }
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    COMMAND(EnqueueMigrateMemObjects, host),
    RETAIN(MemObject, on.buffer_),
    {"SetMemObjectDestructorCallback", host,
     [](On& on) {
       const Memory buffer = on.make_buffer(4);
       on.attempt([&] { return clSetMemObjectDestructorCallback(buffer, on_memory, nullptr); });
     }},
    QUERY(GetMemObjectInfo, none),
    QUERY(GetPipeInfo, none),
    // 5.6: an allocation has no code but null.
    {"SVMAlloc", host,
     [](On& on) {
       void* memory = nullptr;
       on.attempt([&] {
         memory = clSVMAlloc(on.context_, CL_MEM_READ_WRITE, 64, 0);
         return memory == nullptr ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
       });
       clSVMFree(on.context_, memory);
     }},
    COMMAND(EnqueueSVMFree, host),
    COMMAND(EnqueueSVMMemcpy, host),
    COMMAND(EnqueueSVMMemFill, host),
    COMMAND(EnqueueSVMMap, host),
    COMMAND(EnqueueSVMUnmap, host),
    COMMAND(EnqueueSVMMigrateMem, host),
    // cl_intel_unified_shared_memory.
    CREATE_UNIFIED(HostMemAllocINTEL, on.context_, nullptr, 64, 0),
    CREATE_UNIFIED(DeviceMemAllocINTEL, on.context_, on.device_, nullptr, 64, 0),
    CREATE_UNIFIED(SharedMemAllocINTEL, on.context_, on.device_, nullptr, 64, 0),
    FREE_UNIFIED(MemFreeINTEL),
    FREE_UNIFIED(MemBlockingFreeINTEL),
    COMMAND(EnqueueMemFillINTEL, host),
    COMMAND(EnqueueMemcpyINTEL, host),
    COMMAND(EnqueueMigrateMemINTEL, host),
    COMMAND(EnqueueMemAdviseINTEL, host),
    // 5.8.
    CREATE(CreateProgramWithSource, host, clReleaseProgram, on.context_, 1, &text, nullptr),
    CREATE(CreateProgramWithIL, host, clReleaseProgram, on.context_, module().data(),
           module().size() * 4),
    {"SetProgramSpecializationConstant", host,
     [](On& on) {
       const Program program(
           clCreateProgramWithIL(on.context_, module().data(), module().size() * 4, nullptr));
       const cl_uint value = 1;
       on.attempt(
           [&] { return clSetProgramSpecializationConstant(program, 1, sizeof value, &value); });
     }},
    {"CreateProgramWithBinary", host,
     [](On& on) {
       size_t size = 0;
       EXPECT_EQ(CL_SUCCESS, clGetProgramInfo(on.program_, CL_PROGRAM_BINARY_SIZES, sizeof size,
                                              &size, nullptr));
       std::vector<unsigned char> binary(size);
       unsigned char* place = binary.data();
       EXPECT_EQ(CL_SUCCESS,
                 clGetProgramInfo(on.program_, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
       const unsigned char* bytes = place;
       on.create(
           [&](cl_int* error) {
             return clCreateProgramWithBinary(on.context_, 1, &on.device_, &size, &bytes, nullptr,
                                              error);
           },
           clReleaseProgram);
     }},
    RETAIN(Program, on.program_),
    {"BuildProgram", host,
     [](On& on) {
       const Program program = from_source(on);
       const auto build = [&] { return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr); };
       if (on.attempt(build, On::Callers::driver) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, build()) << "a build that failed for want of memory";
       }
     }},
    {"CompileProgram", host,
     [](On& on) {
       const Program program = from_source(on);
       const auto compile = [&] {
         return clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
       };
       if (on.attempt(compile, On::Callers::driver) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, compile()) << "a compilation that failed for want of memory";
       }
     }},
    {"LinkProgram", host,
     [](On& on) {
       const Program program = from_source(on);
       EXPECT_EQ(CL_SUCCESS,
                 clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
       const cl_program input = program;
       cl_program linked = nullptr;
       on.attempt(
           [&] {
             cl_int error = 1;
             linked =
                 clLinkProgram(on.context_, 0, nullptr, "", 1, &input, nullptr, nullptr, &error);
             return error;
           },
           On::Callers::driver);
       if (linked != nullptr) {
         EXPECT_EQ(CL_SUCCESS, clReleaseProgram(linked));
       }
     }},
    QUERY(GetProgramInfo, host),
    QUERY(GetProgramBuildInfo, host),
    // 5.9.
    CREATE(CreateKernel, host, clReleaseKernel, on.program_, "k"),
    {"CreateKernelsInProgram", host,
     [](On& on) {
       cl_kernel kernel = nullptr;
       on.attempt([&] { return clCreateKernelsInProgram(on.program_, 1, &kernel, nullptr); });
       EXPECT_EQ(on.code_ != CL_SUCCESS, kernel == nullptr);
       if (kernel != nullptr) {
         EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
       }
     }},
    RETAIN(Kernel, on.kernel_),
    {"SetKernelArg", host,
     [](On& on) {
       const Program program = on.build("kernel void k(float16 value) {}");
       const Kernel kernel(clCreateKernel(program, "k", nullptr));
       const cl_float16 value = {};
       on.attempt([&] { return clSetKernelArg(kernel, 0, sizeof value, &value); });
     }},
    {"SetKernelArgSVMPointer", none,
     [](On& on) {
       const Program program = on.build("kernel void k(global int* p) {}");
       const Kernel kernel(clCreateKernel(program, "k", nullptr));
       on.attempt([&] { return clSetKernelArgSVMPointer(kernel, 0, on.svm_); });
     }},
    {"SetKernelExecInfo", host,
     [](On& on) {
       const Program program = on.build("kernel void k(global int* p) {}");
       const Kernel kernel(clCreateKernel(program, "k", nullptr));
       const void* pointer = on.svm_;
       on.attempt([&] {
         return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, &pointer);
       });
     }},
    {"CloneKernel", host,
     [](On& on) {
       on.create([&](cl_int* error) { return clCloneKernel(on.kernel_, error); }, clReleaseKernel);
     }},
    QUERY(GetKernelInfo, none),
    QUERY(GetKernelArgInfo, host),
    QUERY(GetKernelWorkGroupInfo, none),
    QUERY(GetKernelSubGroupInfo, none),
    // 5.10 to 5.14.
    COMMAND(EnqueueNDRangeKernel, host),
    COMMAND(EnqueueTask, host),
    COMMAND(EnqueueNativeKernel, host),
    COMMAND(EnqueueMarkerWithWaitList, host),
    COMMAND(EnqueueBarrierWithWaitList, host),
    {"CommandsAfterManyEvents", host,
     [](On& on) {
       const std::vector<cl_event> many(16, on.done_);
       cl_event event = nullptr;
       on.attempt([&] {
         return clEnqueueFillBuffer(on.queue_, on.buffer_, on.host_.data(), 4, 0, On::size, 16,
                                    many.data(), &event);
       });
       if (event != nullptr) {
         EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
       }
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    {"CommandsInAnyOrder", host,
     [](On& on) {
       const Queue queue = on.make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
       const Event start = on.make_user_event();
       const cl_event list[] = {start};
       for (int i = 0; i < 8; ++i) {
         EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 1, list, nullptr));
       }
       on.attempt([&] { return clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr); });
       EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
       EXPECT_EQ(CL_SUCCESS, clFinish(queue));
     }},
    {"CreateUserEvent", host,
     [](On& on) {
       on.create_many([&](cl_int* error) { return clCreateUserEvent(on.context_, error); },
                      clReleaseEvent);
     }},
    {"SetUserEventStatus", none,
     [](On& on) {
       const Event event = on.make_user_event();
       on.attempt([&] { return clSetUserEventStatus(event, CL_COMPLETE); });
     }},
    {"WaitForEvents", host,
     [](On& on) {
       const cl_event done = on.done_;
       on.attempt([&] { return clWaitForEvents(1, &done); });
     }},
    {"SetEventCallback", host,
     [](On& on) {
       const Event event = on.make_user_event();
       on.attempt([&] { return clSetEventCallback(event, CL_COMPLETE, on_event, nullptr); });
       EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
     }},
    // cl_khr_command_buffer.
    {"CreateCommandBufferKHR", host,
     [](On& on) {
       const cl_command_queue queue = on.queue_;
       on.create([&](cl_int* error) { return command_buffers().create(1, &queue, nullptr, error); },
                 command_buffers().release);
     }},
    {"CommandNDRangeKernelKHR", host,
     [](On& on) {
       attempt_recording(on,
                         [&](cl_command_buffer_khr made) { return launch_in(made, on.kernel_); });
     }},
    {"CommandCopyBufferKHR", host,
     [](On& on) {
       attempt_recording(on, [&](cl_command_buffer_khr made) {
         return command_buffers().copy_buffer(made, nullptr, nullptr, on.buffer_, on.second_, 0, 0,
                                              64, 0, nullptr, nullptr, nullptr);
       });
     }},
    {"FinalizeCommandBufferKHR", host,
     [](On& on) {
       const CommandBuffer made = make_command_buffer(on.queue_);
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_));
       const auto finalize = [&] { return command_buffers().finalize(made); };
       if (on.attempt(finalize) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, finalize()) << "it still records";
       }
     }},
    {"EnqueueCommandBufferKHR", host,
     [](On& on) {
       const CommandBuffer made = make_command_buffer(on.queue_);
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_));
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_));
       EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(made));
       on.attempt([&] { return command_buffers().enqueue(0, nullptr, made, 0, nullptr, nullptr); });
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    {"EnqueueCommandBufferKHROnTwoQueues", host,
     [](On& on) {
       const Queue second = on.make_queue(0);
       const CommandBuffer made = make_command_buffer({on.queue_, second});
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_, nullptr, second));
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_, nullptr, on.queue_));
       EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(made));
       on.attempt([&] { return command_buffers().enqueue(0, nullptr, made, 0, nullptr, nullptr); });
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
       EXPECT_EQ(CL_SUCCESS, clFinish(second));
     }},
    {"RemapCommandBufferKHR", host,
     [](On& on) {
       const CommandBuffer made = make_command_buffer(on.queue_);
       cl_mutable_command_khr command = nullptr;
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_, &command));
       EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(made));
       const cl_command_queue queue = on.queue_;
       cl_mutable_command_khr copy = nullptr;
       on.create(
           [&](cl_int* error) {
             return remap_function()(made, CL_TRUE, 1, &queue, 1, &command, &copy, error);
           },
           command_buffers().release);
     }},
    {"UpdateMutableCommandsKHR", host,
     [](On& on) {
       const cl_command_queue queue = on.queue_;
       const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                        CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
       CommandBuffer made(command_buffers().create(1, &queue, list, nullptr));
       cl_mutable_command_khr command = nullptr;
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_, &command));
       EXPECT_EQ(CL_SUCCESS, launch_in(made, on.kernel_));
       EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(made));
       const Argument argument = {0, sizeof(cl_mem), on.second_.out()};
       Config config = config_of(command);
       config.num_args = 1;
       config.arg_list = &argument;
       const auto change = [&] { return update(made, {config}); };
       EXPECT_EQ(CL_SUCCESS, change());  // what this thread keeps for reuse is there
       if (on.attempt(change) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, change());
       }
       EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, made, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
       std::thread([&] { made = CommandBuffer(); }).join();
     }},
    QUERY(GetCommandBufferInfoKHR, host),
    // cl_khr_semaphore.
    {"CreateSemaphoreWithPropertiesKHR", host,
     [](On& on) {
       on.create([&](cl_int* error) { return semaphores().create(on.context_, binary, error); },
                 semaphores().release);
     }},
    {"EnqueueWaitSemaphoresKHR", host,
     [](On& on) {
       // One that is refused waits for no signal: the next one takes the first.
       const Queue other = on.make_queue(0);
       const cl_semaphore_khr list[] = {on.semaphore_, on.semaphore_};
       const auto wait = [&] {
         return semaphores().wait(other, 2, list, nullptr, 0, nullptr, nullptr);
       };
       if (on.attempt(wait) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, wait());
       }
       EXPECT_EQ(CL_SUCCESS, semaphores().signal(on.queue_, 2, list, nullptr, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clFinish(other));
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
       EXPECT_EQ(0U, payload_of(on.semaphore_));
     }},
    {"EnqueueSignalSemaphoresKHR", host,
     [](On& on) {
       // One that is refused signals nothing, and hands on no failure.
       const Queue other = on.make_queue(0);
       const Event waiting = enqueue_wait(other, on.semaphore_);
       const cl_semaphore_khr list[] = {on.semaphore_};
       const auto signal = [&] {
         return semaphores().signal(on.queue_, 1, list, nullptr, 0, nullptr, nullptr);
       };
       if (on.attempt(signal) != CL_SUCCESS) {
         EXPECT_EQ(CL_SUCCESS, signal());
       }
       const cl_event event = waiting;
       EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
       EXPECT_EQ(0U, payload_of(on.semaphore_));
     }},
    QUERY(GetSemaphoreInfoKHR, host),
    QUERY(GetEventInfo, none),
    QUERY(GetEventProfilingInfo, none),
    RETAIN(Event, on.event_),
};

TEST_P(FailedAllocations, AreReported) {
  const Attempt& calls = GetParam();
  number_ = ~size_t{0};
  calls.make(*this);  // what is made once is there
  judge();
  const std::vector<cl_uint> before = counts();
  constexpr size_t most = 5000;
  for (number_ = 0; number_ < most; ++number_) {
    any_failed_ = false;
    const size_t live = live_blocks(seen_.size());
    calls.make(*this);
    if (code_ != CL_SUCCESS && many_ == 0 &&
        !calls.is_race) {  // what many objects need is kept for others
      EXPECT_LE(live_blocks(seen_.size()), live) << "lost when allocation " << number_ << " failed";
    }
    judge();
    if (!any_failed_) break;
    EXPECT_EQ(before, counts()) << "after allocation " << number_ << " failed";
  }
  EXPECT_LT(number_, most);
  if (!calls.is_race) {
    EXPECT_EQ(calls.codes, seen_);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FailedAllocations, testing::ValuesIn(attempts), name_of_parameter);

}  // namespace
}  // namespace cleave::test
