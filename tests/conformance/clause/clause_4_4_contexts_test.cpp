#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

auto query(cl_context of, cl_context_info name) {
  return [of, name](size_t size, void* value, size_t* returned) {
    return clGetContextInfo(of, name, size, value, returned);
  };
}

class Clause_4_4_Contexts : public OnDevice {
 protected:
  [[nodiscard]] cl_int create(const std::vector<cl_context_properties>& properties) const {
    cl_int error = 1;
    const Context context(
        clCreateContext(properties.data(), 1, &device_, nullptr, nullptr, &error));
    return error;
  }
  cl_context_properties platform_ = reinterpret_cast<cl_context_properties>(find_platform());
};

TEST_F(Clause_4_4_Contexts, PropertiesAreReportedAsGiven) {
  const std::vector<cl_context_properties> properties = {CL_CONTEXT_PLATFORM, platform_, 0};
  cl_int error = 1;
  const Context context(clCreateContext(properties.data(), 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(properties, list_of<cl_context_properties>(query(context, CL_CONTEXT_PROPERTIES)));
  EXPECT_TRUE(list_of<cl_context_properties>(query(context_, CL_CONTEXT_PROPERTIES)).empty());
}

TEST_F(Clause_4_4_Contexts, DuplicateDevicesAreIgnored) {
  const cl_device_id twice[] = {device_, device_};
  cl_int error = 1;
  const Context context(clCreateContext(nullptr, 2, twice, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(1U, value_of<cl_uint>(query(context, CL_CONTEXT_NUM_DEVICES)));
  EXPECT_EQ(std::vector{device_}, list_of<cl_device_id>(query(context, CL_CONTEXT_DEVICES)));
}

TEST_F(Clause_4_4_Contexts, BadPropertiesAreInvalidProperty) {
  EXPECT_EQ(CL_INVALID_PROPERTY, create({0x4711, 1, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            create({CL_CONTEXT_PLATFORM, platform_, CL_CONTEXT_PLATFORM, platform_, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, create({CL_CONTEXT_INTEROP_USER_SYNC, 2, 0}));
  EXPECT_EQ(CL_SUCCESS, create({CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0}));
}

TEST_F(Clause_4_4_Contexts, BadDeviceListsAreInvalid) {
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateContext(nullptr, 0, &device_, nullptr, nullptr, error);
            }));
  const cl_device_id wrong[] = {device_, reinterpret_cast<cl_device_id>(cl_context(context_))};
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return clCreateContext(nullptr, 2, wrong, nullptr, nullptr, error);
            }));
}

TEST_F(Clause_4_4_Contexts, UserDataWithoutAFunctionIsInvalidValue) {
  int data = 0;
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateContext(nullptr, 1, &device_, nullptr, &data, error);
            }));
}

TEST_F(Clause_4_4_Contexts, FromTypeFindsTheDevicesOfAType) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_, 0};
  cl_int error = 1;
  const Context context(
      clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_DEVICE_NOT_FOUND, error_of([&](cl_int* code) {
              return clCreateContextFromType(properties, CL_DEVICE_TYPE_ACCELERATOR, nullptr,
                                             nullptr, code);
            }));
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, error_of([&](cl_int* code) {
              return clCreateContextFromType(properties, 1 << 20, nullptr, nullptr, code);
            }));
}

TEST_F(Clause_4_4_Contexts, ContextsFromATypeCheckTheirProperties) {
  const auto create = [&](const cl_context_properties* properties) {
    return error_of([&](cl_int* error) {
      return clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, nullptr, error);
    });
  };
  const cl_context_properties not_a_platform[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device_), 0};
  EXPECT_EQ(CL_INVALID_PLATFORM, create(not_a_platform));
  const cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, platform_, 0x7777, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, create(unknown));
}

TEST_F(Clause_4_4_Contexts, RetainAndReleaseCount) {
  EXPECT_EQ(CL_SUCCESS, clRetainContext(context_));
  EXPECT_EQ(2U, value_of<cl_uint>(query(context_, CL_CONTEXT_REFERENCE_COUNT)));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context_));
  EXPECT_EQ(1U, value_of<cl_uint>(query(context_, CL_CONTEXT_REFERENCE_COUNT)));
}

TEST_F(Clause_4_4_Contexts, DestructorCallbacksRunInReverseOrder) {
  std::string order;
  struct Call {
    std::string* order;
    char name;
  };
  Call first{&order, '1'};
  Call second{&order, '2'};
  const auto record = [](cl_context, void* data) {
    auto* call = static_cast<Call*>(data);
    *call->order += call->name;
  };
  {
    cl_int error = 1;
    const Context context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, clSetContextDestructorCallback(context, record, &first));
    ASSERT_EQ(CL_SUCCESS, clSetContextDestructorCallback(context, record, &second));
    EXPECT_EQ(CL_INVALID_VALUE, clSetContextDestructorCallback(context, nullptr, nullptr));
  }
  EXPECT_EQ("21", order);
}

}  // namespace
}  // namespace cleave::test
