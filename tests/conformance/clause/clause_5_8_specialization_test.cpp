// 5.8.3: values of specialization constants.
#include <CL/cl_ext.h>

#include "support/modules.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test {
namespace {

class Clause_5_8_Specialization : public WithModules {
 protected:
  template <class T>
  static cl_int set(cl_program program, cl_uint id, T value) {
    return clSetProgramSpecializationConstant(program, id, sizeof value, &value);
  }
  [[nodiscard]] Program specializable() const {
    const std::vector<uint32_t> words = specializable_module();
    return create(std::as_bytes(std::span(words)));
  }
  /// Returns what `k` of the module of all types writes.
  [[nodiscard]] std::vector<cl_int> constants_of(cl_program program) const {
    EXPECT_EQ(CL_SUCCESS, build(program)) << log_of(program);
    return run(program, std::vector<cl_int>(9), 1);
  }
};

TEST_F(Clause_5_8_Specialization, OtherProgramsAreInvalidProgram) {
  const cl_uint value = 1;
  EXPECT_EQ(CL_INVALID_PROGRAM,
            clSetProgramSpecializationConstant(nullptr, 1, sizeof value, &value));
  const Program source = from_source("kernel void k() {}");
  EXPECT_EQ(CL_INVALID_PROGRAM, set(source, 1, value));
  ASSERT_EQ(CL_SUCCESS, build(source));
  EXPECT_EQ(CL_INVALID_PROGRAM, set(binary_copy(source), 1, value));
}

TEST_F(Clause_5_8_Specialization, UnknownIdsAreInvalidSpecId) {
  const Program program = specializable();
  for (const cl_uint id : {0U, 2U, 5U, ~0U}) {
    EXPECT_EQ(CL_INVALID_SPEC_ID, set(program, id, cl_uint{1})) << id;
  }
  EXPECT_EQ(CL_SUCCESS, set(program, 1, cl_uint{1}));
}

TEST_F(Clause_5_8_Specialization, AnotherSizeAndNoValueAreInvalidValue) {
  const Program program = create(modules::constants());
  constexpr size_t sizes[] = {1, 1, 2, 4, 8, 4, 4};  // of the ids from 1 on
  const cl_ulong value[2] = {1, 1};
  for (cl_uint id = 1; id <= std::size(sizes); ++id) {
    for (size_t size = 0; size <= 16; ++size) {
      EXPECT_EQ(size == sizes[id - 1] ? CL_SUCCESS : CL_INVALID_VALUE,
                clSetProgramSpecializationConstant(program, id, size, value))
          << id << ", " << size;
    }
    EXPECT_EQ(CL_INVALID_VALUE,
              clSetProgramSpecializationConstant(program, id, sizes[id - 1], nullptr));
  }
}

TEST_F(Clause_5_8_Specialization, ConstantsHaveTheirDefaultsUnlessTheyAreSet) {
  const Program program = create(modules::constants());
  EXPECT_EQ((std::vector<cl_int>{1, 2, 3, 4, 5, 6, 7, 8, 15}), constants_of(program));
}

TEST_F(Clause_5_8_Specialization, ValuesTakeTheirPlace) {
  const Program program = create(modules::constants());
  EXPECT_EQ(CL_SUCCESS, set(program, 1, cl_uchar{0}));
  EXPECT_EQ(CL_SUCCESS, set(program, 2, cl_uchar{200}));
  EXPECT_EQ(CL_SUCCESS, set(program, 3, cl_ushort{300}));
  EXPECT_EQ(CL_SUCCESS, set(program, 4, cl_uint{400}));
  EXPECT_EQ(CL_SUCCESS, set(program, 5, cl_ulong{500}));
  EXPECT_EQ(CL_SUCCESS, set(program, 6, cl_float{600}));
  EXPECT_EQ(CL_SUCCESS, set(program, 7, cl_uint{700}));  // of two constants
  EXPECT_EQ((std::vector<cl_int>{0, 200, 300, 400, 500, 600, 700, 700, 1400}),
            constants_of(program));
}

TEST_F(Clause_5_8_Specialization, AnythingButZeroIsTrue) {
  const Program program = create(modules::constants());
  ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uchar{0}));
  EXPECT_EQ(0, constants_of(program)[0]);
  ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uchar{2}));
  EXPECT_EQ(1, constants_of(program)[0]);
}

TEST_F(Clause_5_8_Specialization, TheLastValueCountsAndStaysForLaterBuilds) {
  const Program program = specializable();
  ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uint{10}));
  ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uint{20}));
  EXPECT_EQ(CL_INVALID_VALUE, set(program, 1, cl_ulong{30}));
  for (const char* options : {"", "-cl-opt-disable"}) {
    ASSERT_EQ(CL_SUCCESS, build(program, options)) << log_of(program);
    EXPECT_EQ((std::vector<cl_int>{20}), run(program, {0}, 1));
  }
}

TEST_F(Clause_5_8_Specialization, ABuildKeepsTheValuesItBeganWith) {
  const Program program = specializable();
  ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uint{10}));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uint{20}));
  EXPECT_EQ((std::vector<cl_int>{10}), run(program, {0}, 1));
  const Program binary = binary_copy(program);
  ASSERT_EQ(CL_SUCCESS, build(binary));
  EXPECT_EQ((std::vector<cl_int>{10}), run(binary, {0}, 1));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ((std::vector<cl_int>{20}), run(program, {0}, 1));
}

TEST_F(Clause_5_8_Specialization, ValuesAreTheProgramsOwn) {
  const Program one = specializable();
  const Program other = specializable();
  ASSERT_EQ(CL_SUCCESS, set(one, 1, cl_uint{10}));
  ASSERT_EQ(CL_SUCCESS, build(one)) << log_of(one);
  ASSERT_EQ(CL_SUCCESS, build(other)) << log_of(other);
  EXPECT_EQ((std::vector<cl_int>{10}), run(one, {0}, 1));
  EXPECT_EQ((std::vector<cl_int>{7}), run(other, {0}, 1));
}

// Devices share what was built for another with the same options only where the values are the
// same.
TEST_F(Clause_5_8_Specialization, PartsOfADeviceHaveTheValuesOfTheirBuild) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  Device part;
  ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device_, one, 1, part.out(), nullptr));
  const cl_device_id both[] = {device_, part};
  cl_int error = 1;
  context_ = Context(clCreateContext(nullptr, 2, both, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Program program = specializable();
  for (cl_uint i = 0; i < 2; ++i) {
    ASSERT_EQ(CL_SUCCESS, set(program, 1, cl_uint{10 + i}));
    ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 1, &both[i], "", nullptr, nullptr));
  }
  for (cl_uint i = 0; i < 2; ++i) {
    queue_ = Queue(clCreateCommandQueueWithProperties(context_, both[i], nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ((std::vector<cl_int>{cl_int(10 + i)}), run(program, {0}, 1));
  }
  queue_ = Queue();
}

TEST_F(Clause_5_8_Specialization, CompilationsTakeValuesToo) {
  const Program main = object(create(modules::calls_twice()));
  Program part = create(modules::twice());
  ASSERT_EQ(CL_SUCCESS, set(part, 1, cl_uint{10}));
  EXPECT_EQ((std::vector<cl_int>{10, 20}), run(link({main, object(std::move(part))}), {1, 2}, 2));
}

}  // namespace
}  // namespace cleave::test
