// 5.8.1, 5.8.4, 5.8.5 and 5.8.9 for programs in an intermediate language, cl_khr_il_program and
// cl_khr_spirv_queries.
#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "support/extension_functions.h"
#include "support/modules.h"
#include "support/newer_cl.h"
#include "tests/support/spirv_modules.h"

namespace cleave::test {
namespace {

using Type = cl_program_binary_type;
using Words = std::vector<uint32_t>;

std::span<const std::byte> bytes_of(const Words& words) {
  return std::as_bytes(std::span(words));
}

constexpr const char* twice_in_c = "int twice(int n) { return 2 * n; }\n";
constexpr const char* calls_twice_in_c =
    "int twice(int n);\n"
    "kernel void k(global int *p) { p[get_global_id(0)] = twice(p[get_global_id(0)]); }\n";

class Clause_5_8_Modules : public WithModules {
 protected:
  [[nodiscard]] auto of_device(cl_device_info name) const {
    return [this, name](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    };
  }
  [[nodiscard]] static auto of_program(cl_program program, cl_program_info name) {
    return [program, name](size_t size, void* value, size_t* returned) {
      return clGetProgramInfo(program, name, size, value, returned);
    };
  }
  [[nodiscard]] Type type_of(cl_program program) const {
    return value_of<Type>([&](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BINARY_TYPE, size, value, returned);
    });
  }
  /// Returns what the context is told when the words are refused.
  [[nodiscard]] std::string words_of_refusal(const Words& words) const {
    const size_t before = heard().size();
    EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(bytes_of(words)));
    return heard().substr(before);
  }
};

TEST_F(Clause_5_8_Modules, DevicesNameTheVersionsThatTheyTakeNewestFirst) {
  EXPECT_EQ(
      "SPIR-V_1.6 SPIR-V_1.5 SPIR-V_1.4 SPIR-V_1.3 SPIR-V_1.2 SPIR-V_1.1 SPIR-V_1.0 "
      "CLEAVE-DEVICE-IMAGE_1.0",
      text_of(of_device(CL_DEVICE_IL_VERSION)));
  const auto versions = list_of<cl_name_version>(of_device(CL_DEVICE_ILS_WITH_VERSION));
  ASSERT_EQ(8U, versions.size());
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_STREQ("SPIR-V", versions[i].name);
    EXPECT_EQ(CL_MAKE_VERSION(1, 6 - i, 0), versions[i].version);
  }
  EXPECT_STREQ("CLEAVE-DEVICE-IMAGE", versions[7].name);
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 0), versions[7].version);
}

TEST_F(Clause_5_8_Modules, TheFunctionOfTheExtensionIsTheSame) {
  EXPECT_NE(std::string::npos, text_of(of_device(CL_DEVICE_EXTENSIONS)).find("cl_khr_il_program"));
  const auto create = reinterpret_cast<decltype(&clCreateProgramWithIL)>(
      clGetExtensionFunctionAddressForPlatform(find_platform(), "clCreateProgramWithILKHR"));
  ASSERT_NE(nullptr, create);
  const Words words = empty_module();
  cl_int error = 1;
  const Program program(create(context_, words.data(), words.size() * 4, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(nullptr, create(context_, nullptr, 0, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
}

TEST_F(Clause_5_8_Modules, QueriesNameWhatModulesMayUse) {
  bool knows_opencl = false;
  for (const char* set :
       list_of<const char*>(of_device(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR))) {
    knows_opencl = knows_opencl || std::strcmp(set, "OpenCL.std") == 0;
  }
  EXPECT_TRUE(knows_opencl);
  const auto extensions = list_of<const char*>(of_device(CL_DEVICE_SPIRV_EXTENSIONS_KHR));
  for (const char* extension : extensions) EXPECT_EQ(0, std::strncmp(extension, "SPV_", 4));
  const auto capabilities = list_of<cl_uint>(of_device(CL_DEVICE_SPIRV_CAPABILITIES_KHR));
  EXPECT_TRUE(std::ranges::is_sorted(capabilities));
  constexpr cl_uint demanded[] = {4, 5, 6, 7, 8, 11, 22, 39, 71};  // Addresses, Linkage, Kernel …
  for (const cl_uint capability : demanded) {
    EXPECT_TRUE(std::ranges::binary_search(capabilities, capability)) << capability;
  }
  EXPECT_FALSE(std::ranges::binary_search(capabilities, 1U)) << "Shader";
}

TEST_F(Clause_5_8_Modules, NothingAndNoLengthAreInvalidValue) {
  const Words words = empty_module();
  cl_int error = 1;
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context_, nullptr, words.size() * 4, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context_, words.data(), 0, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context_, nullptr, 0, nullptr));
}

TEST_F(Clause_5_8_Modules, WhatIsNotWellFormedIsInvalidValueAndTheContextHearsWhere) {
  const Words right = specializable_module();
  ASSERT_EQ(CL_SUCCESS, code_of_creation(bytes_of(right)));
  EXPECT_EQ("", heard());
  const auto changed = [&](size_t word, uint32_t value) {
    Words words = right;
    words[word] = value;
    return words;
  };
  for (const Words& wrong : {changed(0, 0x03022307),        // the bytes of another processor
                             changed(0, 0x07230204),        // no magic number
                             changed(1, 0x00010700),        // a version to come
                             changed(10, 1),                // Physical32
                             changed(11, 1),                // the memory model GLSL450
                             changed(12, 0xffff << 16)}) {  // longer than what is left
    EXPECT_NE(std::string::npos, words_of_refusal(wrong).find("clCreateProgramWithIL: "));
  }
  // Cut off, inside a word and inside an instruction; and no SPIR-V at all.
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(bytes_of(right).first(right.size() * 4 - 1)));
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(bytes_of(right).first(12)));
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(bytes_of(right).first(10 * 4)));
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(std::as_bytes(std::span("kernel void k() {}"))));
}

TEST_F(Clause_5_8_Modules, IdsThatAreUsedAndNotDefinedAreInvalidValue) {
  Words words = specializable_module();
  const size_t store = words.size() - 6;  // OpStore, its four operands; OpReturn, OpFunctionEnd
  ASSERT_EQ(62U, words[store - 1] & 0xffff);
  words[store + 1] = 1000;
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(bytes_of(words)));
}

TEST_F(Clause_5_8_Modules, BytesMayLieAnywhereAndAreCopied) {
  const Words words = empty_module();
  std::vector<char> place(words.size() * 4 + 1);
  std::memcpy(place.data() + 1, words.data(), words.size() * 4);
  cl_int error = 1;
  const Program program(
      clCreateProgramWithIL(context_, place.data() + 1, words.size() * 4, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  std::ranges::fill(place, 'x');
  EXPECT_EQ(words, list_of<uint32_t>(of_program(program, CL_PROGRAM_IL)));
}

TEST_F(Clause_5_8_Modules, QueriesTellTheModuleAsItWasGiven) {
  const auto module = modules::constants();
  const Program program = create(module);
  const auto told = list_of<std::byte>(of_program(program, CL_PROGRAM_IL));
  EXPECT_TRUE(std::ranges::equal(module, told));
  EXPECT_EQ("", text_of(of_program(program, CL_PROGRAM_SOURCE)));
  EXPECT_EQ((std::vector<cl_device_id>{device_}),
            list_of<cl_device_id>(of_program(program, CL_PROGRAM_DEVICES)));
  EXPECT_EQ(cl_build_status{CL_BUILD_NONE},
            value_of<cl_build_status>([&](size_t size, void* value, size_t* returned) {
              return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_STATUS, size, value,
                                           returned);
            }));
}

TEST_F(Clause_5_8_Modules, OtherProgramsHaveNoModule) {
  const Program source = from_source(twice_in_c);
  unsigned char untouched = 0x5A;
  size_t size = 77;
  EXPECT_EQ(CL_SUCCESS, clGetProgramInfo(source, CL_PROGRAM_IL, 1, &untouched, &size));
  EXPECT_EQ(0U, size);
  EXPECT_EQ(0x5A, untouched);
}

TEST_F(Clause_5_8_Modules, WhatTheDeviceLacksFailsTheBuildByName) {
  for (const bool is_compiled : {false, true}) {
    const Program program = create(modules::asks_for_shaders());
    EXPECT_EQ(is_compiled ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE,
              is_compiled ? compile(program) : build(program));
    EXPECT_NE(std::string::npos, log_of(program).find("Geometry")) << log_of(program);
  }
}

TEST_F(Clause_5_8_Modules, ABuiltModuleRunsItsKernels) {
  const Program program = create(bytes_of(specializable_module()));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE}, type_of(program));
  EXPECT_EQ("k", text_of(of_program(program, CL_PROGRAM_KERNEL_NAMES)));
  EXPECT_EQ((std::vector<cl_int>{7, 2}), run(program, {1, 2}, 1));
}

TEST_F(Clause_5_8_Modules, ABinaryMakesTheSameProgram) {
  const Program program = create(bytes_of(specializable_module()));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  const Program again = binary_copy(program);
  EXPECT_TRUE(list_of<std::byte>(of_program(again, CL_PROGRAM_IL)).empty());
  ASSERT_EQ(CL_SUCCESS, build(again)) << log_of(again);
  EXPECT_EQ((std::vector<cl_int>{7, 2}), run(again, {1, 2}, 1));
}

TEST_F(Clause_5_8_Modules, OptionsOfTheLanguageSayNothing) {
  const Program program = create(bytes_of(specializable_module()));
  for (const char* options :
       {"-DX=1 -I/nowhere", "-cl-std=CL1.2", "-cl-std=CL3.0", "-w -Werror",
        "-cl-single-precision-constant", "-cl-fast-relaxed-math -cl-mad-enable",
        "-cl-opt-disable -g", "-cl-kernel-arg-info -cl-no-subgroup-ifp",
        "-cl-uniform-work-group-size"}) {
    EXPECT_EQ(CL_SUCCESS, build(program, options)) << options << ": " << log_of(program);
    EXPECT_EQ((std::vector<cl_int>{7}), run(program, {1}, 1)) << options;
  }
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS, build(program, "-cl-std=CL9.9"));
  EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS, compile(program, "-nonsense"));
}

TEST_F(Clause_5_8_Modules, WorkGroupsMayDifferUnlessAnOptionForbidsIt) {
  const Program program = create(bytes_of(specializable_module()));
  const size_t global = 5, local = 4;
  for (const bool is_uniform : {false, true}) {
    ASSERT_EQ(CL_SUCCESS, build(program, is_uniform ? "-cl-uniform-work-group-size" : ""));
    const Kernel kernel(clCreateKernel(program, "k", nullptr));
    const Memory buffer = make_buffer(std::vector<cl_int>{0});
    const cl_mem argument = buffer;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    EXPECT_EQ(
        is_uniform ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS,
        clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  }
}

TEST_F(Clause_5_8_Modules, ArgumentsAreToldOnRequest) {
  const Program program = create(modules::constants());
  for (const bool asks : {false, true}) {
    ASSERT_EQ(CL_SUCCESS, build(program, asks ? "-cl-kernel-arg-info" : "")) << log_of(program);
    const Kernel kernel(clCreateKernel(program, "k", nullptr));
    char name[16] = {};
    EXPECT_EQ(asks ? CL_SUCCESS : CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
              clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr));
    EXPECT_STREQ(asks ? "place" : "", name);
  }
}

TEST_F(Clause_5_8_Modules, HeadersSayNothingToAModule) {
  const Program program = create(bytes_of(specializable_module()));
  const cl_program nonsense = nullptr;
  const char* name = nullptr;
  EXPECT_EQ(CL_SUCCESS,
            clCompileProgram(program, 0, nullptr, "", 1, &nonsense, &name, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS,
            clCompileProgram(program, 0, nullptr, "", 1, nullptr, nullptr, nullptr, nullptr));
  // A module is nobody's header.
  const Program source = from_source("#include \"h\"\nkernel void k() {}");
  const cl_program module = program;
  const char* h = "h";
  EXPECT_EQ(CL_INVALID_PROGRAM,
            clCompileProgram(source, 0, nullptr, "", 1, &module, &h, nullptr, nullptr));
}

TEST_F(Clause_5_8_Modules, ModulesLinkWithModules) {
  const Program main = object(create(modules::calls_twice()));
  const Program part = object(create(modules::twice()));
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}, type_of(main));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({main, part}), {1, 2, 3}, 3));
  const Program library = link({part}, "-create-library");
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_LIBRARY}, type_of(library));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({main, library}), {1, 2, 3}, 3));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}),
            run(link({binary_copy(main), binary_copy(library)}), {1, 2, 3}, 3));
}

TEST_F(Clause_5_8_Modules, ModulesLinkWithSources) {
  const Program main = object(create(modules::calls_twice()));
  const Program part = object(from_source(twice_in_c));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({main, part}), {1, 2, 3}, 3));
  const Program other_main = object(from_source(calls_twice_in_c));
  const Program other_part = object(create(modules::twice()));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({other_main, other_part}), {1, 2, 3}, 3));
}

TEST_F(Clause_5_8_Modules, WhatManyMayDefineIsDefinedOnce) {
  const Program main = object(create(modules::calls_twice()));
  const Program one = object(create(modules::shared_function()));
  const Program other = object(create(modules::shared_function()));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({main, one, other}), {1, 2, 3}, 3));
}

TEST_F(Clause_5_8_Modules, ImportsWithoutADefinitionFailTheBuildAndTheLink) {
  const Program program = create(modules::calls_twice());
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program));
  EXPECT_NE(std::string::npos, log_of(program).find("'twice'")) << log_of(program);
  const Program linked =
      link({object(create(modules::calls_twice()))}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(std::string::npos, log_of(linked).find("'twice'")) << log_of(linked);
  const Program part = object(create(modules::twice()));
  const Program twice = link({part, object(create(modules::twice()))}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(std::string::npos, log_of(twice).find("more than once")) << log_of(twice);
}

}  // namespace
}  // namespace cleave::test
