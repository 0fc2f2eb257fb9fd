#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_5_2_1_Buffers : public OnDevice {
 protected:
  [[nodiscard]] cl_int create(cl_mem_flags flags, size_t size, void* host = nullptr) const {
    cl_int error = 1;
    const Memory buffer(clCreateBuffer(context_, flags, size, host, &error));
    return error;
  }
  [[nodiscard]] cl_int create_part(cl_mem buffer, cl_mem_flags flags, size_t origin,
                                   size_t size) const {
    const cl_buffer_region region = {origin, size};
    cl_int error = 1;
    const Memory part(
        clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    return error;
  }
  [[nodiscard]] size_t alignment() const {
    return value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
             return clGetDeviceInfo(device_, CL_DEVICE_MEM_BASE_ADDR_ALIGN, size, value, returned);
           }) /
           8;
  }
  static auto query(cl_mem of, cl_mem_info name) {
    return [of, name](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(of, name, size, value, returned);
    };
  }
};

TEST_F(Clause_5_2_1_Buffers, FlagsThatExcludeEachOtherAreInvalidValue) {
  int host[4] = {};
  EXPECT_EQ(CL_INVALID_VALUE, create(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4));
  EXPECT_EQ(CL_INVALID_VALUE, create(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, host));
  EXPECT_EQ(CL_INVALID_VALUE, create(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 4, host));
  EXPECT_EQ(CL_INVALID_VALUE, create(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4));
  EXPECT_EQ(CL_INVALID_VALUE, create(cl_mem_flags{1} << 40, 4));
}

TEST_F(Clause_5_2_1_Buffers, SizesOutOfRangeAreInvalidBufferSize) {
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, create(CL_MEM_READ_WRITE, 0));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, create(CL_MEM_READ_WRITE, SIZE_MAX));
}

TEST_F(Clause_5_2_1_Buffers, HostPointersMustMatchTheFlags) {
  int host[4] = {};
  EXPECT_EQ(CL_INVALID_HOST_PTR, create(CL_MEM_USE_HOST_PTR, 4));
  EXPECT_EQ(CL_INVALID_HOST_PTR, create(CL_MEM_COPY_HOST_PTR, 4));
  EXPECT_EQ(CL_INVALID_HOST_PTR, create(CL_MEM_READ_WRITE, 4, host));
}

TEST_F(Clause_5_2_1_Buffers, PropertiesMustBeEmpty) {
  const cl_mem_properties unknown[] = {0x4711, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, error_of([&](cl_int* error) {
              return clCreateBufferWithProperties(context_, unknown, 0, 4, nullptr, error);
            }));
  const cl_mem_properties empty[] = {0};
  const Memory buffer(clCreateBufferWithProperties(context_, empty, 0, 4, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_mem_properties>{0},
            list_of<cl_mem_properties>(query(buffer, CL_MEM_PROPERTIES)));
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_WRITE}, value_of<cl_mem_flags>(query(buffer, CL_MEM_FLAGS)));
}

TEST_F(Clause_5_2_1_Buffers, QueriesAnswerWhatWasGiven) {
  std::vector<cl_int> host(16, 3);
  const Memory buffer = make_buffer(64, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, host.data());
  EXPECT_EQ(cl_mem_object_type{CL_MEM_OBJECT_BUFFER},
            value_of<cl_mem_object_type>(query(buffer, CL_MEM_TYPE)));
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR},
            value_of<cl_mem_flags>(query(buffer, CL_MEM_FLAGS)));
  EXPECT_EQ(64U, value_of<size_t>(query(buffer, CL_MEM_SIZE)));
  EXPECT_EQ(host.data(), value_of<void*>(query(buffer, CL_MEM_HOST_PTR)));
  EXPECT_EQ(0U, value_of<cl_uint>(query(buffer, CL_MEM_MAP_COUNT)));
  EXPECT_EQ(nullptr, value_of<cl_mem>(query(buffer, CL_MEM_ASSOCIATED_MEMOBJECT)));
  const Memory copied = make_buffer(64, CL_MEM_COPY_HOST_PTR, host.data());
  EXPECT_EQ(nullptr, value_of<void*>(query(copied, CL_MEM_HOST_PTR)));
}

TEST_F(Clause_5_2_1_Buffers, SubBuffersShareTheContents) {
  const size_t step = alignment() / sizeof(cl_int);
  std::vector<cl_int> values(4 * step);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<cl_int>(i);
  const Memory buffer = make_buffer(values);
  const cl_buffer_region region = {alignment(), alignment()};
  cl_int error = 1;
  const Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(std::vector<cl_int>(values.begin() + static_cast<ptrdiff_t>(step),
                                values.begin() + static_cast<ptrdiff_t>(2 * step)),
            contents(part));
  EXPECT_EQ(cl_mem(buffer), value_of<cl_mem>(query(part, CL_MEM_ASSOCIATED_MEMOBJECT)));
  EXPECT_EQ(alignment(), value_of<size_t>(query(part, CL_MEM_OFFSET)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, create_part(part, 0, 0, 4));
}

TEST_F(Clause_5_2_1_Buffers, SubBufferRegionsAreChecked) {
  const Memory buffer = make_buffer(4 * alignment());
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, create_part(buffer, 0, 0, 0));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(buffer, 0, alignment(), 4 * alignment()));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(buffer, 0, SIZE_MAX - 3, 8));
  EXPECT_EQ(CL_MISALIGNED_SUB_BUFFER_OFFSET, create_part(buffer, 0, 1, 4));
  const cl_buffer_region region = {0, 4};
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateSubBuffer(buffer, 0, 0x4711, &region, error);
            }));
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, error);
            }));
}

TEST_F(Clause_5_2_1_Buffers, SubBuffersCannotWidenAccess) {
  const Memory reading = make_buffer(4096, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(CL_INVALID_VALUE, create_part(reading, CL_MEM_READ_WRITE, 0, 4));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(reading, CL_MEM_WRITE_ONLY, 0, 4));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(reading, CL_MEM_HOST_WRITE_ONLY, 0, 4));
  EXPECT_EQ(CL_INVALID_VALUE, create_part(reading, CL_MEM_ALLOC_HOST_PTR, 0, 4));
  EXPECT_EQ(CL_SUCCESS, create_part(reading, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 0, 4));
  const Memory hidden = make_buffer(4096, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_INVALID_VALUE, create_part(hidden, CL_MEM_HOST_READ_ONLY, 0, 4));
}

}  // namespace
}  // namespace cleave::test
