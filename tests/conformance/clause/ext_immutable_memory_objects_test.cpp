// cl_ext_immutable_memory_objects: buffers whose contents nobody can change once they are made.
#include <CL/cl_ext.h>

#include <array>
#include <numeric>

#include "support/newer_cl.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

constexpr cl_mem_flags immutable = support::mem_immutable_ext;
#ifdef CL_MEM_IMMUTABLE_EXT
static_assert(support::mem_immutable_ext == CL_MEM_IMMUTABLE_EXT);
#endif

class ImmutableMemoryObjects : public OnDevice {
 protected:
  static constexpr size_t bytes = 4096;

  void SetUp() override {
    OnDevice::SetUp();
    std::iota(values_.begin(), values_.end(), 0);
    buffer_ = make_buffer(bytes, immutable | CL_MEM_COPY_HOST_PTR, values_.data());
    part_ = make_part(buffer_, 0);
    plain_ = make_buffer(bytes);
  }

  [[nodiscard]] cl_int create(cl_mem_flags flags, const void* host) const {
    return error_of([&](cl_int* error) {
      const cl_mem made = clCreateBuffer(context_, flags, bytes, const_cast<void*>(host), error);
      if (made != nullptr) clReleaseMemObject(made);
      return made;
    });
  }
  [[nodiscard]] static cl_int create_part(cl_mem buffer, cl_mem_flags flags) {
    constexpr cl_buffer_region region = {0, bytes / 2};
    return error_of([&](cl_int* error) {
      const cl_mem made =
          clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
      if (made != nullptr) clReleaseMemObject(made);
      return made;
    });
  }
  [[nodiscard]] static Memory make_part(cl_mem buffer, cl_mem_flags flags) {
    constexpr cl_buffer_region region = {0, bytes / 2};
    cl_int error = 1;
    Memory part(clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return part;
  }
  [[nodiscard]] static cl_mem_flags flags_of(cl_mem memory) {
    return value_of<cl_mem_flags>([&](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(memory, CL_MEM_FLAGS, size, value, returned);
    });
  }
  [[nodiscard]] cl_int map_error(cl_mem memory, cl_map_flags flags) const {
    return error_of([&](cl_int* error) {
      return clEnqueueMapBuffer(queue_, memory, CL_TRUE, flags, 0, 64, 0, nullptr, nullptr, error);
    });
  }
  /// Refused, and the contents are as before.
  template <class Command>
  void expect_refused(const Command& command) {
    for (const cl_mem memory : {cl_mem(buffer_), cl_mem(part_)}) {
      EXPECT_EQ(CL_INVALID_OPERATION, command(memory));
    }
    EXPECT_EQ(values_, contents(buffer_));
  }

  std::vector<cl_int> values_ = std::vector<cl_int>(bytes / sizeof(cl_int));
  Memory buffer_, part_, plain_;
  const std::array<size_t, 3> origin_ = {0, 0, 0};
  const std::array<size_t, 3> region_ = {16, 2, 2};
  std::array<cl_int, 64> host_ = {};
};

TEST_F(ImmutableMemoryObjects, AreReported) {
  expect_reported(device_, "cl_ext_immutable_memory_objects", CL_MAKE_VERSION(1, 0, 0));
}

// "CL_INVALID_VALUE if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE,
// CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY is set in flags."
TEST_F(ImmutableMemoryObjects, FlagsThatLetSomebodyWriteAreInvalidValue) {
  for (const cl_mem_flags writing :
       {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    for (const cl_mem_flags host : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
      EXPECT_EQ(CL_INVALID_VALUE, create(immutable | writing | host, values_.data()));
      EXPECT_EQ(CL_SUCCESS, create(writing | host, values_.data()));
    }
  }
}

// "… and none of the following conditions are met: CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR is
// set in flags."
TEST_F(ImmutableMemoryObjects, WithoutContentsAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, create(immutable, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, create(immutable | CL_MEM_READ_ONLY, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, create(immutable | CL_MEM_ALLOC_HOST_PTR, nullptr));
  EXPECT_EQ(CL_INVALID_HOST_PTR, create(immutable | CL_MEM_USE_HOST_PTR, nullptr));
}

TEST_F(ImmutableMemoryObjects, TellTheFlagsThatTheyWereMadeWith) {
  for (const cl_mem_flags more :
       {cl_mem_flags{0}, cl_mem_flags{CL_MEM_READ_ONLY}, cl_mem_flags{CL_MEM_HOST_READ_ONLY},
        cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS}}) {
    for (const cl_mem_flags host : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR,
                                    CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR}) {
      const Memory made = make_buffer(bytes, immutable | more | host, values_.data());
      EXPECT_EQ(immutable | more | host, flags_of(made));
    }
  }
}

// "If the CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_IMMUTABLE_EXT, or CL_MEM_WRITE_ONLY values
// are not specified in flags, they are inherited".
TEST_F(ImmutableMemoryObjects, PartsOfThemAreImmutable) {
  EXPECT_EQ(immutable | CL_MEM_COPY_HOST_PTR, flags_of(part_));
  EXPECT_EQ(immutable | CL_MEM_COPY_HOST_PTR, flags_of(make_part(buffer_, immutable)));
  EXPECT_EQ(immutable | CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY,
            flags_of(make_part(buffer_, CL_MEM_READ_ONLY)));
  EXPECT_EQ(immutable | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS,
            flags_of(make_part(buffer_, CL_MEM_HOST_NO_ACCESS)));
}

// "CL_INVALID_VALUE if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies
// CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY."
TEST_F(ImmutableMemoryObjects, PartsThatLetSomebodyWriteAreInvalidValue) {
  for (const cl_mem_flags writing :
       {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    EXPECT_EQ(CL_INVALID_VALUE, create_part(buffer_, writing));
    EXPECT_EQ(CL_INVALID_VALUE, create_part(buffer_, writing | immutable));
    EXPECT_EQ(CL_SUCCESS, create_part(plain_, writing));
  }
}

TEST_F(ImmutableMemoryObjects, PartsOfOtherBuffersMayBeImmutableIfTheyCanBeRead) {
  const Memory part = make_part(plain_, immutable);
  EXPECT_EQ(immutable, flags_of(part));
  EXPECT_EQ(CL_INVALID_OPERATION, map_error(part, CL_MAP_WRITE));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(make_buffer(bytes, CL_MEM_WRITE_ONLY), immutable));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(make_buffer(bytes, CL_MEM_HOST_WRITE_ONLY), immutable));
}

// "CL_INVALID_OPERATION if clEnqueueWriteBuffer is called on buffer which has been created with
// CL_MEM_IMMUTABLE_EXT", and likewise of the other commands.
TEST_F(ImmutableMemoryObjects, CannotBeWritten) {
  expect_refused([this](cl_mem memory) {
    return clEnqueueWriteBuffer(queue_, memory, CL_TRUE, 0, 64, host_.data(), 0, nullptr, nullptr);
  });
  expect_refused([this](cl_mem memory) {
    return clEnqueueWriteBufferRect(queue_, memory, CL_TRUE, origin_.data(), origin_.data(),
                                    region_.data(), 0, 0, 0, 0, host_.data(), 0, nullptr, nullptr);
  });
}

TEST_F(ImmutableMemoryObjects, CannotBeCopiedTo) {
  expect_refused([this](cl_mem memory) {
    return clEnqueueCopyBuffer(queue_, plain_, memory, 0, 0, 64, 0, nullptr, nullptr);
  });
  expect_refused([this](cl_mem memory) {
    return clEnqueueCopyBufferRect(queue_, plain_, memory, origin_.data(), origin_.data(),
                                   region_.data(), 0, 0, 0, 0, 0, nullptr, nullptr);
  });
}

TEST_F(ImmutableMemoryObjects, CannotBeFilled) {
  expect_refused([this](cl_mem memory) {
    return clEnqueueFillBuffer(queue_, memory, host_.data(), 4, 0, 64, 0, nullptr, nullptr);
  });
}

TEST_F(ImmutableMemoryObjects, CannotBeMappedToBeWritten) {
  expect_refused([this](cl_mem memory) { return map_error(memory, CL_MAP_WRITE); });
  expect_refused([this](cl_mem memory) { return map_error(memory, CL_MAP_READ | CL_MAP_WRITE); });
  expect_refused(
      [this](cl_mem memory) { return map_error(memory, CL_MAP_WRITE_INVALIDATE_REGION); });
}

TEST_F(ImmutableMemoryObjects, CanBeReadCopiedAndMapped) {
  for (const cl_mem memory : {cl_mem(buffer_), cl_mem(part_)}) {
    const std::vector<cl_int> expected(values_.begin(), values_.begin() + 16);
    std::vector<cl_int> read(16), read_box(16);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, memory, CL_TRUE, 0, 64, read.data(), 0,
                                              nullptr, nullptr));
    EXPECT_EQ(expected, read);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBufferRect(queue_, memory, CL_TRUE, origin_.data(),
                                                  origin_.data(), region_.data(), 0, 0, 0, 0,
                                                  read_box.data(), 0, nullptr, nullptr));
    EXPECT_EQ(expected, read_box);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueCopyBuffer(queue_, memory, plain_, 0, 0, 32, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueCopyBufferRect(queue_, memory, plain_, origin_.data(), origin_.data(),
                                      region_.data(), 0, 0, 0, 0, 0, nullptr, nullptr));
    EXPECT_EQ(7, contents(plain_)[7]);
    cl_int error = 1;
    void* const mapped = clEnqueueMapBuffer(queue_, memory, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr,
                                            nullptr, &error);
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(3, static_cast<const cl_int*>(mapped)[3]);
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, memory, mapped, 0, nullptr, nullptr));
  }
  const cl_mem memory = buffer_;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueMigrateMemObjects(queue_, 1, &memory, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
                                       0, nullptr, nullptr));
  EXPECT_EQ(values_, contents(buffer_));
}

// Arguments that a kernel may write through: CL_INVALID_ARG_VALUE, and what was set before stays.
TEST_F(ImmutableMemoryObjects, AreArgumentsOnlyWhereNothingIsWritten) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* written, const global int* read, constant int* constants) {
      size_t i = get_global_id(0);
      written[i] = read[i] + constants[i];
    })",
                                    "k");
  const auto set = [&](cl_uint index, cl_mem memory) {
    return clSetKernelArg(kernel, index, sizeof memory, &memory);
  };
  EXPECT_EQ(CL_SUCCESS, set(0, plain_));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(0, buffer_));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(0, part_));
  EXPECT_EQ(CL_SUCCESS, set(1, buffer_));
  EXPECT_EQ(CL_SUCCESS, set(2, part_));
  const size_t items = 16;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                               nullptr, nullptr));
  EXPECT_EQ(30, contents(plain_)[15]);
  EXPECT_EQ(values_, contents(buffer_));
}

TEST_F(ImmutableMemoryObjects, MayLieInMemoryThatCannotBeWritten) {
  static constexpr std::array<cl_int, 16> constants = {4, 5, 6};
  cl_int error = 1;
  const Memory buffer(clCreateBuffer(context_, immutable | CL_MEM_USE_HOST_PTR, sizeof constants,
                                     const_cast<cl_int*>(constants.data()), &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ((std::vector<cl_int>(constants.begin(), constants.end())), contents(buffer));
}

// Nor pipes, which nobody could write to.
TEST_F(ImmutableMemoryObjects, AreNoPipes) {
  for (const cl_mem_flags flags : {immutable, immutable | CL_MEM_READ_WRITE}) {
    EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
                return clCreatePipe(context_, flags, 4, 4, nullptr, error);
              }));
  }
}

// Shared virtual memory cannot be immutable: the host writes it.
TEST_F(ImmutableMemoryObjects, AreNoSharedVirtualMemory) {
  for (const cl_svm_mem_flags flags : {cl_svm_mem_flags{CL_MEM_READ_ONLY}, cl_svm_mem_flags{0}}) {
    void* const plain = clSVMAlloc(context_, flags, bytes, 0);
    EXPECT_NE(nullptr, plain);
    clSVMFree(context_, plain);
    EXPECT_EQ(nullptr, clSVMAlloc(context_, flags | immutable, bytes, 0));
  }
}

}  // namespace
}  // namespace cleave::test
