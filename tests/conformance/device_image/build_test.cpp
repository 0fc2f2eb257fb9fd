// Programs of device images are created, built, kept and refused as programs of modules are.
#include <set>
#include <sstream>

#include "kernels/objects.h"
#include "programs.h"

namespace cleave::test {
namespace {

class DeviceImagePrograms : public WithImages {
 protected:
  [[nodiscard]] static auto of_program(cl_program program, cl_program_info name) {
    return [program, name](size_t size, void* value, size_t* returned) {
      return clGetProgramInfo(program, name, size, value, returned);
    };
  }
  /// The names of the program's kernels, in alphabetical order.
  [[nodiscard]] static std::string sorted_names(cl_program program) {
    std::istringstream text(text_of(of_program(program, CL_PROGRAM_KERNEL_NAMES)));
    std::set<std::string> names;
    for (std::string name; std::getline(text, name, ';');) names.insert(name);
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ";") + name;
    return all;
  }
  /// Runs the kernel Add of a program that is built, and says whether it adds.
  [[nodiscard]] bool adds(cl_program program) {
    const auto x = shared<float>({1, 2, 3, 4});
    const auto y = shared<float>({8, 7, 6, 5});
    const auto sum = zeros<float>(4);
    const Add object = {x.get(), y.get(), sum.get()};
    run_object(kernel_of(program, "_ZTS3Add"), &object, sizeof object, 4, 0, 1);
    return sum.contents() == std::vector<float>{9, 9, 9, 9};
  }
};

TEST_F(DeviceImagePrograms, AreAskedForTheirImages) {
  const Bytes image = image_of("kernels");
  const Program program = create(image);
  EXPECT_EQ(image, list_of<std::byte>(of_program(program, CL_PROGRAM_IL)));
  EXPECT_EQ("", text_of(of_program(program, CL_PROGRAM_SOURCE)));
}

TEST_F(DeviceImagePrograms, AreCompiledAndLinked) {
  const Program object = create(image_of("kernels"));
  ASSERT_EQ(CL_SUCCESS,
            clCompileProgram(object, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))
      << log_of(object);
  cl_program input = object;
  cl_int error = 1;
  const Program linked(
      clLinkProgram(context_, 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error) << log_of(linked);
  EXPECT_TRUE(adds(linked));
}

TEST_F(DeviceImagePrograms, AreKeptAsBinaries) {
  const Program copy = binary_copy(program_);
  ASSERT_EQ(CL_SUCCESS, build(copy)) << log_of(copy);
  EXPECT_TRUE(adds(copy));
}

TEST_F(DeviceImagePrograms, RunOnPartsOfADevice) {
  const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                     CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  Device part;
  if (clCreateSubDevices(device_, properties, 1, part.out(), nullptr) != CL_SUCCESS) {
    GTEST_SKIP() << "a device of several processors";
  }
  const cl_device_id handle = part;
  cl_int error = 1;
  const Queue queue(clCreateCommandQueueWithProperties(context_, handle, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const auto x = shared<float>({1, 2});
  const auto sum = zeros<float>(2);
  const Add object = {x.get(), x.get(), sum.get()};
  const cl_kernel kernel = kernel_of(program_, "_ZTS3Add");
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof object, &object));
  constexpr size_t count = 2;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0,
                                               nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ((std::vector<float>{2, 4}), sum.contents());
}

TEST_F(DeviceImagePrograms, HaveTheKernelsThatTheirOptionsName) {
  const Program program = create(image_of("kernels"));
  ASSERT_EQ(CL_SUCCESS, build(program, "-cleave-kernel=_ZTS3Add -cleave-kernel=_ZTS4Tree"))
      << log_of(program);
  EXPECT_EQ("_ZTS3Add;_ZTS4Tree", sorted_names(program));
  EXPECT_TRUE(adds(program));
}

TEST_F(DeviceImagePrograms, SayWhichKernelTheyLack) {
  const Program program = create(image_of("kernels"));
  ASSERT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program, "-cleave-kernel=_ZTS3Ad"));
  EXPECT_NE(std::string::npos, log_of(program).find("does not define '_ZTS3Ad'"))
      << log_of(program);
}

// The option is for all languages.
TEST_F(DeviceImagePrograms, InOpenClCHaveTheKernelsThatTheirOptionsName) {
  constexpr const char* source =
      "kernel void a() {} void missing(); kernel void b() { missing(); }";
  const Program program = OnDevice::build(source, "-cleave-kernel=a");
  EXPECT_EQ("a", sorted_names(program));
  const Program other(
      clCreateProgramWithSource(context_, 1, const_cast<const char**>(&source), nullptr, nullptr));
  ASSERT_EQ(CL_BUILD_PROGRAM_FAILURE, build(other, "-cleave-kernel=c"));
  EXPECT_EQ("error: the program has no kernel 'c'\n", log_of(other));
}

TEST_F(DeviceImagePrograms, HaveNoSpecializationConstants) {
  const Program program = create(image_of("kernels"));
  constexpr cl_int value = 1;
  EXPECT_EQ(CL_INVALID_SPEC_ID,
            clSetProgramSpecializationConstant(program, 0, sizeof value, &value));
}

TEST_F(DeviceImagePrograms, AreRefusedWithDamagedBytes) {
  const Bytes image = image_of("kernels");
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(std::span(image).first(image.size() - 16)));
  for (const size_t at : {8U, 20U, 24U, 70U, 5000U}) {
    Bytes damaged = image;
    damaged[at] ^= std::byte{4};
    EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(damaged)) << at;
  }
  Bytes foreign = image;
  foreign[0] = std::byte{'X'};
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(foreign));
  Bytes with_tail = image;
  with_tail.resize(image.size() + 16);
  EXPECT_EQ(CL_INVALID_VALUE, code_of_creation(with_tail));
}

// No program has the log then: the context's notification says it.
TEST_F(DeviceImagePrograms, AreRefusedInANewerContainer) {
  std::string said;
  const auto note = [](const char* text, const void*, size_t, void* data) {
    *static_cast<std::string*>(data) += text;
  };
  cl_int error = 1;
  const Context context(clCreateContext(nullptr, 1, &device_, note, &said, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  Bytes image = image_of("kernels");
  image[8] = std::byte{7};
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* code) {
              return Program(clCreateProgramWithIL(context, image.data(), image.size(), code));
            }));
  EXPECT_NE(std::string::npos,
            said.find("of version 7, and version 1 is the newest that this driver reads"))
      << said;
}

TEST_F(DeviceImagePrograms, AreRefusedWithNewerBitcode) {
  const Program program = create(image_of("kernels", {}, 990102));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program));
  const std::string log = log_of(program);
  EXPECT_NE(std::string::npos, log.find("LLVM 99.1.2")) << log;
  EXPECT_NE(std::string::npos, log.find("that of LLVM 22.")) << log;
}

TEST_F(DeviceImagePrograms, SayWhyTheirCodeCannotBeRead) {
  const std::string text = "no bitcode at all";
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  const Program program =
      create(device_image::write_image({}, {first, text.size()}, CLEAVE_LLVM_VERSION));
  testing::internal::CaptureStderr();
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program));
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
  EXPECT_NE(std::string::npos, log_of(program).find("error: the module cannot be read"))
      << log_of(program);
}

TEST_F(DeviceImagePrograms, SayWhichFunctionNoUnitDefines) {
  const Program program = create(image_of("caller"));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program));
  const std::string log = log_of(program);
  EXPECT_NE(std::string::npos, log.find("caller.cpp:16")) << log;
  EXPECT_NE(std::string::npos, log.find("twice_and_one(int)")) << log;
}

TEST_F(DeviceImagePrograms, AreNamedLastAmongTheLanguagesOfTheDevice) {
  const auto of_device = [&](cl_device_info name) {
    return [this, name](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    };
  };
  const std::string text = text_of(of_device(CL_DEVICE_IL_VERSION));
  EXPECT_TRUE(text.ends_with(" CLEAVE-DEVICE-IMAGE_1.0")) << text;
  const auto versions = list_of<cl_name_version>(of_device(CL_DEVICE_ILS_WITH_VERSION));
  ASSERT_FALSE(versions.empty());
  EXPECT_STREQ("CLEAVE-DEVICE-IMAGE", versions.back().name);
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 0), versions.back().version);
}

}  // namespace
}  // namespace cleave::test
