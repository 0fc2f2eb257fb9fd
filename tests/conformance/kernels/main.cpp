// Runs the tests of kernels, unless the processor lacks the instruction set that they are asked
// for.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "options/instruction_set.h"

int main(int argc, char** argv) {
  constexpr int skipped = 77;  // the return code that CMakeLists.txt names
  testing::InitGoogleTest(&argc, argv);
  const std::string problem = cleave::options::instruction_set_problem();
  if (problem.empty()) return RUN_ALL_TESTS();
  std::printf("skipped: %s\n", problem.c_str());
  return skipped;
}
