// cl_khr_icd 2.0: the table of functions that handles begin with, and what loaders ask for by name.
#include <CL/cl_icd.h>

#include <cstring>

#include "support/extension_functions.h"
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

using FunctionAddress = void*(CL_API_CALL*)(cl_platform_id, const char*);
using SetDispatchData = cl_int(CL_API_CALL*)(cl_platform_id, void*);

class Icd : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    find("clIcdGetFunctionAddressForPlatformKHR", address_);
    find("clIcdSetPlatformDispatchDataKHR", set_data_);
  }
  [[nodiscard]] static const cl_icd_dispatch& table() {
    return **reinterpret_cast<const cl_icd_dispatch* const*>(find_platform());
  }
  /// The driver's function: a loader need not tell programs of these.
  template <class Function>
  static void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(table().clGetExtensionFunctionAddress(name));
    ASSERT_NE(nullptr, function) << name;
  }
  [[nodiscard]] void* address(const char* name) const { return address_(find_platform(), name); }

  FunctionAddress address_ = nullptr;
  SetDispatchData set_data_ = nullptr;
};

/// Every entry up to that of OpenCL 3.1, in its order.
std::vector<void*> entries(const cl_icd_dispatch& table) {
  std::vector<void*> all(support::entry_of_suggested_local_work_size / sizeof(void*) + 1);
  std::memcpy(all.data(), &table, all.size() * sizeof(void*));
  return all;
}

// "the pointers to clGetPlatformIDs and clUnloadCompiler in the dispatch structure must be set to
// CL_ICD2_TAG_KHR."
TEST_F(Icd, TwoEntriesOfTheTableAreTheTag) {
  EXPECT_EQ(CL_ICD2_TAG_KHR, reinterpret_cast<intptr_t>(table().clGetPlatformIDs));
  EXPECT_EQ(CL_ICD2_TAG_KHR, reinterpret_cast<intptr_t>(table().clUnloadCompiler));
}

// Ours: a loader that knows more functions than Cleave has never jumps to null.
TEST_F(Icd, NoEntryOfTheTableIsNull) {
  size_t number = 0;
  for (const void* entry : entries(table())) {
    EXPECT_NE(nullptr, entry) << "entry " << number;
    ++number;
  }
  EXPECT_LT(140U, number);
}

// "All objects created from ICD compatible objects must be ICD compatible."
TEST_F(Icd, HandlesBeginWithTheTable) {
  const auto first_word = [](const void* handle) {
    return *static_cast<const void* const*>(handle);
  };
  const Memory buffer = make_buffer(16);
  const Event event = make_user_event();
  for (const void* handle :
       {static_cast<const void*>(device_), static_cast<const void*>(cl_context(context_)),
        static_cast<const void*>(cl_command_queue(queue_)),
        static_cast<const void*>(cl_mem(buffer)), static_cast<const void*>(cl_event(event))}) {
    EXPECT_EQ(static_cast<const void*>(&table()), first_word(handle));
  }
}

// "clIcdGetFunctionAddressForPlatformKHR returns the address of the API entry point named by
// func_name."
TEST_F(Icd, FunctionsAreFoundByTheirNames) {
#define CLEAVE_ENTRY_POINT(name)                                                     \
  if (reinterpret_cast<intptr_t>(table().name) == CL_ICD2_TAG_KHR) {                 \
    EXPECT_NE(nullptr, address(#name));                                              \
    EXPECT_NE(CL_ICD2_TAG_KHR, reinterpret_cast<intptr_t>(address(#name))) << #name; \
  } else {                                                                           \
    EXPECT_EQ(reinterpret_cast<void*>(table().name), address(#name)) << #name;       \
  }
#include "src/api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
  EXPECT_EQ(entries(table()).back(), address("clGetKernelSuggestedLocalWorkSize"));
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(find_platform(), "clHostMemAllocINTEL"),
            address("clHostMemAllocINTEL"));
  cl_uint count = 0;
  const auto platforms = reinterpret_cast<decltype(&clGetPlatformIDs)>(address("clGetPlatformIDs"));
  EXPECT_EQ(CL_SUCCESS, platforms(0, nullptr, &count));
  EXPECT_EQ(1U, count);
}

// "A return value of NULL indicates that the specified function does not exist for platform, or
// platform is not a valid platform for the implementation."
TEST_F(Icd, WhatDoesNotExistHasNoAddress) {
  EXPECT_EQ(nullptr, address("clNoSuchFunction"));
  EXPECT_EQ(nullptr, address("clCreateFromGLBuffer"));
  EXPECT_EQ(nullptr, address(""));
  EXPECT_EQ(nullptr, address(nullptr));
  EXPECT_EQ(nullptr, address_(nullptr, "clFinish"));
  EXPECT_EQ(nullptr, address_(reinterpret_cast<cl_platform_id>(device_), "clFinish"));
}

// "CL_INVALID_PLATFORM if platform is not a valid platform".
TEST_F(Icd, DataIsForThePlatform) {
  int data = 0;
  EXPECT_EQ(CL_INVALID_PLATFORM, set_data_(nullptr, &data));
  EXPECT_EQ(CL_INVALID_PLATFORM, set_data_(reinterpret_cast<cl_platform_id>(device_), &data));
}

/// Calls a function of the table that shares with graphics; the entry's type may be void*.
template <class Result, class... Parameters, class Entry>
Result call_of(Entry entry, Parameters... parameters) {
  using Function = Result(CL_API_CALL*)(Parameters...);
  return reinterpret_cast<Function>(entry)(parameters...);
}

// "missing entry points are replaced by stubs that return CL_INVALID_OPERATION": so do ours, after
// their handles have been checked.
TEST_F(Icd, FunctionsThatShareWithGraphicsAreRefused) {
  const cl_icd_dispatch& all = table();
  cl_int* const no_code = nullptr;
  for (const bool is_valid : {true, false}) {
    cl_context const context = is_valid ? static_cast<cl_context>(context_) : nullptr;
    cl_command_queue const queue = is_valid ? static_cast<cl_command_queue>(queue_) : nullptr;
    const cl_int in_context = is_valid ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
    const cl_int in_queue = is_valid ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
    const auto creation = [&](auto entry, auto... arguments) {
      EXPECT_EQ(nullptr, call_of<cl_mem>(entry, context, arguments..., no_code));
      cl_int code = 1;
      EXPECT_EQ(nullptr, call_of<cl_mem>(entry, context, arguments..., &code));
      EXPECT_EQ(in_context, code);
    };
    void* const object = nullptr;
    const cl_mem_flags flags = CL_MEM_READ_ONLY;
    const cl_uint zero = 0;
    const cl_int level = 0;
    creation(all.clCreateFromGLBuffer, flags, zero);
    creation(all.clCreateFromGLTexture, flags, zero, level, zero);
    creation(all.clCreateFromGLTexture2D, flags, zero, level, zero);
    creation(all.clCreateFromGLTexture3D, flags, zero, level, zero);
    creation(all.clCreateFromGLRenderbuffer, flags, zero);
    creation(all.clCreateEventFromGLsyncKHR, object);
    creation(all.clCreateFromEGLImageKHR, object, object, flags,
             static_cast<const intptr_t*>(nullptr));
    creation(all.clCreateEventFromEGLSyncKHR, object, object);
    creation(all.clCreateFromD3D10BufferKHR, flags, object);
    creation(all.clCreateFromD3D10Texture2DKHR, flags, object, zero);
    creation(all.clCreateFromD3D10Texture3DKHR, flags, object, zero);
    creation(all.clCreateFromD3D11BufferKHR, flags, object);
    creation(all.clCreateFromD3D11Texture2DKHR, flags, object, zero);
    creation(all.clCreateFromD3D11Texture3DKHR, flags, object, zero);
    creation(all.clCreateFromDX9MediaSurfaceKHR, flags, zero, object, zero);
    const auto enqueue = [&](auto entry) {
      EXPECT_EQ(in_queue, (call_of<cl_int>(entry, queue, zero, static_cast<const cl_mem*>(nullptr),
                                           zero, static_cast<const cl_event*>(nullptr),
                                           static_cast<cl_event*>(nullptr))));
    };
    enqueue(all.clEnqueueAcquireGLObjects);
    enqueue(all.clEnqueueReleaseGLObjects);
    enqueue(all.clEnqueueAcquireEGLObjectsKHR);
    enqueue(all.clEnqueueReleaseEGLObjectsKHR);
    enqueue(all.clEnqueueAcquireD3D10ObjectsKHR);
    enqueue(all.clEnqueueReleaseD3D10ObjectsKHR);
    enqueue(all.clEnqueueAcquireD3D11ObjectsKHR);
    enqueue(all.clEnqueueReleaseD3D11ObjectsKHR);
    enqueue(all.clEnqueueAcquireDX9MediaSurfacesKHR);
    enqueue(all.clEnqueueReleaseDX9MediaSurfacesKHR);
    const cl_platform_id platform = is_valid ? find_platform() : nullptr;
    const cl_int of_platform = is_valid ? CL_INVALID_OPERATION : CL_INVALID_PLATFORM;
    cl_uint* const count = nullptr;
    cl_device_id* const devices = nullptr;
    EXPECT_EQ(of_platform, call_of<cl_int>(all.clGetDeviceIDsFromD3D10KHR, platform, zero, object,
                                           zero, zero, devices, count));
    EXPECT_EQ(of_platform, call_of<cl_int>(all.clGetDeviceIDsFromD3D11KHR, platform, zero, object,
                                           zero, zero, devices, count));
    EXPECT_EQ(of_platform, call_of<cl_int>(all.clGetDeviceIDsFromDX9MediaAdapterKHR, platform, zero,
                                           count, object, zero, zero, devices, count));
    const Memory buffer = make_buffer(16);
    cl_mem const memory = is_valid ? static_cast<cl_mem>(buffer) : nullptr;
    const cl_int of_memory = is_valid ? CL_INVALID_OPERATION : CL_INVALID_MEM_OBJECT;
    size_t* const size = nullptr;
    EXPECT_EQ(of_memory, call_of<cl_int>(all.clGetGLObjectInfo, memory, count, count));
    EXPECT_EQ(of_memory,
              call_of<cl_int>(all.clGetGLTextureInfo, memory, zero, size_t{0}, object, size));
    EXPECT_EQ(CL_INVALID_OPERATION,
              call_of<cl_int>(all.clGetGLContextInfoKHR,
                              static_cast<const cl_context_properties*>(nullptr), zero, size_t{0},
                              object, size));
  }
}

}  // namespace
}  // namespace cleave::test
