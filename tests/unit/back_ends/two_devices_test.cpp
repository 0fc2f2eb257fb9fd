// Contexts over hardware that shares the host's memory and hardware that does not: contents are
// where commands need them, and nothing travels that does not have to.
#include "two_devices.h"

#include <thread>

namespace cleave::api::test {
namespace {

TEST_F(TwoDevices, ABufferTravelsToTheKernelsOfBoth) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  check(launch(on_cpu, "add", count, buffer, cl_uint{1}));
  check(api::clFinish(on_cpu));
  expect_counts({});
  check(launch(on_plain, "add", count, buffer, cl_uint{10}));
  check(launch(on_plain, "add", count, buffer, cl_uint{100}));
  check(api::clFinish(on_plain));
  expect_counts({.allocations = 1, .launches = 2, .copies_in = 1, .bytes_in = bytes});
  check(launch(on_cpu, "add", count, buffer, cl_uint{1000}));
  EXPECT_EQ(numbers(1111), read(on_cpu, buffer));
  expect_counts({.copies_out = 1, .bytes_out = bytes});
  release({buffer});
}

TEST_F(TwoDevices, WhatIsOnlyReadStaysCurrentInBothMemories) {
  cl_mem a = make_buffer(), b = make_buffer(), c = make_buffer();
  write(on_cpu, a, numbers(0));
  write(on_cpu, b, numbers(0));
  for (int round = 0; round < 3; ++round) {
    for (cl_command_queue queue : {on_plain, on_cpu}) {
      check(launch(queue, "sum", count, a, b, c));
      check(api::clFinish(queue));
    }
  }
  const Values sums = read(on_cpu, c);
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(2 * i, sums[i]);
  // `c` goes to and fro, since the kernel might leave some of it as it is.
  expect_counts({.allocations = 3,
                 .launches = 3,
                 .copies_in = 4,
                 .copies_out = 3,
                 .bytes_in = 4 * bytes,
                 .bytes_out = 3 * bytes});
  release({a, b, c});
}

TEST_F(TwoDevices, PartsOfABufferAreWrittenOnBothAtOnce) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  const cl_buffer_region halves[2] = {{0, bytes / 2}, {bytes / 2, bytes / 2}};
  cl_mem parts[2] = {};
  for (int i = 0; i < 2; ++i) {
    cl_int code = CL_SUCCESS;
    parts[i] = api::clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &halves[i], &code);
    check(code);
  }
  for (int round = 0; round < 5; ++round) {
    check(launch(on_cpu, "add", count / 2, parts[0], cl_uint{1}));
    check(launch(on_plain, "add", count / 2, parts[1], cl_uint{2}));
  }
  check(api::clFinish(on_cpu));
  check(api::clFinish(on_plain));
  expect_counts({.allocations = 1, .launches = 5, .copies_in = 1, .bytes_in = bytes / 2});
  const Values values = read(on_cpu, buffer);
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(i + (i < count / 2 ? 5 : 10), values[i]) << i;
  expect_counts({.copies_out = 1, .bytes_out = bytes / 2});
  release({parts[0], parts[1], buffer});
}

TEST_F(TwoDevices, HostMemoryIsReadAndWrittenThroughThePointerThatTheApplicationGave) {
  Values values = numbers(7);
  cl_mem copied = make_buffer(CL_MEM_COPY_HOST_PTR, values.data());
  cl_mem used = make_buffer(CL_MEM_USE_HOST_PTR, values.data());
  check(launch(on_plain, "add", count, copied, cl_uint{1}));
  check(launch(on_plain, "add", count, used, cl_uint{2}));
  EXPECT_EQ(numbers(8), read(on_plain, copied));
  cl_int code = CL_SUCCESS;
  void* mapped = api::clEnqueueMapBuffer(on_plain, used, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                         bytes, 0, nullptr, nullptr, &code);
  check(code);
  EXPECT_EQ(values.data(), mapped);
  EXPECT_EQ(numbers(9), values);
  values[0] = 1;
  check(api::clEnqueueUnmapMemObject(on_plain, used, mapped, 0, nullptr, nullptr));
  check(launch(on_plain, "add", count, used, cl_uint{1}));
  Values expected = numbers(10);
  expected[0] = 2;
  EXPECT_EQ(expected, read(on_plain, used));
  release({copied, used});
}

TEST_F(TwoDevices, AMapForWritingAloneNeedsNoContents) {
  cl_mem buffer = make_buffer();
  write(on_plain, buffer, numbers(0));
  expect_counts({.allocations = 1, .copies_in = 1, .bytes_in = bytes});
  cl_int code = CL_SUCCESS;
  void* mapped = api::clEnqueueMapBuffer(on_plain, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION,
                                         0, bytes / 2, 0, nullptr, nullptr, &code);
  check(code);
  std::memset(mapped, 0, bytes / 2);
  check(api::clEnqueueUnmapMemObject(on_plain, buffer, mapped, 0, nullptr, nullptr));
  check(launch(on_plain, "add", count, buffer, cl_uint{3}));
  check(api::clFinish(on_plain));
  expect_counts({.launches = 1, .copies_in = 1, .bytes_in = bytes / 2});
  const Values values = read(on_plain, buffer);
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(i < count / 2 ? 3 : i + 3, values[i]) << i;
  release({buffer});
}

TEST_F(TwoDevices, FillsCopiesAndBoxesRunWhereTheirQueueIs) {
  cl_mem from = make_buffer(), to = make_buffer();
  const cl_uint pattern = 0xABCD;
  check(api::clEnqueueFillBuffer(on_plain, from, &pattern, sizeof pattern, 0, bytes, 0, nullptr,
                                 nullptr));
  check(api::clEnqueueCopyBuffer(on_plain, from, to, 0, bytes / 2, bytes / 2, 0, nullptr, nullptr));
  // 16 rows of 8 bytes from the fourth byte on, into the first half.
  const size_t zero[3] = {0, 0, 0}, origin[3] = {4, 0, 0}, region[3] = {8, 16, 1};
  check(api::clEnqueueFillBuffer(on_cpu, to, "", 1, 0, bytes / 2, 0, nullptr, nullptr));
  check(api::clFinish(on_cpu));
  check(api::clEnqueueCopyBufferRect(on_plain, from, to, zero, origin, region, 16, 0, 32, 0, 0,
                                     nullptr, nullptr));
  Values box(32);
  check(api::clEnqueueReadBufferRect(on_plain, to, CL_TRUE, origin, zero, region, 32, 0, 8, 0,
                                     box.data(), 0, nullptr, nullptr));
  EXPECT_EQ(Values(32, pattern), box);
  const Values values = read(on_plain, to);
  for (size_t i = 0; i < count; ++i) {
    const bool is_in_box = i / 8 < 16 && (i % 8 == 1 || i % 8 == 2);
    ASSERT_EQ(is_in_box || i >= count / 2 ? pattern : 0, values[i]) << i;
  }
  release({from, to});
}

TEST_F(TwoDevices, MigrationsMakeContentsCurrentAhead) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  check(api::clEnqueueMigrateMemObjects(on_plain, 1, &buffer, 0, 0, nullptr, nullptr));
  check(api::clFinish(on_plain));
  expect_counts({.allocations = 1, .copies_in = 1, .bytes_in = bytes});
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  check(api::clEnqueueMigrateMemObjects(on_plain, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0,
                                        nullptr, nullptr));
  check(api::clFinish(on_plain));
  expect_counts({.launches = 1, .copies_out = 1, .bytes_out = bytes});
  EXPECT_EQ(numbers(1), read(on_cpu, buffer));
  check(api::clEnqueueMigrateMemObjects(on_cpu, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
                                        0, nullptr, nullptr));
  check(api::clFinish(on_cpu));
  check(api::clEnqueueMigrateMemObjects(
      on_plain, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, nullptr));
  check(api::clFinish(on_plain));
  expect_counts({});
  release({buffer});
}

TEST_F(TwoDevices, ImmutableContentsAreNotForgotten) {
  Values values = numbers(5);
  cl_mem buffer = make_buffer(support::mem_immutable_ext | CL_MEM_COPY_HOST_PTR, values.data());
  check(api::clEnqueueMigrateMemObjects(
      on_plain, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, nullptr));
  check(api::clFinish(on_plain));
  expect_counts({.allocations = 1, .copies_in = 1, .bytes_in = bytes});
  EXPECT_EQ(values, read(on_plain, buffer));
  release({buffer});
}

TEST_F(TwoDevices, ADeviceWithoutMemoryFailsItsCommandsAndNoOthers) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  plain().refuse_memory(true);
  cl_event event = nullptr;
  const cl_uint zero = 0;
  check(
      api::clEnqueueFillBuffer(on_plain, buffer, &zero, sizeof zero, 0, bytes, 0, nullptr, &event));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, api::clWaitForEvents(1, &event));
  cl_int status = CL_COMPLETE;
  check(api::clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                            nullptr));
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, status);
  check(api::clReleaseEvent(event));
  plain().refuse_memory(false);
  EXPECT_EQ(numbers(0), read(on_cpu, buffer));
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  EXPECT_EQ(numbers(1), read(on_plain, buffer));
  release({buffer});
}

TEST_F(TwoDevices, ACopyThatFailsFailsTheCommandAndLeavesTheContents) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  plain().refuse_transfers(true);
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  check(api::clFinish(on_plain));
  plain().refuse_transfers(false);
  EXPECT_EQ(numbers(0), read(on_cpu, buffer));
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  check(api::clFinish(on_plain));
  EXPECT_EQ(numbers(1), read(on_cpu, buffer));
  release({buffer});
}

TEST_F(TwoDevices, LocalMemoryNullPointersAndProgramVariablesAreThoseOfTheDevice) {
  cl_mem buffer = make_buffer();
  write(on_cpu, buffer, numbers(0));
  cl_int code = CL_SUCCESS;
  cl_kernel reverse = api::clCreateKernel(program, "reverse", &code);
  check(api::clSetKernelArg(reverse, 0, sizeof buffer, &buffer));
  check(api::clSetKernelArg(reverse, 1, 64 * sizeof(cl_uint), nullptr));
  const size_t global = count, local = 64;
  check(api::clEnqueueNDRangeKernel(on_plain, reverse, 1, nullptr, &global, &local, 0, nullptr,
                                    nullptr));
  check(api::clReleaseKernel(reverse));
  const Values values = read(on_plain, buffer);
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(i / 64 * 64 + 63 - i % 64, values[i]);
  check(launch(on_plain, "is_null", 1, cl_mem{nullptr}, buffer));
  EXPECT_EQ(1U, read(on_plain, buffer)[0]);
  for (const cl_uint expected : {5U, 6U}) {
    check(launch(on_plain, "count_launches", 1, buffer));
    EXPECT_EQ(expected, read(on_plain, buffer)[0]);
    check(launch(on_cpu, "count_launches", 1, buffer));
    EXPECT_EQ(expected, read(on_cpu, buffer)[0]);
  }
  release({buffer});
}

// Readers on both devices need one buffer, which is current in the host's memory alone, at once.
TEST_F(TwoDevices, CommandsThatNeedTheSameContentsWaitForOneCopy) {
  cl_mem a = make_buffer(), b = make_buffer();
  write(on_cpu, a, numbers(0));
  write(on_cpu, b, numbers(0));
  std::array<cl_mem, 4> results = {};
  std::array<cl_command_queue, 4> queues = {};
  static_cast<void>(plain().take_counts());
  plain().hold(true);
  for (size_t i = 0; i < 4; ++i) {
    cl_int code = CL_SUCCESS;
    queues[i] = api::clCreateCommandQueue(context, back_ends().plain, 0, &code);
    results[i] = make_buffer();
    check(launch(queues[i], "sum", count, i % 2 == 0 ? a : b, i % 2 == 0 ? b : a, results[i]));
    check(api::clFlush(queues[i]));
  }
  plain().hold(false);
  for (size_t i = 0; i < 4; ++i) {
    const Values sums = read(queues[i], results[i]);
    for (size_t item = 0; item < count; ++item) ASSERT_EQ(2 * item, sums[item]);
    check(api::clReleaseCommandQueue(queues[i]));
    release({results[i]});
  }
  EXPECT_EQ(2, plain().take_counts().copies_in);
  release({a, b});
}

TEST_F(TwoDevices, ThreadsUseBothAtOnce) {
  std::vector<std::thread> threads;
  cl_mem shared = make_buffer();
  write(on_cpu, shared, numbers(0));
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      cl_int code = CL_SUCCESS;
      cl_command_queue queues[2] = {
          api::clCreateCommandQueue(context, back_ends().cpu, 0, &code),
          api::clCreateCommandQueue(context, back_ends().plain, 0, &code)};
      cl_mem own = make_buffer();
      write(queues[thread % 2], own, numbers(0));
      for (cl_uint round = 0; round < 50; ++round) {
        cl_command_queue queue = queues[(static_cast<cl_uint>(thread) + round) % 2];
        check(launch(queue, "sum", count, shared, shared, own));
        check(launch(queue, "add", count, own, round));
        check(api::clFinish(queue));
      }
      const Values values = read(queues[0], own);
      for (size_t i = 0; i < count; ++i) ASSERT_EQ(2 * i + 49, values[i]);
      release({own});
      for (cl_command_queue queue : queues) check(api::clReleaseCommandQueue(queue));
    });
  }
  for (std::thread& thread : threads) thread.join();
  release({shared});
}

TEST_F(TwoDevices, AContextOfTheOtherDeviceAloneWorksToo) {
  close();
  open({back_ends().plain});
  Values values = numbers(1);
  cl_mem buffer = make_buffer(CL_MEM_COPY_HOST_PTR, values.data());
  check(launch(on_plain, "add", count, buffer, cl_uint{1}));
  cl_int code = CL_SUCCESS;
  auto* mapped = static_cast<cl_uint*>(api::clEnqueueMapBuffer(
      on_plain, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &code));
  check(code);
  EXPECT_EQ(numbers(2), Values(mapped, mapped + count));
  check(api::clEnqueueUnmapMemObject(on_plain, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(numbers(2), read(on_plain, buffer));
  release({buffer});
}

/// clSetKernelArgSVMPointer of `add`'s argument; then a launch.
cl_int launch_with_pointer(cl_program program, cl_command_queue queue, void* pointer) {
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = api::clCreateKernel(program, "add", &code);
  check(code);
  const cl_uint one = 1;
  check(api::clSetKernelArg(kernel, 1, sizeof one, &one));
  code = api::clSetKernelArgSVMPointer(kernel, 0, pointer);
  const size_t items = 1;
  if (code == CL_SUCCESS) {
    code = api::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                       nullptr);
  }
  check(api::clReleaseKernel(kernel));
  return code;
}

TEST_F(TwoDevices, PointersOfTheHostAreForDevicesThatShareItsMemory) {
  auto* memory = static_cast<cl_uint*>(api::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(nullptr, memory);
  memory[0] = 5;
  memory[8] = 0;
  check(launch_with_pointer(program, on_cpu, memory));
  check(api::clFinish(on_cpu));
  EXPECT_EQ(6U, memory[0]);
  EXPECT_EQ(CL_INVALID_OPERATION, launch_with_pointer(program, on_plain, memory));
  cl_uint of_system = 0;
  EXPECT_EQ(CL_INVALID_OPERATION, launch_with_pointer(program, on_plain, &of_system));
  check(api::clEnqueueSVMMemcpy(on_cpu, CL_TRUE, memory + 8, memory, 4, 0, nullptr, nullptr));
  EXPECT_EQ(6U, memory[8]);
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clEnqueueSVMMemcpy(on_plain, CL_TRUE, memory, memory + 8, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clEnqueueSVMMap(on_plain, CL_TRUE, CL_MAP_READ, memory, 4, 0, nullptr, nullptr));
  api::clSVMFree(context, memory);
}

TEST_F(TwoDevices, FineGrainedSharingNeedsAllDevices) {
  constexpr cl_svm_mem_flags fine = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
  EXPECT_EQ(nullptr, api::clSVMAlloc(context, fine, 64, 0));
  EXPECT_EQ(nullptr, api::clSVMAlloc(context, fine | CL_MEM_SVM_ATOMICS, 64, 0));
  close();
  open({back_ends().plain});
  EXPECT_EQ(nullptr, api::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  cl_uint value = 0;
  EXPECT_EQ(CL_INVALID_OPERATION, launch_with_pointer(program, on_plain, &value));
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = api::clCreateKernel(program, "add", &code);
  check(code);
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  const auto set = [&](cl_kernel_exec_info name, const void* bool_value) {
    return api::clSetKernelExecInfo(kernel, name, sizeof(cl_bool), bool_value);
  };
  EXPECT_EQ(CL_INVALID_OPERATION, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, &yes));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, &no));
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
  check(api::clReleaseKernel(kernel));
  cl_device_svm_capabilities capabilities = 1;
  check(api::clGetDeviceInfo(back_ends().plain, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities,
                             &capabilities, nullptr));
  EXPECT_EQ(0U, capabilities);
}

TEST_F(TwoDevices, UnifiedMemoryNeedsTheMemoryOfTheHost) {
  cl_int code = CL_SUCCESS;
  const auto code_of = [&](void* memory) {
    EXPECT_EQ(code == CL_SUCCESS, memory != nullptr);
    check(api::clMemFreeINTEL(context, memory));
    return code;
  };
  const BackEnds& devices = back_ends();
  EXPECT_EQ(CL_SUCCESS, code_of(api::clHostMemAllocINTEL(context, nullptr, 64, 0, &code)));
  EXPECT_EQ(CL_SUCCESS,
            code_of(api::clSharedMemAllocINTEL(context, nullptr, nullptr, 64, 0, &code)));
  EXPECT_EQ(CL_SUCCESS,
            code_of(api::clDeviceMemAllocINTEL(context, devices.cpu, nullptr, 64, 0, &code)));
  const auto is_refused = [&](void* memory) { return code_of(memory) == CL_INVALID_OPERATION; };
  EXPECT_TRUE(
      is_refused(api::clDeviceMemAllocINTEL(context, devices.plain, nullptr, 64, 0, &code)));
  EXPECT_TRUE(
      is_refused(api::clSharedMemAllocINTEL(context, devices.plain, nullptr, 64, 0, &code)));
  close();
  open({devices.plain});
  EXPECT_TRUE(is_refused(api::clHostMemAllocINTEL(context, nullptr, 64, 0, &code)));
  EXPECT_TRUE(is_refused(api::clSharedMemAllocINTEL(context, nullptr, nullptr, 64, 0, &code)));
  cl_kernel kernel = api::clCreateKernel(program, "add", &code);
  const cl_bool yes = CL_TRUE;
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                     sizeof yes, &yes));
  EXPECT_EQ(CL_INVALID_OPERATION,
            api::clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr));
  check(api::clReleaseKernel(kernel));
}

TEST_F(TwoDevices, BuffersHaveAddressesInBothMemories) {
  const cl_mem_properties properties[] = {support::mem_device_private_address_ext, CL_TRUE, 0};
  const auto make = [&](cl_int* code) {
    return api::clCreateBufferWithProperties(context, properties, 0, bytes, nullptr, code);
  };
  cl_int code = CL_SUCCESS;
  cl_mem buffer = make(&code);
  check(code);
  support::mem_device_address addresses[2] = {};
  check(api::clGetMemObjectInfo(buffer, support::mem_device_address_ext, sizeof addresses,
                                addresses, nullptr));
  write(on_cpu, buffer, numbers(0));
  cl_kernel kernel = api::clCreateKernel(program, "add", &code);
  const cl_uint one = 1;
  check(api::clSetKernelArg(kernel, 1, sizeof one, &one));
  for (const bool is_plain : {true, false, true}) {
    check(api::clSetKernelArgDevicePointerEXT(kernel, 0, addresses[is_plain ? 1 : 0]));
    cl_command_queue queue = is_plain ? on_plain : on_cpu;
    check(api::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                                      nullptr));
    check(api::clFinish(queue));
  }
  EXPECT_EQ(numbers(3), read(on_cpu, buffer));
  check(api::clReleaseKernel(kernel));
  release({buffer});
  close();
  open({back_ends().plain});
  EXPECT_EQ(nullptr, make(&code));
  EXPECT_EQ(CL_INVALID_OPERATION, code);
  kernel = api::clCreateKernel(program, "add", &code);
  EXPECT_EQ(CL_INVALID_OPERATION, api::clSetKernelArgDevicePointerEXT(kernel, 0, 0));
  EXPECT_EQ(
      CL_INVALID_OPERATION,
      api::clSetKernelExecInfo(kernel, support::kernel_exec_info_device_ptrs_ext, 0, nullptr));
  check(api::clReleaseKernel(kernel));
}

/// Code is loaded when kernel objects are made (5.9.1, CL_OUT_OF_RESOURCES), so that launches start
/// while others run.
TEST_F(TwoDevices, KernelsAreLoadedWhenTheyAreMadeAndNotWhileOthersRun) {
  cl_program three_kernels = build(
      "kernel void one(global uint *p) { p[0] = 1; } kernel void two(global uint *p) { p[1] = 2; }"
      "kernel void three(global uint *p) { p[2] = 3; }");
  cl_mem buffer = make_buffer();
  write(on_plain, buffer, numbers(7));
  cl_int code = CL_SUCCESS;
  cl_kernel one = api::clCreateKernel(three_kernels, "one", &code);
  check(code);
  cl_kernel two = api::clCreateKernel(three_kernels, "two", &code);
  check(code);
  EXPECT_EQ(2, plain().take_counts().preloads);
  plain().hold(true);
  const size_t item = 1;
  for (cl_kernel kernel : {one, two}) {
    check(api::clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    check(api::clEnqueueNDRangeKernel(on_plain, kernel, 1, nullptr, &item, &item, 0, nullptr,
                                      nullptr));
    check(api::clFlush(on_plain));
  }
  EXPECT_EQ(nullptr, api::clCreateKernel(three_kernels, "three", &code));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, code);
  plain().hold(false);
  check(api::clFinish(on_plain));
  cl_kernel three = api::clCreateKernel(three_kernels, "three", &code);
  check(code);
  const Values values = read(on_plain, buffer);
  EXPECT_EQ((Values{1, 2}), Values(values.begin(), values.begin() + 2));
  for (cl_kernel kernel : {one, two, three}) check(api::clReleaseKernel(kernel));
  check(api::clReleaseProgram(three_kernels));
  release({buffer});
}

/// A local size that is left open is the device's (5.10): each has its own constants.
TEST_F(TwoDevices, EachChoosesItsOwnLocalSize) {
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = api::clCreateKernel(program, "add", &code);
  check(code);
  cl_mem buffer = make_buffer();
  const cl_uint number = 1;
  check(api::clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  check(api::clSetKernelArg(kernel, 1, sizeof number, &number));
  const size_t items = size_t{1} << 20;
  const auto suggested = [&](cl_command_queue queue) {
    size_t local = 0;
    check(api::clGetKernelSuggestedLocalWorkSizeKHR(queue, kernel, 1, nullptr, &items, &local));
    return local;
  };
  EXPECT_EQ(256U, suggested(on_cpu));
  EXPECT_EQ(64U, suggested(on_plain));
  check(api::clReleaseKernel(kernel));
  release({buffer});
}

}  // namespace
}  // namespace cleave::api::test
