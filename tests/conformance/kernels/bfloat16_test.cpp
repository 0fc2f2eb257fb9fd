// cl_intel_bfloat16_conversions: every bfloat16 becomes the float that it is, and floats round to
// the nearest, ties to even, also as instructions of a module.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "modules.h"
#include "runner.h"

namespace cleave::test {
namespace {

/// The 32 bits of a float to 16, by the distances to both neighbours.
uint16_t nearest(uint32_t bits) {
  const auto lower = static_cast<uint16_t>(bits >> 16);
  if (std::isnan(std::bit_cast<float>(bits))) return lower | 0x40;
  const uint32_t rest = bits & 0xFFFF;
  const bool goes_up = rest > 0x8000 || (rest == 0x8000 && (lower & 1) != 0);
  return static_cast<uint16_t>(lower + (goes_up ? 1 : 0));
}

/// Floats around every bfloat16, at its middle to the next and beside it.
std::vector<uint32_t> floats() {
  std::vector<uint32_t> all;
  for (uint32_t upper = 0; upper < 0x10000; ++upper) {
    for (const uint32_t lower : {0U, 1U, 0x7FFFU, 0x8000U, 0x8001U, 0xFFFFU}) {
      all.push_back(upper << 16 | lower);
    }
  }
  while (all.size() % 16 != 0) all.push_back(0);
  return all;
}

void expect_nearest(const std::vector<uint32_t>& in, const std::vector<uint32_t>& out) {
  ASSERT_EQ(in.size(), out.size());
  size_t wrong = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    const uint32_t back = uint32_t{nearest(in[i])} << 16;
    if (out[i] != back && ++wrong < 10) {
      ADD_FAILURE() << std::hex << in[i] << " becomes " << out[i] << ", not " << back;
    }
  }
  EXPECT_EQ(0U, wrong);
}

/// Floats there and back, N at a time.
class BFloat16 : public testing::TestWithParam<unsigned> {};

TEST_P(BFloat16, IsTheNearest) {
  const std::string n = GetParam() == 1 ? "" : std::to_string(GetParam());
  const std::string places = GetParam() == 1 ? "o[id]" : "vload" + n + "(id, o)";
  const std::string back = GetParam() == 1 ? "o[id] = y" : "vstore" + n + "(y, id, o)";
  const std::string source =
      "kernel void test(global float* o) {\n"
      "  size_t id = get_global_id(0);\n"
      "  float" +
      n + " x = " + places +
      ";\n"
      "  ushort" +
      n + " h = intel_convert_bfloat16" + n + "_as_ushort" + n +
      "(x);\n"
      "  float" +
      n + " y = intel_convert_as_bfloat16" + n + "_float" + n +
      "(h);\n"
      "  " +
      back + ";\n}";
  std::vector<uint32_t> in = floats();
  in.resize(in.size() - in.size() % GetParam());
  const auto out = Runner::instance().run(source, {.global = {in.size() / GetParam(), 1, 1}}, in);
  expect_nearest(in, out);
}

INSTANTIATE_TEST_SUITE_P(Components, BFloat16, testing::Values(1, 2, 3, 4, 8, 16));

TEST(BFloat16OfModules, IsTheNearest) {
  const Session session;
  cl_program program = build_module(session, modules::bfloat16());
  cl_int error = 1;
  cl_kernel kernel = clCreateKernel(program, "there_and_back", &error);
  check(error, "clCreateKernel");
  const std::vector<uint32_t> in = floats();
  std::vector<uint32_t> out(in.size());
  const size_t bytes = in.size() * sizeof in[0], items = in.size() / 4;
  cl_mem memory = session.make_buffer(bytes);
  check(clEnqueueWriteBuffer(session.queue, memory, CL_TRUE, 0, bytes, in.data(), 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
  check(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(session.queue, memory, CL_TRUE, 0, bytes, out.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  expect_nearest(in, out);
  clReleaseMemObject(memory);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(session.queue);
  clReleaseContext(session.context);
}

}  // namespace
}  // namespace cleave::test
