// Kernels that write packets to pipes and read them (OpenCL C 3.0, 6.15.17), alone and by
// reservations of work-items, sub-groups and work-groups: every packet that was written is read
// once, and whoever does not get one is told so.
#include <algorithm>
#include <numeric>
#include <ostream>

#include "modules.h"
#include "runner.h"

namespace cleave::test {
namespace {

/// Kernels of one program that pass packets through pipes.
class PipeProgram {
 public:
  explicit PipeProgram(const std::string& source)
      : program_(session_.build(source, "-cl-std=CL3.0")) {}
  /// Builds a module in SPIR-V.
  explicit PipeProgram(std::span<const std::byte> module)
      : program_(build_module(session_, module)) {}
  ~PipeProgram() {
    for (cl_mem memory : memory_) clReleaseMemObject(memory);
    clReleaseProgram(program_);
    clReleaseCommandQueue(session_.queue);
    clReleaseContext(session_.context);
  }
  PipeProgram(const PipeProgram&) = delete;
  PipeProgram& operator=(const PipeProgram&) = delete;

  [[nodiscard]] cl_mem make_pipe(cl_uint packets, cl_uint packet_bytes = sizeof(cl_int)) {
    cl_int error = 1;
    memory_.push_back(clCreatePipe(session_.context, 0, packet_bytes, packets, nullptr, &error));
    check(error, "clCreatePipe");
    return memory_.back();
  }
  [[nodiscard]] cl_mem make_buffer(std::vector<cl_int> data) {
    memory_.push_back(session_.make_buffer(data.size() * sizeof(cl_int),
                                           CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.data()));
    return memory_.back();
  }
  [[nodiscard]] std::vector<cl_int> contents(cl_mem buffer) const {
    size_t bytes = 0;
    check(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
          "clGetMemObjectInfo");
    std::vector<cl_int> data(bytes / sizeof(cl_int));
    check(clEnqueueReadBuffer(session_.queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    return data;
  }
  /// Enqueues a kernel with these arguments.
  void run(const char* name, size_t items, size_t local, const std::vector<cl_mem>& arguments,
           cl_command_queue queue = nullptr) const {
    cl_int error = 1;
    cl_kernel kernel = clCreateKernel(program_, name, &error);
    check(error, "clCreateKernel");
    for (cl_uint i = 0; i < arguments.size(); ++i) {
      check(clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]), "clSetKernelArg");
    }
    check(clEnqueueNDRangeKernel(queue != nullptr ? queue : session_.queue, kernel, 1, nullptr,
                                 &items, local != 0 ? &local : nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    clReleaseKernel(kernel);
  }
  [[nodiscard]] const Session& session() const { return session_; }

 private:
  Session session_;
  cl_program program_;
  std::vector<cl_mem> memory_;
};

std::vector<cl_int> numbers(size_t count, cl_int first = 0) {
  std::vector<cl_int> list(count);
  std::iota(list.begin(), list.end(), first);
  return list;
}
/// The packets that were read, sorted: what is not -1.
std::vector<cl_int> packets_in(std::vector<cl_int> read) {
  std::erase(read, -1);
  std::ranges::sort(read);
  return read;
}

// Kernels `put` and `take` and the others of each kind. Each writes `in` into the pipe, or reads
// `out` from it: -1 where there is no packet. `took` says what the function returned.
const std::string kernels = R"(
  kernel void put(global const int* in, write_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    took[i] = write_pipe(p, &in[i]);
  }
  kernel void take(global int* out, read_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    int packet = -1;
    took[i] = read_pipe(p, &packet);
    out[i] = packet;
  }
  kernel void put_reserved(global const int* in, write_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    reserve_id_t id = reserve_write_pipe(p, 1);
    took[i] = -1;
    if (!is_valid_reserve_id(id)) return;
    took[i] = write_pipe(p, id, 0, &in[i]);
    commit_write_pipe(p, id);
  }
  kernel void take_reserved(global int* out, read_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    reserve_id_t id = reserve_read_pipe(p, 1);
    took[i] = -1;
    out[i] = -1;
    if (!is_valid_reserve_id(id)) return;
    took[i] = read_pipe(p, id, 0, &out[i]);
    commit_read_pipe(p, id);
  }
  kernel void put_sub_group(global const int* in, write_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
    took[i] = -1;
    if (!is_valid_reserve_id(id)) return;
    took[i] = write_pipe(p, id, get_sub_group_local_id(), &in[i]);
    sub_group_commit_write_pipe(p, id);
  }
  kernel void take_sub_group(global int* out, read_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
    took[i] = -1;
    out[i] = -1;
    if (!is_valid_reserve_id(id)) return;
    took[i] = read_pipe(p, id, get_sub_group_local_id(), &out[i]);
    sub_group_commit_read_pipe(p, id);
  }
  kernel void put_work_group(global const int* in, write_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
    took[i] = -1;
    if (!is_valid_reserve_id(id)) return;
    took[i] = write_pipe(p, id, get_local_id(0), &in[i]);
    work_group_commit_write_pipe(p, id);
  }
  kernel void take_work_group(global int* out, read_only pipe int p, global int* took) {
    size_t i = get_global_id(0);
    reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
    took[i] = -1;
    out[i] = -1;
    if (!is_valid_reserve_id(id)) return;
    took[i] = read_pipe(p, id, get_local_id(0), &out[i]);
    work_group_commit_read_pipe(p, id);
  }
  kernel void count(read_only pipe int p, global int* out) {
    out[0] = get_pipe_num_packets(p);
    out[1] = get_pipe_max_packets(p);
  }
)";

class Pipes : public testing::TestWithParam<size_t> {  // the local size
 protected:
  /// Writes as many packets as there is room for, reads them, and that several times, so that the
  /// pipe's end is passed at every place.
  static void pass_packets(const std::string& kind) {
    PipeProgram source(kernels);
    pass_packets(kind, source);
    PipeProgram module(modules::pipes());
    pass_packets(kind, module);
  }
  static void pass_packets(const std::string& kind, PipeProgram& program) {
    const size_t local = GetParam(), items = 12 * local;
    for (const size_t room : {items, items + 5, local * 5 + 3, size_t{1}}) {
      const cl_mem pipe = program.make_pipe(static_cast<cl_uint>(room));
      for (cl_int round = 0; round < 3; ++round) {
        const std::vector<cl_int> written = numbers(items, round * 1000);
        const cl_mem in = program.make_buffer(written);
        const cl_mem out = program.make_buffer(std::vector<cl_int>(items, -7));
        const cl_mem took = program.make_buffer(std::vector<cl_int>(items, -7));
        const cl_mem counted = program.make_buffer({-7, -7});
        program.run(("put" + kind).c_str(), items, local, {in, pipe, took});
        const std::vector<cl_int> was_written = program.contents(took);
        program.run("count", 1, 1, {pipe, counted});
        const std::vector<cl_int> count = program.contents(counted);
        program.run(("take" + kind).c_str(), items, local, {out, pipe, took});
        const std::vector<cl_int> was_read = program.contents(took), read = program.contents(out);

        std::vector<cl_int> expected;
        for (size_t i = 0; i < items; ++i) {
          ASSERT_TRUE(was_written[i] == 0 || was_written[i] == -1);
          if (was_written[i] == 0) expected.push_back(written[i]);
          ASSERT_EQ(was_read[i], read[i] == -1 ? -1 : 0) << i;
        }
        ASSERT_EQ(expected, packets_in(read)) << room;
        ASSERT_EQ(count, (std::vector<cl_int>{cl_int(expected.size()), cl_int(room)}));
        if (room >= items) {
          ASSERT_EQ(items, expected.size());
        } else if (kind.empty() || kind == "_reserved") {
          ASSERT_EQ(room, expected.size());
        }
      }
    }
  }
};

TEST_P(Pipes, OfOneWorkItemEach) {
  pass_packets("");
}
TEST_P(Pipes, OfReservations) {
  pass_packets("_reserved");
}
TEST_P(Pipes, OfSubGroups) {
  pass_packets("_sub_group");
}
TEST_P(Pipes, OfWorkGroups) {
  pass_packets("_work_group");
}

// Work-items that come alone, in loops of different lengths and from functions.
TEST_P(Pipes, InControlFlowThatDiffers) {
  const size_t local = GetParam(), items = 12 * local;
  PipeProgram program(R"(
    bool give(write_only pipe int p, int value) { return write_pipe(p, &value) == 0; }
    kernel void put(write_only pipe int p) {
      int id = get_global_id(0);
      for (int i = 0; i < id % 4; ++i) {
        if ((id + i) % 3 == 0) {
          give(p, 4 * id + i);
        } else {
          reserve_id_t ids[2];
          ids[i & 1] = reserve_write_pipe(p, 1 + i % 2);
          int value = 4 * id + i;
          write_pipe(p, ids[i & 1], 0, &value);
          value = -value;
          if (i % 2) write_pipe(p, ids[i & 1], 1, &value);
          commit_write_pipe(p, ids[i & 1]);
        }
      }
    }
    kernel void take(read_only pipe int p, global int* out) {
      int id = get_global_id(0), packet;
      if (id & 1) return;
      for (int i = 0; i < 12 && read_pipe(p, &packet) == 0; ++i) out[6 * id + i] = packet;
    })");
  const cl_mem pipe = program.make_pipe(static_cast<cl_uint>(6 * items));
  std::vector<cl_int> expected;
  for (cl_int id = 0; id < static_cast<cl_int>(items); ++id) {
    for (cl_int i = 0; i < id % 4; ++i) {
      expected.push_back(4 * id + i);
      if ((id + i) % 3 != 0 && i % 2 != 0) expected.push_back(-(4 * id + i));
    }
  }
  std::ranges::sort(expected);
  constexpr cl_int none = 1 << 30;
  for (int round = 0; round < 3; ++round) {
    const cl_mem out = program.make_buffer(std::vector<cl_int>(6 * items, none));
    program.run("put", items, local, {pipe});
    program.run("take", items, local, {pipe, out});
    std::vector<cl_int> read = program.contents(out);
    std::erase(read, none);
    std::ranges::sort(read);
    ASSERT_EQ(expected, read);
  }
}

// From one pipe into another, whole work-groups in a loop.
TEST_P(Pipes, BetweenPipes) {
  const size_t local = GetParam(), items = 12 * local;
  PipeProgram program(kernels + R"(
    kernel void shift(read_only pipe int from, write_only pipe int to) {
      uint n = get_local_size(0), i = get_local_id(0);
      for (int turn = 0; turn < 12; ++turn) {
        reserve_id_t in = work_group_reserve_read_pipe(from, n);
        if (!is_valid_reserve_id(in)) break;
        int packet = 0;
        read_pipe(from, in, i, &packet);
        work_group_commit_read_pipe(from, in);
        packet += 1000;
        reserve_id_t out = work_group_reserve_write_pipe(to, n);
        if (is_valid_reserve_id(out)) write_pipe(to, out, n - 1 - i, &packet);
        work_group_commit_write_pipe(to, out);
      }
    })");
  const cl_mem first = program.make_pipe(static_cast<cl_uint>(items));
  const cl_mem second = program.make_pipe(static_cast<cl_uint>(items));
  const cl_mem in = program.make_buffer(numbers(items));
  const cl_mem out = program.make_buffer(std::vector<cl_int>(items, -7));
  const cl_mem took = program.make_buffer(std::vector<cl_int>(items, -7));
  program.run("put", items, local, {in, first, took});
  program.run("shift", 2 * local, local, {first, second});
  program.run("take", items, local, {out, second, took});
  EXPECT_EQ(numbers(items, 1000), packets_in(program.contents(out)));
}

INSTANTIATE_TEST_SUITE_P(LocalSizes, Pipes, testing::Values(1, 3, 16, 64, 100),
                         testing::PrintToStringParamName());

TEST(PipeFunctions, RefuseWhatIsNotReserved) {
  PipeProgram program(R"(
    kernel void test(write_only pipe int p, global int* out) {
      int value = 5;
      out[0] = is_valid_reserve_id(reserve_write_pipe(p, 0));
      out[1] = is_valid_reserve_id(reserve_write_pipe(p, 9));
      reserve_id_t id = reserve_write_pipe(p, 3);
      out[2] = is_valid_reserve_id(id);
      out[3] = write_pipe(p, id, 2, &value);
      out[4] = write_pipe(p, id, 3, &value);
      out[5] = write_pipe(p, id, 0xffffffff, &value);
      out[6] = is_valid_reserve_id(reserve_write_pipe(p, 6));
      out[7] = get_pipe_num_packets(p);
      write_pipe(p, id, 0, &value);
      write_pipe(p, id, 1, &value);
      commit_write_pipe(p, id);
      out[8] = get_pipe_num_packets(p);
      out[9] = get_pipe_max_packets(p);
    })");
  const cl_mem out = program.make_buffer(std::vector<cl_int>(10, -7));
  program.run("test", 1, 1, {program.make_pipe(8), out});
  EXPECT_EQ((std::vector<cl_int>{0, 0, 1, 0, -1, -1, 0, 0, 3, 8}), program.contents(out));
}

// Both ends of a pipe can be asked, and a null reservation is none.
TEST(PipeFunctions, OfModulesTellOfBothEnds) {
  PipeProgram program(modules::pipes());
  const cl_mem pipe = program.make_pipe(8);
  const cl_mem in = program.make_buffer(numbers(3)), took = program.make_buffer({-7, -7, -7});
  program.run("put", 3, 1, {in, pipe, took});
  const cl_mem out = program.make_buffer({-7, -7, -7});
  program.run("count_in", 1, 1, {pipe, out});
  EXPECT_EQ((std::vector<cl_int>{3, 8, 0}), program.contents(out));
}

// The memory of a pipe that belongs to the program is there from one launch to the next, and holds
// sixteen packets.
TEST(PipeFunctions, OfModulesKeepPacketsInTheProgram) {
  PipeProgram program(modules::pipes());
  for (cl_int round = 0; round < 3; ++round) {
    const cl_mem in = program.make_buffer(numbers(20, round * 100));
    const cl_mem out = program.make_buffer(std::vector<cl_int>(20, -1));
    const cl_mem took = program.make_buffer(std::vector<cl_int>(20, -7));
    program.run("keep", 20, 1, {in, took});
    const std::vector<cl_int> was_kept = program.contents(took);
    EXPECT_EQ(16, std::ranges::count(was_kept, 0));
    program.run("fetch", 20, 1, {out, took});
    std::vector<cl_int> expected;
    for (cl_int i = 0; i < 20; ++i) {
      if (was_kept[static_cast<size_t>(i)] == 0) expected.push_back(round * 100 + i);
    }
    EXPECT_EQ(expected, packets_in(program.contents(out)));
  }
}

// Ids of reservations lie where other variables do.
TEST(PipeFunctions, KeepReservationsInVariables) {
  constexpr size_t items = 96, local = 24;
  PipeProgram program(R"(
    typedef struct { reserve_id_t id; int count; } kept_t;
    kernel void put(write_only pipe int p) {
      local reserve_id_t ids[2];
      uint i = get_local_id(0);
      if (i < 2) ids[i] = reserve_write_pipe(p, 12);
      barrier(CLK_LOCAL_MEM_FENCE);
      int value = get_global_id(0);
      write_pipe(p, ids[i / 12], i % 12, &value);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (i < 2) commit_write_pipe(p, ids[i]);
    }
    kernel void take(read_only pipe int p, global int* out) {
      kept_t kept[3];
      int id = get_global_id(0);
      for (int i = 0; i < 3; ++i) {
        kept[i].count = i == id % 3;
        kept[i].id = reserve_read_pipe(p, kept[i].count);
      }
      read_pipe(p, kept[id % 3].id, 0, &out[id]);
      commit_read_pipe(p, kept[id % 3].id);
    })");
  const cl_mem pipe = program.make_pipe(items);
  const cl_mem out = program.make_buffer(std::vector<cl_int>(items, -1));
  program.run("put", items, local, {pipe});
  program.run("take", items, local, {pipe, out});
  EXPECT_EQ(numbers(items), packets_in(program.contents(out)));
}

TEST(PipeFunctions, ReserveWhileWorkItemsReadWhatTheyScanned) {
  constexpr size_t local = 96;
  PipeProgram program(R"(
    kernel void test(read_only pipe int p, global int* out) {
      int sum = work_group_scan_inclusive_add(1);
      reserve_id_t id = work_group_reserve_read_pipe(p, 1);
      out[get_global_id(0)] = sum - 1 + is_valid_reserve_id(id);
    })");
  const cl_mem out = program.make_buffer(std::vector<cl_int>(local, -1));
  program.run("test", local, local, {program.make_pipe(8), out});
  EXPECT_EQ(numbers(local), program.contents(out));
}

// "Reservations … are ordered": a packet is seen when it and those before it are committed.
TEST(PipeFunctions, ShowPacketsInTheOrderOfReservations) {
  PipeProgram program(R"(
    kernel void put(write_only pipe int p, global int* out) {
      reserve_id_t first = reserve_write_pipe(p, 2), second = reserve_write_pipe(p, 2);
      for (int i = 0; i < 2; ++i) {
        int value = 10 + i, later = 20 + i;
        write_pipe(p, first, i, &value);
        write_pipe(p, second, i, &later);
      }
      commit_write_pipe(p, second);
      out[0] = get_pipe_num_packets(p);
      commit_write_pipe(p, first);
      out[1] = get_pipe_num_packets(p);
    }
    kernel void take(read_only pipe int p, global int* out) {
      for (int i = 0; i < 5; ++i) {
        int packet = -1;
        read_pipe(p, &packet);
        out[i] = packet;
      }
    })");
  const cl_mem pipe = program.make_pipe(8);
  const cl_mem counts = program.make_buffer({-7, -7});
  const cl_mem out = program.make_buffer(std::vector<cl_int>(5, -7));
  program.run("put", 1, 1, {pipe, counts});
  program.run("take", 1, 1, {pipe, out});
  EXPECT_EQ((std::vector<cl_int>{0, 4}), program.contents(counts));
  EXPECT_EQ((std::vector<cl_int>{10, 11, 20, 21, -1}), program.contents(out));
}

struct PacketType {
  const char* name;
  const char* declaration;
  cl_uint bytes;
  friend std::ostream& operator<<(std::ostream& to, const PacketType& type) {
    return to << type.name;
  }
};

class PacketTypes : public testing::TestWithParam<PacketType> {};

// Every byte of a packet comes through, and nothing beside it is written.
TEST_P(PacketTypes, ComeThroughWhole) {
  const PacketType& type = GetParam();
  constexpr size_t items = 100;
  PipeProgram program("typedef " + std::string(type.declaration) + R"( packet_t;
    kernel void put(write_only pipe packet_t p) {
      packet_t packet;
      for (uint i = 0; i < sizeof packet; ++i) ((char*)&packet)[i] = get_global_id(0) * 3 + i;
      write_pipe(p, &packet);
    }
    kernel void take(read_only pipe packet_t p, global int* sums) {
      packet_t packets[3];
      for (uint i = 0; i < sizeof packets; ++i) ((char*)packets)[i] = 0x55;
      read_pipe(p, &packets[1]);
      int id = ((char*)&packets[1])[0], wrong = 0;
      for (uint i = 0; i < sizeof(packet_t); ++i) {
        wrong += ((char*)&packets[1])[i] != (char)(id + i);
        wrong += ((char*)&packets[0])[i] != 0x55 || ((char*)&packets[2])[i] != 0x55;
      }
      sums[get_global_id(0)] = wrong ? -wrong : (uchar)id;
    })");
  const cl_mem pipe = program.make_pipe(items + 7, type.bytes);
  for (int round = 0; round < 3; ++round) {
    const cl_mem sums = program.make_buffer(std::vector<cl_int>(items, -7));
    program.run("put", items, 20, {pipe});
    program.run("take", items, 20, {pipe, sums});
    std::vector<cl_int> expected;
    for (cl_int i = 0; i < cl_int{items}; ++i) expected.push_back(i * 3 & 255);
    std::ranges::sort(expected);
    std::vector<cl_int> read = program.contents(sums);
    std::ranges::sort(read);
    ASSERT_EQ(expected, read);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PacketTypes,
    testing::Values(PacketType{"char", "char", 1}, PacketType{"short", "short", 2},
                    PacketType{"char3", "char3", 4}, PacketType{"half", "ushort2", 4},
                    PacketType{"long", "long", 8}, PacketType{"float3", "float3", 16},
                    PacketType{"double16", "double16", 128},
                    PacketType{"struct_of_bytes", "struct { char bytes[7]; }", 7},
                    PacketType{"struct_of_words", "struct { int a; short b, c; int d; }", 12},
                    PacketType{"large_struct", "struct { int values[75]; }", 300}),
    [](const auto& information) { return std::string(information.param.name); });

// A sub-group that waits for packets of another of its work-group, which has not begun.
TEST(PipeFunctions, LetOtherSubGroupsGoOn) {
  const size_t width = Runner::instance().sub_group_size(), local = 4 * width;
  PipeProgram program(R"(
    kernel void test(read_only pipe int in, write_only pipe int out, global int* o) {
      uint group = get_sub_group_id(), lane = get_sub_group_local_id(), n = get_sub_group_size();
      if (group % 2 == 0) {
        for (int i = 0; i < 20; ++i) {
          int packet;
          if (group == 0) {
            while (read_pipe(in, &packet) != 0) {}
          } else {
            reserve_id_t id;
            do { id = sub_group_reserve_read_pipe(in, n); } while (!is_valid_reserve_id(id));
            read_pipe(in, id, lane, &packet);
            sub_group_commit_read_pipe(in, id);
          }
          o[(group / 2 * 20 + i) * n + lane] = packet;
        }
      } else {
        for (int i = 0; i < 20; ++i) {
          int packet = (group / 2 * 20 + i) * n + lane;
          while (write_pipe(out, &packet) != 0) {}
        }
      }
    })");
  // One pipe, which the kernel reads and writes: it holds packets of one sub-group.
  const cl_mem pipe = program.make_pipe(static_cast<cl_uint>(width));
  const cl_mem out = program.make_buffer(std::vector<cl_int>(40 * width, -1));
  program.run("test", local, local, {pipe, pipe, out});
  EXPECT_EQ(numbers(40 * width), packets_in(program.contents(out)));
}

TEST(PipeFunctions, NullReservationsAreNotValid) {
  const std::vector<cl_int> out =
      Runner::instance().run(R"(
    reserve_id_t chosen(reserve_id_t id, int i) { return i % 2 ? id : CLK_NULL_RESERVE_ID; }
    kernel void test(global int* o) {
      int i = get_global_id(0);
      reserve_id_t id = CLK_NULL_RESERVE_ID, ids[2] = {CLK_NULL_RESERVE_ID, id};
      o[i] = is_valid_reserve_id(ids[i % 2]) || is_valid_reserve_id(CLK_NULL_RESERVE_ID) ||
             is_valid_reserve_id(chosen(id, i));
    })",
                             {.global = {40, 1, 1}}, std::vector<cl_int>(40, -1));
  EXPECT_EQ(std::vector<cl_int>(40, 0), out);
}

// A kernel that waits for packets and one that writes them, on two queues, through a pipe that
// holds few of them.
TEST(PipeFunctions, ConnectKernelsThatRunAtTheSameTime) {
  PipeProgram program(R"(
    kernel void put(write_only pipe int p) {
      for (int i = 0; i < 1000; ++i) {
        int value = i * (int)get_global_size(0) + (int)get_global_id(0);
        while (write_pipe(p, &value) != 0) {}
      }
    }
    kernel void take(read_only pipe int p, global int* out) {
      for (int i = 0; i < 1000; ++i) {
        int packet;
        while (read_pipe(p, &packet) != 0) {}
        out[i * get_global_size(0) + get_global_id(0)] = packet;
      }
    })");
  const Session& session = program.session();
  cl_uint units = 0;
  check(clGetDeviceInfo(session.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  if (units < 2) GTEST_SKIP() << "kernels run at the same time on different compute units";
  cl_int error = 1;
  const cl_command_queue second =
      clCreateCommandQueueWithProperties(session.context, session.device, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
  for (const size_t items : {size_t{1}, size_t{4}, size_t{64}}) {
    const cl_mem pipe = program.make_pipe(10);
    const cl_mem out = program.make_buffer(std::vector<cl_int>(1000 * items, -1));
    program.run("take", items, items, {pipe, out});
    check(clFlush(session.queue), "clFlush");
    program.run("put", items, items, {pipe}, second);
    check(clFinish(second), "clFinish");
    EXPECT_EQ(numbers(1000 * items), packets_in(program.contents(out))) << items;
  }
  clReleaseCommandQueue(second);
}

}  // namespace
}  // namespace cleave::test
