// The rules of chapter 3 and appendix A on memory and threads, as litmus tests: what several host
// threads may do with shared objects, and what one command sees of another's writes.
#include <thread>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr int threads = 4;

/// Runs `body(number)` on some host threads at once.
template <class Body>
void on_threads(const Body& body) {
  std::vector<std::thread> running;
  for (int number = 0; number < threads; ++number) running.emplace_back(body, number);
  for (std::thread& thread : running) thread.join();
}

class Appendix_A_Sharing : public OnDevice {
 protected:
  static void set(cl_kernel kernel, cl_uint index, cl_mem memory) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof memory, &memory));
  }
  static void set(cl_kernel kernel, cl_uint index, cl_int value) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof value, &value));
  }
  static cl_int launch(cl_command_queue queue, cl_kernel kernel, size_t items,
                       const std::vector<cl_event>& wait_list = {}, cl_event* event = nullptr,
                       const size_t* local = nullptr) {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, local,
                                  static_cast<cl_uint>(wait_list.size()),
                                  wait_list.empty() ? nullptr : wait_list.data(), event);
  }
};

// A.2: calls are thread-safe but for clSetKernelArg on one kernel; an in-order queue stays in order
// whoever enqueues, so that no increment is lost.
TEST_F(Appendix_A_Sharing, ThreadsEnqueueToOneQueue) {
  constexpr int turns = 100;
  const Memory counter = make_buffer(std::vector<cl_int>(1, 0));
  const Kernel kernel = make_kernel("kernel void k(global int *p) { *p = *p + 1; }", "k");
  set(kernel, 0, counter);
  on_threads([&](int) {
    for (int turn = 0; turn < turns; ++turn) EXPECT_EQ(CL_SUCCESS, launch(queue_, kernel, 1));
  });
  EXPECT_EQ(std::vector<cl_int>{threads * turns}, contents(counter));
}

// A.2: one program, a kernel for each thread.
TEST_F(Appendix_A_Sharing, ThreadsMakeAndLaunchKernelsOfOneProgram) {
  const Program program =
      build("kernel void k(global int *p, int v) { p[get_global_id(0)] += v; }");
  on_threads([&](int number) {
    const Memory buffer = make_buffer(std::vector<cl_int>(64, 0));
    const Queue queue = make_queue(0);
    for (int turn = 1; turn <= 20; ++turn) {
      cl_int error = 1;
      const Kernel kernel(clCreateKernel(program, "k", &error));
      ASSERT_EQ(CL_SUCCESS, error);
      set(kernel, 0, buffer);
      set(kernel, 1, number * turn);
      ASSERT_EQ(CL_SUCCESS, launch(queue, kernel, 64));
    }
    ASSERT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(std::vector<cl_int>(64, number * 210), contents(buffer));
  });
}

// A.2: clSetKernelArg may run at once on distinct kernels, clones among them.
TEST_F(Appendix_A_Sharing, ThreadsSetArgumentsOfDistinctKernels) {
  const Kernel original =
      make_kernel("kernel void k(global int *p, int i, int v) { p[i] = v; }", "k");
  const Memory buffer = make_buffer(std::vector<cl_int>(threads * 50, -1));
  set(original, 0, buffer);
  on_threads([&](int number) {
    cl_int error = 1;
    const Kernel kernel(clCloneKernel(original, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    for (int i = 0; i < 50; ++i) {
      set(kernel, 1, number * 50 + i);
      set(kernel, 2, 1000 * number + i);
      ASSERT_EQ(CL_SUCCESS, launch(queue_, kernel, 1));
    }
  });
  const std::vector<cl_int> values = contents(buffer);
  for (int i = 0; i < threads * 50; ++i) {
    EXPECT_EQ(1000 * (i / 50) + i % 50, values[static_cast<size_t>(i)]);
  }
}

// A.2: retain and release from any thread leave the count as it was.
TEST_F(Appendix_A_Sharing, ThreadsRetainAndReleaseOneObject) {
  const Memory buffer = make_buffer(64);
  on_threads([&](int) {
    for (int turn = 0; turn < 1000; ++turn) {
      EXPECT_EQ(CL_SUCCESS, clRetainMemObject(buffer));
      EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
    }
  });
  EXPECT_EQ(1U, value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
              return clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, size, value, returned);
            }));
}

// A.1: the event of a command that wrote, in the wait list of one in another queue: its writes are
// seen there. Message passing, back and forth between two queues.
TEST_F(Appendix_A_Sharing, WritesAreSeenAcrossQueuesByEvents) {
  const Kernel kernel = make_kernel(
      "kernel void k(global int *to, global const int *from, int v) {\n"
      "  size_t i = get_global_id(0);\n"
      "  to[i] = from[get_global_size(0) - 1 - i] + v;\n"
      "}",
      "k");
  constexpr size_t items = 4096;
  constexpr int turns = 50;
  const Memory buffers[] = {make_buffer(std::vector<cl_int>(items, 0)),
                            make_buffer(std::vector<cl_int>(items, 0))};
  const Queue other = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_command_queue queues[] = {queue_, other};
  Event last;
  set(kernel, 2, 1);
  for (int turn = 0; turn < turns; ++turn) {
    set(kernel, 0, buffers[(turn + 1) % 2]);
    set(kernel, 1, buffers[turn % 2]);
    Event event;
    const std::vector<cl_event> list =
        turn == 0 ? std::vector<cl_event>() : std::vector{cl_event(last)};
    ASSERT_EQ(CL_SUCCESS, launch(queues[turn % 2], kernel, items, list, event.out()));
    ASSERT_EQ(CL_SUCCESS, clFlush(queues[turn % 2]));
    last = std::move(event);
  }
  const cl_event list[] = {last};
  ASSERT_EQ(CL_SUCCESS, clWaitForEvents(1, list));
  EXPECT_EQ(std::vector<cl_int>(items, turns), contents(buffers[turns % 2]));
}

// 3.3.6: what the host wrote through a mapping happens before the unmap's successors, and what they
// write before a later mapping.
TEST_F(Appendix_A_Sharing, MappedWritesHappenBeforeTheUnmapsSuccessors) {
  const Memory buffer = make_buffer(std::vector<cl_int>(1024, 0));
  const Kernel kernel =
      make_kernel("kernel void k(global int *p) { p[get_global_id(0)] *= 2; }", "k");
  set(kernel, 0, buffer);
  for (int turn = 1; turn <= 20; ++turn) {
    cl_int error = 1;
    auto* mapped = static_cast<cl_int*>(clEnqueueMapBuffer(
        queue_, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 4096, 0, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    if (turn > 1) {
      ASSERT_EQ(2 * (turn - 1), mapped[1023]);
    }
    for (int i = 0; i < 1024; ++i) mapped[i] = turn;
    ASSERT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue_, buffer, mapped, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, launch(queue_, kernel, 1024));
  }
  EXPECT_EQ(std::vector<cl_int>(1024, 40), contents(buffer));
}

// 3.3.4: atomic operations on global memory lose nothing, whichever work-group and queue they come
// from.
TEST_F(Appendix_A_Sharing, AtomicsOfWorkGroupsAndQueuesLoseNothing) {
  const Memory counter = make_buffer(std::vector<cl_int>(1, 0));
  const Program program = build("kernel void k(global int *p) { atomic_inc(p); }");
  on_threads([&](int) {
    cl_int error = 1;
    const Kernel kernel(clCreateKernel(program, "k", &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const Queue queue = make_queue(0);
    set(kernel, 0, counter);
    const size_t local = 16;
    ASSERT_EQ(CL_SUCCESS, launch(queue, kernel, 4096, {}, nullptr, &local));
    ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  });
  EXPECT_EQ(std::vector<cl_int>{threads * 4096}, contents(counter));
}

// 3.3.5: message passing inside a work-group. Who sees the flag, after its fence, sees the data
// too.
TEST_F(Appendix_A_Sharing, MessagesPassInsideAWorkGroup) {
  const Kernel kernel = make_kernel(
      "kernel void k(global volatile int *data, global volatile int *flags, global int *wrong) {\n"
      "  size_t group = get_group_id(0), i = get_local_id(0);\n"
      "  if (i == 0) {\n"
      "    data[group] = 42;\n"
      "    write_mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
      "    atomic_xchg(flags + group, 1);\n"
      "  } else if (atomic_or(flags + group, 0) == 1) {\n"
      "    read_mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
      "    if (data[group] != 42) atomic_inc(wrong);\n"
      "  }\n"
      "}",
      "k");
  constexpr size_t groups = 256;
  const size_t local = 64;
  const Memory data = make_buffer(std::vector<cl_int>(groups, 0));
  const Memory flags = make_buffer(std::vector<cl_int>(groups, 0));
  const Memory wrong = make_buffer(std::vector<cl_int>(1, 0));
  set(kernel, 0, data);
  set(kernel, 1, flags);
  set(kernel, 2, wrong);
  ASSERT_EQ(CL_SUCCESS, launch(queue_, kernel, groups * local, {}, nullptr, &local));
  EXPECT_EQ(std::vector<cl_int>{0}, contents(wrong));
}

// 3.3.5: a barrier with the fence of global memory orders the writes of a work-group.
TEST_F(Appendix_A_Sharing, GlobalWritesAreSeenAfterABarrier) {
  const Kernel kernel = make_kernel(
      "kernel void k(global int *p) {\n"
      "  size_t n = get_local_size(0), base = get_group_id(0) * n, i = get_local_id(0);\n"
      "  for (int turn = 0; turn < 8; ++turn) {\n"
      "    int next = p[base + (i + 1) % n];\n"
      "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "    p[base + i] = next;\n"
      "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  }\n"
      "}",
      "k");
  const size_t local = 32;
  std::vector<cl_int> numbers(256);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<cl_int>(i);
  const Memory buffer = make_buffer(numbers);
  set(kernel, 0, buffer);
  ASSERT_EQ(CL_SUCCESS, launch(queue_, kernel, numbers.size(), {}, nullptr, &local));
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<cl_int>(i / local * local + (i + 8) % local);
  }
  EXPECT_EQ(numbers, contents(buffer));
}

}  // namespace
}  // namespace cleave::test
