#include <CL/cl_icd.h>

#include "calls.h"
#include "support/newer_cl.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test {
namespace {

/// A call that creates: what it made is handed to `T`, which releases it.
template <class T, class Create>
std::string creation(const Create& create) {
  cl_int error = 1;
  const T object(create(&error));
  return name_of(error);
}

/// The functions that the loader answers itself are called through the table.
const cl_icd_dispatch& table(const Objects& on) {
  return **reinterpret_cast<const cl_icd_dispatch* const*>(on.device);
}

/// The driver's, which loaders do not call: its entry in the table is none.
decltype(&clUnloadCompiler) unload_compiler(const Objects& on) {
  using FunctionAddress = void*(CL_API_CALL*)(cl_platform_id, const char*);
  const auto find = reinterpret_cast<FunctionAddress>(
      table(on).clGetExtensionFunctionAddress("clIcdGetFunctionAddressForPlatformKHR"));
  return reinterpret_cast<decltype(&clUnloadCompiler)>(find(on.platform, "clUnloadCompiler"));
}

/// The function of OpenCL 3.1, which the table's type and the loader may not know.
clGetKernelSuggestedLocalWorkSizeKHR_fn suggested_local_work_size(const Objects& on) {
  const auto* entries = *reinterpret_cast<const char* const*>(on.device);
  return *reinterpret_cast<const clGetKernelSuggestedLocalWorkSizeKHR_fn*>(
      entries + support::entry_of_suggested_local_work_size);
}

cl_int first_failure(std::initializer_list<cl_int> codes) {
  for (cl_int code : codes) {
    if (code != CL_SUCCESS) return code;
  }
  return CL_SUCCESS;
}

std::string binary_round_trip(Objects& on) {
  size_t size = 0;
  cl_int code = clGetProgramInfo(on.program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> binary(size);
  unsigned char* place = binary.data();
  if (code == CL_SUCCESS) {
    code = clGetProgramInfo(on.program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr);
  }
  if (code != CL_SUCCESS) return name_of(code);
  const unsigned char* data = place;
  return creation<Program>([&](cl_int* error) {
    return clCreateProgramWithBinary(on.context, 1, &on.device, &size, &data, nullptr, error);
  });
}

std::string map_image(Objects& on) {
  const size_t origin[3] = {0, 0, 0}, all[3] = {8, 8, 1};
  size_t pitch = 0;
  cl_int code = 1;
  void* mapped = clEnqueueMapImage(on.queue, on.image, CL_TRUE, CL_MAP_READ, origin, all, &pitch,
                                   nullptr, 0, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return name_of(code);
  return name_of(
      first_failure({clEnqueueUnmapMemObject(on.queue, on.image, mapped, 0, nullptr, nullptr),
                     clFinish(on.queue)}));
}

cl_image_desc flat_image() {
  cl_image_desc made{};
  made.image_type = CL_MEM_OBJECT_IMAGE2D;
  made.image_width = made.image_height = 4;
  return made;
}

std::string svm_allocation(Objects& on) {
  void* const memory = clSVMAlloc(on.context, CL_MEM_READ_WRITE, 16, 0);
  clSVMFree(on.context, memory);
  return memory != nullptr ? name_of(CL_SUCCESS) : "null";
}

std::string svm_migration(Objects& on) {
  const void* const memory = clSVMAlloc(on.context, CL_MEM_READ_WRITE, 16, 0);
  const void* list[] = {memory};
  const cl_int code = clEnqueueSVMMigrateMem(on.queue, 1, list, nullptr, 0, 0, nullptr, nullptr);
  clSVMFree(on.context, const_cast<void*>(memory));
  return name_of(code);
}

std::string replace_default_queue(Objects& on) {
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const Queue queue(clCreateCommandQueueWithProperties(on.context, on.device, properties, nullptr));
  return name_of(clSetDefaultDeviceCommandQueue(on.context, on.device, queue));
}

std::string build_program(Objects& on) {
  const char* source = "kernel void other() {}";
  const Program program(clCreateProgramWithSource(on.context, 1, &source, nullptr, nullptr));
  return name_of(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
}

std::string compile_program(Objects& on) {
  const char* source = "kernel void other() {}";
  const Program program(clCreateProgramWithSource(on.context, 1, &source, nullptr, nullptr));
  return name_of(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
}

std::string link_program(Objects& on) {
  const char* source = "kernel void other() {}";
  const Program program(clCreateProgramWithSource(on.context, 1, &source, nullptr, nullptr));
  const cl_int code =
      clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
  if (code != CL_SUCCESS) return name_of(code);
  const cl_program input = program;
  return creation<Program>([&](cl_int* error) {
    return clLinkProgram(on.context, 0, nullptr, "", 1, &input, nullptr, nullptr, error);
  });
}

std::string specialize(Objects& on) {
  const std::vector<uint32_t> module = specializable_module();
  const Program program(
      clCreateProgramWithIL(on.context, module.data(), module.size() * 4, nullptr));
  const cl_uint value = 1;
  return name_of(clSetProgramSpecializationConstant(program, 1, sizeof value, &value));
}

std::string map_and_unmap(Objects& on) {
  cl_int code = 1;
  void* mapped = clEnqueueMapBuffer(on.queue, on.buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr,
                                    nullptr, &code);
  if (code != CL_SUCCESS) return name_of(code);
  return name_of(
      first_failure({clEnqueueUnmapMemObject(on.queue, on.buffer, mapped, 0, nullptr, nullptr),
                     clFinish(on.queue)}));
}

/// One part of a single unit: what every device can be split into.
std::string split_device(Objects& on) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  Device part;
  return name_of(clCreateSubDevices(on.device, one, 1, part.out(), nullptr));
}

std::string split_device_ext(Objects& on) {
  const cl_device_partition_property_ext one[] = {CL_DEVICE_PARTITION_BY_NAMES_EXT, 0,
                                                  CL_PARTITION_BY_NAMES_LIST_END_EXT,
                                                  CL_PROPERTIES_LIST_END_EXT};
  Device part;
  return name_of(clCreateSubDevicesEXT(on.device, one, 1, part.out(), nullptr));
}

std::string set_user_event(Objects& on) {
  const Event event(clCreateUserEvent(on.context, nullptr));
  return name_of(clSetUserEventStatus(event, CL_COMPLETE));
}

std::string context_callback(Objects& on) {
  const Context context(clCreateContext(nullptr, 1, &on.device, nullptr, nullptr, nullptr));
  return name_of(clSetContextDestructorCallback(context, [](cl_context, void*) {}, nullptr));
}

constexpr size_t zeros[3] = {0, 0, 0};
constexpr size_t region[3] = {4, 4, 1};
constexpr size_t below[3] = {0, 4, 0};
constexpr size_t far[3] = {0, 0, 2};

}  // namespace

#define CALL(name, ...) {#name, [](Objects& on) { return name_of(name(__VA_ARGS__)); }}
#define CREATE(T, name, ...) \
  {#name, [](Objects& on) { return creation<T>([&](cl_int* error) { return name(__VA_ARGS__); }); }}
#define PAIR(first, second, object)                                                               \
  {#first,                                                                                        \
   [](Objects& on) { return name_of(first_failure({first(on.object), second(on.object)})); }},    \
  {                                                                                               \
    #second,                                                                                      \
        [](Objects& on) { return name_of(first_failure({first(on.object), second(on.object)})); } \
  }

const Calls& calls_that_work() {
  static int host[64];
  static cl_uint count;
  static cl_ulong time;
  static cl_ulong other_time;
  static size_t size;
  static const size_t one = 1;
  static const cl_buffer_region part = {0, 16};
  static const cl_image_format texel = {CL_R, CL_UNSIGNED_INT8};
  static const cl_image_desc flat = flat_image();
  static const char* source = "kernel void k() {}";
  static cl_context_properties on_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  static const Calls calls = {
      // Platforms and devices.
      {"clGetPlatformIDs", [](Objects&) { return name_of(clGetPlatformIDs(0, nullptr, &count)); }},
      CALL(clGetPlatformInfo, on.platform, CL_PLATFORM_NAME, 0, nullptr, &size),
      CALL(clGetDeviceIDs, on.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count),
      CALL(clGetDeviceInfo, on.device, CL_DEVICE_NAME, 0, nullptr, &size),
      CALL(clGetDeviceAndHostTimer, on.device, &time, &other_time),
      CALL(clGetHostTimer, on.device, &time),
      {"clGetExtensionFunctionAddress",
       [](Objects& on) {
         return table(on).clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR") != nullptr
                    ? "CL_SUCCESS"
                    : "null";
       }},
      {"clGetExtensionFunctionAddressForPlatform",
       [](Objects& on) {
         return clGetExtensionFunctionAddressForPlatform(on.platform, "clIcdGetPlatformIDsKHR") !=
                        nullptr
                    ? "CL_SUCCESS"
                    : "null";
       }},
      {"clUnloadCompiler", [](Objects& on) { return name_of(unload_compiler(on)()); }},
      CALL(clUnloadPlatformCompiler, on.platform),
      {"clCreateSubDevices", split_device},
      PAIR(clRetainDevice, clReleaseDevice, device),
      {"clCreateSubDevicesEXT", split_device_ext},
      PAIR(clRetainDeviceEXT, clReleaseDeviceEXT, device),
      // Contexts and queues.
      CREATE(Context, clCreateContext, nullptr, 1, &on.device, nullptr, nullptr, error),
      {"clCreateContextFromType",
       [](Objects& on) {
         on_platform[1] = reinterpret_cast<cl_context_properties>(on.platform);
         return creation<Context>([&](cl_int* error) {
           return clCreateContextFromType(on_platform, CL_DEVICE_TYPE_CPU, nullptr, nullptr, error);
         });
       }},
      PAIR(clRetainContext, clReleaseContext, context),
      CALL(clGetContextInfo, on.context, CL_CONTEXT_DEVICES, 0, nullptr, &size),
      {"clSetContextDestructorCallback", context_callback},
      CREATE(Queue, clCreateCommandQueue, on.context, on.device, 0, error),
      CREATE(Queue, clCreateCommandQueueWithProperties, on.context, on.device, nullptr, error),
      {"clSetDefaultDeviceCommandQueue", replace_default_queue},
      PAIR(clRetainCommandQueue, clReleaseCommandQueue, queue),
      CALL(clGetCommandQueueInfo, on.queue, CL_QUEUE_DEVICE, 0, nullptr, &size),
      CALL(clFlush, on.queue),
      CALL(clFinish, on.queue),
      // Buffers.
      CREATE(Memory, clCreateBuffer, on.context, 0, 16, nullptr, error),
      CREATE(Memory, clCreateBufferWithProperties, on.context, nullptr, 0, 16, nullptr, error),
      CREATE(Memory, clCreateSubBuffer, on.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, error),
      CALL(clEnqueueReadBuffer, on.queue, on.buffer, CL_TRUE, 0, 16, host, 0, nullptr, nullptr),
      CALL(clEnqueueWriteBuffer, on.queue, on.buffer, CL_TRUE, 0, 16, host, 0, nullptr, nullptr),
      CALL(clEnqueueReadBufferRect, on.queue, on.buffer, CL_TRUE, zeros, zeros, region, 4, 16, 4,
           16, host, 0, nullptr, nullptr),
      CALL(clEnqueueWriteBufferRect, on.queue, on.buffer, CL_TRUE, zeros, zeros, region, 4, 16, 4,
           16, host, 0, nullptr, nullptr),
      CALL(clEnqueueCopyBuffer, on.queue, on.buffer, on.buffer, 0, 64, 16, 0, nullptr, nullptr),
      CALL(clEnqueueCopyBufferRect, on.queue, on.buffer, on.buffer, zeros, far, region, 4, 16, 4,
           16, 0, nullptr, nullptr),
      CALL(clEnqueueFillBuffer, on.queue, on.buffer, host, 4, 0, 64, 0, nullptr, nullptr),
      {"clEnqueueMapBuffer", map_and_unmap},
      // Images and samplers.
      CREATE(Memory, clCreateImage, on.context, 0, &texel, &flat, nullptr, error),
      CREATE(Memory, clCreateImageWithProperties, on.context, nullptr, 0, &texel, &flat, nullptr,
             error),
      CREATE(Memory, clCreateImage2D, on.context, 0, &texel, 4, 4, 0, nullptr, error),
      CREATE(Memory, clCreateImage3D, on.context, 0, &texel, 4, 4, 4, 0, 0, nullptr, error),
      CALL(clGetSupportedImageFormats, on.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, nullptr),
      CALL(clGetImageInfo, on.image, CL_IMAGE_WIDTH, 0, nullptr, &size),
      CALL(clEnqueueReadImage, on.queue, on.image, CL_TRUE, zeros, region, 0, 0, host, 0, nullptr,
           nullptr),
      CALL(clEnqueueWriteImage, on.queue, on.image, CL_TRUE, zeros, region, 0, 0, host, 0, nullptr,
           nullptr),
      CALL(clEnqueueFillImage, on.queue, on.image, host, zeros, region, 0, nullptr, nullptr),
      CALL(clEnqueueCopyImage, on.queue, on.image, on.image, zeros, below, region, 0, nullptr,
           nullptr),
      CALL(clEnqueueCopyImageToBuffer, on.queue, on.image, on.buffer, zeros, region, 0, 0, nullptr,
           nullptr),
      CALL(clEnqueueCopyBufferToImage, on.queue, on.buffer, on.image, 0, zeros, region, 0, nullptr,
           nullptr),
      {"clEnqueueMapImage", map_image},
      CREATE(Sampler, clCreateSampler, on.context, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST,
             error),
      CREATE(Sampler, clCreateSamplerWithProperties, on.context, nullptr, error),
      PAIR(clRetainSampler, clReleaseSampler, sampler),
      CALL(clGetSamplerInfo, on.sampler, CL_SAMPLER_CONTEXT, 0, nullptr, &size),
      // Pipes.
      CREATE(Memory, clCreatePipe, on.context, 0, 4, 4, nullptr, error),
      CALL(clGetPipeInfo, on.pipe, CL_PIPE_PACKET_SIZE, 0, nullptr, &size),
      {"clEnqueueUnmapMemObject", map_and_unmap},
      {"clEnqueueMigrateMemObjects",
       [](Objects& on) {
         const cl_mem list[] = {on.buffer};
         return name_of(clEnqueueMigrateMemObjects(on.queue, 1, list, 0, 0, nullptr, nullptr));
       }},
      PAIR(clRetainMemObject, clReleaseMemObject, buffer),
      CALL(
          clSetMemObjectDestructorCallback, on.buffer, [](cl_mem, void*) {}, nullptr),
      CALL(clGetMemObjectInfo, on.buffer, CL_MEM_SIZE, 0, nullptr, &size),
      // Programs and kernels.
      CREATE(Program, clCreateProgramWithSource, on.context, 1, &source, nullptr, error),
      {"clCreateProgramWithBinary", binary_round_trip},
      CREATE(Program, clCreateProgramWithIL, on.context, empty_module().data(),
             empty_module().size() * 4, error),
      {"clSetProgramSpecializationConstant", specialize},
      {"clBuildProgram", build_program},
      {"clCompileProgram", compile_program},
      {"clLinkProgram", link_program},
      PAIR(clRetainProgram, clReleaseProgram, program),
      CALL(clGetProgramInfo, on.program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size),
      CALL(clGetProgramBuildInfo, on.program, on.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
      CREATE(Kernel, clCreateKernel, on.program, "k", error),
      CREATE(Kernel, clCloneKernel, on.kernel, error),
      CALL(clCreateKernelsInProgram, on.program, 0, nullptr, &count),
      PAIR(clRetainKernel, clReleaseKernel, kernel),
      {"clSetKernelArg",
       [](Objects& on) {
         const cl_mem argument = on.buffer;
         return name_of(clSetKernelArg(on.kernel, 0, sizeof argument, &argument));
       }},
      CALL(clGetKernelInfo, on.kernel, CL_KERNEL_NUM_ARGS, 0, nullptr, &size),
      CALL(clGetKernelArgInfo, on.kernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size),
      CALL(clGetKernelWorkGroupInfo, on.kernel, on.device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr,
           &size),
      CALL(clGetKernelSubGroupInfo, on.kernel, on.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr,
           0, nullptr, &size),
      CALL(clGetKernelSubGroupInfoKHR, on.kernel, on.device,
           CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof one, &one, 0, nullptr, &size),
      {"clGetKernelSuggestedLocalWorkSize",
       [](Objects& on) {
         const size_t global = 64;
         size_t local = 0;
         return name_of(suggested_local_work_size(on)(on.queue, on.kernel, 1, nullptr, &global,
                                                      &local));
       }},
      CALL(clEnqueueNDRangeKernel, on.queue, on.kernel, 1, nullptr, &one, nullptr, 0, nullptr,
           nullptr),
      CALL(clEnqueueTask, on.queue, on.kernel, 0, nullptr, nullptr),
      CALL(
          clEnqueueNativeKernel, on.queue, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, 0,
          nullptr, nullptr),
      // Events, markers and barriers.
      CREATE(Event, clCreateUserEvent, on.context, error),
      {"clSetUserEventStatus", set_user_event},
      CALL(clWaitForEvents, 1, on.event.out()),
      CALL(clGetEventInfo, on.event, CL_EVENT_COMMAND_TYPE, 0, nullptr, &size),
      CALL(
          clSetEventCallback, on.event, CL_COMPLETE, [](cl_event, cl_int, void*) {}, nullptr),
      PAIR(clRetainEvent, clReleaseEvent, event),
      CALL(clEnqueueMarkerWithWaitList, on.queue, 0, nullptr, nullptr),
      CALL(clEnqueueBarrierWithWaitList, on.queue, 0, nullptr, nullptr),
      {"clEnqueueMarker",
       [](Objects& on) {
         Event marker;
         return name_of(clEnqueueMarker(on.queue, marker.out()));
       }},
      CALL(clEnqueueBarrier, on.queue),
      CALL(clEnqueueWaitForEvents, on.queue, 1, on.event.out()),
      CALL(clGetEventProfilingInfo, on.event, CL_PROFILING_COMMAND_END, 0, nullptr, &size),
      // Shared virtual memory.
      {"clSVMAlloc", svm_allocation},
      {"clSVMFree", svm_allocation},
      CALL(clEnqueueSVMFree, on.queue, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMemcpy, on.queue, CL_TRUE, host, host + 2, 4, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMemFill, on.queue, host, host + 2, 4, 4, 0, nullptr, nullptr),
      CALL(clEnqueueSVMMap, on.queue, CL_TRUE, CL_MAP_READ, host, 4, 0, nullptr, nullptr),
      CALL(clEnqueueSVMUnmap, on.queue, host, 0, nullptr, nullptr),
      {"clEnqueueSVMMigrateMem", svm_migration},
      CALL(clSetKernelArgSVMPointer, on.kernel, 0, host),
      CALL(clSetKernelExecInfo, on.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr),
  };
  return calls;
}

#undef CALL
#undef CREATE
#undef PAIR

}  // namespace cleave::test
