// 5.4: pipe objects, and what 5.2, 5.5, 5.9.2 and 5.10 say of them.
#include <algorithm>
#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

const char* const standard = "-cl-std=CL3.0 -cl-kernel-arg-info";
const char* const source = R"(
  kernel void fill(write_only pipe int p, int first) {
    int packet = first + (int)get_global_id(0);
    write_pipe(p, &packet);
  }
  kernel void empty(read_only pipe int p, global int* out) {
    int packet = -1;
    read_pipe(p, &packet);
    out[get_global_id(0)] = packet;
  }
  kernel void count(read_only pipe int p, global int* out) {
    out[0] = (int)get_pipe_num_packets(p);
    out[1] = (int)get_pipe_max_packets(p);
  }
)";

class Clause_5_4_Pipes : public OnDevice {
 protected:
  static constexpr cl_uint items = 64;

  [[nodiscard]] auto create(cl_mem_flags flags, cl_uint packet_size, cl_uint packets,
                            const cl_pipe_properties* properties = nullptr) const {
    return [=, this](cl_int* error) {
      return clCreatePipe(context_, flags, packet_size, packets, properties, error);
    };
  }
  [[nodiscard]] cl_int error_of_create(cl_mem_flags flags, cl_uint packet_size, cl_uint packets,
                                       const cl_pipe_properties* properties = nullptr) const {
    return error_of([&](cl_int* error) {
      return Memory(create(flags, packet_size, packets, properties)(error));
    });
  }
  [[nodiscard]] Memory make_pipe(cl_uint packets = items, cl_uint packet_size = 4) const {
    cl_int error = 1;
    Memory pipe(create(0, packet_size, packets)(&error));
    EXPECT_EQ(CL_SUCCESS, error);
    return pipe;
  }
  [[nodiscard]] static cl_int set(cl_kernel kernel, cl_uint index, cl_mem memory) {
    return clSetKernelArg(kernel, index, sizeof memory, &memory);
  }
  void run(cl_kernel kernel, size_t count = items) {
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &count, nullptr, 0,
                                                 nullptr, nullptr));
  }
  /// Writes first, first + 1 … into the pipe.
  void fill(cl_mem pipe, cl_int first = 0, size_t count = items) {
    const Kernel filling = make_kernel(source, "fill", standard);
    ASSERT_EQ(CL_SUCCESS, set(filling, 0, pipe));
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(filling, 1, sizeof first, &first));
    run(filling, count);
  }
  /// Returns what so many reads give, sorted; -1 for each that found no packet.
  [[nodiscard]] std::vector<cl_int> empty(cl_mem pipe, size_t count = items) {
    const Kernel emptying = make_kernel(source, "empty", standard);
    const Memory out = make_buffer(count * sizeof(cl_int));
    EXPECT_EQ(CL_SUCCESS, set(emptying, 0, pipe));
    EXPECT_EQ(CL_SUCCESS, set(emptying, 1, out));
    run(emptying, count);
    std::vector<cl_int> packets = contents(out);
    std::ranges::sort(packets);
    return packets;
  }
  [[nodiscard]] static std::vector<cl_int> numbers(cl_int first, size_t count) {
    std::vector<cl_int> list(count);
    std::iota(list.begin(), list.end(), first);
    return list;
  }
};

// "CL_INVALID_VALUE if values specified in flags are not as defined above": "only
// CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS can be specified".
TEST_F(Clause_5_4_Pipes, TakeFlagsThatLeaveTheHostOut) {
  EXPECT_EQ(CL_SUCCESS, error_of_create(0, 4, 4));
  EXPECT_EQ(CL_SUCCESS, error_of_create(CL_MEM_READ_WRITE, 4, 4));
  EXPECT_EQ(CL_SUCCESS, error_of_create(CL_MEM_HOST_NO_ACCESS, 4, 4));
  EXPECT_EQ(CL_SUCCESS, error_of_create(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, 4, 4));
  for (const cl_mem_flags flags :
       {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, 1 << 30}) {
    EXPECT_EQ(CL_INVALID_VALUE, error_of_create(flags, 4, 4)) << flags;
  }
}

// "If the value specified for flags is 0, the default is used which is CL_MEM_READ_WRITE |
// CL_MEM_HOST_NO_ACCESS."
TEST_F(Clause_5_4_Pipes, AreMemoryObjects) {
  const Memory pipe = make_pipe();
  const auto query = [&](cl_mem_info name) {
    return [&, name](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(pipe, name, size, value, returned);
    };
  };
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS},
            value_of<cl_mem_flags>(query(CL_MEM_FLAGS)));
  EXPECT_EQ(cl_mem_object_type{CL_MEM_OBJECT_PIPE},
            value_of<cl_mem_object_type>(query(CL_MEM_TYPE)));
  EXPECT_GE(value_of<size_t>(query(CL_MEM_SIZE)), items * sizeof(cl_int));
  EXPECT_EQ(nullptr, value_of<void*>(query(CL_MEM_HOST_PTR)));
  EXPECT_EQ(context_, value_of<cl_context>(query(CL_MEM_CONTEXT)));
  EXPECT_EQ(1U, value_of<cl_uint>(query(CL_MEM_REFERENCE_COUNT)));
}

// "CL_INVALID_PIPE_SIZE if pipe_packet_size is 0 or the pipe_packet_size exceeds
// CL_DEVICE_PIPE_MAX_PACKET_SIZE value specified in table 4.3 for all devices in context or if
// pipe_max_packets is 0." "In OpenCL 2.2, properties must be NULL."
TEST_F(Clause_5_4_Pipes, TakePacketsUpToTheLargest) {
  const auto largest = value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_PIPE_MAX_PACKET_SIZE, size, value, returned);
  });
  EXPECT_EQ(CL_SUCCESS, error_of_create(0, largest, 4));
  EXPECT_EQ(CL_INVALID_PIPE_SIZE, error_of_create(0, largest + 1, 4));
  EXPECT_EQ(CL_INVALID_PIPE_SIZE, error_of_create(0, 0, 4));
  EXPECT_EQ(CL_INVALID_PIPE_SIZE, error_of_create(0, 4, 0));
  const cl_pipe_properties properties[] = {0};
  EXPECT_EQ(CL_INVALID_VALUE, error_of_create(0, 4, 4, properties));
}

TEST_F(Clause_5_4_Pipes, BeyondAllMemoryAreNotCreated) {
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, error_of_create(0, 1 << 16, ~0U));
}

// "CL_INVALID_MEM_OBJECT if pipe is a not a valid pipe object."
TEST_F(Clause_5_4_Pipes, AreNoBuffers) {
  const Memory pipe = make_pipe();
  const Memory buffer = make_buffer(256);
  cl_uint value = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof value, &value, nullptr));
  const cl_buffer_region region = {0, 128};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, error_of([&](cl_int* error) {
              return clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
            }));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueReadBuffer(queue_, pipe, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueWriteBuffer(queue_, pipe, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueFillBuffer(queue_, pipe, &value, 4, 0, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyBuffer(queue_, pipe, buffer, 0, 0, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyBuffer(queue_, buffer, pipe, 0, 0, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, error_of([&](cl_int* error) {
              return clEnqueueMapBuffer(queue_, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr,
                                        nullptr, error);
            }));
  // "CL_INVALID_MEM_OBJECT if memobj is not a valid memory object or is a pipe object."
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueUnmapMemObject(queue_, pipe, &value, 0, nullptr, nullptr));
}

// 5.9.2: "The memory object specified as argument value must be a pipe object if the argument is
// declared with the pipe qualifier."
TEST_F(Clause_5_4_Pipes, AreArgumentsOfKernels) {
  const Memory pipe = make_pipe();
  const Memory buffer = make_buffer(256);
  const Kernel emptying = make_kernel(source, "empty", standard);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(emptying, 0, buffer));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(emptying, 1, pipe));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(emptying, 0, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clSetKernelArg(emptying, 0, sizeof(cl_mem), nullptr));
  const cl_mem handle = pipe;
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(emptying, 0, 4, &handle));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(emptying, 0, &buffer));
  EXPECT_EQ(CL_SUCCESS, set(emptying, 0, pipe));
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Memory foreign(clCreatePipe(other, 0, 4, 4, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(emptying, 0, foreign));
}

TEST_F(Clause_5_4_Pipes, AreDescribedAsArguments) {
  const auto query = [](cl_kernel kernel, cl_kernel_arg_info name) {
    return [=](size_t size, void* value, size_t* returned) {
      return clGetKernelArgInfo(kernel, 0, name, size, value, returned);
    };
  };
  const auto access = [&](cl_kernel kernel) {
    return value_of<cl_kernel_arg_access_qualifier>(query(kernel, CL_KERNEL_ARG_ACCESS_QUALIFIER));
  };
  const Kernel filling = make_kernel(source, "fill", standard);
  const Kernel emptying = make_kernel(source, "empty", standard);
  EXPECT_EQ("int", text_of(query(filling, CL_KERNEL_ARG_TYPE_NAME)));
  EXPECT_EQ(cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_WRITE_ONLY}, access(filling));
  EXPECT_EQ(cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_READ_ONLY}, access(emptying));
  EXPECT_EQ(cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_PIPE},
            value_of<cl_kernel_arg_type_qualifier>(query(emptying, CL_KERNEL_ARG_TYPE_QUALIFIER)));
}

TEST_F(Clause_5_4_Pipes, KeepPacketsBetweenCommands) {
  const Memory pipe = make_pipe(100);
  fill(pipe, 0, 40);
  fill(pipe, 40, 40);
  EXPECT_EQ(numbers(0, 80), [&] {
    std::vector<cl_int> all = empty(pipe, 50);
    const std::vector<cl_int> rest = empty(pipe, 30);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }());
  EXPECT_EQ(std::vector<cl_int>(8, -1), empty(pipe, 8));
}

TEST_F(Clause_5_4_Pipes, HoldAsManyPacketsAsTheyWereCreatedFor) {
  const Memory pipe = make_pipe(10);
  const Memory out = make_buffer(2 * sizeof(cl_int));
  const Kernel counting = make_kernel(source, "count", standard);
  ASSERT_EQ(CL_SUCCESS, set(counting, 0, pipe));
  ASSERT_EQ(CL_SUCCESS, set(counting, 1, out));
  for (int round = 0; round < 3; ++round) {
    fill(pipe, 0, 25);
    run(counting, 1);
    EXPECT_EQ((std::vector<cl_int>{10, 10}), contents(out));
    const std::vector<cl_int> packets = empty(pipe, 25);
    EXPECT_EQ(15, std::ranges::count(packets, -1));
    EXPECT_EQ(packets.end(), std::adjacent_find(packets.begin() + 15, packets.end()));
    run(counting, 1);
    EXPECT_EQ((std::vector<cl_int>{0, 10}), contents(out));
  }
}

TEST_F(Clause_5_4_Pipes, OfPacketsOfAnotherSizeAreNeitherReadNorWritten) {
  const Memory pipe = make_pipe(items, 8);
  fill(pipe);
  EXPECT_EQ(std::vector<cl_int>(items, -1), empty(pipe));
}

TEST_F(Clause_5_4_Pipes, ReleasedByTheirUserLiveAsLongAsTheirCommands) {
  const Event start = make_user_event();
  const cl_event list[] = {start};
  const Memory out = make_buffer(items * sizeof(cl_int));
  {
    const Memory pipe = make_pipe();
    ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 1, list, nullptr));
    fill(pipe, 5);
    const Kernel emptying = make_kernel(source, "empty", standard);
    ASSERT_EQ(CL_SUCCESS, set(emptying, 0, pipe));
    ASSERT_EQ(CL_SUCCESS, set(emptying, 1, out));
    run(emptying);
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  std::vector<cl_int> packets = contents(out);
  std::ranges::sort(packets);
  EXPECT_EQ(numbers(5, items), packets);
}

TEST_F(Clause_5_4_Pipes, MigrateLikeOtherMemoryObjects) {
  const Memory pipe = make_pipe();
  fill(pipe, 1);
  const cl_mem handle = pipe;
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue_, 1, &handle, CL_MIGRATE_MEM_OBJECT_HOST,
                                                   0, nullptr, nullptr));
  EXPECT_EQ(numbers(1, items), empty(pipe));
}

}  // namespace
}  // namespace cleave::test
