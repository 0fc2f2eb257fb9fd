// Constants after specialization, and those that are calculated from them.
#include <gtest/gtest.h>

#include <cstring>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

class Specialized {
 public:
  template <typename Value>
  Specialized& with(uint32_t id, Value value) {
    bytes_.emplace_back(sizeof value);
    std::memcpy(bytes_.back().data(), &value, sizeof value);
    ids_.push_back(id);
    return *this;
  }
  ReadResult read(std::string_view name) const {
    std::vector<Specialization> values;
    for (size_t at = 0; at < ids_.size(); ++at) values.push_back({ids_[at], bytes_[at]});
    return spirv::read(module_named(name), values, everything());
  }

 private:
  std::vector<uint32_t> ids_;
  std::vector<std::vector<std::byte>> bytes_;
};

// The values of integer constants that OpSpecConstantOp makes, in their order.
std::vector<uint64_t> calculated(const Module& module) {
  std::vector<uint64_t> values;
  for (const Instruction& instruction : module.globals())
    if (instruction.op == Op::SpecConstantOp)
      if (const auto value = module.integer_constant(instruction.result)) values.push_back(*value);
  return values;
}

uint64_t length_of_array(const Module& module) {
  for (const Instruction& instruction : module.globals())
    if (instruction.op == Op::TypeArray) return module.type(instruction.result).count;
  return 0;
}

TEST(Specialization, LeavesDefaults) {
  const ReadResult result = Specialized().read("constants");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ((std::vector<uint64_t>{32, 32, 32, 0x123456789 / 32, 4}), calculated(*result.module));
  EXPECT_EQ(32U, length_of_array(*result.module));
}

TEST(Specialization, ReplacesValuesEverywhere) {
  const ReadResult result =
      Specialized().with<uint8_t>(1, 0).with<uint32_t>(2, 5).with<uint64_t>(5, 77).read(
          "constants");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ((std::vector<uint64_t>{10, 1, 1, 77, 4}), calculated(*result.module));
  EXPECT_EQ(1U, length_of_array(*result.module));
}

TEST(Specialization, SetsAllConstantsThatShareAnId) {
  const ReadResult result = Specialized().with<uint32_t>(2, 9).read("constants");
  ASSERT_TRUE(result.module) << result.problems;
  size_t found = 0;
  for (const Instruction& instruction : result.module->globals())
    if (instruction.op == Op::SpecConstant &&
        result.module->integer_constant(instruction.result) == 9)
      ++found;
  EXPECT_EQ(2U, found);
}

TEST(Specialization, RefusesLengthsOfNothing) {
  const ReadResult result = Specialized().with<uint32_t>(2, 0).read("constants");
  EXPECT_FALSE(result.module);
  EXPECT_NE(std::string::npos, result.problems.find("its length is 0")) << result.problems;
}

TEST(Specialization, LeavesDivisionsByZeroUndefined) {
  const std::string text = prelude() + "%u = OpSpecConstantOp %uint UDiv %c1 %c0\n" +
                           "%array = OpTypeArray %uint %u\n" + kernel("");
  const std::string problems = problems_of(text);
  EXPECT_NE(std::string::npos, problems.find("its length is no constant")) << problems;
}

}  // namespace
}  // namespace cleave::spirv::test
