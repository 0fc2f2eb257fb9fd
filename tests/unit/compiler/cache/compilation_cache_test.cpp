// The compiler with a cache of its own, in a folder that lives as long as this program.
#include "compiler/cache/compilation_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compiler/interface/compiler.h"
#include "compiler/interface/x86_facts.h"
#include "disk_cache/disk_cache.h"
#include "options/options.h"

namespace cleave::compiler::cache {
namespace {

namespace fs = std::filesystem;

interface::BuildResult build(const interface::BuildRequest& request) {
  return interface::cleave_compiler_open(interface::compiler_interface_version)->build(request);
}

interface::BuildRequest request_of(const std::string& source, const std::string& options = "") {
  interface::BuildRequest request;
  request.input = interface::OpenClSource{source};
  request.options = interface::parse_build_options(options);
  return request;
}

// A build of this request would be answered from the cache. Tried with a mark in the log.
bool is_kept(const interface::BuildRequest& request) {
  std::optional<interface::BuildResult> found = find_build(request);
  if (!found) return false;
  found->log = "from the cache";
  keep_build(request, *found);
  return build(request).log == "from the cache";
}

TEST(CompilationCaches, ABuildIsKeptWithEverythingInItsResult) {
  const interface::BuildRequest request =
      request_of("kernel void twice(global int *a) { *a *= 2; }", "-DX");
  EXPECT_FALSE(find_build(request));
  const interface::BuildResult built = build(request);
  const std::optional<interface::BuildResult> found = find_build(request);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->status, CL_SUCCESS);
  EXPECT_EQ(found->canonical, built.canonical);
  ASSERT_EQ(found->kernels.size(), 1u);
  EXPECT_EQ(found->kernels[0].name, "twice");
  EXPECT_TRUE(is_kept(request));
}

size_t entries() {
  const fs::recursive_directory_iterator files(options::options().cache_directory);
  return static_cast<size_t>(
      std::ranges::count_if(files, [](const auto& entry) { return entry.is_regular_file(); }));
}

TEST(CompilationCaches, CodeOfBothTiersIsKeptAndThatOfTheMainOnePreferred) {
  const interface::BuildResult built = build(request_of(
      "kernel void turns(global int *a) { for (int i = 0; i < a[0]; ++i) a[i] = sin(a[i]); }"));
  ASSERT_EQ(built.status, CL_SUCCESS);
  EXPECT_FALSE(interface::unpack(built.kernels.at(0).of_target)->has_one_tier);
  const auto tier_of_new_code = [&](interface::Tier wanted) {
    std::string error;
    interface::Compiler* compiler =
        interface::cleave_compiler_open(interface::compiler_interface_version);
    const auto code = compiler->load({built.canonical, built.kernels}, error);
    const interface::KernelCode kernel = code->kernel("turns", {.small_ids = true}, wanted, error);
    EXPECT_NE(kernel.entry, nullptr) << error;
    return kernel.tier;
  };
  const size_t before = entries();
  EXPECT_EQ(tier_of_new_code(interface::Tier::quick), interface::Tier::quick);
  EXPECT_EQ(entries(), before + 1);
  EXPECT_EQ(tier_of_new_code(interface::Tier::quick), interface::Tier::quick);
  EXPECT_EQ(entries(), before + 1);  // found
  EXPECT_EQ(tier_of_new_code(interface::Tier::main), interface::Tier::main);
  EXPECT_EQ(tier_of_new_code(interface::Tier::quick), interface::Tier::main);
}

TEST(CompilationCaches, CodeIsMadeAnewForOtherFacts) {
  const interface::BuildResult built =
      build(request_of("kernel void of_facts(global int *a) { *a = 3; }"));
  ASSERT_EQ(built.status, CL_SUCCESS);
  const auto new_entries = [&](const interface::CodeRequest& request) {
    const size_t before = entries();
    std::string error;
    interface::Compiler* compiler =
        interface::cleave_compiler_open(interface::compiler_interface_version);
    const auto code = compiler->load(request, error);
    EXPECT_NE(code->kernel("of_facts", {}, interface::Tier::main, error).entry, nullptr) << error;
    return entries() - before;
  };
  interface::CodeRequest request = {built.canonical, built.kernels, built.program_scope};
  EXPECT_EQ(new_entries(request), 1u);
  EXPECT_EQ(new_entries(request), 0u);
  request.kernels[0].local_memory_size = 64;
  EXPECT_EQ(new_entries(request), 1u);
  EXPECT_EQ(new_entries(request), 0u);
}

// A program is changed in one kernel while it is written, and the others' code stays.
TEST(CompilationCaches, CodeOfAKernelIsKeptWhereOthersChange) {
  const auto new_entries = [&](const std::string& value) {
    std::string source;
    for (const char* name : {"changes", "third", "stays"}) {
      source += std::string("kernel void ") + name + "(global float *a) {\n  float x = *a;\n";
      for (int i = 0; i < 400; ++i) source += "  x = x * x + " + std::to_string(i) + ";\n";
      source += "  *a = x" + (name == std::string("changes") ? value : "") + ";\n}\n";
    }
    const interface::BuildResult built = build(request_of(source));
    EXPECT_EQ(built.status, CL_SUCCESS) << built.log;
    const size_t before = entries();
    std::string error;
    interface::Compiler* compiler =
        interface::cleave_compiler_open(interface::compiler_interface_version);
    const auto code = compiler->load(
        {built.canonical, built.kernels, built.program_scope, built.kernel_modules}, error);
    for (const interface::KernelFacts& kernel : built.kernels) {
      EXPECT_NE(code->kernel(kernel.name, {}, interface::Tier::main, error).entry, nullptr)
          << error;
    }
    return entries() - before;
  };
  EXPECT_EQ(new_entries("+ 1"), 3u);
  EXPECT_EQ(new_entries("+ 2"), 1u);
}

TEST(CompilationCaches, ResultsThatCanBeTrueOfNoProgramAreNotGiven) {
  const interface::BuildRequest request =
      request_of("kernel void wrong_facts(global int *a) { *a = 4; }");
  interface::BuildResult result = build(request);
  result.kernels[0].argument_block_size = 4;
  keep_build(request, result);
  EXPECT_FALSE(find_build(request));
}

TEST(CompilationCaches, SourceOptionsAndTargetMakeADifference) {
  const interface::BuildRequest request = request_of("kernel void differs() {}");
  ASSERT_EQ(build(request).status, CL_SUCCESS);
  EXPECT_TRUE(find_build(request));
  EXPECT_FALSE(find_build(request_of("kernel void differs() { }")));
  EXPECT_FALSE(find_build(request_of("kernel void differs() {}", "-DX")));
  const std::vector<std::byte> module(4);
  interface::BuildRequest of_module = request;
  of_module.input = interface::IntermediateLanguage{module, {{1, module}}};
  interface::BuildResult of_language;
  of_language.canonical = module;
  keep_build(of_module, of_language);
  EXPECT_TRUE(find_build(of_module));
  of_module.input = interface::IntermediateLanguage{module, {{2, module}}};
  EXPECT_FALSE(find_build(of_module)) << "another specialization constant";
  interface::BuildRequest other_target = request;
  other_target.target.default_sub_group_size = 8;
  EXPECT_FALSE(find_build(other_target));
  other_target = request;
  other_target.target.extensions = {"cl_khr_fp64"};
  EXPECT_FALSE(find_build(other_target));
}

TEST(CompilationCaches, FailuresAndWhatAsksForTheTimeAreNotKept) {
  const interface::BuildRequest wrong = request_of("kernel void wrong() { return 1; }");
  EXPECT_EQ(build(wrong).status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_FALSE(find_build(wrong));
  const interface::BuildRequest now =
      request_of("constant char now[] = __TIME__; kernel void k() {}");
  EXPECT_EQ(build(now).status, CL_SUCCESS);
  EXPECT_FALSE(find_build(now));
}

class IncludedFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder);
    fs::create_directories(folder / "first");
    fs::create_directories(folder / "second");
    write("second/value.h", "#define VALUE 1\n");
    request =
        request_of("#include \"value.h\"\nkernel void k(global int *a) { *a = VALUE; }",
                   "-I " + (folder / "first").string() + " -I " + (folder / "second").string());
    ASSERT_EQ(build(request).status, CL_SUCCESS);
    ASSERT_TRUE(is_kept(request));
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
  }

  const fs::path folder = disk_cache::DiskCache::of_process(nullptr)->folder() / "headers";
  interface::BuildRequest request;
};

TEST_F(IncludedFiles, AChangedFileIsANewBuild) {
  write("second/value.h", "#define VALUE 2\n");
  EXPECT_FALSE(find_build(request));
  EXPECT_NE(build(request).log, "from the cache");
  EXPECT_TRUE(is_kept(request));
}

TEST_F(IncludedFiles, ANewFileThatWouldBeFoundBeforeIsANewBuild) {
  write("first/value.h", "#define VALUE 3\n");
  EXPECT_FALSE(find_build(request));
}

TEST_F(IncludedFiles, AFileThatIsGoneIsANewBuild) {
  fs::remove(folder / "second/value.h");
  EXPECT_FALSE(find_build(request));
  EXPECT_EQ(build(request).status, CL_BUILD_PROGRAM_FAILURE);
}

TEST_F(IncludedFiles, AFileThatWasWrittenAgainWithTheSameContentsIsNot) {
  write("second/value.h", "#define VALUE 1\n");
  EXPECT_TRUE(is_kept(request));
}

TEST_F(IncludedFiles, AFileThatAsksForTheTimeIsNeverKept) {
  write("second/value.h", "#define VALUE __DATE__[0]\n");
  EXPECT_EQ(build(request).status, CL_SUCCESS);
  EXPECT_FALSE(find_build(request));
}

TEST(CompilationCaches, CodeIsKeptByKernelSubGroupSizeAndProcessor) {
  CodeSource source;
  source.kernel = "hash of the kernel";
  source.variant.kernel = "k";
  source.variant.sub_group_size = 16;
  source.processor = "processor +feature";
  source.variant.mode = interface::CodegenMode::scalar;
  keep_code(source, {.frame_bytes = 24, .object = {std::byte{3}}});
  const std::optional<interface::ObjectCode> found = find_code(source);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->frame_bytes, 24u);
  EXPECT_EQ(found->object, std::vector{std::byte{3}});
  CodeSource changed = source;
  changed.variant.kernel = "other";
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.variant.sub_group_size = 8;
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.variant.shape.small_ids = true;
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.processor = "processor -feature";
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.variant.mode = interface::CodegenMode::vector;
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.variant.target = interface::CodeTarget::nvptx;
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.kernel = "hash of another kernel";
  EXPECT_FALSE(find_code(changed));
}

TEST(CompilationCaches, AKernelIsItsFactsAndItsModule) {
  const std::vector<std::byte> module = {std::byte{1}}, other_module = {std::byte{2}};
  interface::KernelFacts other_facts;
  other_facts.sub_group_size = 4;
  const std::string hash = kernel_hash({}, module);
  EXPECT_EQ(kernel_hash({}, module), hash);
  EXPECT_NE(kernel_hash({}, other_module), hash);
  EXPECT_NE(kernel_hash(other_facts, module), hash);
}

}  // namespace
}  // namespace cleave::compiler::cache

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string name = (std::filesystem::temp_directory_path() / "cleave-cache-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return 1;
  setenv("CLEAVE_CACHE", "1", 1);
  setenv("CLEAVE_CACHE_DIRECTORY", name.c_str(), 1);
  const int failures = RUN_ALL_TESTS();
  std::filesystem::remove_all(name);
  return failures;
}
