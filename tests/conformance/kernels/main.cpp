// Runs the tests of kernels, unless the processor lacks the instruction set that they are asked
// for.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

constexpr int skipped = 77;  // the return code that CMakeLists.txt names

bool has_instruction_set(std::string_view set) {
  if (set == "sse4.2") return __builtin_cpu_supports("x86-64-v2") != 0;
  if (set == "avx2") return __builtin_cpu_supports("x86-64-v3") != 0;
  if (set == "avx512") return __builtin_cpu_supports("x86-64-v4") != 0;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* set = std::getenv("CLEAVE_INSTRUCTION_SET");
  if (set == nullptr || has_instruction_set(set)) return RUN_ALL_TESTS();
  std::printf("skipped: this processor has no %s\n", set);
  return skipped;
}
