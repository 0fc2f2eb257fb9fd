// cl_ext_buffer_device_address 1.0.2.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "support/extension_functions.h"
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

using Address = support::mem_device_address;

// Ours are those of the registry, wherever the headers have them.
#ifdef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
static_assert(support::mem_device_private_address_ext == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT);
static_assert(support::mem_device_address_ext == CL_MEM_DEVICE_ADDRESS_EXT);
static_assert(support::kernel_exec_info_device_ptrs_ext == CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT);
static_assert(std::is_same_v<Address, cl_mem_device_address_ext>);
#endif

class ExtBufferDeviceAddress : public OnDevice {
 protected:
  static constexpr size_t items = 256;
  static constexpr size_t bytes = items * sizeof(cl_int);

  Memory make(const std::vector<cl_mem_properties>& properties, cl_int* error = nullptr,
              cl_mem_flags flags = CL_MEM_READ_WRITE, void* host = nullptr) const {
    return Memory(
        clCreateBufferWithProperties(context_, properties.data(), flags, bytes, host, error));
  }
  Memory make() const { return make({support::mem_device_private_address_ext, CL_TRUE, 0}); }
  cl_int code_for(const std::vector<cl_mem_properties>& properties) const {
    return error_of([&](cl_int* error) {
      return clCreateBufferWithProperties(context_, properties.data(), 0, bytes, nullptr, error);
    });
  }
  static std::vector<Address> addresses_of(cl_mem buffer) {
    return list_of<Address>([&](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(buffer, support::mem_device_address_ext, size, value, returned);
    });
  }
  static cl_int query(cl_mem buffer) {
    Address address = 0;
    return clGetMemObjectInfo(buffer, support::mem_device_address_ext, sizeof address, &address,
                              nullptr);
  }
  cl_int set(cl_kernel kernel, cl_uint index, Address address) {
    return extension_functions().clSetKernelArgDevicePointerEXT(kernel, index, address);
  }
  void write(cl_mem buffer, const std::vector<cl_int>& values) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, bytes, values.data(), 0,
                                               nullptr, nullptr));
  }
  Kernel kernel(const char* name) {
    return make_kernel(R"(
        kernel void add(global int* p, int n) { p[get_global_id(0)] += n; }
        kernel void follow(global int* global* pp, int n) { (*pp)[get_global_id(0)] += n; }
        kernel void others(constant int* c, local int* l, int n) {})",
                       name, "-cl-std=CL3.0");
  }
};

TEST_F(ExtBufferDeviceAddress, TheExtensionIsReportedWithItsVersion) {
  const auto records = list_of<cl_name_version>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, value, returned);
  });
  const auto found = std::ranges::find_if(records, [](const cl_name_version& record) {
    return record.name == std::string("cl_ext_buffer_device_address");
  });
  ASSERT_NE(records.end(), found);
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 2), found->version);
}

// "specifies that the buffer must have a single fixed device-side address for its lifetime, and the
// address can be queried": "one for each device in the context".
TEST_F(ExtBufferDeviceAddress, BuffersTellAnAddressForEachDevice) {
  const Memory buffer = make();
  const auto addresses = addresses_of(buffer);
  ASSERT_EQ(1U, addresses.size());
  EXPECT_NE(0U, addresses[0]);
  const Kernel adding = kernel("add");
  const cl_int number = 5;
  write(buffer, std::vector<cl_int>(items, 1));
  const size_t half = items / 2;
  EXPECT_EQ(CL_SUCCESS, set(adding, 0, addresses[0] + half * sizeof(cl_int)));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(adding, 1, sizeof number, &number));
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, adding, 1, nullptr, &half, nullptr, 0,
                                               nullptr, nullptr));
  const auto values = contents(buffer);
  EXPECT_EQ(1, values[half - 1]);
  EXPECT_EQ(6, values[half]);
  EXPECT_EQ(6, values[items - 1]);
  EXPECT_EQ(addresses, addresses_of(buffer));
}

// "CL_INVALID_OPERATION … if the buffer was not allocated with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
TEST_F(ExtBufferDeviceAddress, OtherBuffersHaveNone) {
  EXPECT_EQ(CL_INVALID_OPERATION, query(make_buffer(64)));
  EXPECT_EQ(CL_INVALID_OPERATION,
            query(make({support::mem_device_private_address_ext, CL_FALSE, 0})));
  const Memory buffer = make();
  EXPECT_EQ(CL_SUCCESS, query(buffer));
  EXPECT_EQ(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, support::mem_device_address_ext, 4,
                                                 std::vector<char>(8).data(), nullptr));
}

TEST_F(ExtBufferDeviceAddress, PropertiesAreCheckedAndTold) {
  constexpr cl_mem_properties name = support::mem_device_private_address_ext;
  EXPECT_EQ(CL_INVALID_PROPERTY, code_for({name, 2, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, code_for({name, CL_TRUE, name, CL_TRUE, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, code_for({name, CL_TRUE, 0x4711, CL_TRUE, 0}));
  const Memory buffer = make();
  const auto told = list_of<cl_mem_properties>([&](size_t size, void* value, size_t* returned) {
    return clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, size, value, returned);
  });
  EXPECT_EQ((std::vector<cl_mem_properties>{name, CL_TRUE, 0}), told);
}

// "the device-side address is guaranteed to match the host_ptr".
TEST_F(ExtBufferDeviceAddress, OfSharedVirtualMemoryIsItsPointer) {
  void* const memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0);
  {
    const Memory buffer = make({support::mem_device_private_address_ext, CL_TRUE, 0}, nullptr,
                               CL_MEM_USE_HOST_PTR, memory);
    EXPECT_EQ(std::vector<Address>{reinterpret_cast<Address>(memory)}, addresses_of(buffer));
  }
  const void* pointer = memory;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMMigrateMem(queue_, 1, &pointer, nullptr, 0, 0, nullptr, nullptr))
      << "it is still what it was";
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  clSVMFree(context_, memory);
}

// "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index, if arg_index corresponds to an
// argument that is not a pointer to the global address space." "it's legal to pass invalid
// pointers".
TEST_F(ExtBufferDeviceAddress, ArgumentsArePointersToGlobalMemory) {
  const Kernel adding = kernel("add");
  const Kernel others = kernel("others");
  for (const Address address : {Address{0}, Address{1}, ~Address{0}}) {
    EXPECT_EQ(CL_INVALID_KERNEL, set(nullptr, 0, address));
    EXPECT_EQ(CL_INVALID_ARG_INDEX, set(adding, 2, address));
    EXPECT_EQ(CL_INVALID_ARG_INDEX, set(adding, 1, address));
    for (const cl_uint index : {0U, 1U, 2U}) {
      EXPECT_EQ(CL_INVALID_ARG_INDEX, set(others, index, address));
    }
    EXPECT_EQ(CL_SUCCESS, set(adding, 0, address));
  }
}

// CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT: buffers that kernels reach by pointers in other buffers.
// They are kept as those of arguments are, by launches and not by kernels.
TEST_F(ExtBufferDeviceAddress, LaunchesKeepBuffersThatTheyReachByPointers) {
  const cl_int number = 7;
  const auto launch_and_release = [&](bool is_clone) {
    Memory far = make();
    Memory near = make();
    write(far, std::vector<cl_int>(items, 3));
    std::vector<cl_int> pointer(items);
    const Address address = addresses_of(far)[0];
    std::memcpy(pointer.data(), &address, sizeof address);
    write(near, pointer);
    const Kernel following = kernel("follow");
    EXPECT_EQ(CL_SUCCESS, set(following, 0, addresses_of(near)[0]));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(following, 1, sizeof number, &number));
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(following, support::kernel_exec_info_device_ptrs_ext,
                                              sizeof address, &address));
    const Kernel clone(clCloneKernel(following, nullptr));
    const Event start = make_user_event();
    const cl_event list[] = {start};
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, is_clone ? clone : following, 1, nullptr,
                                                 &items, nullptr, 1, list, nullptr));
    bool is_gone = false;
    const auto note = [](cl_mem, void* flag) { *static_cast<bool*>(flag) = true; };
    EXPECT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(far, note, &is_gone));
    far = Memory();
    near = Memory();
    EXPECT_FALSE(is_gone);
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    EXPECT_TRUE(is_gone) << "the kernels keep nothing";
  };
  launch_and_release(false);
  launch_and_release(true);
}

TEST_F(ExtBufferDeviceAddress, ExecutionInformationIsChecked) {
  const Kernel adding = kernel("add");
  const Address addresses[] = {addresses_of(make())[0], 5};
  const auto set_info = [&](size_t size, const void* value) {
    return clSetKernelExecInfo(adding, support::kernel_exec_info_device_ptrs_ext, size, value);
  };
  EXPECT_EQ(CL_SUCCESS, set_info(sizeof addresses, addresses));
  EXPECT_EQ(CL_SUCCESS, set_info(0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set_info(8, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set_info(9, addresses));
}

// "The device addresses of sub-buffers … can be computed by adding the sub-buffer origin".
TEST_F(ExtBufferDeviceAddress, SubBuffersLieAtTheirOrigins) {
  const Memory buffer = make();
  const cl_buffer_region region = {bytes / 2, bytes / 2};
  cl_int error = 1;
  const Memory part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  write(buffer, std::vector<cl_int>(items, 0));
  const Kernel adding = kernel("add");
  const cl_int number = 2;
  EXPECT_EQ(CL_SUCCESS, set(adding, 0, addresses_of(buffer)[0] + region.origin));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(adding, 1, sizeof number, &number));
  const size_t half = items / 2;
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, adding, 1, nullptr, &half, nullptr, 0,
                                               nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>(half, 2), contents(part));
}

}  // namespace
}  // namespace cleave::test
