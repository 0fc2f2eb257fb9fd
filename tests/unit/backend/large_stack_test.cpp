// Launches that need more of a stack than a worker's thread has, with C++ functions in place of
// generated code.
#include "backend/cpu/progress/large_stack.h"

#include <alloca.h>

#include <algorithm>
#include <cstdint>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

constexpr size_t needed = size_t{200} << 20;

/// Touches a page at each end of what the launch says that it needs.
void use_stack(LaunchContext* context) {
  auto* memory = static_cast<volatile char*>(alloca(needed));
  memory[0] = 1;
  memory[needed - 1] = 2;
  argument_of<std::atomic<int>>(*context) += memory[0] + memory[needed - 1];
}

TEST(LargeStack, HoldsWhatALaunchNeeds) {
  Hardware& device = eight_workers();
  const auto where = device.resources(device.machine().all_units());
  for (int launches = 0; launches < 3; ++launches) {
    std::atomic<int> sum{0};
    auto launch = make_launch(use_stack, sum, 20);
    change_code(*launch, [&](compiler::interface::KernelCode& code) { code.stack_bytes = needed; });
    Waiting listener;
    device.submit(std::move(launch), *where, listener);
    ASSERT_TRUE(listener.has_ended());
    EXPECT_EQ(CL_COMPLETE, listener.status());
    EXPECT_EQ(60, sum);
  }
}

TEST(LargeStack, IsMissedBeforeALaunchBegins) {
  struct Explained : Waiting {
    void explain(const char* reason) noexcept override { why = reason; }
    std::string why;
  };
  std::atomic<int> sum{0};
  Hardware& device = eight_workers();
  const auto where = device.resources(device.machine().all_units());
  for (const uint64_t bytes : {uint64_t{1} << 50, UINT64_MAX}) {
    auto launch = make_launch(use_stack, sum, 1);
    change_code(*launch, [&](compiler::interface::KernelCode& code) { code.stack_bytes = bytes; });
    Explained listener;
    device.submit(std::move(launch), *where, listener);
    ASSERT_TRUE(listener.has_ended());
    EXPECT_EQ(CL_OUT_OF_RESOURCES, listener.status());
    EXPECT_NE(std::string::npos, listener.why.find("no memory for the private variables"))
        << listener.why;
  }
  EXPECT_EQ(0, sum);
}

TEST(LargeStack, RunsAFunctionAndComesBack) {
  cpu::progress::LargeStack stack;
  ASSERT_TRUE(stack.reserve(needed));
  const auto place_of = [](const char& byte) { return reinterpret_cast<std::uintptr_t>(&byte); };
  const char here = 0;
  std::uintptr_t there = place_of(here);
  for (int times = 0; times < 3; ++times) {
    stack.run([&] {
      const char byte = 0;
      there = place_of(byte);
    });
  }
  EXPECT_GT(std::max(there, place_of(here)) - std::min(there, place_of(here)), 1U << 20);
  stack.release_if_large();
}

}  // namespace
}  // namespace cleave::backend::test
