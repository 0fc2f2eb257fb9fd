// The compiler with a cache of its own, in a folder that lives as long as this program.
#include "compiler/cache/compilation_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compiler/interface/compiler.h"
#include "support/cache/disk_cache.h"
#include "support/options/options.h"

namespace cleave::compiler::cache {
namespace {

namespace fs = std::filesystem;

BuildResult build(const BuildRequest& request) {
  return cleave_compiler_open(compiler_interface_version)->build(request);
}

BuildRequest request_of(const std::string& source, const std::string& options = "") {
  BuildRequest request;
  request.input = OpenClSource{source};
  request.options = parse_build_options(options);
  return request;
}

// A build of this request would be answered from the cache. Tried with a mark in the log.
bool is_kept(const BuildRequest& request) {
  std::optional<BuildResult> found = find_build(request);
  if (!found) return false;
  found->log = "from the cache";
  keep_build(request, *found);
  return build(request).log == "from the cache";
}

TEST(CompilationCaches, ABuildIsKeptWithEverythingInItsResult) {
  const BuildRequest request = request_of("kernel void twice(global int *a) { *a *= 2; }", "-DX");
  EXPECT_FALSE(find_build(request));
  const BuildResult built = build(request);
  const std::optional<BuildResult> found = find_build(request);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->status, CL_SUCCESS);
  EXPECT_EQ(found->canonical, built.canonical);
  ASSERT_EQ(found->kernels.size(), 1u);
  EXPECT_EQ(found->kernels[0].name, "twice");
  EXPECT_TRUE(is_kept(request));
}

size_t entries() {
  const fs::recursive_directory_iterator files(support::options().cache_directory);
  return static_cast<size_t>(
      std::ranges::count_if(files, [](const auto& entry) { return entry.is_regular_file(); }));
}

TEST(CompilationCaches, CodeOfBothTiersIsKeptAndThatOfTheMainOnePreferred) {
  const BuildResult built = build(request_of(
      "kernel void turns(global int *a) { for (int i = 0; i < a[0]; ++i) a[i] = sin(a[i]); }"));
  ASSERT_EQ(built.status, CL_SUCCESS);
  EXPECT_FALSE(built.kernels.at(0).has_one_tier);
  const auto tier_of_new_code = [&](Tier wanted) {
    std::string error;
    Compiler* compiler = cleave_compiler_open(compiler_interface_version);
    const auto code = compiler->load({built.canonical, built.kernels}, error);
    const KernelCode kernel = code->kernel("turns", {.small_ids = true}, wanted, error);
    EXPECT_NE(kernel.entry, nullptr) << error;
    return kernel.tier;
  };
  const size_t before = entries();
  EXPECT_EQ(tier_of_new_code(Tier::quick), Tier::quick);
  EXPECT_EQ(entries(), before + 1);
  EXPECT_EQ(tier_of_new_code(Tier::quick), Tier::quick);
  EXPECT_EQ(entries(), before + 1);  // found
  EXPECT_EQ(tier_of_new_code(Tier::main), Tier::main);
  EXPECT_EQ(tier_of_new_code(Tier::quick), Tier::main);
}

TEST(CompilationCaches, CodeIsMadeAnewForOtherFactsAndVariables) {
  const BuildResult built = build(request_of("kernel void of_facts(global int *a) { *a = 3; }"));
  ASSERT_EQ(built.status, CL_SUCCESS);
  const auto new_entries = [&](const CodeRequest& request) {
    const size_t before = entries();
    std::string error;
    Compiler* compiler = cleave_compiler_open(compiler_interface_version);
    const auto code = compiler->load(request, error);
    EXPECT_NE(code->kernel("of_facts", {}, Tier::main, error).entry, nullptr) << error;
    return entries() - before;
  };
  CodeRequest request = {built.canonical, built.kernels, built.program_scope};
  EXPECT_EQ(new_entries(request), 1u);
  EXPECT_EQ(new_entries(request), 0u);
  request.kernels[0].local_memory_size = 64;
  EXPECT_EQ(new_entries(request), 1u);
  request.program_scope.size = 64;
  EXPECT_EQ(new_entries(request), 1u);
  EXPECT_EQ(new_entries(request), 0u);
}

TEST(CompilationCaches, ResultsThatCanBeTrueOfNoProgramAreNotGiven) {
  const BuildRequest request = request_of("kernel void wrong_facts(global int *a) { *a = 4; }");
  BuildResult result = build(request);
  result.kernels[0].argument_block_size = 4;
  keep_build(request, result);
  EXPECT_FALSE(find_build(request));
}

TEST(CompilationCaches, SourceOptionsAndTargetMakeADifference) {
  const BuildRequest request = request_of("kernel void differs() {}");
  ASSERT_EQ(build(request).status, CL_SUCCESS);
  EXPECT_TRUE(find_build(request));
  EXPECT_FALSE(find_build(request_of("kernel void differs() { }")));
  EXPECT_FALSE(find_build(request_of("kernel void differs() {}", "-DX")));
  const std::vector<std::byte> module(4);
  BuildRequest of_module = request;
  of_module.input = IntermediateLanguage{module, {{1, module}}};
  BuildResult of_language;
  of_language.canonical = module;
  keep_build(of_module, of_language);
  EXPECT_TRUE(find_build(of_module));
  of_module.input = IntermediateLanguage{module, {{2, module}}};
  EXPECT_FALSE(find_build(of_module)) << "another specialization constant";
  BuildRequest other_target = request;
  other_target.target.default_sub_group_size = 8;
  EXPECT_FALSE(find_build(other_target));
  other_target = request;
  other_target.target.extensions = {"cl_khr_fp64"};
  EXPECT_FALSE(find_build(other_target));
}

TEST(CompilationCaches, FailuresAndWhatAsksForTheTimeAreNotKept) {
  const BuildRequest wrong = request_of("kernel void wrong() { return 1; }");
  EXPECT_EQ(build(wrong).status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_FALSE(find_build(wrong));
  const BuildRequest now = request_of("constant char now[] = __TIME__; kernel void k() {}");
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

  const fs::path folder = support::DiskCache::of_process(nullptr)->folder() / "headers";
  BuildRequest request;
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
  source.pipeline = "scalar";
  keep_code(source, {.frame_bytes = 24, .object = {std::byte{3}}});
  const std::optional<ObjectCode> found = find_code(source);
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
  changed.pipeline = "vector";
  EXPECT_FALSE(find_code(changed));
  changed = source;
  changed.kernel = "hash of another kernel";
  EXPECT_FALSE(find_code(changed));
}

TEST(CompilationCaches, AKernelIsItsFactsItsModuleAndTheVariablesOfItsProgram) {
  const std::vector<std::byte> module = {std::byte{1}}, other_module = {std::byte{2}};
  ProgramScope other_scope;
  other_scope.size = 8;
  KernelFacts other_facts;
  other_facts.sub_group_size = 4;
  const std::string hash = kernel_hash({}, program_hash(module, {}));
  EXPECT_EQ(kernel_hash({}, program_hash(module, {})), hash);
  EXPECT_NE(kernel_hash({}, program_hash(other_module, {})), hash);
  EXPECT_NE(kernel_hash({}, program_hash(module, other_scope)), hash);
  EXPECT_NE(kernel_hash(other_facts, program_hash(module, {})), hash);
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
