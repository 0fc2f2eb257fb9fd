// shuffle and shuffle2 of every type and size, by masks that only the launch knows.
#include "runner.h"

namespace cleave::test {
namespace {

struct Element {
  const char* type;
  const char* mask;
};

class Shuffle : public testing::TestWithParam<Element> {};

/// Each work-item shuffles other numbers by another mask; beyond the sizes only its low bits count.
std::string source_of(const Element& element, unsigned to, unsigned from) {
  const auto text = [](unsigned number) { return std::to_string(number); };
  const std::string vector = element.type + text(from), result = element.type + text(to);
  return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
         "kernel void test(global uint* o) {\n"
         "  uint id = get_global_id(0);\n  " +
         vector + " x, y; " + result + " one, two; " + element.mask + text(to) +
         " mask;\n"
         "  for (uint k = 0; k < " +
         text(from) +
         "; ++k) { x[k] = (id + k) & 63; y[k] = 64 + ((id + k) & 63); }\n"
         "  for (uint k = 0; k < " +
         text(to) +
         "; ++k) mask[k] = id * 7 + k * 5;\n"
         "  one = shuffle(x, mask); two = shuffle2(x, y, mask);\n"
         "  uint wrong = 0;\n"
         "  for (uint k = 0; k < " +
         text(to) +
         "; ++k) {\n"
         "    uint a = (id * 7 + k * 5) & " +
         text(from - 1) + ", b = (id * 7 + k * 5) & " + text(2 * from - 1) +
         ";\n"
         "    wrong += one[k] != (" +
         element.type +
         ")((id + a) & 63);\n"
         "    wrong += two[k] != (" +
         element.type + ")(b < " + text(from) + " ? (id + b) & 63 : 64 + ((id + b - " + text(from) +
         ") & 63));\n"
         "  }\n"
         "  o[id] = wrong;\n"
         "}";
}

TEST_P(Shuffle, TakesElementsInTheOrderOfTheMask) {
  const Range range = {.dimensions = 1, .global = {33, 1, 1}, .local = {33, 1, 1}};
  for (const unsigned to : {2U, 4U, 8U, 16U}) {
    for (const unsigned from : {2U, 4U, 8U, 16U}) {
      EXPECT_EQ(std::vector<cl_uint>(33),
                Runner::instance().run(source_of(GetParam(), to, from), range,
                                       std::vector<cl_uint>(33, 1)))
          << from << " to " << to;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfType, Shuffle,
                         testing::Values(Element{"char", "uchar"}, Element{"uchar", "uchar"},
                                         Element{"short", "ushort"}, Element{"ushort", "ushort"},
                                         Element{"int", "uint"}, Element{"uint", "uint"},
                                         Element{"long", "ulong"}, Element{"ulong", "ulong"},
                                         Element{"half", "ushort"}, Element{"float", "uint"},
                                         Element{"double", "ulong"}),
                         [](const auto& element) { return std::string(element.param.type); });

}  // namespace
}  // namespace cleave::test
