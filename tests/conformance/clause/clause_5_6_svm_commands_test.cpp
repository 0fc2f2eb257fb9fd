// 5.6: commands on shared virtual memory, and what 5.14 says of them.
#include <cstdlib>
#include <numeric>

#include "support/shared_virtual_memory.h"

namespace cleave::test {
namespace {

cl_command_type type_of(cl_event event) {
  return value_of<cl_command_type>([&](size_t size, void* value, size_t* returned) {
    return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, size, value, returned);
  });
}

// clEnqueueSVMMemcpy.
TEST_F(Clause_5_6_SharedVirtualMemory, CopiesBetweenAllKindsOfMemory) {
  const size_t bytes = items * sizeof(cl_int);
  std::vector<cl_int> host(items), back(items);
  std::iota(host.begin(), host.end(), 1);
  cl_int* const coarse = allocate();
  cl_int* const fine_grained = allocate(items, fine);
  EXPECT_EQ(CL_SUCCESS, copy(coarse, host.data(), bytes, CL_FALSE));
  EXPECT_EQ(CL_SUCCESS, copy(fine_grained, coarse, bytes, CL_FALSE));
  EXPECT_EQ(CL_SUCCESS, copy(back.data(), fine_grained, bytes, CL_TRUE));
  EXPECT_EQ(host, back);
  EXPECT_EQ(CL_SUCCESS, copy(back.data() + 1, host.data(), bytes - 4, CL_TRUE));
  EXPECT_EQ(host[0], back[1]);
  EXPECT_EQ(CL_SUCCESS, copy(back.data(), coarse, 0, CL_TRUE)) << "nothing";
}

// "CL_INVALID_VALUE if dst_ptr or src_ptr are NULL." "CL_MEM_COPY_OVERLAP if the values specified
// for dst_ptr, src_ptr and size result in an overlapping copy."
TEST_F(Clause_5_6_SharedVirtualMemory, BadCopiesAreRefused) {
  auto* const memory = allocate<char>(64);
  EXPECT_EQ(CL_INVALID_VALUE, copy(nullptr, memory, 4));
  EXPECT_EQ(CL_INVALID_VALUE, copy(memory, nullptr, 4));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory, memory, 4));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory, memory + 3, 4));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory + 3, memory, 4));
  EXPECT_EQ(CL_SUCCESS, copy(memory + 4, memory, 4));
  EXPECT_EQ(CL_SUCCESS, copy(memory, memory + 4, 4));
}

// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the copy operation is blocking and the execution
// status of any of the events in event_wait_list is a negative integer value." Likewise maps.
TEST_F(Clause_5_6_SharedVirtualMemory, BlockingCommandsReportFailedEvents) {
  cl_int* const memory = allocate();
  cl_int host = 5;
  const Event failed = make_user_event();
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(failed, -5));
  const cl_event list[] = {failed};
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueSVMMemcpy(queue_, CL_TRUE, memory, &host, sizeof host, 1, list, nullptr));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueSVMMap(queue_, CL_TRUE, CL_MAP_READ, memory, 4, 1, list, nullptr));
}

// clEnqueueSVMMemFill.
TEST_F(Clause_5_6_SharedVirtualMemory, FillsRepeatPatternsOfEverySize) {
  auto* const memory = allocate<unsigned char>(1024);
  unsigned char pattern[128];
  std::iota(std::begin(pattern), std::end(pattern), static_cast<unsigned char>(1));
  for (size_t bytes = 1; bytes <= 128; bytes *= 2) {
    std::fill(memory, memory + 1024, static_cast<unsigned char>(0));
    EXPECT_EQ(CL_SUCCESS, fill(memory + 128, pattern, bytes, 512));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    for (size_t i = 0; i < 1024; ++i) {
      const bool is_inside = i >= 128 && i < 640;
      ASSERT_EQ(is_inside ? pattern[i % bytes] : 0, memory[i]) << bytes;
    }
  }
  std::vector<cl_int> of_system(items);
  const cl_int seven = 7;
  EXPECT_EQ(CL_SUCCESS, fill(of_system.data(), &seven, sizeof seven, items * sizeof seven));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(std::vector<cl_int>(items, 7), of_system);
  EXPECT_EQ(CL_SUCCESS, fill(memory, pattern, 4, 0)) << "nothing";
}

TEST_F(Clause_5_6_SharedVirtualMemory, BadFillsAreInvalidValue) {
  auto* const memory = allocate<char>(1024);
  const char pattern[256] = {};
  EXPECT_EQ(CL_INVALID_VALUE, fill(nullptr, pattern, 4, 16));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory + 2, pattern, 4, 16)) << "not aligned";
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, nullptr, 4, 16));
  for (const size_t bytes : {size_t{0}, size_t{3}, size_t{12}, size_t{256}}) {
    EXPECT_EQ(CL_INVALID_VALUE, fill(memory, pattern, bytes, 768)) << bytes;
  }
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, pattern, 4, 18));
}

// clEnqueueSVMMap and clEnqueueSVMUnmap.
TEST_F(Clause_5_6_SharedVirtualMemory, MapsSeeWhatKernelsWroteAndKernelsWhatTheHostWrote) {
  cl_int* const memory = allocate();
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_WRITE_INVALIDATE_REGION, memory, items * sizeof(cl_int)));
  std::fill(memory, memory + items, 1);
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue_, memory, 0, nullptr, nullptr));
  const Kernel adding = add(memory, 1);
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, adding, 1, nullptr, &items, nullptr, 0,
                                               nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_READ | CL_MAP_WRITE, memory + 10, 40));
  EXPECT_EQ(2, memory[10]);
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue_, memory + 10, 0, nullptr, nullptr));
  Event event;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMMap(queue_, CL_FALSE, CL_MAP_READ, memory, 4, 0, nullptr, event.out()));
  const cl_event mapped = event;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &mapped));
  EXPECT_EQ(2, memory[items - 1]);
}

// Freeing what is mapped, or is about to be, is no crash, and what follows on the queue runs.
TEST_F(Clause_5_6_SharedVirtualMemory, MappedMemoryCanBeFreed) {
  for (const bool is_freed_by_a_command : {true, false}) {
    void* memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, 1 << 20, 0);
    ASSERT_NE(nullptr, memory);
    const Event start = make_user_event();
    const cl_event list[] = {start};
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueSVMMap(queue_, CL_FALSE, CL_MAP_WRITE, memory, 64, 1, list, nullptr));
    if (is_freed_by_a_command) {
      EXPECT_EQ(CL_SUCCESS,
                clEnqueueSVMFree(queue_, 1, &memory, nullptr, nullptr, 0, nullptr, nullptr));
    } else {
      clSVMFree(context_, memory);
    }
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue_, memory, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
    cl_int* const other = allocate(1);
    *other = 1;
    run(add(other, 1), 1);
    EXPECT_EQ(2, *other);
  }
}

TEST_F(Clause_5_6_SharedVirtualMemory, BadMapsAreInvalidValue) {
  cl_int* const memory = allocate();
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ, nullptr, 4));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ, memory, 0));
  EXPECT_EQ(CL_INVALID_VALUE, map(1 << 9, memory, 4));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, memory, 4));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue_, nullptr, 0, nullptr, nullptr));
}

// clEnqueueSVMMigrateMem: "sizes may be NULL indicating that every allocation containing any
// svm_pointer[i] is to be migrated. Also, if sizes[i] is zero, then the entire allocation".
TEST_F(Clause_5_6_SharedVirtualMemory, MigrationsKeepWhatTheyMove) {
  cl_int* const one = allocate();
  cl_int* const other = allocate();
  std::iota(one, one + items, 0);
  const size_t sizes[] = {0, 16};
  EXPECT_EQ(CL_SUCCESS, migrate({one + 3, other}, nullptr));
  EXPECT_EQ(CL_SUCCESS, migrate({one, other + 1}, sizes));
  EXPECT_EQ(CL_SUCCESS, migrate({one}, nullptr, CL_MIGRATE_MEM_OBJECT_HOST));
  EXPECT_EQ(CL_SUCCESS, migrate({other}, nullptr, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  for (cl_int i = 0; i < cl_int{items}; ++i) ASSERT_EQ(i, one[i]);
}

TEST_F(Clause_5_6_SharedVirtualMemory, BadMigrationsAreInvalidValue) {
  cl_int* const memory = allocate();
  const void* pointer = memory;
  const size_t all = items * sizeof(cl_int), more = all + 1, largest = ~size_t{0};
  std::vector<cl_int> of_system(4);
  EXPECT_EQ(CL_SUCCESS, migrate({memory}, &all));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueSVMMigrateMem(queue_, 0, &pointer, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueSVMMigrateMem(queue_, 1, nullptr, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, migrate({memory}, &more));
  EXPECT_EQ(CL_INVALID_VALUE, migrate({memory + 1}, &all));
  EXPECT_EQ(CL_INVALID_VALUE, migrate({memory + 1}, &largest)) << "the sum overflows";
  EXPECT_EQ(CL_INVALID_VALUE, migrate({of_system.data()}, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, migrate({nullptr}, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, migrate({memory}, nullptr, 1 << 5));
  void* const of_other = clSVMAlloc(other_context_, CL_MEM_READ_WRITE, 64, 0);
  EXPECT_EQ(CL_INVALID_VALUE, migrate({of_other}, nullptr)) << "of another context";
  clSVMFree(other_context_, of_other);
}

// clEnqueueSVMFree.
TEST_F(Clause_5_6_SharedVirtualMemory, EnqueuedFreesFreeWhenTheyRun) {
  cl_int* const memory = allocate();
  void* pointers[] = {memory};
  const Event start = make_user_event();
  const cl_event list[] = {start};
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMFree(queue_, 1, pointers, nullptr, nullptr, 1, list, nullptr));
  pointers[0] = nullptr;  // "can be reused or freed after the function returns"
  const Queue other = make_queue(0);
  const void* pointer = memory;
  const auto is_there = [&] {
    return clEnqueueSVMMigrateMem(other, 1, &pointer, nullptr, 0, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, is_there());
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(CL_INVALID_VALUE, is_there());
  allocated_.clear();
}

// "the OpenCL implementation will call pfn_free_func to free all the SVM pointers specified".
TEST_F(Clause_5_6_SharedVirtualMemory, FreesByTheApplicationGetQueuePointersAndData) {
  struct Seen {
    cl_command_queue queue;
    std::vector<void*> pointers;
    cl_context context;
  } seen{nullptr, {}, context_};
  void* pointers[] = {clSVMAlloc(context_, CL_MEM_READ_WRITE, 64, 0), std::malloc(64)};
  const auto free_both = [](cl_command_queue queue, cl_uint count, void** list, void* data) {
    auto& calls = *static_cast<Seen*>(data);
    calls.queue = queue;
    calls.pointers.assign(list, list + count);
    clSVMFree(calls.context, list[0]);
    std::free(list[1]);
  };
  Event event;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMFree(queue_, 2, pointers, free_both, &seen, 0, nullptr, event.out()));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(cl_command_queue(queue_), seen.queue);
  EXPECT_EQ((std::vector<void*>{pointers[0], pointers[1]}), seen.pointers);
  EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_FREE}, type_of(event));
}

TEST_F(Clause_5_6_SharedVirtualMemory, BadFreesAreInvalidValue) {
  void* pointers[] = {allocate()};
  const auto enqueue = [&](cl_uint count, void** list) {
    return clEnqueueSVMFree(queue_, count, list, nullptr, nullptr, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(0, pointers));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(1, nullptr));
  EXPECT_EQ(CL_SUCCESS, enqueue(0, nullptr));
}

// 5.14: "CL_PROFILING_INFO_NOT_AVAILABLE … if event refers to the clEnqueueSVMFree command".
TEST_F(Clause_5_6_SharedVirtualMemory, CommandsHaveTypesAndTimes) {
  cl_int* const memory = allocate();
  const void* pointer = memory;
  cl_int host = 3;
  struct Row {
    cl_command_type type;
    Event event = {};
  } rows[] = {{CL_COMMAND_SVM_MEMCPY},
              {CL_COMMAND_SVM_MEMFILL},
              {CL_COMMAND_SVM_MAP},
              {CL_COMMAND_SVM_UNMAP},
              {CL_COMMAND_SVM_MIGRATE_MEM}};
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue_, CL_FALSE, memory, &host, sizeof host, 0, nullptr,
                                           rows[0].event.out()));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemFill(queue_, memory, &host, sizeof host, 64, 0, nullptr,
                                            rows[1].event.out()));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMap(queue_, CL_FALSE, CL_MAP_READ, memory, 64, 0, nullptr,
                                        rows[2].event.out()));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue_, memory, 0, nullptr, rows[3].event.out()));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMigrateMem(queue_, 1, &pointer, nullptr, 0, 0, nullptr,
                                               rows[4].event.out()));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  for (const auto& [type, event] : rows) {
    EXPECT_EQ(type, type_of(event));
    const auto time = [&](cl_profiling_info name) {
      return value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
        return clGetEventProfilingInfo(event, name, size, value, returned);
      });
    };
    EXPECT_NE(0U, time(CL_PROFILING_COMMAND_QUEUED)) << type;
    EXPECT_LE(time(CL_PROFILING_COMMAND_QUEUED), time(CL_PROFILING_COMMAND_START)) << type;
    EXPECT_LE(time(CL_PROFILING_COMMAND_START), time(CL_PROFILING_COMMAND_END)) << type;
  }
  Event freeing;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMFree(queue_, 0, nullptr, nullptr, nullptr, 0, nullptr, freeing.out()));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  cl_ulong time = 0;
  EXPECT_EQ(
      CL_PROFILING_INFO_NOT_AVAILABLE,
      clGetEventProfilingInfo(freeing, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
}

}  // namespace
}  // namespace cleave::test
