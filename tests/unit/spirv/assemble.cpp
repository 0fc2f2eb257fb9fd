#include "assemble.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "spirv/tables.h"

namespace cleave::spirv::test {

std::vector<std::byte> assemble(const std::string& text, std::string_view version) {
  namespace fs = std::filesystem;
  const fs::path base = fs::temp_directory_path() / ("cleave_spirv_" + std::to_string(getpid()));
  const std::string source = base.string() + ".spvasm";
  const std::string target = base.string() + ".spv";
  std::ofstream(source) << text;
  const std::string command = std::string(CLEAVE_SPIRV_AS) +
                              " --preserve-numeric-ids --target-env spv" + std::string(version) +
                              " " + source + " -o " + target;
  const bool is_made = std::system(command.c_str()) == 0;  // NOLINT(cert-env33-c)
  std::ifstream file(target, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  fs::remove(source);
  fs::remove(target);
  EXPECT_TRUE(is_made) << text;
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

std::vector<std::byte> module_named(std::string_view name) {
  std::ifstream file(std::string(CLEAVE_TEST_MODULES) + "/" + std::string(name) + ".spvasm");
  std::stringstream text;
  text << file.rdbuf();
  return assemble(text.str());
}

Offer everything() {
  Offer offer;
  for (const CapabilityFacts& row : all_capabilities())
    if (row.offered == Offered::device) offer.capabilities.push_back(row.capability);
  return offer;
}

std::string prelude(std::string_view more) {
  return R"(OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability Int8
OpCapability Linkage
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %main "main"
%file = OpString "kernel.cpp"
OpName %named "sum"
)" + std::string(more) +
         R"(
%void = OpTypeVoid
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%uint2 = OpTypeVector %uint 2
%uint4 = OpTypeVector %uint 4
%float4 = OpTypeVector %float 4
%to_uint = OpTypePointer CrossWorkgroup %uint
%local = OpTypePointer Function %uint
%nothing = OpTypeFunction %void
%taking = OpTypeFunction %void %to_uint
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%c2 = OpConstant %uint 2
%l1 = OpConstant %ulong 1
%f1 = OpConstant %float 1
%named = OpUndef %uint
)";
}

std::string kernel(std::string_view body) {
  return "%main = OpFunction %void None %taking\n%out = OpFunctionParameter %to_uint\n"
         "%entry = OpLabel\n" +
         std::string(body) + "\nOpReturn\nOpFunctionEnd\n";
}

std::string problems_of(const std::string& text, std::string_view version) {
  return read(assemble(text, version), {}, everything()).problems;
}

Module module_of(const std::string& text, std::string_view version) {
  ReadResult result = read(assemble(text, version), {}, everything());
  EXPECT_TRUE(result.module.has_value()) << result.problems;
  if (!result.module) std::abort();  // there is nothing that a test could go on with
  return std::move(*result.module);
}

}  // namespace cleave::spirv::test
