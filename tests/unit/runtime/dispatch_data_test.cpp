// The word of handles that is the loader's (cl_khr_icd 2.0), without a loader that would use it.
#include "api/info/platform_handle.h"
#include "stress.h"

/// In a library of its own, by which the driver knows who calls.
extern "C" cl_int set_data_as_ocl_icd(cl_int(CL_API_CALL* function)(cl_platform_id, void*),
                                      cl_platform_id platform, void* data);

namespace cleave::api::test {
namespace {

/// The first words of every handle: "_cl_<object>" of cl_khr_icd.
struct FirstWords {
  const void* dispatch;
  void* dispatch_data;
};

const FirstWords& words_of(const void* handle) {
  return *static_cast<const FirstWords*>(handle);
}

class DispatchData : public Stress {
 protected:
  void SetUp() override {
    ASSERT_EQ(api::clIcdGetPlatformIDsKHR(1, &platform, nullptr), CL_SUCCESS);
    Stress::SetUp();
  }
  void TearDown() override {
    Stress::TearDown();
    set(nullptr);
  }
  void set(void* data) const {
    ASSERT_EQ(api::clIcdSetPlatformDispatchDataKHR(platform, data), CL_SUCCESS);
  }

  cl_platform_id platform = nullptr;
  int loader = 0;
};

// "The dispatch_data field of a platform can be set", "The vendor driver is responsible for
// propagating the dispatch_data value when returning objects to users."
TEST_F(DispatchData, IsInThePlatformAndItsDevices) {
  set(&loader);
  EXPECT_EQ(words_of(platform).dispatch_data, &loader);
  EXPECT_EQ(words_of(device).dispatch_data, &loader);
  EXPECT_EQ(words_of(device).dispatch, words_of(platform).dispatch);
}

TEST_F(DispatchData, IsInEveryObjectThatIsMadeLater) {
  set(&loader);
  const cl_context own = api::clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  EXPECT_EQ(words_of(own).dispatch_data, &loader);
  EXPECT_EQ(api::clReleaseContext(own), CL_SUCCESS);
  const CommandQueue queue = make_queue();
  const Buffer buffer = make_buffer();
  const Kernel kernel = make_kernel(buffer);
  const Event user = make_user_event();
  const Event command = launch(queue, kernel);
  const char* source = "increment";
  const cl_program other = api::clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  const cl_sampler sampler =
      api::clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                0};
  const cl_semaphore_khr semaphore =
      api::clCreateSemaphoreWithPropertiesKHR(context, binary, nullptr);
  for (const void* handle :
       {static_cast<const void*>(queue.get()), static_cast<const void*>(buffer.get()),
        static_cast<const void*>(kernel.get()), static_cast<const void*>(user.get()),
        static_cast<const void*>(command.get()), static_cast<const void*>(other),
        static_cast<const void*>(sampler), static_cast<const void*>(semaphore)}) {
    EXPECT_EQ(words_of(handle).dispatch_data, &loader);
    EXPECT_EQ(words_of(handle).dispatch, words_of(platform).dispatch);
  }
  EXPECT_EQ(api::clReleaseProgram(other), CL_SUCCESS);
  EXPECT_EQ(api::clReleaseSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(api::clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
}

// ocl-icd moves its data after it has given the address, so that it must not be asked for a function:
// handles have a table of the driver's, as for loaders of cl_khr_icd 1.
TEST_F(DispatchData, IsNotKeptForALoaderThatMovesIt) {
  const auto has_tag = [](const void* handle) {
    const auto* table = static_cast<const cl_icd_dispatch*>(words_of(handle).dispatch);
    return reinterpret_cast<intptr_t>(table->clGetPlatformIDs) == CL_ICD2_TAG_KHR;
  };
  ASSERT_TRUE(has_tag(platform));
  ASSERT_EQ(set_data_as_ocl_icd(&api::clIcdSetPlatformDispatchDataKHR, platform, &loader),
            CL_SUCCESS);
  EXPECT_NE(words_of(platform).dispatch_data, &loader);
  const Event event = make_user_event();
  for (const void* handle : {static_cast<const void*>(platform), static_cast<const void*>(device),
                             static_cast<const void*>(event.get())}) {
    EXPECT_FALSE(has_tag(handle));
  }
  info::replace_dispatch_table(&dispatch_table());
}

// Slots of objects that are gone are used again: they get the data anew.
TEST_F(DispatchData, IsInSlotsThatWereUsedBefore) {
  for (int time = 0; time < 600; ++time) static_cast<void>(make_user_event());
  set(&loader);
  for (int time = 0; time < 600; ++time) {
    const Event event = make_user_event();
    ASSERT_EQ(words_of(event.get()).dispatch_data, &loader);
  }
}

}  // namespace
}  // namespace cleave::api::test
