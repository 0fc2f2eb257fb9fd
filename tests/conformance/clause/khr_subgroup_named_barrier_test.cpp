// cl_khr_subgroup_named_barrier: reported, with how many named barriers there are. What they do is
// tests/conformance/kernels' subject: they are of modules in SPIR-V alone.
#include <CL/cl_ext.h>

#include "support/reported.h"

namespace cleave::test {
namespace {

class NamedBarrier : public OnDevice {};

TEST_F(NamedBarrier, IsReported) {
  expect_reported(device_, "cl_khr_subgroup_named_barrier", CL_MAKE_VERSION(1, 0, 0));
}

// "The minimum value is 8 for devices that support named barriers."
TEST_F(NamedBarrier, ThereAreEightAtLeast) {
  EXPECT_LE(8U, value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
              return clGetDeviceInfo(device_, CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, size, value,
                                     returned);
            }));
}

}  // namespace
}  // namespace cleave::test
