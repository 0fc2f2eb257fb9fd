// cl_intel_bfloat16_conversions and cl_intel_spirv_subgroups: reported, with the functions of the
// one in every version of the language, and the capabilities of the other. What they do is
// tests/conformance/kernels' subject.
#include <algorithm>

#include "support/reported.h"

namespace cleave::test {
namespace {

class BFloat16Conversions : public OnDevice {};
class SpirvSubgroups : public OnDevice {};

TEST_F(BFloat16Conversions, AreReported) {
  expect_reported(device_, "cl_intel_bfloat16_conversions", CL_MAKE_VERSION(1, 0, 0));
}

TEST_F(BFloat16Conversions, AreThereInEveryVersion) {
  for (const char* version :
       {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    const Program program = build(R"(
#ifndef cl_intel_bfloat16_conversions
#error its macro is not defined
#endif
#define OF(N)                                                                      \
  kernel void of_##N(global float##N* f, global ushort##N* u) {                    \
    u[0] = intel_convert_bfloat16##N##_as_ushort##N(f[0]);                         \
    f[1] = intel_convert_as_bfloat16##N##_float##N(u[1]);                          \
  }
OF() OF(2) OF(3) OF(4) OF(8) OF(16))",
                                  version);
  }
}

TEST_F(SpirvSubgroups, AreReported) {
  expect_reported(device_, "cl_intel_spirv_subgroups", CL_MAKE_VERSION(1, 0, 0));
}

TEST_F(SpirvSubgroups, HaveTheirCapabilities) {
  const auto capabilities = list_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, 0x12BB /* CL_DEVICE_SPIRV_CAPABILITIES_KHR */, size, value,
                           returned);
  });
  // SubgroupShuffleINTEL, SubgroupBufferBlockIOINTEL, SubgroupImageBlockIOINTEL.
  for (const cl_uint capability : {5568U, 5569U, 5570U}) {
    EXPECT_EQ(1, std::ranges::count(capabilities, capability)) << capability;
  }
}

}  // namespace
}  // namespace cleave::test
