// printf of kernels reaches standard output before the event completes.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "runner.h"

namespace cleave::test {
namespace {

/// Returns what the process writes to standard output while `action` runs.
template <class Action>
std::string captured_output(Action action) {
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  int saved = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  action();
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::string text(4096, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

std::string output_of(const std::string& statement) {
  std::string source = "kernel void test(global int* o) { " + statement + " }";
  return captured_output(
      [&] { Runner::instance().run(source, {.global = {1, 1, 1}}, std::vector<cl_int>(1)); });
}

TEST(Printf, ConversionsOfTheLanguage) {
  EXPECT_EQ(
      output_of(
          R"(printf("%d %u %x %c|%5.2f|%e|%s|%%\n", -3, 7u, 255, 'A', 3.14159f, 1.5f, "text");)"),
      "-3 7 ff A| 3.14|1.500000e+00|text|%\n");
}

TEST(Printf, VectorsAndLengthModifiers) {
  EXPECT_EQ(
      output_of(
          R"(printf("%v4hld %v2hlf %ld %v4hhd\n", (int4)(1, 2, 3, 4), (float2)(1.5f, 2.5f), 1L << 40, (char4)(1, -2, 3, -4));)"),
      "1,2,3,4 1.500000,2.500000 1099511627776 1,-2,3,-4\n");
}

TEST(Printf, EveryWorkItemPrintsOnce) {
  std::string text = captured_output([] {
    Runner::instance().run(
        "kernel void test(global int* o) { printf(\"%d\\n\", (int)get_global_id(0)); }",
        {.global = {20, 1, 1}, .local = {10, 1, 1}}, std::vector<cl_int>(20));
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
  for (int i = 0; i < 20; ++i) {
    EXPECT_NE(("\n" + text).find("\n" + std::to_string(i) + "\n"), std::string::npos) << i;
  }
}

}  // namespace
}  // namespace cleave::test
