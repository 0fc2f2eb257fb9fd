// Device images: the facts of their kernels, which say how launches and code treat kernel objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "build_support.h"
#include "device_image/image.h"

namespace cleave::compiler {
namespace {

/// Builds the code of a file.
interface::BuildResult build_file(const std::string& path, const device_image::Table& table,
                                  const std::string& options = "") {
  std::ifstream file(path, std::ios::binary);
  const std::string code{std::istreambuf_iterator<char>(file), {}};
  EXPECT_FALSE(code.empty()) << path;
  const auto* first = reinterpret_cast<const std::byte*>(code.data());
  auto blob = device_image::write_image(table, {first, code.size()}, CLEAVE_LLVM_VERSION);
  interface::LanguageTarget target = plain_target();
  target.extensions.emplace_back("cl_khr_subgroups");
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({interface::DeviceImages{std::move(blob)}, interface::parse_build_options(options),
               target, interface::BuildKind::executable});
}

interface::BuildResult build_images(const std::string& unit, const device_image::Table& table = {},
                                    const std::string& options = "") {
  auto result = build_file(CLEAVE_DEVICE_CODE "/" + unit + ".bc", table, options);
  EXPECT_EQ(CL_SUCCESS, result.status) << result.log;
  return result;
}

/// Builds code that clang never writes (frontend/sycl/*.ll).
interface::BuildResult build_hostile(const std::string& name) {
  return build_file(CLEAVE_HOSTILE_CODE "/" + name + ".bc", {});
}

interface::KernelFacts facts_of(const interface::BuildResult& built, const std::string& name) {
  const auto found = std::ranges::find(built.kernels, name, &interface::KernelFacts::name);
  EXPECT_NE(found, built.kernels.end()) << name;
  return found == built.kernels.end() ? interface::KernelFacts() : *found;
}

TEST(DeviceImageFacts, NameThePointersOfObjectsThatAreOnlyRead) {
  const interface::BuildResult built = build_images("kernels");
  const interface::KernelFacts add = facts_of(built, "_ZTS3Add");
  EXPECT_EQ((std::vector<uint32_t>{0, 8, 16}), add.pointers_in_values);
  EXPECT_FALSE(add.follows_pointers);
  // Its pointer stands behind 64 numbers, which are not copied to private memory either.
  const interface::KernelFacts captured = facts_of(built, "_ZTS8Captured");
  EXPECT_EQ((std::vector<uint32_t>{256}), captured.pointers_in_values);
  EXPECT_FALSE(captured.follows_pointers);
  EXPECT_EQ(0U, captured.private_memory_size);
}

TEST(DeviceImageFacts, NameNoPointersOfObjectsThatKernelsChange) {
  const interface::KernelFacts counter = facts_of(build_images("kernels"), "_ZTS7Counter");
  EXPECT_EQ(std::vector<uint32_t>(), counter.pointers_in_values);
  EXPECT_TRUE(counter.follows_pointers);
}

TEST(DeviceImageFacts, HaveLocalMemoryAsAnArgumentWhereItIsAskedFor) {
  const interface::BuildResult built = build_images("kernels");
  const interface::KernelFacts tree = facts_of(built, "_ZTS4Tree");
  ASSERT_EQ(2U, tree.arguments.size());
  EXPECT_EQ(interface::ArgumentKind::value, tree.arguments[0].kind);
  EXPECT_EQ(24U, tree.arguments[0].size);
  EXPECT_EQ("kernel object", tree.arguments[0].type_name);
  EXPECT_EQ(interface::ArgumentKind::local_pointer, tree.arguments[1].kind);
  EXPECT_EQ(128U, tree.arguments[1].alignment);
  EXPECT_EQ(0U, tree.local_memory_size);
  EXPECT_FALSE(tree.follows_pointers);
  const interface::KernelFacts with_variable = facts_of(built, "_ZTS10StaticTree");
  EXPECT_EQ(1U, with_variable.arguments.size());
  EXPECT_EQ(64U * sizeof(int), with_variable.local_memory_size);
}

TEST(DeviceImageFacts, HaveTheSizesOfTheTable) {
  device_image::KernelRow add;
  add.symbol = "_ZTS3Add";
  add.required_work_group_size = {16, 4, 1};
  add.sub_group_size = 8;
  device_image::KernelRow tree;
  tree.symbol = "_ZTS4Tree";
  tree.work_group_size_hint = {64, 1, 1};
  const interface::BuildResult built = build_images("kernels", {{add, tree}, {}, {}, {}});
  EXPECT_EQ("reqd_work_group_size(16,4,1) intel_reqd_sub_group_size(8)",
            facts_of(built, "_ZTS3Add").attributes);
  EXPECT_EQ("work_group_size_hint(64,1,1)", facts_of(built, "_ZTS4Tree").attributes);
}

TEST(DeviceImageFacts, ConstantsTakeNoMemoryOfTheProgram) {
  EXPECT_EQ(0U, build_images("kernels").program_scope.size);
}

TEST(DeviceImageFacts, CodeAsWrittenHasOneTier) {
  EXPECT_TRUE(unpack(facts_of(build_images("as_written"), "_ZTS4Math").of_target)->has_one_tier);
  EXPECT_FALSE(unpack(facts_of(build_images("kernels"), "_ZTS4Math").of_target)->has_one_tier);
}

TEST(DeviceImageFacts, AreNotThoseOfTheCodesOwnMetadata) {
  const interface::BuildResult built = build_hostile("sizes_in_metadata");
  EXPECT_EQ(CL_SUCCESS, built.status) << built.log;
  EXPECT_EQ("", facts_of(built, "k").attributes);
}

TEST(HostileDeviceImages, DefineNoFunctionOfTheDrivers) {
  for (const char* name : {"local_base_defined", "local_base_type"}) {
    expect_failure(build_hostile(name),
                   "error: __cleave_local_base is another function than the driver's\n");
  }
}

TEST(HostileDeviceImages, GiveBuiltInFunctionsNoOtherMeaning) {
  for (const char* name : {"math_variable", "math_built_in"}) {
    expect_failure(build_hostile(name), "error: function 'sinf' is declared but not defined\n");
  }
}

TEST(HostileDeviceImages, InlineNotAsMuchAsTheyCanNameCalls) {
  expect_failure(build_hostile("large_with_local_memory"), "error: kernel 'k' is too large: ");
}

}  // namespace
}  // namespace cleave::compiler
