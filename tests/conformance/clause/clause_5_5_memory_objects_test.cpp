#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_5_5_MemoryObjects : public OnDevice {};

TEST_F(Clause_5_5_MemoryObjects, DestructorCallbacksRunInReverseOrder) {
  std::string order;
  struct Call {
    std::string* order;
    char name;
  };
  Call first{&order, '1'};
  Call second{&order, '2'};
  const auto record = [](cl_mem, void* data) {
    auto* call = static_cast<Call*>(data);
    *call->order += call->name;
  };
  {
    const Memory buffer = make_buffer(16);
    ASSERT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, record, &first));
    ASSERT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, record, &second));
    EXPECT_EQ(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, nullptr, nullptr));
  }
  EXPECT_EQ("21", order);
}

TEST_F(Clause_5_5_MemoryObjects, RetainAndReleaseCount) {
  const Memory buffer = make_buffer(16);
  EXPECT_EQ(CL_SUCCESS, clRetainMemObject(buffer));
  EXPECT_EQ(2U, value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
              return clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, size, value, returned);
            }));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
}

TEST_F(Clause_5_5_MemoryObjects, ABufferReleasedByItsUserLivesAsLongAsItsCommands) {
  const Event start = make_user_event();
  const cl_event list[] = {start};
  std::vector<cl_int> values(16, 0);
  {
    const Memory buffer = make_buffer(std::vector<cl_int>(16, 42));
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_FALSE, 0, 64, values.data(), 1,
                                              list, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(std::vector<cl_int>(16, 42), values);
}

TEST_F(Clause_5_5_MemoryObjects, ABufferLivesAsLongAsItsSubBuffers) {
  bool destroyed = false;
  Memory part;
  {
    const Memory buffer = make_buffer(256);
    ASSERT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(
                              buffer, [](cl_mem, void* data) { *static_cast<bool*>(data) = true; },
                              &destroyed));
    const cl_buffer_region half = {0, 128};
    cl_int error = 1;
    part = Memory(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  EXPECT_FALSE(destroyed);
  EXPECT_EQ(32U, contents(part).size());
  part = Memory();
  EXPECT_TRUE(destroyed);
}

TEST_F(Clause_5_5_MemoryObjects, UnmapOfWhatWasNotMappedIsInvalidValue) {
  const Memory buffer = make_buffer(16);
  int other = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue_, buffer, &other, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueUnmapMemObject(queue_, buffer, nullptr, 0, nullptr, nullptr));
}

TEST_F(Clause_5_5_MemoryObjects, MigrationKeepsTheContents) {
  const Memory buffer = make_buffer(std::vector<cl_int>(16, 9));
  const cl_mem objects[] = {buffer};
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue_, 1, objects, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue_, 1, objects, CL_MIGRATE_MEM_OBJECT_HOST,
                                                   0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>(16, 9), contents(buffer));
}

TEST_F(Clause_5_5_MemoryObjects, BadMigrations) {
  const Memory buffer = make_buffer(16);
  const cl_mem objects[] = {buffer, nullptr};
  const auto migrate = [&](cl_uint count, const cl_mem* list, cl_mem_migration_flags flags) {
    return clEnqueueMigrateMemObjects(queue_, count, list, flags, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, migrate(0, objects, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, nullptr, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, objects, 1U << 10));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, migrate(2, objects, 0));
}

TEST_F(Clause_5_5_MemoryObjects, UnknownQueryAndSmallPlaceAreInvalidValue) {
  const Memory buffer = make_buffer(16);
  cl_uchar small = 7;
  EXPECT_EQ(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, 0x4711, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, CL_MEM_SIZE, 1, &small, nullptr));
  EXPECT_EQ(7, small);
}

}  // namespace
}  // namespace cleave::test
