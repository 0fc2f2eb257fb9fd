// 5.7: samplers.
#include <bit>
#include <limits>

#include "support/images.h"

namespace cleave::test {
namespace {

class Clause_5_7_Samplers : public OnImages {
 protected:
  using Properties = std::vector<cl_sampler_properties>;
  [[nodiscard]] cl_int error(const Properties& properties) const {
    return error_of([&](cl_int* code) {
      return Sampler(clCreateSamplerWithProperties(context_, properties.data(), code));
    });
  }
  [[nodiscard]] cl_int error(cl_bool normalized, cl_addressing_mode addressing,
                             cl_filter_mode filter) const {
    return error_of([&](cl_int* code) {
      return Sampler(clCreateSampler(context_, normalized, addressing, filter, code));
    });
  }
  template <class T>
  [[nodiscard]] static T info(cl_sampler sampler, cl_sampler_info name) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetSamplerInfo(sampler, name, size, value, returned);
    });
  }
  [[nodiscard]] static Properties properties_of(cl_sampler sampler) {
    return list_of<cl_sampler_properties>([&](size_t size, void* value, size_t* returned) {
      return clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, size, value, returned);
    });
  }
  [[nodiscard]] static cl_sampler_properties level(float value) {
    return std::bit_cast<uint32_t>(value);
  }
};

TEST_F(Clause_5_7_Samplers, HaveDefaults) {
  cl_int code = 1;
  const Sampler sampler(clCreateSamplerWithProperties(context_, nullptr, &code));
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(cl_context(context_), info<cl_context>(sampler, CL_SAMPLER_CONTEXT));
  EXPECT_EQ(1U, info<cl_uint>(sampler, CL_SAMPLER_REFERENCE_COUNT));
  EXPECT_EQ(cl_bool{CL_TRUE}, info<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS));
  EXPECT_EQ(cl_addressing_mode{CL_ADDRESS_CLAMP},
            info<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_NEAREST},
            info<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_NEAREST},
            info<cl_filter_mode>(sampler, CL_SAMPLER_MIP_FILTER_MODE));
  EXPECT_EQ(0, info<cl_float>(sampler, CL_SAMPLER_LOD_MIN));
  EXPECT_EQ(std::numeric_limits<float>::max(), info<cl_float>(sampler, CL_SAMPLER_LOD_MAX));
  EXPECT_TRUE(properties_of(sampler).empty());
}

TEST_F(Clause_5_7_Samplers, HaveThePropertiesThatTheyWereMadeWith) {
  const Properties given = {CL_SAMPLER_NORMALIZED_COORDS,
                            CL_TRUE,
                            CL_SAMPLER_ADDRESSING_MODE,
                            CL_ADDRESS_MIRRORED_REPEAT,
                            CL_SAMPLER_FILTER_MODE,
                            CL_FILTER_LINEAR,
                            CL_SAMPLER_MIP_FILTER_MODE,
                            CL_FILTER_LINEAR,
                            CL_SAMPLER_LOD_MIN,
                            level(1.5F),
                            CL_SAMPLER_LOD_MAX,
                            level(3),
                            0};
  cl_int code = 1;
  const Sampler sampler(clCreateSamplerWithProperties(context_, given.data(), &code));
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(cl_addressing_mode{CL_ADDRESS_MIRRORED_REPEAT},
            info<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_LINEAR},
            info<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_LINEAR},
            info<cl_filter_mode>(sampler, CL_SAMPLER_MIP_FILTER_MODE));
  EXPECT_EQ(1.5F, info<cl_float>(sampler, CL_SAMPLER_LOD_MIN));
  EXPECT_EQ(3, info<cl_float>(sampler, CL_SAMPLER_LOD_MAX));
  EXPECT_EQ(given, properties_of(sampler));
  EXPECT_EQ(CL_SUCCESS, error({0}));
}

TEST_F(Clause_5_7_Samplers, HavePropertiesOfTheTableOnce) {
  EXPECT_EQ(CL_INVALID_VALUE, error({0x4711, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_SAMPLER_NORMALIZED_COORDS, 2, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_SAMPLER_MIP_FILTER_MODE, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            error({CL_SAMPLER_LOD_MIN, level(std::numeric_limits<float>::quiet_NaN()), 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_SAMPLER_LOD_MAX, level(-1), 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            error({CL_SAMPLER_LOD_MIN, level(2), CL_SAMPLER_LOD_MAX, level(1), 0}));
  EXPECT_EQ(CL_INVALID_VALUE, error({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                     CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}));
}

TEST_F(Clause_5_7_Samplers, AreMadeByTheOlderCall) {
  for (const cl_addressing_mode mode : {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                        CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
    for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      const bool repeats = mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
      EXPECT_EQ(CL_SUCCESS, error(CL_TRUE, mode, filter));
      EXPECT_EQ(repeats ? CL_INVALID_VALUE : CL_SUCCESS, error(CL_FALSE, mode, filter));
    }
  }
  EXPECT_EQ(CL_INVALID_VALUE, error(2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_TRUE, 0, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_TRUE, CL_ADDRESS_CLAMP, 0));
  cl_int code = 1;
  const Sampler sampler(
      clCreateSampler(context_, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_LINEAR, &code));
  EXPECT_EQ(cl_bool{CL_FALSE}, info<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS));
  EXPECT_TRUE(properties_of(sampler).empty());
}

TEST_F(Clause_5_7_Samplers, AreMadeInContexts) {
  auto* const wrong = reinterpret_cast<cl_context>(cl_command_queue(queue_));
  for (cl_context bad : {cl_context{nullptr}, wrong}) {
    cl_int code = 1;
    EXPECT_EQ(nullptr, clCreateSamplerWithProperties(bad, nullptr, &code));
    EXPECT_EQ(CL_INVALID_CONTEXT, code);
    EXPECT_EQ(nullptr, clCreateSampler(bad, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code));
    EXPECT_EQ(CL_INVALID_CONTEXT, code);
  }
}

TEST_F(Clause_5_7_Samplers, LiveAsLongAsTheyAreHeld) {
  cl_int code = 1;
  cl_sampler sampler = clCreateSamplerWithProperties(context_, nullptr, &code);
  EXPECT_EQ(CL_SUCCESS, clRetainSampler(sampler));
  EXPECT_EQ(2U, info<cl_uint>(sampler, CL_SAMPLER_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
  EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
  EXPECT_EQ(CL_INVALID_SAMPLER, clReleaseSampler(sampler));
  EXPECT_EQ(CL_INVALID_SAMPLER, clRetainSampler(sampler));
  EXPECT_EQ(CL_INVALID_SAMPLER, clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr));
}

TEST_F(Clause_5_7_Samplers, AnswerNoOtherQueriesAndFillNoSmallerPlaces) {
  cl_int code = 1;
  const Sampler sampler(clCreateSamplerWithProperties(context_, nullptr, &code));
  cl_ulong value = 0;
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSamplerInfo(sampler, CL_IMAGE_WIDTH, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, 2, &value, nullptr));
}

}  // namespace
}  // namespace cleave::test
