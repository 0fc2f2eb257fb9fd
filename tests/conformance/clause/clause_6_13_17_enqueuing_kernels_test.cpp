// 6.13.17 of OpenCL C 2.0 (6.15.18 of 3.0): kernels that enqueue kernels, and what 3.2.3 of the API
// says of them.
#include <algorithm>
#include <numeric>

#include "enqueuing_kernels.h"

namespace cleave::test {
namespace {

const char* const standard = "-cl-std=CL3.0";
const char* const debugged = "-cl-std=CL3.0 -g";

class Clause_6_13_17 : public EnqueuingKernels {};

std::vector<cl_int> ascending(size_t count) {
  std::vector<cl_int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// "The enqueue_kernel built-in function allows a work-item to enqueue a block."
TEST_F(Clause_6_13_17, BlocksRunWithWhatTheyCapture) {
  const std::vector<cl_int> out = run(R"(
    typedef struct { char a; int4 v; short b[3]; } S;
    void (^const at_program_scope)(void) = ^{ };
    kernel void k(global int* out) {
      S s = {1, (int4)(2, 3, 4, 5), {6, 7, 8}};
      double16 wide = (double16)(9);
      long number = 10;
      int (^called)(int) = ^(int x) { return x + s.b[2]; };
      out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
        out[1] = s.a; out[2] = s.v.w; out[3] = s.b[1]; out[4] = (int)wide.sf; out[5] = number;
      });
      out[6] = called(20);
      out[7] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                              at_program_scope);
    })");
  EXPECT_EQ((std::vector<cl_int>{0, 1, 5, 7, 9, 10, 28, 0}),
            std::vector<cl_int>(out.begin(), out.begin() + 8));
}

TEST_F(Clause_6_13_17, RangesHaveOffsetsAndSizes) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      const size_t offset[3] = {1, 2, 3}, size[3] = {4, 3, 2}, local_size[3] = {2, 3, 1};
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(10, 20, 5), ^{
        out[get_global_id(0)] = get_global_id(0) * 10 + get_local_size(0);
      });
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,
                     ndrange_3D(offset, size, local_size), ^{
        const size_t i = get_global_linear_id();
        out[40 + i] = get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2) +
                      1000 * get_local_size(1) + 10000 * get_work_dim();
      });
    })",
                                      64);
  for (cl_int i = 10; i < 30; ++i) EXPECT_EQ(10 * i + 5, out[i]);
  for (cl_int i = 0; i < 24; ++i) {
    EXPECT_EQ(33000 + 1 + i % 4 + 10 * (2 + i / 4 % 3) + 100 * (3 + i / 12), out[40 + i]) << i;
  }
}

// "the local memory pointers ... size in bytes of each"
TEST_F(Clause_6_13_17, BlocksHaveLocalMemory) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64, 16),
                     ^(local void* a, local void* b) {
        local int* numbers = a;
        local short* more = b;
        const size_t i = get_local_id(0);
        numbers[i] = get_global_id(0);
        more[i] = 1000 + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = numbers[15 - i] + more[i] - 1000;
      }, 16 * sizeof(int), 16 * sizeof(short));
    })",
                                      64);
  for (cl_int i = 0; i < 64; ++i) EXPECT_EQ(i / 16 * 16 + 15, out[i]) << i;
}

// "CLK_ENQUEUE_FLAGS_WAIT_KERNEL: Indicates that all work-items of the parent kernel must finish
// executing before the enqueued child kernel begins execution."
TEST_F(Clause_6_13_17, ChildrenWaitForTheKernel) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      atomic_inc(out);
      if (get_global_id(0) % 10 == 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
          if (atomic_add(out, 0) == 1000) atomic_inc(out + 1);
        });
    })",
                                      16, standard, 1000);
  EXPECT_EQ(1000, out[0]);
  EXPECT_EQ(100, out[1]);
}

// "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP: Indicates that the enqueued children wait only for the
// workgroup that enqueued the children to finish before they begin execution."
TEST_F(Clause_6_13_17, ChildrenWaitForTheWorkGroup) {
  const std::vector<cl_int> out = run(R"(
    kernel void children_of_groups(global int* out) {
      local int last;
      const int group = get_group_id(0);
      if (get_local_id(0) == 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
          out[16 + group] = out[group];
        });
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_inc(out + group);
    }
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(512, 32), ^{
        const int group = get_group_id(0);
        if (get_local_id(0) == 0)
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
            out[16 + group] = out[group];
          });
        atomic_inc(out + group);
      });
    })",
                                      32);
  for (size_t i = 0; i < 32; ++i) EXPECT_EQ(32, out[i]) << i;
}

// "CLK_ENQUEUE_FLAGS_NO_WAIT: Indicates that the enqueued kernels do not need to wait for the
// parent kernel to finish execution before they begin execution."
TEST_F(Clause_6_13_17, AParentMayWaitForChildrenThatDoNotWaitForIt) {
  cl_uint units = 0;
  ASSERT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device_, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr));
  if (units < 2) GTEST_SKIP() << "there is one processor only";
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      global atomic_int* ended = (global atomic_int*)out;
      const queue_t queue = get_default_queue();
      enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
        out[1] = out[2];
      });
      for (int i = 0; i < 200; ++i)
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
          enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
            atomic_fetch_add_explicit(ended, 1, memory_order_release, memory_scope_device);
          });
        });
      while (atomic_load_explicit(ended, memory_order_acquire, memory_scope_device) != 200) {
      }
      out[2] = 1;
    })",
                                      3);
  EXPECT_EQ((std::vector<cl_int>{200, 1, 1}), out);
}

// 3.2.3: "A kernel enqueued by a kernel ... The parent kernel is not complete until all child
// kernels complete."
TEST_F(Clause_6_13_17, TheEventIsCompleteWithTheLastChild) {
  const std::vector<cl_int> out = run(R"(
    void next(global int* out, int level) {
      out[level] = level;
      if (level == 999) return;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
        next(out, level + 1);
      });
    }
    kernel void k(global int* out) { next(out, 0); })",
                                      1000);
  EXPECT_EQ(ascending(1000), out);
  EXPECT_GT(time(CL_PROFILING_COMMAND_COMPLETE), time(CL_PROFILING_COMMAND_END));
  EXPECT_GE(time(CL_PROFILING_COMMAND_END), time(CL_PROFILING_COMMAND_START));
}

// "the event ... can be used to identify the enqueued block"
TEST_F(Clause_6_13_17, ChildrenWaitForEvents) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      clk_event_t events[4], marker;
      for (int i = 0; i < 4; ++i)
        out[8 + i] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100), 0, 0, &events[i], ^{
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
            atomic_inc(out);
          });
        });
      out[12] = enqueue_marker(q, 4, events, &marker);
      out[13] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &marker, 0, ^{
        out[1] = out[0];
      });
      for (int i = 0; i < 4; ++i) release_event(events[i]);
      out[14] = is_valid_event(marker);
      release_event(marker);
    })");
  EXPECT_EQ(400, out[0]);
  EXPECT_EQ(400, out[1]);
  for (size_t i = 8; i < 14; ++i) EXPECT_EQ(CL_SUCCESS, out[i]) << i;
  EXPECT_EQ(1, out[14]);
}

TEST_F(Clause_6_13_17, ChildrenWaitForUserEvents) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      clk_event_t user = create_user_event(), after;
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &after, ^{
        out[0] = out[1] + 1;
      });
      retain_event(user);
      release_event(user);
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
        out[1] = 7;
        set_user_event_status(user, CL_COMPLETE);
        release_event(user);
      });
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &after, 0, ^{
        out[2] = out[0] + 1;
      });
      release_event(after);
    })");
  EXPECT_EQ(8, out[0]);
  EXPECT_EQ(9, out[2]);
}

TEST_F(Clause_6_13_17, ErrorsOfUserEventsAreThoseOfTheParent) {
  const std::vector<cl_int> out =
      run(R"(
    kernel void k(global int* out) {
      clk_event_t user = create_user_event();
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
        clk_event_t waited = user;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &waited, 0,
                       ^{ out[0] = 1; });
        out[1] = 1;
        set_user_event_status(user, -7);
        release_event(user);
      });
    })",
          16, standard, 1, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(0, out[0]);
  EXPECT_EQ(1, out[1]);
}

TEST_F(Clause_6_13_17, WaitsThatNothingCanEndAreErrors) {
  const std::vector<cl_int> out =
      run(R"(
    kernel void k(global int* out) {
      clk_event_t user = create_user_event(), never;
      queue_t q = get_default_queue();
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &never, ^{ out[0] = 1; });
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &never, 0, ^{ out[1] = 1; });
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[2] = 1; });
    })",
          16, standard, 1, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ((std::vector<cl_int>{0, 0, 1}), std::vector<cl_int>(out.begin(), out.begin() + 3));
}

// "If enqueue_kernel fails, it returns CLK_ENQUEUE_FAILURE or, if the -g compiler option is
// specified, one of the following errors".
const char* const refused = R"(
  kernel void k(global int* out, queue_t small) {
    queue_t q = get_default_queue(), none = CLK_NULL_QUEUE;
    clk_event_t e;
    void (^b)(void) = ^{ atomic_inc(out + 15); };
    out[0] = enqueue_kernel(none, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), b);
    out[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8, 1000000), b);
    out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8), 1, 0, &e, b);
    int r = 0;
    for (int i = 0; i < 100000 && r == 0; ++i)
      r = enqueue_kernel(small, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), b);
    out[3] = r;
    out[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8),
                            ^(local void* p) { *(local int*)p = 1; }, 0);
    clk_event_t last = create_user_event();
    for (int i = 0; i < 100000; ++i) {
      clk_event_t next = create_user_event();
      if (!is_valid_event(next)) break;
      last = next;
    }
    out[5] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8), 0, 0, &e, b);
    out[6] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8),
                            ^(local void* p) { *(local int*)p = 1; }, 1 << 30);
    out[7] = enqueue_marker(none, 1, &last, &e);
    out[8] = enqueue_marker(q, 0, 0, &e);
    out[9] = enqueue_marker(q, 1, &last, &e);
  })";

TEST_F(Clause_6_13_17, RefusalsHaveReasonsInDebuggedPrograms) {
  const Queue small = make_device_queue(0, 16384);
  const cl_command_queue handle = small;
  const Kernel kernel = make_kernel(refused, "k", debugged);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof handle, &handle));
  const std::vector<cl_int> out = run(kernel, 16);
  constexpr cl_int invalid_queue = -102, invalid_range = -160, queue_full = -161, no_event = -100;
  EXPECT_EQ((std::vector<cl_int>{invalid_queue, invalid_range, CL_INVALID_EVENT_WAIT_LIST,
                                 queue_full, CL_INVALID_ARG_SIZE, no_event, CL_OUT_OF_RESOURCES,
                                 invalid_queue, CL_INVALID_EVENT_WAIT_LIST, no_event}),
            std::vector<cl_int>(out.begin(), out.begin() + 10));
  EXPECT_GT(out[15], 0);
}

TEST_F(Clause_6_13_17, RefusalsAreFailuresInOthers) {
  const Queue small = make_device_queue(0, 16384);
  const cl_command_queue handle = small;
  const Kernel kernel = make_kernel(refused, "k", standard);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof handle, &handle));
  const std::vector<cl_int> out = run(kernel, 16);
  EXPECT_EQ(std::vector<cl_int>(10, -101), std::vector<cl_int>(out.begin(), out.begin() + 10));
}

// "CLK_INVALID_NDRANGE if ... the program was compiled with -cl-uniform-work-group-size and the
// local_work_size is specified in ndrange but the global_work_size specified in ndrange is not a
// multiple of the local_work_size."
TEST_F(Clause_6_13_17, GroupsAreUniformWhereTheProgramAsks) {
  const char* const source = R"(
    kernel void k(global int* out) {
      out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(10, 4),
                              ^{ atomic_inc(out + 1); });
    })";
  EXPECT_EQ(10, run(source)[1]);
  const std::vector<cl_int> out = run(source, 16, "-cl-std=CL3.0 -g -cl-uniform-work-group-size");
  EXPECT_EQ(-160, out[0]);
  EXPECT_EQ(0, out[1]);
}

// "The value of CLK_PROFILING_COMMAND_EXEC_TIME is two 64-bit values".
TEST_F(Clause_6_13_17, ProfilingGivesTwoTimes) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      clk_event_t e;
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(10), 0, 0, &e, ^{
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100), ^{
          atomic_inc(out);
        });
      });
      capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, out + 4);
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, 0, ^{
        capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, out + 8);
        release_event(e);
      });
    })");
  EXPECT_EQ(1000, out[0]);
  EXPECT_GT(out[4], 0);
  EXPECT_GT(out[6], out[4]);
  EXPECT_TRUE(std::equal(out.begin() + 4, out.begin() + 8, out.begin() + 8));
}

// Also where nothing runs: a range of no work-items, and a marker.
TEST_F(Clause_6_13_17, ProfilingGivesTimesOfWhatDoesNothing) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      clk_event_t events[2];
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(out[0]), 0, 0, &events[0], ^{ out[1] = 1; });
      enqueue_marker(q, 1, &events[0], &events[1]);
      for (int i = 0; i < 2; ++i) {
        capture_event_profiling_info(events[i], CLK_PROFILING_COMMAND_EXEC_TIME, out + 4 + 4 * i);
        release_event(events[i]);
      }
    })");
  EXPECT_EQ(0, out[1]);
  for (const size_t i : {4, 6, 8, 10}) EXPECT_GT(out[i], 0) << i;
}

TEST_F(Clause_6_13_17, QueriesTellOfBlocks) {
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      out[0] = get_kernel_work_group_size(^{ out[0] = 0; });
      out[1] = get_kernel_preferred_work_group_size_multiple(^(local void* p) { out[0] = 0; });
      out[2] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(256, 64), ^{ out[0] = 0; });
      out[3] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(256, 64), ^{ out[0] = 0; });
    })",
                                      16, "-cl-std=CL3.0 -D cl_khr_subgroups");
  EXPECT_GE(out[0], 256);
  EXPECT_GT(out[1], 0);
  EXPECT_EQ(64, out[2] * out[3]);
}

TEST_F(Clause_6_13_17, BlocksAreNoKernelsOfTheHost) {
  const Program program = build(R"(
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ *out = 3; });
    })",
                                standard);
  EXPECT_EQ(1U, value_of<size_t>([&](size_t bytes, void* value, size_t* returned) {
              return clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, bytes, value, returned);
            }));
  EXPECT_EQ("k", text_of([&](size_t bytes, void* value, size_t* returned) {
              return clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, bytes, value, returned);
            }));
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clCreateKernelsInProgram(program, 0, nullptr, &count));
  EXPECT_EQ(1U, count);
  EXPECT_EQ(CL_INVALID_KERNEL_NAME, error_of([&](cl_int* error) {
              return clCreateKernel(program, "__k_block_invoke_kernel", error);
            }));
  const Program copy = binary_copy(program);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(copy, 0, nullptr, "", nullptr, nullptr));
  cl_int error = 1;
  const Kernel kernel(clCreateKernel(copy, "k", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(3, run(kernel, 1)[0]);
}

// Two programs of a link have blocks of one name.
TEST_F(Clause_6_13_17, LinkedObjectsHaveBlocksOfTheirOwn) {
  const auto compile = [&](const char* text) {
    cl_int error = 1;
    Program object(clCreateProgramWithSource(context_, 1, &text, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, clCompileProgram(object, 0, nullptr, standard, 0, nullptr, nullptr,
                                           nullptr, nullptr));
    return object;
  };
  const Program one = compile(R"(
    static void enqueue(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[0] = 1; });
    }
    void other(global int* out);
    kernel void k(global int* out) { enqueue(out); other(out); })");
  const Program two = compile(R"(
    static void enqueue(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[1] = 2; });
    }
    void other(global int* out) { enqueue(out); })");
  const cl_program objects[] = {one, two};
  cl_int error = 1;
  const Program linked(
      clLinkProgram(context_, 0, nullptr, "", 2, objects, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Kernel kernel(clCreateKernel(linked, "k", &error));
  const std::vector<cl_int> out = run(kernel, 2);
  EXPECT_EQ((std::vector<cl_int>{1, 2}), out);
}

TEST_F(Clause_6_13_17, ChildrenSeeProgramScopeVariables) {
  const std::vector<cl_int> out = run(R"(
    global int counter = 5;
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100), ^{
        atomic_inc(&counter);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
          atomic_max(out, atomic_add(&counter, 0));
        });
      });
    })");
  EXPECT_EQ(105, out[0]);
}

// Ids are those of the range, whether work-groups run one by one or as lanes of larger ones: code for
// these is made when the parent is launched again.
TEST_F(Clause_6_13_17, SmallWorkGroupsOfChildrenHaveTheirOwnIds) {
  const Kernel kernel = make_kernel(R"(
    void enqueue(global int* out, int items, int local_size) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,
                     ndrange_1D(items, local_size), ^(local void* memory) {
        local int* shared = memory;
        const int l = get_local_id(0), i = get_global_id(0);
        shared[l] = i;
        out[i] += 1000000 * get_enqueued_local_size(0) + 10000 * get_local_size(0) +
                  100 * l + 10 * (get_group_id(0) == i / local_size) + (shared[l] == i);
      }, local_size * sizeof(int));
    }
    kernel void k(global int* out) {
      const int sizes[4] = {1, 3, 7, 31};
      for (int i = 0; i < 4; ++i) enqueue(out + 2000 * i, 1999, sizes[i]);
    })",
                                    "k", standard);
  for (int launch = 0; launch < 4; ++launch) {
    const std::vector<cl_int> out = run(kernel, 8000);
    const cl_int sizes[4] = {1, 3, 7, 31};
    for (cl_int i = 0; i < 8000; ++i) {
      const cl_int size = sizes[i / 2000], id = i % 2000;
      const cl_int last = std::min(size, 1999 - id / size * size);
      const cl_int expected =
          id == 1999 ? 0 : 1000000 * size + 10000 * last + 100 * (id % size) + 11;
      ASSERT_EQ(expected, out[i]) << i << " in launch " << launch;
    }
  }
}

// A tree of 8^5 kernels, on all workers.
TEST_F(Clause_6_13_17, TreesRunWhole) {
  const std::vector<cl_int> out = run(R"(
    void grow(global int* out, int level) {
      if (level == 0) { atomic_inc(out); return; }
      for (int i = 0; i < 8; ++i)
        if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                           ^{ grow(out, level - 1); }) != CLK_SUCCESS) out[1] = 1;
    }
    kernel void k(global int* out) { grow(out, 5); })");
  EXPECT_EQ(32768, out[0]);
  EXPECT_EQ(0, out[1]);
}

// "host_queue_order": the next command of an in-order queue waits for children.
TEST_F(Clause_6_13_17, TheNextCommandWaitsForChildren) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
        for (int i = 0; i < 1000; ++i) atomic_inc(out);
      });
    }
    kernel void next(global int* out) { out[1] = out[0]; })",
                                    "k", standard);
  cl_program program = nullptr;
  ASSERT_EQ(CL_SUCCESS,
            clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr));
  cl_int error = 1;
  const Kernel next(clCreateKernel(program, "next", &error));
  const Memory out = make_buffer(std::vector<cl_int>{0, 0});
  const cl_mem handle = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof handle, &handle));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(next, 0, sizeof handle, &handle));
  const size_t one = 1;
  for (cl_int round = 1; round <= 20; ++round) {
    for (const cl_kernel each : {cl_kernel(kernel), cl_kernel(next)}) {
      ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, each, 1, nullptr, &one, nullptr, 0,
                                                   nullptr, nullptr));
    }
    EXPECT_EQ((std::vector<cl_int>{1000 * round, 1000 * round}), contents(out));
  }
}

// Programs call kernels from blocks, with events.
TEST_F(Clause_6_13_17, KernelsTakeEventsFromKernels) {
  const std::vector<cl_int> out = run(R"(
    kernel void child(global int* out, clk_event_t e) {
      set_user_event_status(e, CL_COMPLETE);
      release_event(e);
      out[0] = 1;
    }
    kernel void k(global int* out) {
      clk_event_t user = create_user_event();
      queue_t q = get_default_queue();
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, 0, ^{ out[1] = 2; });
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ child(out, user); });
    })");
  EXPECT_EQ((std::vector<cl_int>{1, 2}), std::vector<cl_int>(out.begin(), out.begin() + 2));
}

// Without a default queue (5.1) get_default_queue gives none that takes a kernel.
TEST_F(Clause_6_13_17, ThereMayBeNoDefaultQueue) {
  default_queue_ = Queue();
  EXPECT_EQ(-102, run(R"(
    kernel void k(global int* out) {
      out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
        out[1] = 1;
      });
    })",
                      16, debugged)[0]);
}

// Queues, kernel and program may go while a tree runs.
TEST_F(Clause_6_13_17, TreesKeepWhatTheyNeed) {
  const Memory out = make_buffer(std::vector<cl_int>{0});
  {
    cl_int error = 1;
    const Program program = build(R"(
      void again(global int* out, int left) {
        atomic_inc(out);
        if (left != 0)
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
            again(out, left - 1);
          });
      }
      kernel void k(global int* out) { again(out, 20000); })",
                                  standard);
    const Kernel kernel(clCreateKernel(program, "k", &error));
    const cl_mem handle = out;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof handle, &handle));
    const size_t one = 1;
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
    default_queue_ = Queue();
  }
  EXPECT_EQ(20001, contents(out)[0]);
}

}  // namespace
}  // namespace cleave::test
