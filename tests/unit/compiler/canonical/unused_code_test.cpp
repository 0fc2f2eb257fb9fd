// Programs of which only a part needs what is missing: what no kernel uses is no reason to fail.
#include "build_support.h"

namespace cleave::compiler {
namespace {

constexpr const char* no_images =
    "images and samplers are not supported (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE)\n";
const std::string kernel = "kernel void k(global int* p) {\n  *p = 1;\n}\n";

void expect_success(const std::string& source, const std::string& options = "") {
  const BuildResult result = build(source, options);
  EXPECT_EQ(result.status, CL_SUCCESS) << source << result.log;
  EXPECT_EQ(result.kernels.size(), 1U) << source;
}

TEST(UnusedCode, FunctionsThatNoKernelComesToMayCallWhatIsMissing) {
  const std::string missing = "int later(int);\nextern constant int elsewhere[];\n";
  expect_success(missing + "int f(int n) { return later(n) + elsewhere[n]; }\n" + kernel);
  expect_success(missing + "int f(int n) { return later(n); }\nint g(int n) { return f(n); }\n" +
                 kernel);
  expect_success(
      "float4 f(read_only image2d_t image, sampler_t s, int2 at) {\n"
      "  return read_imagef(image, s, at);\n}\n" +
      kernel);
  expect_success("void f(void) { __asm__(\"nop\"); }\n" + kernel);
  expect_success("int f(int n) { return n < 2 ? n : f(n - 1); }\n" + kernel);
}

TEST(UnusedCode, SamplersThatNobodyReadsAreThere) {
  const std::string constant = "constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n";
  expect_success(constant + kernel);
  expect_success("const sampler_t s = CLK_FILTER_LINEAR;\n" + kernel);
  for (const char* options : {"", "-g -cl-opt-disable"}) {
    expect_success(
        "kernel void k(global int* p) {\n  const sampler_t s = CLK_FILTER_LINEAR;\n"
        "  sampler_t t = s;\n  sampler_t u = t;\n  *p = 1;\n}\n",
        options);
    expect_success(constant + "kernel void k(global int* p) {\n  sampler_t t = s;\n  *p = 1;\n}\n",
                   options);
  }
}

TEST(UnusedCode, WhatAKernelUsesIsNamedWithItsPlaceAndTheKernel) {
  const std::string first = "kernel void fine(global int* p) { *p = 1; }\n";
  expect_failure(build(first + "int later(int);\nint f(int n) {\n  return later(n);\n}\n"
                               "kernel void k(global int* p) { *p = f(1); }"),
                 "<kernel>:4:10: error: function 'later' is declared but not defined "
                 "(kernel 'k' needs it)\n");
  expect_failure(build(first + "extern constant int elsewhere;\n"
                               "kernel void k(global int* p) {\n  *p = elsewhere; }"),
                 "<kernel>:4:8: error: variable 'elsewhere' is declared but not defined\n");
  expect_failure(build("int g(sampler_t s) { return 1; }\nkernel void k(global int* p) {\n"
                       "  const sampler_t s = CLK_FILTER_LINEAR;\n  *p = g(s);\n}\n"),
                 std::string("<kernel>:3:23: error: there is a sampler here; ") + no_images);
  expect_failure(
      build("constant sampler_t s = CLK_FILTER_LINEAR;\nint g(sampler_t t) { return 1; }\n"
            "kernel void k(global int* p) {\n  sampler_t t = s;\n  *p = g(t);\n}\n"),
      std::string("<kernel>:4:17: error: variable 's' is a sampler; ") + no_images);
  expect_failure(build("kernel void k(read_only image2d_t image, global float4* p, sampler_t s) {\n"
                       "  *p = read_imagef(image, s, (int2)(0, 0));\n}\n"),
                 std::string("argument 'image' of kernel 'k' has a type that is not supported: "
                             "image2d_t; ") +
                     no_images);
}

}  // namespace
}  // namespace cleave::compiler
