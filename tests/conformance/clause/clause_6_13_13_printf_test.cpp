// printf of kernels (6.13.13 of OpenCL C): what it prints, in which order, and when it is there.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "tests/support/captured_output.h"
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_6_13_13_Printf : public OnDevice {
 protected:
  [[nodiscard]] cl_int launch(cl_kernel kernel, size_t items, cl_event* event = nullptr) const {
    return clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0, nullptr, event);
  }
  /// Returns what a kernel of these statements prints in one work-item.
  [[nodiscard]] std::string printed(const std::string& statements) {
    const Kernel kernel = make_kernel("kernel void k() { " + statements + " }", "k");
    const CapturedOutput capture;
    EXPECT_EQ(CL_SUCCESS, launch(kernel, 1));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return capture.text();
  }
};

template <class T>
std::string shown(const std::string& format, T value) {
  char text[128];
  std::snprintf(text, sizeof text, format.c_str(), value);
  return text;
}

/// A statement that prints a vector, and the line that it prints.
struct Case {
  std::string statement;
  std::string line;
};

/// Elements 1.5, -3, 4.5, … as the host's printf shows them.
Case floating_case(const std::string& type, const std::string& length, char letter, int elements) {
  std::string values;
  std::string line;
  for (int i = 0; i < elements; ++i) {
    const double value = (i % 2 == 0 ? 1.5 : -1.5) * (i + 1);
    values += (i == 0 ? "" : ", ") + std::to_string(value);
    line += (i == 0 ? "" : ",") + shown(std::string("%7.2") + letter, value);
  }
  const std::string count = std::to_string(elements);
  return {"printf(\"%7.2v" + count + length + letter + "\\n\", (" + type + count + ")(" + values +
              "));",
          line + "\n"};
}

/// Elements 3, -10, 17, … of so many bytes.
Case integer_case(const std::string& type, const std::string& length, size_t bytes, char letter,
                  int elements) {
  std::string values;
  std::string line;
  for (int i = 0; i < elements; ++i) {
    const long long value = (i % 2 == 0 ? 1 : -1) * (7 * i + 3);
    values += (i == 0 ? "" : ", ") + std::to_string(value);
    const bool is_signed = letter == 'd' || letter == 'i';
    const unsigned long long mask = bytes == 8 ? ~0ULL : (1ULL << (8 * bytes)) - 1;
    const unsigned long long bits = static_cast<unsigned long long>(value) & mask;
    const std::string format = std::string("%#4ll") + letter;
    line += (i == 0 ? "" : ",") +
            (is_signed ? shown(std::string("%4ll") + letter, value) : shown(format, bits));
  }
  const bool is_signed = letter == 'd' || letter == 'i';
  const std::string count = std::to_string(elements);
  return {std::string("printf(\"") + (is_signed ? "%4v" : "%#4v") + count + length + letter +
              "\\n\", (" + type + count + ")(" + values + "));",
          line + "\n"};
}

TEST_F(Clause_6_13_13_Printf, EveryConversionOfEveryVector) {
  struct Type {
    const char* name;
    const char* length;
    size_t bytes;
  };
  constexpr Type integers[] = {
      {"char", "hh", 1}, {"short", "h", 2}, {"int", "hl", 4}, {"long", "l", 8}};
  std::string statements;
  std::string expected;
  const auto add = [&](const Case& one) {
    statements += one.statement + "\n";
    expected += one.line;
  };
  for (int elements : {2, 3, 4, 8, 16}) {
    for (char letter : std::string("dioxXu")) {
      for (const Type& type : integers) {
        add(integer_case(type.name, type.length, type.bytes, letter, elements));
      }
    }
    for (char letter : std::string("aAeEfFgG")) {
      add(floating_case("float", "hl", letter, elements));
      add(floating_case("double", "l", letter, elements));
    }
  }
  std::istringstream wanted(expected);
  std::istringstream given(printed(statements));
  for (std::string left, right; std::getline(wanted, left);) {
    std::getline(given, right);
    EXPECT_EQ(left, right);
  }
}

TEST_F(Clause_6_13_13_Printf, EveryConversionOfScalarsWithEveryFlag) {
  EXPECT_EQ("[  +42][-42  ][ 42][00042][0x2a][052][42][2A][z][ a%][1.500000e+00][0X1.8P+0]\n",
            printed(R"(printf("[%+5d][%-5i][% d][%05d][%#x][%#o][%u][%X][%c][%2s%%][%e][%A]\n",
                       42, -42, 42, 42, 42, 42, 42u, 42, 'z', "a", 1.5f, 1.5f);)"));
  EXPECT_EQ("[-1][255][-1][65535][5000000000][1.5][1.5]\n",
            printed(R"(printf("[%hhd][%hhu][%hd][%hu][%ld][%g][%g]\n", 0x1ff, 0x1ff, 0x1ffff,
                       0x1ffff, 5000000000L, 1.5f, 1.5);)"));
}

// OpenCL C 3.1, 6.15.14.2: "z Specifies that a following d, i, o, u, x, or X conversion specifier
// applies to a size_t argument. […] t […] applies to a ptrdiff_t argument."
TEST_F(Clause_6_13_13_Printf, SizesAndDifferencesOfPointers) {
  const std::string statements = R"(size_t size = 0x123456789abcdef0UL;
      ptrdiff_t difference = -5000000000L;
      printf("[%zd][%zi][%zo][%zu][%zx][%#20zX]\n", size, size, size, size, size, size);
      printf("[%td][%ti][%to][%tu][%tx][%-14td]\n", difference, difference, difference, difference,
             difference, difference);
      printf("[%zu %d %td %s]\n", sizeof(int), 7, (ptrdiff_t)-1, "end");)";
  EXPECT_EQ(
      "[1311768467463790320][1311768467463790320][110642547423257157360][1311768467463790320]"
      "[123456789abcdef0][  0X123456789ABCDEF0]\n"
      "[-5000000000][-5000000000][1777777777732576407000][18446744068709551616]"
      "[fffffffed5fa0e00][-5000000000   ]\n"
      "[4 7 -1 end]\n",
      printed(statements));
}

TEST_F(Clause_6_13_13_Printf, AWorkItemPrintsInItsOrder) {
  const Kernel kernel = make_kernel(
      "kernel void k() { for (int i = 0; i < 20; ++i)\n"
      "  printf(\"%d %d\\n\", (int)get_global_id(0), i); }",
      "k");
  std::string text;
  {
    const CapturedOutput capture;
    ASSERT_EQ(CL_SUCCESS, launch(kernel, 100));
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
    text = capture.text();
  }
  std::vector<int> next(100, 0);
  std::istringstream lines(text);
  int count = 0;
  for (int item = 0, i = 0; lines >> item >> i; ++count) {
    ASSERT_TRUE(item >= 0 && item < 100);
    EXPECT_EQ(next[static_cast<size_t>(item)]++, i);
  }
  EXPECT_EQ(2000, count);
}

TEST_F(Clause_6_13_13_Printf, TheTextIsThereAtFinishAtTheEventAndAtBlockingCalls) {
  const Kernel kernel = make_kernel("kernel void k(int i) { printf(\"%d;\", i); }", "k");
  const Memory buffer = make_buffer(4);
  const auto print = [&](cl_int number, cl_event* event = nullptr) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof number, &number));
    ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, event));
  };
  const CapturedOutput capture;
  print(1);
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ("1;", capture.text());
  Event event;
  print(2, event.out());
  const cl_event list[] = {event};
  ASSERT_EQ(CL_SUCCESS, clWaitForEvents(1, list));
  EXPECT_EQ("1;2;", capture.text());
  print(3);
  int host = 0;
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, 4, &host, 0, nullptr, nullptr));
  EXPECT_EQ("1;2;3;", capture.text());
}

TEST_F(Clause_6_13_13_Printf, TheTextIsThereBeforeTheCallbackOfTheEvent) {
  const Kernel kernel = make_kernel("kernel void k() { printf(\"done\"); }", "k");
  struct Seen {
    const CapturedOutput* capture;
    std::string text;
    std::atomic<bool> called = false;
  };
  const CapturedOutput capture;
  Seen seen{&capture, "", false};
  const Event start = make_user_event();
  const cl_event list[] = {start};
  const size_t one = 1;
  Event event;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 1, list,
                                               event.out()));
  const auto look = [](cl_event, cl_int, void* data) {
    auto* to = static_cast<Seen*>(data);
    to->text = to->capture->text();
    to->called = true;
  };
  ASSERT_EQ(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, look, &seen));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  while (!seen.called) usleep(100);
  EXPECT_EQ("done", seen.text);
}

TEST_F(Clause_6_13_13_Printf, ReleasedKernelsAndProgramsPrint) {
  const Event start = make_user_event();
  {
    const Program program = build("kernel void k(int i) { printf(\"%d: %s\\n\", i, \"text\"); }");
    const Kernel kernel(clCreateKernel(program, "k", nullptr));
    const cl_int number = 7;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof number, &number));
    const cl_event list[] = {start};
    const size_t one = 1;
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 1, list, nullptr));
  }
  const CapturedOutput capture;
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ("7: text\n", capture.text());
}

TEST_F(Clause_6_13_13_Printf, AFullBufferSaysSoAndLosesNothingThatItAccepted) {
  const Kernel kernel = make_kernel(
      "kernel void k(global int *failed) {\n"
      "  if (printf(\"%d of many lines\\n\", (int)get_global_id(0)) != 0)\n"
      "    atomic_inc(failed);\n"
      "}",
      "k");
  const Memory failed = make_buffer(std::vector<cl_int>(1, 0));
  const cl_mem memory = failed;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  size_t capacity = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device_, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof capacity,
                                        &capacity, nullptr));
  // Each call takes more than its two numbers of eight bytes.
  const int items = static_cast<int>(capacity / 16);
  std::string text;
  {
    const CapturedOutput capture;
    ASSERT_EQ(CL_SUCCESS, launch(kernel, items));
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
    text = capture.text();
  }
  const int lost = contents(failed)[0];
  ASSERT_GT(lost, 0);
  std::vector<bool> seen(static_cast<size_t>(items), false);
  int lines = 0;
  std::istringstream stream(text);
  std::string line;
  std::string last;
  for (; std::getline(stream, line); last = line) {
    int item = -1;
    char rest[32] = {};
    if (std::sscanf(line.c_str(), "%d of many %31s", &item, rest) != 2) continue;
    ASSERT_STREQ("lines", rest);
    ASSERT_FALSE(seen[static_cast<size_t>(item)]);
    seen[static_cast<size_t>(item)] = true;
    ++lines;
  }
  EXPECT_EQ(items, lines + lost);
  EXPECT_EQ("cleave: " + std::to_string(lost) + " calls of printf did not fit the buffer of " +
                std::to_string(capacity) + " bytes; CLEAVE_PRINTF_BUFFER gives it more",
            last);
}

}  // namespace
}  // namespace cleave::test
