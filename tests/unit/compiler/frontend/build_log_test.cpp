// The build log says why programs do not build.
#include <gtest/gtest.h>

#include <thread>

#include "build_support.h"

namespace cleave::compiler {
namespace {

TEST(BuildLog, ErrorsNameLineAndColumn) {
  expect_failure(build("kernel void k(global int* p)\n{\n    *p = nothing;\n}"),
                 "<kernel>:3:10: error: use of undeclared identifier 'nothing'");
}

TEST(BuildLog, WarningsAreKeptAfterSuccess) {
  const std::string source = "kernel void k(global int* p) {\n  *p; }";
  const interface::BuildResult result = build(source);
  EXPECT_EQ(result.status, CL_SUCCESS);
  EXPECT_NE(result.log.find("<kernel>:2:3: warning: "), std::string::npos) << result.log;
  EXPECT_EQ(build(source, "-w").log, "");
  EXPECT_EQ(build(source, "-Werror").status, CL_BUILD_PROGRAM_FAILURE);
}

TEST(BuildLog, OldHabitsOfCAreWarnings) {
  const char* const sources[] = {
      "kernel void k(global float2* p) { global float4* q = p; *q = 1; }",
      "static f(int x) { return x; } kernel void k(global int* p) { *p = f(1); }"};
  for (const char* const source : sources) {
    const interface::BuildResult result = build(source);
    EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
    EXPECT_NE(result.log.find(": warning: "), std::string::npos) << result.log;
    expect_failure(build(source, "-Werror"), ": error: ");
  }
}

TEST(BuildLog, UnresolvedBuiltInsAreNamedWithTheirLine) {
  const std::string declaration =
      "int __attribute__((overloadable)) hypot(global int* p, float x);\n";
  expect_failure(build(declaration + "kernel void k(global int* p) {\n"
                                     "  *p = hypot(p, 1.0f);\n}"),
                 "<kernel>:3:8: error: built-in function "
                 "'hypot(int __global*, float)' is not available");
}

TEST(BuildLog, FunctionsWithoutABodyAreNamed) {
  expect_failure(build("int later(int);\nkernel void k(global int* p) { *p = later(1); }"),
                 "<kernel>:2:37: error: function 'later' is declared but not defined");
  expect_failure(build("int __attribute__((overloadable)) later(int);\n"
                       "kernel void k(global int* p) { *p = later(1); }"),
                 "<kernel>:2:37: error: function 'later(int)' is declared but not defined");
}

TEST(BuildLog, BuiltInsOfClangThatNoLibraryHasAreNamed) {
  expect_failure(build("kernel void k(global float* p) {\n"
                       "  __builtin_sincospif(p[0], (private float*)0, (private float*)0);\n}"),
                 "<kernel>:2:23: error: function 'llvm.sincospi.f32' is declared but not defined");
}

TEST(BuildLog, RecursionIsAnErrorWithItsLine) {
  expect_failure(build("int f(int n) {\n  return n < 2 ? n : f(n - 1);\n}\n"
                       "kernel void k(global int* p) { *p = f(5); }"),
                 "<kernel>:2:22: error: recursion is not allowed");
  expect_failure(build("int g(int n);\nint f(int n) { return g(n); }\n"
                       "int g(int n) { return n ? f(n - 1) : 0; }\n"
                       "kernel void k(global int* p) { *p = f(5); }"),
                 "error: recursion is not allowed");
}

TEST(BuildLog, KernelsMayCallKernels) {
  const interface::BuildResult result =
      build("kernel void a(global int* p) { *p = 1; }\nkernel void b(global int* p) { a(p); }");
  EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
  ASSERT_EQ(result.kernels.size(), 2u);
  EXPECT_EQ(result.kernels[0].name, "a");
  EXPECT_EQ(result.kernels[1].name, "b");
}

TEST(BuildLog, AssemblyIsRefused) {
  expect_failure(build("kernel void k() {\n  __asm__(\"nop\");\n}"),
                 "<kernel>:2:3: error: assembly is not supported");
  expect_failure(build("__asm__(\"nop\");\nkernel void k() {}"), "assembly is not supported");
}

TEST(BuildLog, ProgramScopeVariablesOfTooManyBytesAreNamedWithTheirPlace) {
  expect_failure(
      build("global char right[65536];\nglobal char big[65537];\n"
            "kernel void k() { big[0] = right[0]; }",
            "-cl-std=CL2.0"),
      "<kernel>:2:13: error: variable 'big' takes 65537 bytes of the global address space; "
      "at most 65536 are possible");
  expect_failure(build("kernel void k() {\n  static global long big[9000];\n  big[0] = 1;\n}",
                       "-cl-std=CL2.0"),
                 "<kernel>:2:22: error: variable 'big' takes 72000 bytes");
}

TEST(BuildLog, InitialValuesThatOnlyTheProgramKnowsAreAddressesOrNumbers) {
  const char* begin = "global int a[4];\nglobal ulong b = ";
  const char* end = ";\nkernel void k(global ulong* p) { *p = b; }";
  const auto with = [&](const char* value) {
    return build(begin + std::string(value) + end, "-cl-std=CL2.0");
  };
  for (const char* value : {"(ulong)&a[1]", "(ulong)(global int*)4096", "7"}) {
    EXPECT_EQ(with(value).status, CL_SUCCESS) << value << with(value).log;
  }
  expect_failure(with("(uint)(ulong)&a[1]"), "error: ");
  expect_failure(with("(ulong)&a[1] * 2"), "error: ");
}

TEST(BuildLog, WhatIsNoModuleIsRefusedInWords) {
  const interface::BuildRequest request = {
      interface::IntermediateLanguage{std::vector<std::byte>(4), {}},
      {},
      plain_target(),
      interface::BuildKind::executable};
  expect_failure(
      interface::cleave_compiler_open(interface::compiler_interface_version)->build(request),
      "<il>: word 0");
}

TEST(BuildLog, NewerLanguagesThanTheDevicesAreRefused) {
  interface::LanguageTarget target = plain_target();
  target.opencl_version = 220;
  const auto with = [&](const char* options) {
    return interface::cleave_compiler_open(interface::compiler_interface_version)
        ->build({interface::OpenClSource{"kernel void k() {}"},
                 interface::parse_build_options(options), target,
                 interface::BuildKind::executable});
  };
  expect_failure(with("-cl-std=CL3.0"), "error: the device has no OpenCL C 3.0");
  EXPECT_EQ(with("-cl-std=CL2.0").status, CL_SUCCESS);
}

TEST(BuildLog, SubGroupSizesThatCannotBeAreRefused) {
  expect_failure(build("__attribute__((intel_reqd_sub_group_size(7))) kernel void k() {}"),
                 "the sub-group size 7 of kernel 'k' is none of 4, 8, 16, 32, 64");
}

TEST(BuildLog, PrivateVariablesThatNoStackHoldsAreRefused) {
  expect_failure(build("kernel void k(global int* o) {\n  int a[1 << 23];\n"
                       "  a[o[1]] = 1;\n  o[0] = a[o[2]];\n}"),
                 "<kernel>:1: error: kernel 'k' has 335544");
}

TEST(BuildLog, StrangeSourcesDoNotEndTheProcess) {
  using namespace std::string_literals;
  EXPECT_EQ(build("").status, CL_SUCCESS);
  EXPECT_EQ(build("kernel void k() {").status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build("\0\xff\xfe\x80"s).status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build("#include <no/such/file.h>").status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build("#include \"/\"").status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build(std::string(3000, '(')).status, CL_BUILD_PROGRAM_FAILURE);
}

// Clang calls some expressions wrong without a message; its code generation would crash on them.
TEST(BuildLog, WhatClangCannotCompileSilentlyIsAnErrorWithItsPlace) {
  expect_failure(build("kernel void k(global int* a, local int* l) {\n"
                       "  event_t e[2] = {0, 0};\n  wait_group_events(2, e);\n}"),
                 "<kernel>:2:18: error: this cannot be compiled");
  expect_failure(build("kernel void k() { const event_t e[2][2] = {{0}}; }"),
                 "an array of event_t, for one, can be initialised with {}");
  EXPECT_EQ(build("kernel void k() { event_t e[2] = {}; wait_group_events(2, e); }").status,
            CL_SUCCESS);
}

TEST(BuildLog, SubGroupFunctionsAreDeclaredWhereTheyAreOffered) {
  const interface::OpenClSource source{
      "kernel void k(global int* p) { p[get_sub_group_id()] = sub_group_reduce_add(1); }"};
  interface::Compiler* const compiler =
      interface::cleave_compiler_open(interface::compiler_interface_version);
  expect_failure(compiler->build({source, interface::parse_build_options("-cl-std=CL3.0"),
                                  plain_target(), interface::BuildKind::executable}),
                 "undeclared identifier 'get_sub_group_id'");
  EXPECT_EQ(CL_SUCCESS, build(source.text).status);
}

interface::BuildResult build_on(const interface::LanguageTarget& target, const std::string& source,
                                const std::string& options) {
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({interface::OpenClSource{source}, interface::parse_build_options(options), target,
               interface::BuildKind::executable});
}

// Types, functions, constants, macros and keywords.
TEST(BuildLog, NamesOfNewerLanguagesAreToldWithTheirVersions) {
  interface::LanguageTarget target = plain_target();
  for (const char* const feature :
       {"atomic_order_acq_rel", "atomic_order_seq_cst", "atomic_scope_device",
        "atomic_scope_all_devices", "generic_address_space"}) {
    target.features.push_back(std::string("__opencl_c_") + feature);
  }
  const char* const of_2_0 =
      "' is part of OpenCL C 2.0 and later: build with -cl-std=CL2.0 or -cl-std=CL3.0\n";
  struct Case {
    const char* source;
    const char* place;
    const char* name;
  };
  const Case cases[] = {
      {"kernel void k(global atomic_float* p) {}", "1:22", "atomic_float"},
      {"kernel void k(global int* p) {\n  atomic_int a; }", "2:3", "atomic_int"},
      {"kernel void k(global int* p) { atomic_store(p, 1); }", "1:32", "atomic_store"},
      {"kernel void k() { work_group_barrier(1); }", "1:19", "work_group_barrier"},
      {"kernel void k(global int* p) { *p = ctz(*p); }", "1:37", "ctz"},
      {"kernel void k(global int* p) { *p = memory_scope_device; }", "1:37", "memory_scope_device"},
      {"kernel void k() { atomic_work_item_fence(1, memory_order_relaxed, 1); }", "1:45",
       "memory_order_relaxed"},
      {"#line 7 \"a.cl\"\nconstant int a = ATOMIC_VAR_INIT(3);", "7:18", "ATOMIC_VAR_INIT"},
  };
  for (const Case& that : cases) {
    const std::string note = std::string(that.place) + ": note: '" + that.name + of_2_0;
    const std::string source = std::string(that.source) + '\n';
    expect_failure(build_on(target, source, ""), note);
    expect_failure(build_on(target, source, "-cl-std=CL1.1"), note);
    const interface::BuildResult newer = build_on(target, source, "-cl-std=CL3.0");
    EXPECT_EQ(std::string::npos, newer.log.find("is part of")) << newer.log;
  }
  // Each name once, in the order of the source.
  expect_failure(build_on(target,
                          "kernel void k() {\n  ctz(1);\n  get_enqueued_local_size(0);\n"
                          "  get_enqueued_local_size(1); }",
                          ""),
                 "<kernel>:2:3: note: 'ctz" + std::string(of_2_0) +
                     "<kernel>:3:3: note: 'get_enqueued_local_size" + of_2_0);
}

// The device has pipes in OpenCL C 3.0 only where it says so.
TEST(BuildLog, NamesAreThoseThatTheDeviceHasInAVersion) {
  const std::string pipes = "kernel void k(read_only pipe int p) {}";
  const std::string queues = "kernel void k(queue_t q) { enqueue_marker(q, 0, 0, 0); }";
  expect_failure(build(pipes), "note: 'pipe' is part of OpenCL C 2.0: build with -cl-std=CL2.0\n");
  expect_failure(build(queues),
                 "note: 'queue_t' is part of OpenCL C 2.0: build with -cl-std=CL2.0\n");
  interface::LanguageTarget target = plain_target();
  target.features.emplace_back("__opencl_c_generic_address_space");
  target.features.emplace_back("__opencl_c_program_scope_global_variables");
  target.features.emplace_back("__opencl_c_pipes");
  expect_failure(build_on(target, pipes, ""), "note: 'pipe' is part of OpenCL C 2.0 and later: ");
  target.opencl_version = 220;
  expect_failure(build_on(target, pipes, ""), "note: 'pipe' is part of OpenCL C 2.0: ");
}

TEST(BuildLog, NamesThatNoLanguageHasGetNoNote) {
  for (const char* const options : {"", "-cl-std=CL1.1", "-cl-std=CL3.0", "-cl-std=CLC++"}) {
    for (const char* const source :
         {"kernel void k(global atomic_flaot* p) {}", "kernel void k() { work_group_barier(1); }",
          "kernel void k(global int* p) { *p = none; }", "kernel void k(pipe_of_mine int p) {}",
          "kernel void k(read_only tube int p) {}",
          "struct s { int a; }; void f(struct s s) { s.ctz; }",
          "kernel void k(int ctz) { ctz none; }"}) {
      const interface::BuildResult result = build(source, options);
      EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, result.status) << source;
      EXPECT_EQ(std::string::npos, result.log.find("is part of")) << result.log;
    }
  }
}

TEST(BuildLog, BuildsRunSideBySide) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i] {
      for (int turn = 0; turn < 5; ++turn) {
        const std::string name = "k" + std::to_string(i);
        const interface::BuildResult good =
            build("kernel void " + name + "(global int* p) { *p = 1; }");
        ASSERT_EQ(good.status, CL_SUCCESS) << good.log;
        EXPECT_EQ(good.kernels.at(0).name, name);
        EXPECT_EQ(build("kernel void k() { x" + name + "; }").status, CL_BUILD_PROGRAM_FAILURE);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cleave::compiler
