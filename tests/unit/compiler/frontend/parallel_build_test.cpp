// Builds and code generation in many threads at once give what they give one after another.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "build_support.h"

namespace cleave::compiler {
namespace {

constexpr int thread_count = 16;
constexpr int source_count = 6;

std::string source_of(int number) {
  const std::string constant = std::to_string(number);
  if (number == source_count - 1)
    return "kernel void wrong() { return undeclared" + constant + "; }";
  return "kernel void k(global float *a) { local float b[16]; size_t i = get_local_id(0);\n"
         "  b[i % 16] = sin(a[i]) + " +
         constant +
         ".0f; barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  a[i] = b[15 - i % 16] * (float)popcount((uint)i); }";
}

TEST(ParallelBuilds, ThreadsBuildAsOneDoes) {
  std::map<int, interface::BuildResult> alone;
  for (int i = 0; i < source_count; ++i) alone[i] = build(source_of(i));
  ASSERT_EQ(alone[0].status, CL_SUCCESS) << alone[0].log;
  ASSERT_EQ(alone[source_count - 1].status, CL_BUILD_PROGRAM_FAILURE);
  std::atomic<bool> start{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < thread_count; ++thread) {
    threads.emplace_back([&, thread] {
      while (!start) std::this_thread::yield();
      for (int i = 0; i < source_count; ++i) {
        const int number = (thread + i) % source_count;
        const interface::BuildResult result = build(source_of(number));
        EXPECT_EQ(result.status, alone.at(number).status);
        EXPECT_EQ(result.log, alone.at(number).log);
        EXPECT_EQ(result.canonical, alone.at(number).canonical);
        if (result.status != CL_SUCCESS) continue;
        std::string error;
        const auto code = interface::cleave_compiler_open(interface::compiler_interface_version)
                              ->load({result.canonical, result.kernels}, error);
        ASSERT_TRUE(code) << error;
        EXPECT_NE(code->kernel("k", {}, interface::Tier::main, error).entry, nullptr) << error;
      }
    });
  }
  start = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cleave::compiler
