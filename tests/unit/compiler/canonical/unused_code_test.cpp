// Programs of which only a part needs what is missing: what no kernel uses is no reason to fail.
#include "build_support.h"

namespace cleave::compiler {
namespace {

const std::string kernel = "kernel void k(global int* p) {\n  *p = 1;\n}\n";

void expect_success(const std::string& source, const std::string& options = "") {
  const interface::BuildResult result = build(source, options);
  EXPECT_EQ(result.status, CL_SUCCESS) << source << result.log;
  EXPECT_EQ(result.kernels.size(), 1U) << source;
}

TEST(UnusedCode, FunctionsThatNoKernelComesToMayCallWhatIsMissing) {
  const std::string missing = "int later(int);\nextern constant int elsewhere[];\n";
  expect_success(missing + "int f(int n) { return later(n) + elsewhere[n]; }\n" + kernel);
  expect_success(missing + "int f(int n) { return later(n); }\nint g(int n) { return f(n); }\n" +
                 kernel);
  expect_success("void f(void) { __asm__(\"nop\"); }\n" + kernel);
  expect_success("int f(int n) { return n < 2 ? n : f(n - 1); }\n" + kernel);
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
}

}  // namespace
}  // namespace cleave::compiler
