// cl_intel_unified_shared_memory 1.2.0: the commands.
#include <numeric>

#include "support/unified_memory.h"

namespace cleave::test {
namespace {

class UnifiedMemoryCommands : public IntelUnifiedSharedMemory {
 protected:
  static constexpr From all_memory[] = {From::host, From::device, From::shared, From::system};
  cl_int copy(void* to, const void* from, size_t bytes, cl_bool blocking = CL_TRUE) {
    return usm_.clEnqueueMemcpyINTEL(queue_, blocking, to, from, bytes, 0, nullptr, nullptr);
  }
  cl_int fill(void* to, const void* pattern, size_t pattern_bytes, size_t bytes) {
    return usm_.clEnqueueMemFillINTEL(queue_, to, pattern, pattern_bytes, bytes, 0, nullptr,
                                      nullptr);
  }
  cl_int migrate(const void* pointer, size_t bytes, cl_mem_migration_flags flags) {
    return usm_.clEnqueueMigrateMemINTEL(queue_, pointer, bytes, flags, 0, nullptr, nullptr);
  }
  cl_int advise(const void* pointer, size_t bytes, cl_mem_advice_intel advice) {
    return usm_.clEnqueueMemAdviseINTEL(queue_, pointer, bytes, advice, 0, nullptr, nullptr);
  }
};

TEST_F(UnifiedMemoryCommands, CopyBetweenAllKindsOfMemory) {
  constexpr size_t count = 5000;
  for (const From source : all_memory) {
    for (const From destination : all_memory) {
      cl_int* const from = allocate(source, count);
      cl_int* const to = allocate(destination, count);
      std::iota(from, from + count, cl_int(destination));
      std::fill(to, to + count, -1);
      EXPECT_EQ(CL_SUCCESS, copy(to + 1, from + 1, (count - 2) * sizeof(cl_int)));
      EXPECT_EQ(-1, to[0]);
      EXPECT_EQ(-1, to[count - 1]);
      EXPECT_TRUE(std::equal(from + 1, from + count - 1, to + 1));
    }
  }
}

TEST_F(UnifiedMemoryCommands, FillAllKindsOfMemory) {
  const std::vector<unsigned char> zeros(1024);
  unsigned char pattern[128];
  std::iota(std::begin(pattern), std::end(pattern), static_cast<unsigned char>(1));
  for (const From kind : all_memory) {
    auto* const memory = reinterpret_cast<unsigned char*>(
        (reinterpret_cast<uintptr_t>(allocate<unsigned char>(kind, 1200)) + 127) / 128 * 128);
    for (size_t bytes = 1; bytes <= 128; bytes *= 2) {
      std::copy(zeros.begin(), zeros.end(), memory);
      EXPECT_EQ(CL_SUCCESS, fill(memory + 128, pattern, bytes, 512));
      EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
      for (size_t i = 0; i < 1024; ++i) {
        ASSERT_EQ(i >= 128 && i < 640 ? pattern[i % bytes] : 0, memory[i]) << bytes;
      }
    }
  }
}

TEST_F(UnifiedMemoryCommands, WithBadCopiesAreRefused) {
  auto* const memory = allocate<char>(From::shared, 64);
  EXPECT_EQ(CL_INVALID_VALUE, copy(nullptr, memory, 4));
  EXPECT_EQ(CL_INVALID_VALUE, copy(memory, nullptr, 4));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory, memory + 3, 4));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory + 3, memory, 4));
  EXPECT_EQ(CL_SUCCESS, copy(memory + 4, memory, 4));
  const Event failed = make_user_event();
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(failed, -1));
  const cl_event list[] = {failed};
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            usm_.clEnqueueMemcpyINTEL(queue_, CL_TRUE, memory, memory + 8, 4, 1, list, nullptr));
}

TEST_F(UnifiedMemoryCommands, WithBadFillsAreInvalidValue) {
  auto* const memory = allocate<char>(From::device, 1024);
  const char pattern[256] = {};
  EXPECT_EQ(CL_INVALID_VALUE, fill(nullptr, pattern, 4, 16));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory + 2, pattern, 4, 16)) << "not aligned";
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, nullptr, 4, 16));
  for (const size_t bytes : {size_t{0}, size_t{3}, size_t{256}}) {
    EXPECT_EQ(CL_INVALID_VALUE, fill(memory, pattern, bytes, 768)) << bytes;
  }
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, pattern, 4, 18));
}

// "flags equal to zero is valid and indicates that the memory should be migrated to the device
// associated with command_queue".
TEST_F(UnifiedMemoryCommands, MigrateWhatIsMemoryAndIgnoreTheRest) {
  cl_int* const memory = allocate(From::shared, 1000);
  std::iota(memory, memory + 1000, 0);
  int local = 0;
  EXPECT_EQ(CL_SUCCESS, migrate(memory, 4000, 0));
  EXPECT_EQ(CL_SUCCESS, migrate(memory + 10, 40, CL_MIGRATE_MEM_OBJECT_HOST));
  EXPECT_EQ(CL_SUCCESS, migrate(memory + 10, ~size_t{0}, 0)) << "as far as it is one allocation";
  EXPECT_EQ(CL_SUCCESS, migrate(&local, sizeof local, 0));
  EXPECT_EQ(CL_SUCCESS, migrate(nullptr, 0, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(memory, 40, 1 << 2));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  for (cl_int i = 0; i < 1000; ++i) ASSERT_EQ(i, memory[i]);
}

// "CL_INVALID_VALUE if advice is not supported advice for the device": none is defined.
TEST_F(UnifiedMemoryCommands, TakeNoAdvice) {
  cl_int* const memory = allocate(From::shared, 1000);
  EXPECT_EQ(CL_SUCCESS, advise(memory, 4000, 0));
  for (const cl_mem_advice_intel advice : {1U, 0x4208U, 0x420FU, ~0U}) {
    EXPECT_EQ(CL_INVALID_VALUE, advise(memory, 4000, advice));
  }
}

TEST_F(UnifiedMemoryCommands, HaveTypes) {
  cl_int* const memory = allocate(From::shared, 16);
  cl_int host = 3;
  struct Row {
    cl_command_type type;
    Event event = {};
  } rows[] = {{CL_COMMAND_MEMFILL_INTEL},
              {CL_COMMAND_MEMCPY_INTEL},
              {CL_COMMAND_MIGRATEMEM_INTEL},
              {CL_COMMAND_MEMADVISE_INTEL}};
  EXPECT_EQ(CL_SUCCESS, usm_.clEnqueueMemFillINTEL(queue_, memory, &host, sizeof host, 64, 0,
                                                   nullptr, rows[0].event.out()));
  EXPECT_EQ(CL_SUCCESS, usm_.clEnqueueMemcpyINTEL(queue_, CL_FALSE, memory, &host, sizeof host, 0,
                                                  nullptr, rows[1].event.out()));
  EXPECT_EQ(CL_SUCCESS,
            usm_.clEnqueueMigrateMemINTEL(queue_, memory, 64, 0, 0, nullptr, rows[2].event.out()));
  EXPECT_EQ(CL_SUCCESS,
            usm_.clEnqueueMemAdviseINTEL(queue_, memory, 64, 0, 0, nullptr, rows[3].event.out()));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  for (const auto& [type, event] : rows) {
    EXPECT_EQ(type, value_of<cl_command_type>([&](size_t size, void* value, size_t* returned) {
                return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, size, value, returned);
              }));
  }
}

}  // namespace
}  // namespace cleave::test
