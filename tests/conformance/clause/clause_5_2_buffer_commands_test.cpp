#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_5_2_2_BufferCommands : public OnDevice {
 protected:
  [[nodiscard]] cl_int read(cl_mem buffer, size_t offset, size_t size, void* host) const {
    return clEnqueueReadBuffer(queue_, buffer, CL_TRUE, offset, size, host, 0, nullptr, nullptr);
  }
  [[nodiscard]] cl_int write(cl_mem buffer, size_t offset, size_t size, const void* host) const {
    return clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, offset, size, host, 0, nullptr, nullptr);
  }
  [[nodiscard]] cl_int copy(cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                            size_t size) const {
    return clEnqueueCopyBuffer(queue_, from, to, from_offset, to_offset, size, 0, nullptr, nullptr);
  }
  [[nodiscard]] cl_int fill(cl_mem buffer, const void* pattern, size_t pattern_size, size_t offset,
                            size_t size) const {
    return clEnqueueFillBuffer(queue_, buffer, pattern, pattern_size, offset, size, 0, nullptr,
                               nullptr);
  }
  [[nodiscard]] cl_int map_error(cl_mem buffer, cl_map_flags flags, size_t offset,
                                 size_t size) const {
    return error_of([&](cl_int* error) {
      return clEnqueueMapBuffer(queue_, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr,
                                error);
    });
  }
  static std::vector<cl_int> numbers(size_t count, cl_int first = 0) {
    std::vector<cl_int> list(count);
    std::iota(list.begin(), list.end(), first);
    return list;
  }
};

TEST_F(Clause_5_2_2_BufferCommands, WrittenBytesAreRead) {
  const Memory buffer = make_buffer(std::vector<cl_int>(8, 0));
  const std::vector<cl_int> part = {1, 2, 3};
  ASSERT_EQ(CL_SUCCESS, write(buffer, 8, 12, part.data()));
  EXPECT_EQ((std::vector<cl_int>{0, 0, 1, 2, 3, 0, 0, 0}), contents(buffer));
}

TEST_F(Clause_5_2_2_BufferCommands, ASizeOfZeroDoesNothing) {
  const Memory buffer = make_buffer(numbers(4));
  int host = 0;
  EXPECT_EQ(CL_SUCCESS, read(buffer, 16, 0, &host));
  EXPECT_EQ(CL_SUCCESS, copy(buffer, buffer, 0, 0, 0));
}

TEST_F(Clause_5_2_2_BufferCommands, OutOfBoundsIsInvalidValueAlsoWhenTheSumOverflows) {
  const Memory buffer = make_buffer(16);
  int host[8];
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, 0, 17, host));
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, 17, 0, host));
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, SIZE_MAX, 2, host));
  EXPECT_EQ(CL_INVALID_VALUE, write(buffer, 8, SIZE_MAX - 7, host));
  EXPECT_EQ(CL_INVALID_VALUE, copy(buffer, buffer, 0, SIZE_MAX, 1));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, host, 4, SIZE_MAX - 3, 4));
  EXPECT_EQ(CL_INVALID_VALUE, map_error(buffer, CL_MAP_READ, SIZE_MAX, 2));
}

TEST_F(Clause_5_2_2_BufferCommands, NullPointersAreInvalidValue) {
  const Memory buffer = make_buffer(16);
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, 0, 16, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, write(buffer, 0, 16, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, nullptr, 4, 0, 16));
}

TEST_F(Clause_5_2_2_BufferCommands, WhatIsNoBufferIsInvalidMemObject) {
  int host[4];
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, read(nullptr, 0, 4, host));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            read(reinterpret_cast<cl_mem>(cl_context(context_)), 0, 4, host));
}

TEST_F(Clause_5_2_2_BufferCommands, ABufferOfAnotherContextIsInvalidContext) {
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Memory foreign(clCreateBuffer(other, CL_MEM_READ_WRITE, 16, nullptr, &error));
  int host[4];
  EXPECT_EQ(CL_INVALID_CONTEXT, read(foreign, 0, 4, host));
  const Event event(clCreateUserEvent(other, &error));
  const cl_event list[] = {event};
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(queue_, 1, list, nullptr));
}

TEST_F(Clause_5_2_2_BufferCommands, WaitListsAreChecked) {
  const Memory buffer = make_buffer(16);
  int host[4];
  const cl_event wrong[] = {nullptr};
  cl_event untouched = nullptr;
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 4, host, 1, nullptr, &untouched));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 4, host, 0, wrong, &untouched));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 4, host, 1, wrong, &untouched));
  EXPECT_EQ(nullptr, untouched);
}

TEST_F(Clause_5_2_2_BufferCommands, HostAccessFlagsForbid) {
  int host[4] = {};
  const Memory write_only = make_buffer(16, CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, read(write_only, 0, 4, host));
  EXPECT_EQ(CL_SUCCESS, write(write_only, 0, 4, host));
  EXPECT_EQ(CL_INVALID_OPERATION, map_error(write_only, CL_MAP_READ, 0, 4));
  const Memory read_only = make_buffer(16, CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, write(read_only, 0, 4, host));
  EXPECT_EQ(CL_INVALID_OPERATION, map_error(read_only, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4));
  const Memory hidden = make_buffer(16, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_INVALID_OPERATION, read(hidden, 0, 4, host));
  EXPECT_EQ(CL_INVALID_OPERATION, write(hidden, 0, 4, host));
}

TEST_F(Clause_5_2_2_BufferCommands, CopiesBetweenBuffersAndInsideOne) {
  const Memory from = make_buffer(numbers(8));
  const Memory to = make_buffer(std::vector<cl_int>(8, -1));
  ASSERT_EQ(CL_SUCCESS, copy(from, to, 8, 4, 12));
  EXPECT_EQ((std::vector<cl_int>{-1, 2, 3, 4, -1, -1, -1, -1}), contents(to));
  ASSERT_EQ(CL_SUCCESS, copy(from, from, 0, 16, 16));
  EXPECT_EQ((std::vector<cl_int>{0, 1, 2, 3, 0, 1, 2, 3}), contents(from));
}

TEST_F(Clause_5_2_2_BufferCommands, OverlappingCopiesAreMemCopyOverlap) {
  const Memory buffer = make_buffer(8192);
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer, buffer, 0, 8, 16));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer, buffer, 8, 0, 16));
  const cl_buffer_region left = {0, 8192};
  const cl_buffer_region right = {4096, 4096};
  const Memory first(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &left, nullptr));
  const Memory second(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &right, nullptr));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(first, second, 4096, 0, 16));
  EXPECT_EQ(CL_SUCCESS, copy(first, second, 0, 0, 4096));
}

TEST_F(Clause_5_2_2_BufferCommands, PatternsFill) {
  const Memory buffer = make_buffer(std::vector<cl_int>(8, 0));
  const cl_int2 pattern = {{7, 8}};
  ASSERT_EQ(CL_SUCCESS, fill(buffer, &pattern, sizeof pattern, 8, 16));
  EXPECT_EQ((std::vector<cl_int>{0, 0, 7, 8, 7, 8, 0, 0}), contents(buffer));
}

TEST_F(Clause_5_2_2_BufferCommands, BadPatternsAreInvalidValue) {
  const Memory buffer = make_buffer(1024);
  const char pattern[256] = {};
  for (size_t size : {size_t{0}, size_t{3}, size_t{12}, size_t{256}}) {
    EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, size, 0, 768)) << size;
  }
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, 8, 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, 8, 0, 12));
}

TEST_F(Clause_5_2_2_BufferCommands, MappedBytesAreTheBuffers) {
  const Memory buffer = make_buffer(numbers(8));
  const auto map_count = [&] {
    return value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, size, value, returned);
    });
  };
  cl_int error = 1;
  auto* mapped = static_cast<cl_int*>(clEnqueueMapBuffer(
      queue_, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 8, 16, 0, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(2, mapped[0]);
  EXPECT_EQ(1U, map_count());
  mapped[3] = 99;
  ASSERT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, buffer, mapped, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(0U, map_count());
  EXPECT_EQ((std::vector<cl_int>{0, 1, 2, 3, 4, 99, 6, 7}), contents(buffer));
}

TEST_F(Clause_5_2_2_BufferCommands, OverlappingMapsForWritingAreInvalidOperation) {
  const Memory buffer = make_buffer(8192);
  const cl_buffer_region region = {4096, 4096};
  const Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  const auto mapped = [&](cl_mem memory, cl_map_flags flags, size_t offset, size_t size) {
    cl_int error = 1;
    void* pointer = clEnqueueMapBuffer(queue_, memory, CL_TRUE, flags, offset, size, 0, nullptr,
                                       nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return pointer;
  };
  const auto unmap = [&](cl_mem memory, void* pointer) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, memory, pointer, 0, nullptr, nullptr));
  };
  void* first = mapped(buffer, CL_MAP_WRITE, 4000, 200);
  EXPECT_EQ(CL_INVALID_OPERATION, map_error(buffer, CL_MAP_WRITE, 4199, 1));
  EXPECT_EQ(CL_INVALID_OPERATION, map_error(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4001));
  // 5.5.3: the memory of a sub-buffer is its buffer's.
  EXPECT_EQ(CL_INVALID_OPERATION, map_error(part, CL_MAP_READ | CL_MAP_WRITE, 103, 1));
  unmap(part, mapped(part, CL_MAP_WRITE, 104, 8));
  unmap(buffer, mapped(buffer, CL_MAP_WRITE, 4200, 8));
  unmap(buffer, mapped(buffer, CL_MAP_READ, 4000, 200));
  unmap(buffer, first);
  unmap(part, mapped(part, CL_MAP_WRITE, 0, 4096));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_2_2_BufferCommands, BadMapsAreInvalidValue) {
  const Memory buffer = make_buffer(16);
  EXPECT_EQ(CL_INVALID_VALUE, map_error(buffer, CL_MAP_READ, 0, 0));
  EXPECT_EQ(CL_INVALID_VALUE, map_error(buffer, 1U << 10, 0, 4));
  EXPECT_EQ(CL_INVALID_VALUE,
            map_error(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4));
}

TEST_F(Clause_5_2_2_BufferCommands, BlockingCommandsReportAFailedWaitList) {
  const Memory buffer = make_buffer(16);
  const Event failed = make_user_event();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(failed, -5));
  const cl_event list[] = {failed};
  int host[4];
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 16, host, 1, list, nullptr));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, 16, host, 1, list, nullptr));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, error_of([&](cl_int* error) {
              return clEnqueueMapBuffer(queue_, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 1, list,
                                        nullptr, error);
            }));
}

}  // namespace
}  // namespace cleave::test
