// Turns what is thrown into records for the border.
#include "sycl/failure.h"

#include <gtest/gtest.h>

#include <new>

namespace {

using cleave::sycl::Code;
using cleave::sycl::guarded;

TEST(Failure, BecomesARecordWithCodeAndText) {
  cleave_sycl_error* const record = guarded(
      [] { cleave::sycl::fail_with(CL_INVALID_WORK_GROUP_SIZE, "clEnqueueNDRangeKernel"); });
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->code, static_cast<int>(Code::nd_range));
  EXPECT_EQ(record->opencl_code, CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_STREQ(record->text, "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE");
  EXPECT_EQ(record->context, nullptr);
  cleave::sycl::release_record(record);
}

TEST(Failure, IsNoneWhereNothingIsThrown) {
  EXPECT_EQ(guarded([] {}), nullptr);
}

TEST(Failure, OfMemoryHasARecordWithoutMemory) {
  cleave_sycl_error* const record = guarded([] { throw std::bad_alloc(); });
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->code, static_cast<int>(Code::memory_allocation));
  EXPECT_STREQ(record->text, "out of memory");
  cleave::sycl::release_record(record);
}

TEST(Failure, HasACodeForEachKindOfError) {
  EXPECT_EQ(cleave::sycl::code_of(CL_OUT_OF_HOST_MEMORY), Code::memory_allocation);
  EXPECT_EQ(cleave::sycl::code_of(CL_BUILD_PROGRAM_FAILURE), Code::build);
  EXPECT_EQ(cleave::sycl::code_of(CL_INVALID_ARG_SIZE), Code::kernel_argument);
  EXPECT_EQ(cleave::sycl::code_of(CL_OUT_OF_RESOURCES), Code::runtime);
}

}  // namespace
