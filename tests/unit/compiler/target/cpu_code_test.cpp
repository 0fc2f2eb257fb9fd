// Machine code of programs, run by hand: one work-group a call.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <thread>

#include "build_support.h"

namespace cleave::compiler {
namespace {

std::shared_ptr<interface::ProgramCode> load(const interface::BuildResult& built) {
  std::string error;
  auto code = interface::cleave_compiler_open(interface::compiler_interface_version)
                  ->load({built.canonical, built.kernels}, error);
  EXPECT_NE(code, nullptr) << error;
  return code;
}

// 128-byte aligned memory, as generated code wants it.
class AlignedMemory {
 public:
  explicit AlignedMemory(size_t size)
      : data_(static_cast<std::byte*>(::operator new(size + 1, alignment))) {
    std::memset(data_, 0xa5, size + 1);
  }
  ~AlignedMemory() { ::operator delete(data_, alignment); }
  AlignedMemory(const AlignedMemory&) = delete;
  AlignedMemory& operator=(const AlignedMemory&) = delete;
  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  static constexpr std::align_val_t alignment{128};
  std::byte* data_;
};

// Runs a one-dimensional launch of groups one after another.
void run(const interface::KernelCode& code, const interface::KernelFacts& facts,
         const std::vector<std::byte>& arguments, uint64_t groups, uint64_t local_size) {
  const uint64_t w = facts.sub_group_size;
  const AlignedMemory local_memory(facts.local_memory_size + 4096);
  const AlignedMemory frames(code.frame_bytes_per_item * ((local_size + w - 1) / w * w));
  interface::LaunchContext context = {};
  context.work_dimensions = 1;
  for (int i = 0; i < 3; ++i) {
    context.global_size[i] = i == 0 ? groups * local_size : 1;
    context.local_size[i] = context.enqueued_local_size[i] = i == 0 ? local_size : 1;
    context.group_count[i] = i == 0 ? groups : 1;
  }
  context.arguments = arguments.data();
  context.local_memory = local_memory.data();
  context.frames = frames.data();
  for (uint64_t group = 0; group < groups; ++group) {
    context.group_id[0] = group;
    code.entry(&context);
  }
}

// An argument block of pointers to the vectors' elements.
template <class... Vectors>
std::vector<std::byte> pointers_to(Vectors&... vectors) {
  const void* pointers[] = {vectors.data()...};
  std::vector<std::byte> block(sizeof(pointers));
  std::memcpy(block.data(), pointers, sizeof(pointers));
  return block;
}

// Tests what runs with several widths of sub-groups.
class CpuCodeOfWidth : public testing::TestWithParam<uint32_t> {
 protected:
  static interface::BuildResult build(const std::string& source) {
    return compiler::build(source, "", GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Widths, CpuCodeOfWidth, testing::Values(4, 16, 64));

// Code of every tier and for the local size: the same results, each beside the others.
TEST_P(CpuCodeOfWidth, AllTiersComputeTheSame) {
  const interface::BuildResult built = build(R"(
    kernel void k(global uint *out, global uint *unused) {
      local uint numbers[64];
      const uint id = get_local_id(0);
      uint sum = get_group_id(0) * 1000 + get_local_size(0);
      numbers[id] = id * id;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = 0; i <= id; ++i) sum += numbers[i] ^ get_sub_group_local_id();
      out[get_global_id(0)] = sum;
    })");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  const auto code = load(built);
  std::vector<std::vector<uint32_t>> results;
  const interface::LaunchShape any = {.small_ids = true};
  interface::LaunchShape exact = any;
  exact.local_size = {48, 1, 1};
  for (const auto& [shape, tier] :
       {std::pair(any, interface::Tier::quick), std::pair(any, interface::Tier::main),
        std::pair(exact, interface::Tier::main)}) {
    std::string error;
    const interface::KernelCode kernel = code->kernel("k", shape, tier, error);
    ASSERT_NE(kernel.entry, nullptr) << error;
    EXPECT_EQ(kernel.tier, tier);
    std::vector<uint32_t>& out = results.emplace_back(96);
    std::vector<uint32_t> unused(1);
    run(kernel, built.kernels[0], pointers_to(out, unused), 2, 48);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
  // Code that is there is not made again.
  std::string error;
  EXPECT_EQ(code->kernel("k", any, interface::Tier::quick, error).tier, interface::Tier::main);
}

TEST_P(CpuCodeOfWidth, VectorAdd) {
  const interface::BuildResult built = build(
      "kernel void add(global const float* a, global const float* b, global float* c) {\n"
      "  size_t i = get_global_id(0);\n  c[i] = a[i] + b[i];\n}");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  const auto code = load(built);
  ASSERT_NE(code, nullptr);
  std::string error;
  const interface::KernelCode add = code->kernel("add", {}, interface::Tier::main, error);
  ASSERT_NE(add.entry, nullptr) << error;
  std::vector<float> a(300), b(300), c(300);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 1000.0f);
  run(add, built.kernels[0], pointers_to(a, b, c), 6, 50);
  for (size_t i = 0; i < c.size(); ++i) EXPECT_EQ(c[i], a[i] + b[i]) << i;
}

// The offsets of the facts are those at which generated code reads.
TEST_P(CpuCodeOfWidth, ArgumentsAreReadWhereTheFactsSay) {
  const interface::BuildResult built = build(R"(
    typedef struct { char first; double second; } Pair;
    typedef struct { int a; } __attribute__((aligned(32))) Aligned;
    typedef struct __attribute__((packed)) { char c; int i; } Packed;
    kernel void gather(global double* out, uchar byte, float3 vector, Pair pair, short2 two,
                       Aligned aligned, local int* scratch, Packed packed, ulong last,
                       local double* more) {
      scratch[0] = 100; more[0] = 200;
      double values[] = {byte, vector.x, vector.z, pair.first, pair.second, two.y, aligned.a,
                         packed.i, last, scratch[0], more[0]};
      for (int i = 0; i < 11; ++i) out[i] = values[i];
    })");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  const interface::KernelFacts& facts = built.kernels[0];
  std::string error;
  const auto code = load(built);
  ASSERT_NE(code, nullptr);
  const interface::KernelCode gather = code->kernel("gather", {}, interface::Tier::main, error);
  ASSERT_NE(gather.entry, nullptr) << error;
  std::vector<double> out(11);
  std::vector<std::byte> block(facts.argument_block_size);
  const auto set = [&](size_t argument, size_t at, auto value) {
    ASSERT_LE(at + sizeof(value), facts.arguments[argument].size);
    std::memcpy(block.data() + facts.arguments[argument].offset + at, &value, sizeof(value));
  };
  set(0, 0, out.data());
  set(1, 0, uint8_t{1});
  set(2, 0, 2.0f);
  set(2, 8, 3.0f);
  set(3, 0, int8_t{4});
  set(3, 8, 5.0);
  set(4, 2, int16_t{6});
  set(5, 0, int32_t{7});
  set(6, 0, uint64_t{0});
  set(7, 1, int32_t{8});
  set(8, 0, uint64_t{9});
  set(9, 0, uint64_t{128});
  run(gather, facts, block, 1, 1);
  EXPECT_EQ(out, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 200}));
}

TEST_P(CpuCodeOfWidth, BarriersAndLocalMemory) {
  const interface::BuildResult built = build(
      "kernel void reverse(global int* data) {\n  local int copy[64];\n"
      "  size_t i = get_local_id(0), n = get_local_size(0);\n  copy[i] = data[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n  data[get_global_id(0)] = copy[n - 1 - i];\n}");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  std::string error;
  const auto code = load(built);
  ASSERT_NE(code, nullptr);
  const interface::KernelCode reverse = code->kernel("reverse", {}, interface::Tier::main, error);
  ASSERT_NE(reverse.entry, nullptr) << error;
  std::vector<int> data(120);
  std::iota(data.begin(), data.end(), 0);
  run(reverse, built.kernels[0], pointers_to(data), 2, 60);
  for (int i = 0; i < 120; ++i) EXPECT_EQ(data[static_cast<size_t>(i)], i < 60 ? 59 - i : 179 - i);
}

TEST(CpuCode, FunctionsNamedLikeRuntimeFunctionsStayTheProgramsOwn) {
  const interface::BuildResult built = build(
      "void memset(global char* p, int c, int n) { for (int i = 0; i < n; ++i) p[i] = (char)(c + "
      "1); }\n"
      "kernel void fill(global char* p) { memset(p, 4, 64); }");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  std::string error;
  const auto code = load(built);
  ASSERT_NE(code, nullptr);
  const interface::KernelCode fill = code->kernel("fill", {}, interface::Tier::main, error);
  ASSERT_NE(fill.entry, nullptr) << error;
  std::vector<char> data(64);
  run(fill, built.kernels[0], pointers_to(data), 1, 1);
  EXPECT_TRUE(std::ranges::all_of(data, [](char c) { return c == 5; }));
}

TEST_P(CpuCodeOfWidth, IntegerDivisionNeverTraps) {
  const interface::BuildResult built = build(
      "kernel void divide(global int* a, global int* b, global int* c) {\n"
      "  size_t i = get_global_id(0);\n  c[i] = a[i] / b[i] + a[i] % b[i];\n}");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  std::string error;
  const auto code = load(built);
  ASSERT_NE(code, nullptr);
  const interface::KernelCode divide = code->kernel("divide", {}, interface::Tier::main, error);
  ASSERT_NE(divide.entry, nullptr) << error;
  std::vector<int> a = {1, INT32_MIN, 7, 0}, b = {0, -1, 2, 0}, c(4);
  run(divide, built.kernels[0], pointers_to(a, b, c), 1, 4);
  EXPECT_EQ(c[2], 4);
}

TEST(CpuCode, KernelsAreMadeOnceFromAnyThread) {
  const interface::BuildResult built =
      build("kernel void a(global int* p) { *p = 1; } kernel void b(global int* p) { *p = 2; }");
  const auto code = load(built);
  ASSERT_NE(code, nullptr);
  std::vector<interface::KernelEntry> entries(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < entries.size(); ++i) {
    threads.emplace_back([&, i] {
      std::string error;
      entries[i] = code->kernel(i % 2 == 0 ? "a" : "b", {}, interface::Tier::main, error).entry;
      EXPECT_EQ(error, "");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < entries.size(); ++i) EXPECT_EQ(entries[i], entries[i % 2]);
  EXPECT_NE(entries[0], nullptr);
  EXPECT_NE(entries[0], entries[1]);
}

TEST(CpuCode, UnknownKernelsAreRefusedWithAReason) {
  const interface::BuildResult built = build("kernel void a() {}");
  std::string error;
  EXPECT_EQ(load(built)->kernel("b", {}, interface::Tier::main, error).entry, nullptr);
  EXPECT_NE(error.find("'b'"), std::string::npos);
}

}  // namespace
}  // namespace cleave::compiler
