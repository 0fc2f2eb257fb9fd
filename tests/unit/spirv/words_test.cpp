// Streams of words that are no modules, made word by word.
#include <gtest/gtest.h>

#include <cstring>

#include "assemble.h"
#include "spirv/tables.h"

namespace cleave::spirv::test {
namespace {

using Words = std::vector<uint32_t>;

std::string problem_of(const Words& words, size_t spare_bytes = 0) {
  std::vector<std::byte> bytes(words.size() * sizeof(uint32_t) - spare_bytes);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  const std::string problem = outline(bytes).problem;
  EXPECT_EQ(problem.empty() ? "" : "<il>: " + problem + "\n",
            read(bytes, {}, everything()).problems);
  return problem;
}

// A header, and instructions, each with its length put in.
Words module_of(const std::vector<Words>& instructions) {
  Words words{0x07230203, v1_4, 0, 100, 0};
  for (Words instruction : instructions) {
    instruction[0] |= static_cast<uint32_t>(instruction.size()) << 16;
    words.insert(words.end(), instruction.begin(), instruction.end());
  }
  return words;
}

uint32_t number(Op op) {
  return static_cast<uint32_t>(op);
}

const Words addresses{number(Op::Capability), 4};
const Words kernels{number(Op::Capability), 6};
const Words model{number(Op::MemoryModel), 2, 2};

TEST(Words, NeedAHeader) {
  EXPECT_EQ("word 0: the header is not whole", problem_of({0x07230203, v1_0}));
  EXPECT_EQ("word 0: this is no SPIR-V", problem_of({1, v1_0, 0, 1, 0}));
  EXPECT_EQ("word 0: the bytes of each word are in the other order",
            problem_of({0x03022307, 0x00000100, 0, 1, 0}));
  EXPECT_EQ("word 1: the version is not one from 1.0 to 1.6",
            problem_of({0x07230203, 0x00010700, 0, 1, 0}));
  EXPECT_EQ("word 1: the version is not one from 1.0 to 1.6",
            problem_of({0x07230203, 0x00010401, 0, 1, 0}));
  EXPECT_EQ("word 4: the schema is not 0", problem_of({0x07230203, v1_0, 0, 1, 1}));
  EXPECT_EQ("word 4: the last word is not whole", problem_of({0x07230203, v1_0, 0, 1, 0}, 1));
}

TEST(Words, AreInstructionsWithLengths) {
  EXPECT_EQ("", problem_of(module_of({addresses, kernels, model})));
  Words none = module_of({addresses, kernels, model});
  none.back() = 2;
  none.push_back(number(Op::Nop));
  EXPECT_EQ("word 12, OpNop: its length is 0", problem_of(none));
  none.back() = number(Op::Nop) | 2 << 16;
  EXPECT_EQ("word 12, OpNop: it is longer than the module", problem_of(none));
}

TEST(Words, AreOperandsOfKnownNumber) {
  EXPECT_EQ("word 5, OpMemoryModel: operand 2 is missing",
            problem_of(module_of({{number(Op::MemoryModel), 2}})));
  EXPECT_EQ("word 5, OpMemoryModel: 1 words follow its last operand",
            problem_of(module_of({{number(Op::MemoryModel), 2, 2, 2}})));
  EXPECT_EQ("word 5, OpExtension: a text has no end",
            problem_of(module_of({{number(Op::Extension), 0x41414141}})));
  EXPECT_EQ("word 5, OpString: the id of its result is missing",
            problem_of(module_of({{number(Op::String)}})));
}

TEST(Words, DefineEachIdOnceAndBelowTheBound) {
  const Words type{number(Op::TypeVoid), 7};
  EXPECT_EQ("word 14, OpTypeVoid %7: its id is defined twice",
            problem_of(module_of({addresses, kernels, model, type, type})));
  EXPECT_EQ("word 12, OpTypeVoid %100: its id is not between 0 and the header's bound",
            problem_of(module_of({addresses, kernels, model, {number(Op::TypeVoid), 100}})));
  EXPECT_EQ("word 12, OpTypeVoid: its id is not between 0 and the header's bound",
            problem_of(module_of({addresses, kernels, model, {number(Op::TypeVoid), 0}})));
}

// Tables grow with what is defined: this takes no memory for four thousand million ids.
TEST(Words, MayHaveAnyBound) {
  Words words = module_of({addresses, kernels, model, {number(Op::TypeVoid), 0xFFFFFFFE}});
  words[3] = 0xFFFFFFFF;
  EXPECT_EQ("", problem_of(words));
}

TEST(Words, NeedAMemoryModel) {
  EXPECT_EQ("word 0: the module has no memory model", problem_of(module_of({addresses})));
}

TEST(Words, OfUnknownInstructionsAreForTheBuild) {
  const Words words = module_of({addresses, kernels, model, {6400 + 999}});
  std::vector<std::byte> bytes(words.size() * sizeof(uint32_t));
  std::memcpy(bytes.data(), words.data(), bytes.size());
  EXPECT_EQ("", outline(bytes).problem);
  EXPECT_EQ("<il>: word 12, opcode 7399: the instruction is unknown\n",
            read(bytes, {}, everything()).problems);
}

}  // namespace
}  // namespace cleave::spirv::test
