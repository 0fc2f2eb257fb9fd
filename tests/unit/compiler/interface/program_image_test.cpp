// Program images: what is written is read again, and nothing else is taken for an image.
#include "compiler/interface/program_image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

namespace cleave::compiler {
namespace {

interface::ProgramImage example() {
  interface::ArgumentFacts pointer;
  pointer.name = "output";
  pointer.type_name = "float*";
  pointer.kind = interface::ArgumentKind::global_pointer;
  pointer.address_qualifier = CL_KERNEL_ARG_ADDRESS_GLOBAL;
  pointer.type_qualifiers = CL_KERNEL_ARG_TYPE_RESTRICT;
  pointer.size = 8;
  pointer.alignment = 4;
  interface::ArgumentFacts value;
  value.name = "n";
  value.type_name = "uint";
  value.size = 4;
  value.alignment = 4;
  value.offset = 8;
  interface::KernelFacts kernel;
  kernel.name = "fill";
  kernel.attributes = "reqd_work_group_size(8,1,1)";
  kernel.arguments = {pointer, value};
  kernel.argument_block_size = 12;
  kernel.required_work_group_size = {8, 1, 1};
  kernel.sub_group_size = 16;
  kernel.local_memory_size = 64;
  kernel.maximum_work_group_size = 8;
  kernel.prints = true;
  interface::KernelFacts empty;
  empty.name = "nothing";
  empty.sub_group_size = 4;
  empty.maximum_work_group_size = 4096;
  interface::ProgramImage image;
  image.options = "-D X=1";
  image.target.extensions = {"cl_khr_fp64"};
  image.target.features = {"__opencl_c_int64", "__opencl_c_fp64"};
  image.target.fused_multiply_add = true;
  image.requires_uniform_groups = false;
  image.canonical = {std::byte{'B'}, std::byte{'C'}, std::byte{0}};
  image.kernels = {kernel, empty};
  return image;
}

std::optional<interface::ProgramImage> read(std::span<const std::byte> bytes) {
  std::string problem;
  auto image = interface::deserialize(bytes, problem);
  EXPECT_EQ(image.has_value(), problem.empty()) << problem;
  return image;
}

std::string problem_of(std::span<const std::byte> bytes) {
  std::string problem;
  EXPECT_FALSE(interface::deserialize(bytes, problem).has_value());
  return problem;
}

TEST(ProgramImage, RoundTripKeepsEverything) {
  const std::vector<std::byte> bytes = interface::serialize(example());
  const std::optional<interface::ProgramImage> image = read(bytes);
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->type, cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(image->options, "-D X=1");
  EXPECT_EQ(image->target.features, example().target.features);
  EXPECT_TRUE(image->target.fused_multiply_add);
  EXPECT_FALSE(image->requires_uniform_groups);
  EXPECT_EQ(image->canonical, example().canonical);
  ASSERT_EQ(image->kernels.size(), 2u);
  const interface::KernelFacts& kernel = image->kernels[0];
  EXPECT_EQ(kernel.attributes, "reqd_work_group_size(8,1,1)");
  ASSERT_EQ(kernel.arguments.size(), 2u);
  EXPECT_EQ(kernel.arguments[0].kind, interface::ArgumentKind::global_pointer);
  EXPECT_EQ(kernel.arguments[1].type_name, "uint");
  EXPECT_EQ(kernel.arguments[1].offset, 8u);
  EXPECT_TRUE(kernel.prints);
  EXPECT_EQ(interface::serialize(*image), bytes);
}

TEST(ProgramImage, RefusalsSayWhy) {
  const std::vector<std::byte> good = interface::serialize(example());
  const auto with = [&](size_t at) {
    std::vector<std::byte> bytes = good;
    bytes[at] ^= std::byte{0x10};
    return bytes;
  };
  const auto says = [](const std::string& problem, const char* what) {
    EXPECT_NE(problem.find(what), std::string::npos) << problem;
  };
  says(problem_of(std::span(good).first(5)), "too short");
  says(problem_of(with(0)), "Cleave did not make it");
  says(problem_of(with(8)), "another version");
  says(problem_of(std::span(good).first(good.size() - 1)), "bytes of");
  says(problem_of(with(good.size() - 1)), "checksum");
}

TEST(ProgramImage, ADeviceMustOfferWhatTheProgramWasBuiltFor) {
  interface::LanguageTarget wanted = example().target;
  EXPECT_EQ(interface::missing_from(wanted, wanted), "");
  EXPECT_EQ(interface::missing_from(interface::LanguageTarget(), wanted),
            "cl_khr_fp64, __opencl_c_int64, __opencl_c_fp64, fused multiply-add");
  interface::LanguageTarget more = wanted;
  more.extensions.emplace_back("cl_khr_fp16");
  EXPECT_EQ(interface::missing_from(more, wanted), "");
  EXPECT_EQ(interface::missing_from(wanted, more), "cl_khr_fp16");
}

TEST(ProgramImage, AProgramIsForOneTarget) {
  const interface::LanguageTarget usual = example().target;
  interface::LanguageTarget other = usual;
  other.code = interface::CodeTarget::nvptx;
  EXPECT_EQ(interface::missing_from(other, other), "");
  EXPECT_EQ(interface::missing_from(usual, other), "code for nvptx");
  EXPECT_EQ(interface::missing_from(other, usual), "code for x86");
}

TEST(ProgramImage, SettingsMustBeThoseOfTheBuild) {
  const interface::LanguageTarget usual = example().target;
  interface::LanguageTarget other = usual;
  other.settings = {"CLEAVE_SUB_GROUP_SIZE=4", "CLEAVE_BUILD_OPTIONS=-g"};
  EXPECT_EQ(interface::missing_from(other, other), "");
  EXPECT_EQ(interface::missing_from(usual, other),
            "the settings CLEAVE_SUB_GROUP_SIZE=4 CLEAVE_BUILD_OPTIONS=-g");
  EXPECT_EQ(interface::missing_from(other, usual), "the default settings");
}

TEST(ProgramImage, EveryTruncationIsRefused) {
  const std::vector<std::byte> bytes = interface::serialize(example());
  for (size_t size = 0; size < bytes.size(); ++size) {
    // A copy of exactly this size: the sanitizer sees a read beyond it.
    const std::vector<std::byte> part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(read(part).has_value()) << size;
  }
}

TEST(ProgramImage, EveryFlippedBitIsRefused) {
  std::vector<std::byte> bytes = interface::serialize(example());
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const std::byte mask{static_cast<unsigned char>(1u << (bit % 8))};
    bytes[bit / 8] ^= mask;
    EXPECT_FALSE(read(bytes).has_value()) << bit;
    bytes[bit / 8] ^= mask;
  }
  EXPECT_TRUE(read(bytes).has_value());
}

TEST(ProgramImage, ExtraBytesAreRefused) {
  std::vector<std::byte> bytes = interface::serialize(example());
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(read(bytes).has_value());
}

TEST(ProgramImage, WhatCanBeTrueOfNoProgramIsRefused) {
  using Change = void (*)(interface::ProgramImage&);
  const std::vector<std::pair<const char*, Change>> changes = {
      {"no type", [](interface::ProgramImage& image) { image.type = 77; }},
      {"an object with kernels",
       [](interface::ProgramImage& image) { image.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT; }},
      {"lanes of the target",
       [](interface::ProgramImage& image) { image.target.default_sub_group_size = 3; }},
      {"an argument outside",
       [](interface::ProgramImage& image) { image.kernels[0].argument_block_size = 11; }},
      {"an argument far outside",
       [](interface::ProgramImage& image) { image.kernels[0].arguments[1].offset = ~uint32_t{0}; }},
      {"a pointer of 4 bytes",
       [](interface::ProgramImage& image) { image.kernels[0].arguments[0].size = 4; }},
      {"alignment",
       [](interface::ProgramImage& image) { image.kernels[0].arguments[0].alignment = 3; }},
      {"a size with a zero",
       [](interface::ProgramImage& image) { image.kernels[0].required_work_group_size[1] = 0; }},
      {"a hint with a zero",
       [](interface::ProgramImage& image) { image.kernels[0].work_group_size_hint[1] = 1; }},
      {"a huge size",
       [](interface::ProgramImage& image) {
         image.kernels[0].required_work_group_size[0] = uint64_t{1} << 32;
       }},
      {"lanes", [](interface::ProgramImage& image) { image.kernels[0].sub_group_size = 0; }},
      {"other lanes than required",
       [](interface::ProgramImage& image) { image.kernels[0].required_sub_group_size = 8; }},
      {"private memory",
       [](interface::ProgramImage& image) { image.kernels[0].private_memory_size = ~uint64_t{0}; }},
      {"empty work-groups",
       [](interface::ProgramImage& image) { image.kernels[0].maximum_work_group_size = 0; }},
      {"no name", [](interface::ProgramImage& image) { image.kernels[0].name.clear(); }},
      {"more memory than there is",
       [](interface::ProgramImage& image) { image.program_scope.size = uint64_t{1} << 40; }},
      {"contents beyond the memory",
       [](interface::ProgramImage& image) { image.program_scope.initial.resize(1); }},
      {"a pointer beyond the memory",
       [](interface::ProgramImage& image) {
         image.program_scope.size = 8;
         image.program_scope.pointers = {{1, 0}};
       }},
      {"a target beyond the memory",
       [](interface::ProgramImage& image) {
         image.program_scope.size = 8;
         image.program_scope.pointers = {{0, 9}};
       }},
  };
  for (const auto& [what, change] : changes) {
    interface::ProgramImage image = example();
    change(image);
    EXPECT_NE(problem_of(interface::serialize(image)).find("contradict"), std::string::npos)
        << what;
  }
}

// Bytes whose checksum is right must not be trusted either: the sum is no secret.
TEST(ProgramImage, WrongContentsUnderARightChecksumAreHarmless) {
  constexpr size_t header_size = 32;
  constexpr size_t checksum_at = 24;
  const std::vector<std::byte> good = interface::serialize(example());
  for (size_t at = header_size; at < good.size(); ++at) {
    for (unsigned char value : {0x00, 0x7f, 0xff}) {
      std::vector<std::byte> bytes = good;
      bytes[at] = std::byte{value};
      uint64_t sum = 0xcbf29ce484222325;
      for (size_t i = header_size; i < bytes.size(); ++i) {
        sum = (sum ^ static_cast<uint64_t>(bytes[i])) * 0x100000001b3;
      }
      std::memcpy(bytes.data() + checksum_at, &sum, sizeof(sum));
      const std::optional<interface::ProgramImage> image = read(bytes);
      if (!image.has_value()) continue;
      for (const interface::KernelFacts& kernel : image->kernels) {
        for (const interface::ArgumentFacts& argument : kernel.arguments) {
          EXPECT_LE(uint64_t{argument.offset} + argument.size, kernel.argument_block_size);
        }
      }
    }
  }
}

}  // namespace
}  // namespace cleave::compiler
