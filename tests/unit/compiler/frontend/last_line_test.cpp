// The last line of a file may be long, and have no line break at its end: it builds as fast as with
// one, and messages and lines are the same.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "build_support.h"

namespace cleave::compiler {
namespace {

namespace fs = std::filesystem;

// 1,600 small kernels, as a macro that makes a string of them writes them: in one line.
std::string kernels_in_a_line() {
  std::string text;
  for (int i = 0; i < 1600; ++i) {
    const std::string number = std::to_string(i);
    text += "kernel void k" + number + "(global int* p) { if (p[1] > " + number +
            ") *p += " + number + "; } ";
  }
  return text;
}

interface::BuildResult compile(const interface::OpenClSource& source, const std::string& options) {
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({source, interface::parse_build_options(options), plain_target(),
               interface::BuildKind::spirv});
}

// Processor time, whatever else the machine does.
double seconds_of(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// `build` compiles that text, as a file of some kind. Without the line break it took 25 times as
// long as with it.
void expect_no_need_of_a_line_break(
    const std::function<interface::BuildResult(const std::string&)>& build) {
  const auto timed = [&](const std::string& text) {
    return seconds_of([&] {
      const interface::BuildResult result = build(text);
      EXPECT_EQ(CL_SUCCESS, result.status) << result.log.substr(0, 1000);
    });
  };
  const std::string text = kernels_in_a_line();
  const double with_line_break = timed(text + '\n');
  EXPECT_LT(timed(text), 6 * with_line_break);
}

TEST(LastLine, OfASourceNeedsNoLineBreak) {
  expect_no_need_of_a_line_break([](const std::string& text) { return compile({text}, ""); });
}

TEST(LastLine, OfAnEmbeddedHeaderNeedsNoLineBreak) {
  expect_no_need_of_a_line_break([](const std::string& text) {
    return compile({"#include \"kernels.h\"\n", {{"kernels.h", text}}}, "");
  });
}

TEST(LastLine, OfAnIncludedFileNeedsNoLineBreak) {
  std::string folder = (fs::temp_directory_path() / "cleave-XXXXXX").string();
  ASSERT_NE(nullptr, mkdtemp(folder.data()));
  expect_no_need_of_a_line_break([&](const std::string& text) {
    std::ofstream(folder + "/kernels.h") << text;
    return compile({"#include <kernels.h>\n"}, "-I " + folder);
  });
  fs::remove_all(folder);
}

TEST(LastLine, OfCallsOfAMacroNeedsNoLineBreak) {
  expect_no_need_of_a_line_break([](const std::string& text) {
    return compile({"#define AS_IT_IS(...) __VA_ARGS__\n#line 7 \"other.cl\"\nAS_IT_IS(" +
                    text.substr(0, text.find_last_not_of('\n') + 1) + ')' +
                    (text.ends_with('\n') ? "\n" : "")},
                   "-g");
  });
}

TEST(LastLine, HasItsMessagesWhereTheyBelong) {
  const std::string begin = "kernel void k(global int* p)\n{ *p = 1; }\n";
  struct Case {
    const char* last_line;
    const char* message;
  };
  const Case cases[] = {
      {"kernel void l(global int* p) { *p = none; }",
       "<kernel>:3:37: error: use of undeclared identifier 'none'\n"
       "    3 | kernel void l(global int* p) { *p = none; }\n"
       "      |                                     ^~~~\n"},
      {"kernel void l(global int* p) { *p = 1;", "<kernel>:3:39: error: expected '}'\n"},
      {"int x", "<kernel>:3:6: error: expected ';' after top level declarator\n"},
      {"/* open", "<kernel>:3:1: error: unterminated /* comment\n"},
      {"#if 1", "<kernel>:3:2: error: unterminated conditional directive\n"},
      {"#error last \\", "<kernel>:3:2: error: last"},
      {"x", "<kernel>:3:2: error: "},
      // Clang refuses this, and takes it with a line break behind it.
      {"kernel void l() {} \\", "<kernel>:3:20: error: expected identifier or '('\n"},
  };
  for (const Case& that : cases) expect_failure(build(begin + that.last_line), that.message);
  // A line that is one by #line, and a file of one line.
  expect_failure(build("#line 70 \"other.cl\"\nkernel void l() { none; }"),
                 "other.cl:70:19: error: use of undeclared identifier 'none'\n"
                 "   70 | kernel void l() { none; }\n");
  expect_failure(build("kernel void l() { none; }"), "<kernel>:1:19: error: ");
}

TEST(LastLine, KeepsItsMeaning) {
  const auto succeeds = [](const std::string& text) {
    const interface::BuildResult result = build("kernel void k(global int* p) { *p = 1; } " + text);
    EXPECT_EQ(CL_SUCCESS, result.status) << text << result.log;
    EXPECT_EQ(1u, result.kernels.size());
    return result.log;
  };
  EXPECT_EQ("", succeeds(""));
  EXPECT_EQ("", succeeds("// kernel void l() {}"));
  EXPECT_EQ("", succeeds("\n#define LAST(x) x\\"));
  EXPECT_EQ("", succeeds("\n#define LAST"));
}

// An embedded file has the bytes that the application gave.
TEST(LastLine, AddsNothingToWhatIsEmbedded) {
  const interface::OpenClSource source{
      "constant char bytes[] = {\n#embed \"bytes.txt\"\n};\nstruct s {\n#include "
      "\"bytes.txt\"\n;};\n"
      "_Static_assert(sizeof bytes == 5, \"\");\nkernel void k() {}",
      {{"bytes.txt", "int x"}}};
  const interface::BuildResult result = compile(source, "-cl-std=CL3.0 -w");
  EXPECT_EQ(CL_SUCCESS, result.status) << result.log;
}

}  // namespace
}  // namespace cleave::compiler
