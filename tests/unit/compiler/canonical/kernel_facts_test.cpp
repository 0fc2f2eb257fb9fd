// Kernel facts: arguments, attributes and sizes.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>

#include "build_support.h"

namespace cleave::compiler {
namespace {

TEST(KernelFacts, ArgumentsOfEveryKind) {
  const interface::KernelFacts facts = facts_of(R"(
    struct Pair { char first; double second; };
    typedef struct { int a; } __attribute__((aligned(32))) Aligned;
    typedef float Number;
    kernel void k(global Number* restrict out, const global volatile int* in, constant float4* table,
                  local int* scratch, uchar byte, float3 vector, struct Pair pair, Aligned aligned,
                  ulong last) {})");
  struct Expected {
    const char* name;
    const char* type;
    interface::ArgumentKind kind;
    cl_uint address;
    cl_ulong qualifiers;
    uint32_t size, alignment, offset;
    bool read_only;
  };
  const Expected expected[] = {
      {"out", "Number*", interface::ArgumentKind::global_pointer, CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_RESTRICT, 8, 4, 0, false},
      {"in", "int*", interface::ArgumentKind::global_pointer, CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE, 8, 4, 8, true},
      {"table", "float4*", interface::ArgumentKind::constant_pointer,
       CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST, 8, 16, 16, true},
      {"scratch", "int*", interface::ArgumentKind::local_pointer, CL_KERNEL_ARG_ADDRESS_LOCAL, 0, 8,
       4, 24, false},
      {"byte", "uchar", interface::ArgumentKind::value, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0, 1, 1, 32,
       false},
      {"vector", "float3", interface::ArgumentKind::value, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0, 16, 16,
       48, false},
      {"pair", "struct Pair", interface::ArgumentKind::value, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0, 16,
       8, 64, false},
      {"aligned", "Aligned", interface::ArgumentKind::value, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0, 32,
       32, 96, false},
      {"last", "ulong", interface::ArgumentKind::value, CL_KERNEL_ARG_ADDRESS_PRIVATE, 0, 8, 8, 128,
       false},
  };
  ASSERT_EQ(facts.arguments.size(), std::size(expected));
  for (size_t i = 0; i < std::size(expected); ++i) {
    const interface::ArgumentFacts& argument = facts.arguments[i];
    EXPECT_EQ(argument.name, expected[i].name);
    EXPECT_EQ(argument.type_name, expected[i].type) << argument.name;
    EXPECT_EQ(argument.kind, expected[i].kind) << argument.name;
    EXPECT_EQ(argument.address_qualifier, expected[i].address) << argument.name;
    EXPECT_EQ(argument.access_qualifier, cl_uint{CL_KERNEL_ARG_ACCESS_NONE}) << argument.name;
    EXPECT_EQ(argument.type_qualifiers, expected[i].qualifiers) << argument.name;
    EXPECT_EQ(argument.size, expected[i].size) << argument.name;
    EXPECT_EQ(argument.alignment, expected[i].alignment) << argument.name;
    EXPECT_EQ(argument.offset, expected[i].offset) << argument.name;
    EXPECT_EQ(argument.read_only, expected[i].read_only) << argument.name;
  }
  EXPECT_EQ(facts.argument_block_size, 136u);
}

// 5.9.4: images are in the global address space; a sampler's four bytes lie beside what follows.
TEST(KernelFacts, ImagesAndSamplers) {
  interface::LanguageTarget target = plain_target();
  target.default_sub_group_size = 16;
  target.features.insert(target.features.end(),
                         {"__opencl_c_images", "__opencl_c_read_write_images"});
  target.extensions.emplace_back("cl_khr_depth_images");
  const std::string source = R"(
    kernel void k(read_only image1d_t a, sampler_t s, uint n, write_only image1d_array_t b,
                  read_write image2d_t c, read_only image2d_array_t d, read_only image3d_t e,
                  read_only image1d_buffer_t f, read_only image2d_depth_t g,
                  read_only image2d_array_depth_t h) {})";
  const interface::BuildResult result =
      interface::cleave_compiler_open(interface::compiler_interface_version)
          ->build({interface::OpenClSource{source}, interface::parse_build_options("-cl-std=CL3.0"),
                   target, interface::BuildKind::executable});
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  struct Expected {
    const char* type;
    interface::ArgumentKind kind;
    cl_mem_object_type image;
    bool is_depth;
    cl_uint access;
    uint32_t size, offset;
  };
  constexpr auto image = interface::ArgumentKind::image;
  const Expected expected[] = {
      {"image1d_t", image, CL_MEM_OBJECT_IMAGE1D, false, CL_KERNEL_ARG_ACCESS_READ_ONLY, 8, 0},
      {"sampler_t", interface::ArgumentKind::sampler, 0, false, CL_KERNEL_ARG_ACCESS_NONE, 4, 8},
      {"uint", interface::ArgumentKind::value, 0, false, CL_KERNEL_ARG_ACCESS_NONE, 4, 12},
      {"image1d_array_t", image, CL_MEM_OBJECT_IMAGE1D_ARRAY, false,
       CL_KERNEL_ARG_ACCESS_WRITE_ONLY, 8, 16},
      {"image2d_t", image, CL_MEM_OBJECT_IMAGE2D, false, CL_KERNEL_ARG_ACCESS_READ_WRITE, 8, 24},
      {"image2d_array_t", image, CL_MEM_OBJECT_IMAGE2D_ARRAY, false, CL_KERNEL_ARG_ACCESS_READ_ONLY,
       8, 32},
      {"image3d_t", image, CL_MEM_OBJECT_IMAGE3D, false, CL_KERNEL_ARG_ACCESS_READ_ONLY, 8, 40},
      {"image1d_buffer_t", image, CL_MEM_OBJECT_IMAGE1D_BUFFER, false,
       CL_KERNEL_ARG_ACCESS_READ_ONLY, 8, 48},
      {"image2d_depth_t", image, CL_MEM_OBJECT_IMAGE2D, true, CL_KERNEL_ARG_ACCESS_READ_ONLY, 8,
       56},
      {"image2d_array_depth_t", image, CL_MEM_OBJECT_IMAGE2D_ARRAY, true,
       CL_KERNEL_ARG_ACCESS_READ_ONLY, 8, 64},
  };
  const interface::KernelFacts& facts = result.kernels.front();
  ASSERT_EQ(facts.arguments.size(), std::size(expected));
  for (size_t i = 0; i < std::size(expected); ++i) {
    const interface::ArgumentFacts& argument = facts.arguments[i];
    EXPECT_EQ(argument.type_name, expected[i].type);
    EXPECT_EQ(argument.kind, expected[i].kind) << argument.name;
    EXPECT_EQ(argument.image_type, expected[i].image) << argument.name;
    EXPECT_EQ(argument.is_depth, expected[i].is_depth) << argument.name;
    EXPECT_EQ(argument.access_qualifier, expected[i].access) << argument.name;
    EXPECT_EQ(argument.size, expected[i].size) << argument.name;
    EXPECT_EQ(argument.offset, expected[i].offset) << argument.name;
    const bool is_image = expected[i].kind == image;
    const cl_uint space = is_image ? CL_KERNEL_ARG_ADDRESS_GLOBAL : CL_KERNEL_ARG_ADDRESS_PRIVATE;
    EXPECT_EQ(argument.address_qualifier, space) << argument.name;
  }
  EXPECT_EQ(facts.argument_block_size, 72U);
  EXPECT_FALSE(facts.follows_pointers);
}

interface::BuildResult build_for(interface::CodeTarget code, const std::string& source) {
  interface::LanguageTarget target = plain_target();
  target.extensions.insert(target.extensions.end(),
                           {"cl_khr_subgroups", "cl_intel_required_subgroup_size"});
  target.code = code;
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({interface::OpenClSource{source}, interface::parse_build_options(""), target,
               interface::BuildKind::executable});
}

// 9.17: CL_DEVICE_SUB_GROUP_SIZES_INTEL are a device's own, as are its largest work-group and what
// its code is worth.
TEST(KernelFacts, SizesAndTiersAreThoseOfTheTarget) {
  const std::string source =
      "kernel void k(global int *a) {\n"
      "  int values[64]; for (int i = 0; i < 64; ++i) values[i] = a[i];\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE); a[0] = values[a[1]];\n}";
  const interface::BuildResult of_cpu = build_for(interface::CodeTarget::x86, source);
  ASSERT_EQ(of_cpu.status, CL_SUCCESS) << of_cpu.log;
  EXPECT_EQ(of_cpu.kernels[0].sub_group_size, 16u);
  EXPECT_EQ(of_cpu.kernels[0].maximum_work_group_size, 4096u);
  const std::optional<interface::X86Facts> own = interface::unpack(of_cpu.kernels[0].of_target);
  ASSERT_TRUE(own);
  EXPECT_FALSE(own->has_one_tier);
  EXPECT_NE(own->group_merging, interface::GroupMerging::none);
  const interface::BuildResult of_gpu = build_for(interface::CodeTarget::nvptx, source);
  ASSERT_EQ(of_gpu.status, CL_SUCCESS) << of_gpu.log;
  EXPECT_EQ(of_gpu.kernels[0].sub_group_size, 32u);
  EXPECT_EQ(of_gpu.kernels[0].maximum_work_group_size, 1024u);
  EXPECT_TRUE(of_gpu.kernels[0].of_target.bytes.empty()) << "it has none of its own";
  EXPECT_EQ(of_gpu.canonical, of_cpu.canonical) << "canonical IR is for all targets";
}

TEST(KernelFacts, ASubGroupSizeThatTheTargetHasNotFailsTheBuild) {
  const std::string source =
      "__attribute__((intel_reqd_sub_group_size(16))) kernel void k(global int *a) { *a = 1; }";
  EXPECT_EQ(build_for(interface::CodeTarget::x86, source).status, CL_SUCCESS);
  expect_failure(build_for(interface::CodeTarget::nvptx, source),
                 "kernel 'k' requires the sub-group size 16, which the device has not");
}

/// Builds for a device that has queues.
interface::BuildResult build_with_queues(const std::string& source) {
  interface::LanguageTarget target = plain_target();
  target.features.insert(target.features.end(), {"__opencl_c_generic_address_space",
                                                 "__opencl_c_program_scope_global_variables",
                                                 "__opencl_c_device_enqueue"});
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({interface::OpenClSource{source}, interface::parse_build_options("-cl-std=CL3.0"),
               target, interface::BuildKind::executable});
}

TEST(KernelFacts, QueuesOnTheDevice) {
  const interface::BuildResult result = build_with_queues("kernel void k(char c, queue_t q) {}");
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  const interface::KernelFacts& facts = result.kernels.front();
  ASSERT_EQ(facts.arguments.size(), 2u);
  const interface::ArgumentFacts& queue = facts.arguments[1];
  EXPECT_EQ(queue.kind, interface::ArgumentKind::queue);
  EXPECT_EQ(queue.type_name, "queue_t");
  EXPECT_EQ(queue.size, 8u);
  EXPECT_EQ(queue.offset, 8u);
  EXPECT_EQ(queue.address_qualifier, cl_uint{CL_KERNEL_ARG_ADDRESS_PRIVATE});
  EXPECT_EQ(facts.argument_block_size, 16u);
}

TEST(KernelFacts, AttributesAsTheQuerySpellsThem) {
  const interface::KernelFacts facts = facts_of(
      "__attribute__((reqd_work_group_size(8, 2, 1))) __attribute__((vec_type_hint(uint4)))\n"
      "__attribute__((intel_reqd_sub_group_size(8))) kernel void k() {}");
  EXPECT_EQ(facts.attributes,
            "reqd_work_group_size(8,2,1) vec_type_hint(uint4) intel_reqd_sub_group_size(8)");
  EXPECT_EQ(facts.required_work_group_size, (std::array<uint64_t, 3>{8, 2, 1}));
  EXPECT_EQ(facts.maximum_work_group_size, 16u);
  EXPECT_EQ(facts.vector_type_hint, "uint4");
  EXPECT_EQ(facts.required_sub_group_size, 8u);
  EXPECT_EQ(facts.sub_group_size, 8u);

  const interface::KernelFacts hinted =
      facts_of("__attribute__((work_group_size_hint(4, 4, 4))) kernel void k() {}");
  EXPECT_EQ(hinted.attributes, "work_group_size_hint(4,4,4)");
  EXPECT_EQ(hinted.work_group_size_hint, (std::array<uint64_t, 3>{4, 4, 4}));
  EXPECT_EQ(hinted.required_work_group_size, (std::array<uint64_t, 3>{}));
}

TEST(KernelFacts, KernelsOf64BitTypesGetHalfTheLanes) {
  interface::BuildRequest request;
  request.target = plain_target();
  request.target.fits_sub_groups_to_types = true;
  request.input = interface::OpenClSource{R"(
    double twice(double v) { return v + v; }
    kernel void doubles(global double *p) { p[get_global_id(0)] = twice(p[get_global_id(0)]); }
    kernel void longs(global long *p, local long *q) { *p = *q; }
    kernel void floats(global float *p) { p[get_global_id(0)] = sin(p[get_global_id(0)]); }
    kernel void indexed(global int *p, global long *at) { int v = p[at[0]]; p[at[1]] = v; }
    kernel void nothing() {}
    __attribute__((intel_reqd_sub_group_size(32)))
    kernel void required(global double *p) { p[0] = p[1]; })"};
  const auto widths = [&] {
    const interface::BuildResult result =
        interface::cleave_compiler_open(interface::compiler_interface_version)->build(request);
    EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
    std::vector<uint32_t> all;
    for (const interface::KernelFacts& kernel : result.kernels)
      all.push_back(kernel.sub_group_size);
    return all;
  };
  using Widths = std::vector<uint32_t>;
  request.target.default_sub_group_size = 16;
  EXPECT_EQ(widths(), (Widths{8, 8, 16, 16, 16, 32}));
  request.target.default_sub_group_size = 4;
  EXPECT_EQ(widths(), (Widths{4, 4, 4, 4, 4, 32}));
  request.target.default_sub_group_size = 16;
  request.target.fits_sub_groups_to_types = false;
  EXPECT_EQ(widths(), (Widths{16, 16, 16, 16, 16, 32}));
}

// Four times as many, where nobody can tell.
TEST(KernelFacts, KernelsOfBytesAndHalfWordsGetMoreLanes) {
  interface::BuildRequest request;
  request.target = plain_target();
  request.target.fits_sub_groups_to_types = true;
  request.target.features.emplace_back("__opencl_c_subgroups");
  request.options = interface::parse_build_options("-cl-std=CL3.0");
  request.input = interface::OpenClSource{R"(
    kernel void differences(global const uchar *a, global const uchar *b, global uint *sums) {
      uint sum = 0;
      for (int i = 0; i < 16; ++i) sum += abs_diff(a[get_global_id(0) + i], b[i]);
      sums[get_global_id(0)] = sum;
    }
    kernel void shorts(global short *p) { p[get_global_id(0)] = min(p[get_global_id(0) + 1], p[0]); }
    kernel void words(global uchar *p, global int *q) { q[get_global_id(0)] = p[get_global_id(0)]; }
    kernel void reals(global uchar *p) { p[get_global_id(0)] = p[0] * 0.3f + p[1] * 0.7f; }
    kernel void asks(global uchar *p) { p[get_global_id(0)] = get_max_sub_group_size(); }
    kernel void combines(global uchar *p) { p[get_global_id(0)] = sub_group_all(p[0]); }
    kernel void meets(global uchar *p) { p[get_global_id(0)]++; barrier(0); p[get_global_id(0)]++; }
    kernel void near(global uchar *p, local uchar *q) { p[get_global_id(0)] = q[get_local_id(0)]; }
    kernel void counts(global uchar *p, global int *n) { if (p[get_global_id(0)]) atomic_inc(n); }
    kernel void searches(global const uchar *p, global uchar *found) {
      size_t i = get_global_id(0);
      while (p[i]) ++i;
      found[get_global_id(0)] = (uchar)i;
    }
    __attribute__((reqd_work_group_size(16, 2, 1))) kernel void small(global uchar *p) { *p = 1; }
    __attribute__((reqd_work_group_size(16, 4, 1))) kernel void large(global uchar *p) { *p = 1; }
    __attribute__((work_group_size_hint(32, 1, 1))) kernel void hinted(global uchar *p) { *p = 1; }
    __attribute__((intel_reqd_sub_group_size(8))) kernel void fixed(global uchar *p) { *p = 1; })"};
  const auto widths = [&] {
    const interface::BuildResult result =
        interface::cleave_compiler_open(interface::compiler_interface_version)->build(request);
    EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
    std::vector<uint32_t> all;
    for (const interface::KernelFacts& kernel : result.kernels)
      all.push_back(kernel.sub_group_size);
    return all;
  };
  using Widths = std::vector<uint32_t>;
  request.target.default_sub_group_size = 16;
  EXPECT_EQ(widths(), (Widths{64, 64, 16, 16, 16, 16, 16, 16, 16, 16, 16, 64, 16, 8}));
  request.target.default_sub_group_size = 4;
  EXPECT_EQ(widths(), (Widths{16, 16, 4, 4, 4, 4, 4, 4, 4, 4, 16, 16, 16, 8}));
  request.target.fits_sub_groups_to_types = false;
  EXPECT_EQ(widths(), (Widths{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8}));
}

// A functor's members, which it reaches by a generic pointer, are not what the kernel works on.
TEST(KernelFacts, LongMembersOfObjectsDoNotHalveTheLanes) {
  interface::BuildRequest request;
  request.target = plain_target();
  request.target.fits_sub_groups_to_types = true;
  request.target.default_sub_group_size = 16;
  request.options = interface::parse_build_options("-cl-std=CL2.0");
  request.input = interface::OpenClSource{R"(
    struct Sum { long first, step, more; };
    long at(struct Sum *sum) { return sum->first + sum->step + sum->more; }
    kernel void k(global int *p) { struct Sum sum = {p[0], 3, 4}; p[1] = at(&sum); }
    double of(double *p) { return p[1] + p[2]; }
    kernel void doubles(global double *p) { p[0] = of(p); })"};
  const interface::BuildResult result =
      interface::cleave_compiler_open(interface::compiler_interface_version)->build(request);
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  EXPECT_EQ(result.kernels[0].sub_group_size, 16u);
  EXPECT_EQ(result.kernels[1].sub_group_size, 8u);
}

TEST(KernelFacts, KernelsWithoutAttributes) {
  const interface::KernelFacts facts = facts_of("kernel void k() {}");
  EXPECT_EQ(facts.attributes, "");
  EXPECT_EQ(facts.maximum_work_group_size, 4096u);
  EXPECT_EQ(facts.sub_group_size, plain_target().default_sub_group_size);
  EXPECT_EQ(facts.argument_block_size, 0u);
  EXPECT_EQ(facts.local_memory_size, 0u);
  EXPECT_FALSE(facts.prints);
}

TEST(KernelFacts, MemoryIsWhatTheKernelAndItsCalleesHold) {
  const interface::BuildResult result = build(R"(
    void helper(local char* p) { volatile int array[100]; array[1] = *p; }
    kernel void a(global int* p) { local char one[3]; local double two[4]; *p = one[0] + two[0];
                                   helper(one); }
    kernel void b(global int* p) { local int other; *p = other; })");
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  ASSERT_EQ(result.kernels.size(), 2u);
  EXPECT_EQ(result.kernels[0].local_memory_size, 40u);  // 3, padded to 8, and 32
  EXPECT_GE(result.kernels[0].private_memory_size, 400u);
  EXPECT_EQ(result.kernels[1].local_memory_size, 4u);
  EXPECT_LT(result.kernels[1].private_memory_size, 100u);
}

TEST(KernelFacts, PrivateMemoryIsThatOfTheDeepestChainOfCalls) {
  const interface::BuildResult result = build(R"(
    int leaf(int i) { volatile char a[1000]; a[i] = 1; return a[i]; }
    int large(int i) { volatile char a[5000]; a[i] = 1; return a[i] + leaf(i) + leaf(i); }
    int small(int i) { volatile char a[3000]; a[i] = 1; return a[i] + leaf(i); }
    kernel void a(global int* p) { *p = large(1) + small(2) + large(3) + leaf(4); }
    kernel void b(global int* p) { *p = small(1) + small(2) + leaf(3); })");
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  ASSERT_EQ(result.kernels.size(), 2u);
  EXPECT_GE(result.kernels[0].private_memory_size, 6000u);
  EXPECT_LT(result.kernels[0].private_memory_size, 6200u);
  EXPECT_GE(result.kernels[1].private_memory_size, 4000u);
  EXPECT_LT(result.kernels[1].private_memory_size, 4200u);
}

TEST(KernelFacts, PrintingIsSeenThroughCalls) {
  const interface::BuildResult result = build(R"(
    void say(int n) { printf("%d\n", n); }
    kernel void loud(int n) { say(n); }
    kernel void silent(int n) {})");
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  ASSERT_EQ(result.kernels.size(), 2u);
  EXPECT_TRUE(result.kernels[0].prints);
  EXPECT_FALSE(result.kernels[1].prints);
}

/// The body of a kernel(global int* p, global int* global* pp, Node node, ulong a, int x).
struct Pointers {
  const char* name;
  bool are_followed;
  const char* body;
  friend void PrintTo(const Pointers& row, std::ostream* out) { *out << row.name; }
};

constexpr bool followed = true, known = false;
const Pointers pointers[] = {
    {"Arguments", known, "p[x] = 1;"},
    {"StepsFromArguments", known, "global int* q = x ? p + 1 : p; for (; *q; ++q) *q = x;"},
    {"ArgumentsOfFunctions", known, "*step(p, x) = 1;"},
    {"VariablesOfTheProgram", known, "p[x] = table[x];"},
    {"PrivateAndLocalOnes", known,
     "local int l[4]; int own[4]; int* q = own; local int* m = l; m[x] = q[x] = 1;"},
    {"ThePlacesOfOthers", known, "pp[x] = p;"},
    {"LoadedOnes", followed, "*pp[x] = 1;"},
    {"OnesInStructures", followed, "*node.p = 1;"},
    {"OnesInFunctionsThatAreCalled", followed, "*second(pp) = 1;"},
    {"Integers", followed, "*(global int*)a = 1;"},
    {"Numbers", followed, "*(global int*)4096 = 1;"},
    {"OnesInPrivateArrays", followed, "global int* both[2] = {p, p + 8}; *both[x] = 1;"},
    {"OnesOfItsOwnStructures", known, "Node own = {p, x}; *own.p = 1;"},
    {"OnesThatFunctionsFindThere", known, "Node own = {p, x}; put(&own);"},
    {"OnesThatFunctionsLeaveThere", known, "Node own; make(&own, p); put(&own);"},
    {"OnesOfItsCopies", known, "Node own = {p, x}; Node copy = own; put(&copy);"},
    {"OnesInStructuresOfFunctions", followed, "put(&node);"},
    {"OnesThatFunctionsCopy", followed, "Node own = {p, x}; own = node; put(&own);"},
    {"NumbersInItsOwnStructures", followed, "Node own = {p, x}; *(ulong*)&own = a; put(&own);"},
    {"OnesWrittenAnywhere", followed, "Node own[2] = {node, node}; own[x].p = p; put(own);"},
    {"OnesOfStructuresSeenByOthers", followed,
     "Node own = {p, x}; Node* both[2] = {&own, 0}; *(ulong*)both[x] = a; put(&own);"},
    {"CopiedOnes", followed, "Node copy = ((global Node*)p)[x]; *copy.p = 1;"},
};

class FollowedPointers : public testing::TestWithParam<Pointers> {};

TEST_P(FollowedPointers, AreAFact) {
  const interface::KernelFacts facts = facts_of(
      R"(typedef struct { global int* p; int x; } Node;
         constant int table[4] = {1, 2, 3, 4};
         global int* step(global int* p, int x) { return p + x; }
         global int* second(global int* global* pp) { return pp[1]; }
         void put(const Node* node) { node->p[node->x] = 1; }
         void make(Node* node, global int* p) { node->p = p; node->x = 1; }
         kernel void k(global int* p, global int* global* pp, Node node, ulong a, int x) {)" +
          std::string(GetParam().body) + "}",
      "-cl-std=CL3.0");
  EXPECT_EQ(facts.follows_pointers, GetParam().are_followed);
}

INSTANTIATE_TEST_SUITE_P(Of, FollowedPointers, testing::ValuesIn(pointers),
                         [](const auto& row) { return std::string(row.param.name); });

/// The body of a kernel(queue_t q, global int* p, global int* global* pp, global Node* nodes,
/// ulong a, int x) that enqueues blocks; whether these follow pointers.
const Pointers captures[] = {
    {"OfTheKernel", known, "enqueue_kernel(q, 0, one, ^{ p[x] = 1; });"},
    {"InBlockVariables", known, "void (^b)(void) = ^{ p[x] = 1; }; enqueue_kernel(q, 0, one, b);"},
    {"PassedOn", known, "enqueue_kernel(q, 0, one, ^{ *step(p, x) = 1; });"},
    {"OfBlocksInBlocks", known,
     "enqueue_kernel(q, 0, one, ^{ enqueue_kernel(q, 0, one, ^{ p[x] = 1; }); });"},
    {"OfEachWhoEnqueues", known,
     "enqueue_kernel(q, 0, one, ^{ next(q, p); }); enqueue_kernel(q, 0, one, ^{ next(q, p + x); "
     "});"},
    {"ThatTheKernelFollows", known,
     "global int* r = pp[x]; enqueue_kernel(q, 0, one, ^{ *r = 1; });"},
    {"WhatTheyLeadTo", followed, "enqueue_kernel(q, 0, one, ^{ *pp[x] = 1; });"},
    {"Copied", followed, "Node node = nodes[x]; enqueue_kernel(q, 0, one, ^{ *node.p = 1; });"},
    {"AsIntegers", followed, "enqueue_kernel(q, 0, one, ^{ *(global int*)a = 1; });"},
    {"InArrays", followed,
     "global int* both[2] = {p, p + 8}; enqueue_kernel(q, 0, one, ^{ *both[x] = 1; });"},
    {"SeenByOtherCode", followed,
     "void (^b)(void) = ^{ p[x] = 1; }; b(); enqueue_kernel(q, 0, one, b);"},
};

class CapturedPointers : public testing::TestWithParam<Pointers> {};

TEST_P(CapturedPointers, AreAsWellKnownAsTheKernelsOwn) {
  const interface::BuildResult result = build_with_queues(
      R"(typedef struct { global int* p; int x; } Node;
         global int* step(global int* p, int x) { return p + x; }
         void next(queue_t q, global int* p) {
           enqueue_kernel(q, 0, ndrange_1D(1), ^{ next(q, p + 1); });
         }
         kernel void k(queue_t q, global int* p, global int* global* pp, global Node* nodes,
                       ulong a, int x) {
           const ndrange_t one = ndrange_1D(1);)" +
      std::string(GetParam().body) + "}");
  ASSERT_EQ(result.status, CL_SUCCESS) << result.log;
  bool has_block = false, are_followed = false;
  for (const interface::KernelFacts& kernel : result.kernels) {
    if (kernel.role != interface::KernelRole::block) continue;
    has_block = true;
    are_followed = are_followed || kernel.follows_pointers;
  }
  EXPECT_TRUE(has_block);
  EXPECT_EQ(are_followed, GetParam().are_followed);
}

INSTANTIATE_TEST_SUITE_P(Of, CapturedPointers, testing::ValuesIn(captures),
                         [](const auto& row) { return std::string(row.param.name); });

/// KernelFacts::pointers_in_values of the one block of a kernel.
std::vector<uint32_t> captured(const std::string& block) {
  const interface::BuildResult result = build_with_queues(
      "kernel void k(queue_t q, global int* p, global int* r, constant int* c, int x) {"
      "  enqueue_kernel(q, 0, ndrange_1D(64), " +
      block + "); }");
  EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
  for (const interface::KernelFacts& kernel : result.kernels) {
    if (kernel.role == interface::KernelRole::block) return kernel.pointers_in_values;
  }
  return {1};
}

/// Captures follow the header of a literal, which has 16 bytes; the literal those of local pointers.
TEST(CapturedOffsets, AreThoseOfPointersToGlobalMemoryInTheArgumentBlock) {
  EXPECT_EQ((std::vector<uint32_t>{16}), captured("^{ p[x] = 1; }"));
  EXPECT_EQ((std::vector<uint32_t>{16, 24}), captured("^{ p[x] = r[x] + c[x]; }"));
  EXPECT_EQ((std::vector<uint32_t>{128 + 16}),
            captured("^(local void* l) { p[x] = ((local int*)l)[0]; }, 64"));
  EXPECT_EQ((std::vector<uint32_t>{}), captured("^{ }"));
}

/// The body of a kernel(volatile global int* p, volatile global atomic_int* q, int x).
struct Update {
  const char* name;
  bool may_wait;
  const char* body;
};

constexpr bool waits = true, tries_again = false;
const Update updates[] = {
    {"FoundInEachTurn", tries_again,
     "int old; do { old = *p; } while (atomic_cmpxchg(p, old, old * 3) != old);"},
    {"FoundByTheExchange", tries_again, R"(
       int old = *p, found;
       while ((found = atomic_cmpxchg(p, old, as_int(as_float(old) + 1.0f))) != old) old = found;)"},
    {"OnlyToMakeItGreater", tries_again, R"(
       int old = *p;
       while (old < x) {
         const int found = atomic_cmpxchg(p, old, x);
         if (found == old) break;
         old = found;
       })"},
    {"AUnionOfFloatAndInteger", tries_again, R"(
       union { int i; float f; } now, expected, next;
       now.i = *p;
       do {
         expected.f = now.f;
         next.f = expected.f + x;
         now.i = atomic_cmpxchg(p, expected.i, next.i);
       } while (now.i != expected.i);)"},
    {"Strong", tries_again, "int old = LOAD(q); while (!STRONG(q, &old, old * 3));"},
    {"Weak", tries_again, R"(
       int old = x;
       while (!atomic_compare_exchange_weak_explicit(q, &old, old + 5, memory_order_acq_rel,
                                                     memory_order_relaxed, memory_scope_device));)"},
    {"InAFunctionInALoop", tries_again, "for (int i = 0; i < x; ++i) add(p + i, i);"},
    {"ALock", waits, "while (atomic_cmpxchg(p, 0, 1) != 0);"},
    {"AStrongLock", waits, "int free = 0; while (!STRONG(q, &free, 1)) free = 0;"},
    {"ATurn", waits, "while (atomic_cmpxchg(p, x, x + 1) != x);"},
    {"NotWhileItIsTaken", waits, R"(
       for (;;) {
         const int old = *p;
         if (old & 1) continue;
         if (atomic_cmpxchg(p, old, old | 1) == old) break;
       })"},
    {"AsSoonAsABitIsClear", waits,
     "int old; do { old = *p & ~1; } while (atomic_cmpxchg(p, old, old | 1) != old);"},
    {"UntilSomethingCertainWasThere", waits, R"(
       int old;
       do { old = *p; } while (atomic_cmpxchg(p, old, old) != old || old != x);)"},
    {"InEachTurnUpToACountInMemory", tries_again, R"(
       const global int* n = (const global int*)q;
       for (int i = 0; i < n[3]; i += 16) {
         const int4 found = vload4(i, n);
         if (found.x == x || found.y == x) continue;
         if (found.z == x) continue;
         if (atomic_inc(p) == 7) p[1] = i;
       })"},
    {"UntilACountInMemoryIsReached", waits, R"(
       int seen = 0;
       while (((const global int*)q)[3] < x) seen += atomic_add(p, 0);
       p[1] = seen;)"},
    {"CountsWhenToldTo", waits, R"(
       const global int* n = (const global int*)q;
       for (int i = 0; i < n[3];) {
         if (atomic_add(p, 0) == x) i += 16;
       })"},
    {"ThenAwaitsAnother", waits, R"(
       int old;
       do { old = *p; } while (atomic_cmpxchg(p, old, old * 3) != old);
       while (LOAD(q) != x);)"},
};

class Updates : public testing::TestWithParam<Update> {};

TEST_P(Updates, WaitUnlessTheyAreOnlyTriedAgain) {
  const interface::KernelFacts facts = facts_of(
      R"(#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed, memory_scope_work_group)
         #define STRONG(p, expected, x) atomic_compare_exchange_strong_explicit(p, expected, x, \
           memory_order_acquire, memory_order_relaxed, memory_scope_work_group)
         void add(volatile global int* p, int x) {
           int old = *p, expected;
           do { expected = old; } while ((old = atomic_cmpxchg(p, expected, expected * x)) != expected);
         }
         kernel void k(volatile global int* p, volatile global atomic_int* q, int x) {)" +
          std::string(GetParam().body) + "}",
      "-cl-std=CL2.0");
  EXPECT_EQ(facts.may_wait, GetParam().may_wait);
}

INSTANTIATE_TEST_SUITE_P(InAllForms, Updates, testing::ValuesIn(updates),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace cleave::compiler
