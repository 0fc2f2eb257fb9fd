// cl_ext_device_fission's changes to contexts, queues and programs: sub-devices in contexts of what
// they are parts of, programs shared down the tree, and what keeps a device alive.
#include <pthread.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "support/fission.h"

namespace cleave::test {
namespace {

using Devices = std::vector<cl_device_id>;

constexpr const char* scale = "kernel void scale(global int* p) { p[get_global_id(0)] *= FACTOR; }";

Context context_of(const Devices& devices) {
  cl_int error = 1;
  Context context(clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(),
                                  nullptr, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return context;
}
Queue queue_on(cl_context context, cl_device_id device) {
  cl_int error = 1;
  Queue queue(clCreateCommandQueueWithProperties(context, device, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return queue;
}
cl_int error_of_queue(cl_context context, cl_device_id device) {
  const cl_int error = error_of([&](cl_int* code) {
    return clCreateCommandQueueWithProperties(context, device, nullptr, code);
  });
  EXPECT_EQ(error,
            error_of([&](cl_int* code) { return clCreateCommandQueue(context, device, 0, code); }));
  return error;
}
Program program_of(cl_context context, const char* source) {
  cl_int error = 1;
  Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return program;
}
cl_int build(cl_program program, const Devices& devices, const char* options = "-DFACTOR=2") {
  return clBuildProgram(program, static_cast<cl_uint>(devices.size()),
                        devices.empty() ? nullptr : devices.data(), options, nullptr, nullptr);
}
auto program_query(cl_program program, cl_program_info name) {
  return [program, name](size_t size, void* value, size_t* returned) {
    return clGetProgramInfo(program, name, size, value, returned);
  };
}
auto build_query(cl_program program, cl_device_id device, cl_program_build_info name) {
  return [=](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(program, device, name, size, value, returned);
  };
}
Devices devices_of(cl_program program) {
  const auto devices = list_of<cl_device_id>(program_query(program, CL_PROGRAM_DEVICES));
  EXPECT_EQ(devices.size(), value_of<cl_uint>(program_query(program, CL_PROGRAM_NUM_DEVICES)));
  return devices;
}
cl_build_status status_of(cl_program program, cl_device_id device) {
  return value_of<cl_build_status>(build_query(program, device, CL_PROGRAM_BUILD_STATUS));
}
using Binary = std::vector<unsigned char>;
std::vector<Binary> binaries_of(cl_program program) {
  std::vector<Binary> binaries;
  std::vector<unsigned char*> places;
  for (const size_t size : list_of<size_t>(program_query(program, CL_PROGRAM_BINARY_SIZES))) {
    binaries.emplace_back(size);
  }
  for (Binary& binary : binaries) places.push_back(binary.empty() ? nullptr : binary.data());
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_BINARIES, places.size() * sizeof(unsigned char*),
                             places.data(), nullptr));
  return binaries;
}
cl_int error_of_binary(cl_context context, cl_device_id device, const Binary& binary) {
  const size_t size = binary.size();
  const unsigned char* bytes = binary.data();
  return error_of([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, error);
  });
}
Program program_with_binary(cl_context context, const Devices& devices, const Binary& binary) {
  const std::vector<size_t> sizes(devices.size(), binary.size());
  std::vector<const unsigned char*> bytes(devices.size(), binary.data());
  cl_int error = 1;
  Program program(clCreateProgramWithBinary(context, static_cast<cl_uint>(devices.size()),
                                            devices.data(), sizes.data(), bytes.data(), nullptr,
                                            &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return program;
}
Kernel kernel_of(cl_program program, const char* name = "scale") {
  cl_int error = 1;
  Kernel kernel(clCreateKernel(program, name, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return kernel;
}
/// Returns what the kernel makes of 1 on the device, or 0 when it does not run there, and why in
/// `code`.
cl_int run_on(cl_device_id device, cl_context context, cl_kernel kernel, cl_int& code) {
  const Queue queue = queue_on(context, device);
  cl_int value = 1;
  cl_int error = 1;
  const Memory buffer(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  const cl_mem argument = buffer;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  const size_t one = 1;
  code = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  if (code != CL_SUCCESS) return 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0,
                                            nullptr, nullptr));
  return value;
}
cl_int run_on(cl_device_id device, cl_context context, cl_kernel kernel) {
  cl_int code = 1;
  const cl_int value = run_on(device, context, kernel, code);
  EXPECT_EQ(CL_SUCCESS, code);
  return value;
}
cl_int code_on(cl_device_id device, cl_context context, cl_kernel kernel) {
  cl_int code = 1;
  run_on(device, context, kernel, code);
  return code;
}

/// The root, two halves of it, and a part of the first by names, of which only the root is passed
/// to the context.
class FissionSharing : public testing::Test {
 protected:
  void SetUp() override {
    for (FissionDevice& half : split_ext(root_, equally_ext(4))) halves_.push_back(std::move(half));
    ASSERT_EQ(2U, halves_.size());
    auto named = split_ext(halves_[0], by_names_ext({2, 1}));
    ASSERT_EQ(1U, named.size());
    named_.push_back(std::move(named[0]));
    context_ = context_of({root_});
  }
  [[nodiscard]] cl_device_id half(size_t index) const { return halves_[index]; }
  [[nodiscard]] cl_device_id named() const { return named_[0]; }
  [[nodiscard]] Devices all() const { return {root_, half(0), half(1), named()}; }

  const cl_device_id root_ = first_device();
  std::vector<FissionDevice> halves_;
  std::vector<FissionDevice> named_;
  Context context_;
};

TEST_F(FissionSharing, SubDevicesAreUsableInContextsOfTheirAncestors) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {root_}));
  const Kernel kernel = kernel_of(program);
  for (cl_device_id device : all()) EXPECT_EQ(2, run_on(device, context_, kernel));
  const Context of_half = context_of({half(0)});
  const Program of_named = program_of(of_half, scale);
  ASSERT_EQ(CL_SUCCESS, build(of_named, {named()}));
  EXPECT_EQ(2, run_on(named(), of_half, kernel_of(of_named)));
}

TEST_F(FissionSharing, CommandsOfEveryKindRunOnThem) {
  const Queue queue = queue_on(context_, named());
  cl_int error = 1;
  const Memory buffer(clCreateBuffer(context_, 0, 16, nullptr, &error));
  const Memory other(clCreateBuffer(context_, 0, 16, nullptr, &error));
  const cl_mem memory = buffer;
  const cl_int seven = 7;
  cl_int read[4] = {};
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueFillBuffer(queue, buffer, &seven, sizeof seven, 0, 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue, 1, &memory, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(queue, buffer, other, 0, 0, 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueReadBuffer(queue, other, CL_TRUE, 0, 16, read, 0, nullptr, nullptr));
  EXPECT_EQ(7, read[3]);
  void* mapped =
      clEnqueueMapBuffer(queue, other, CL_TRUE, CL_MAP_WRITE, 0, 16, 0, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, other, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
}

struct Names {
  std::set<std::string>* of_threads;
};
void CL_CALLBACK add_name(void* argument) {
  char name[32] = {};
  pthread_getname_np(pthread_self(), name, sizeof name);
  static_cast<Names*>(argument)->of_threads->insert(name);
}

// A worker carries the number of its processor in its name.
TEST_F(FissionSharing, CommandsRunOnTheUnitsThatWereNamed) {
  const auto middle = split_ext(half(1), by_names_ext({3, 1}));  // of 4, 5, 6, 7: 7 and 5
  const auto last = split_ext(middle[0], by_names_ext({0}));
  const auto names_on = [&](cl_device_id device) {
    std::set<std::string> names;
    const Queue queue = queue_on(context_, device);
    Names arguments = {&names};
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(queue, add_name, &arguments, sizeof arguments, 0,
                                                  nullptr, nullptr, 0, nullptr, nullptr));
    }
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    return names;
  };
  EXPECT_EQ(std::set<std::string>{"cleave/7"}, names_on(last[0]));
  const std::set<std::string> of_middle = {"cleave/5", "cleave/7"};
  const std::set<std::string> seen = names_on(middle[0]);
  EXPECT_TRUE(std::includes(of_middle.begin(), of_middle.end(), seen.begin(), seen.end()));
}

TEST_F(FissionSharing, OtherDevicesThanThoseOfAContextAndTheirPartsAreInvalid) {
  const Context of_half = context_of({half(0)});
  const Program program = program_of(of_half, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {}));
  const Kernel kernel = kernel_of(program);
  const Binary binary = binaries_of(program)[0];
  for (cl_device_id other : {root_, half(1)}) {
    EXPECT_EQ(CL_INVALID_DEVICE, error_of_queue(of_half, other));
    EXPECT_EQ(CL_INVALID_DEVICE, error_of_binary(of_half, other, binary));
    EXPECT_EQ(CL_INVALID_DEVICE,
              clBuildProgram(program_of(of_half, scale), 1, &other, "", nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE, clCompileProgram(program_of(of_half, scale), 1, &other, "", 0,
                                                  nullptr, nullptr, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
                const cl_program input = program;
                return clLinkProgram(of_half, 1, &other, "", 1, &input, nullptr, nullptr, error);
              }));
    EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
                return clCreateProgramWithBuiltInKernels(of_half, 1, &other, "k", error);
              }));
    EXPECT_EQ(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(of_half, other, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE,
              clGetProgramBuildInfo(program, other, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(kernel, other, CL_KERNEL_WORK_GROUP_SIZE,
                                                          0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE,
              clGetKernelSubGroupInfo(kernel, other, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0,
                                      nullptr, nullptr));
  }
}

TEST_F(FissionSharing, ContextsNameWhatWasPassedAlone) {
  const auto query = [](cl_context context, cl_context_info name) {
    return [context, name](size_t size, void* value, size_t* returned) {
      return clGetContextInfo(context, name, size, value, returned);
    };
  };
  const Queue queue = queue_on(context_, named());
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {half(1)}));
  EXPECT_EQ(Devices{root_}, list_of<cl_device_id>(query(context_, CL_CONTEXT_DEVICES)));
  EXPECT_EQ(1U, value_of<cl_uint>(query(context_, CL_CONTEXT_NUM_DEVICES)));
  const Devices passed = {named(), root_};
  EXPECT_EQ(passed, list_of<cl_device_id>(query(context_of(passed), CL_CONTEXT_DEVICES)));
}

TEST_F(FissionSharing, ContextsFromATypeNameRootDevicesAlone) {
  const cl_context_properties on_platform[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(find_platform()), 0};
  cl_int error = 1;
  const Context context(
      clCreateContextFromType(on_platform, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(Devices{root_}, list_of<cl_device_id>([&](size_t size, void* value, size_t* returned) {
              return clGetContextInfo(context, CL_CONTEXT_DEVICES, size, value, returned);
            }));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_on(context, named())));
}

TEST_F(FissionSharing, QueuesNameTheSubDevice) {
  const Queue queue = queue_on(context_, named());
  EXPECT_EQ(named(), value_of<cl_device_id>([&](size_t size, void* value, size_t* returned) {
              return clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, size, value, returned);
            }));
}

TEST_F(FissionSharing, ProgramsNameTheContextsDevicesAndThoseThatWereBuilt) {
  const Program program = program_of(context_, scale);
  EXPECT_EQ(Devices{root_}, devices_of(program));
  ASSERT_EQ(CL_SUCCESS, build(program, {named()}));
  EXPECT_EQ((Devices{root_, named()}), devices_of(program));
  const std::vector<Binary> binaries = binaries_of(program);
  ASSERT_EQ(2U, binaries.size());
  EXPECT_TRUE(binaries[0].empty()) << "nothing was built for the root";
  EXPECT_FALSE(binaries[1].empty());
  ASSERT_EQ(CL_SUCCESS, build(program, {half(1), root_}));
  EXPECT_EQ((Devices{root_, named(), half(1)}), devices_of(program));
  ASSERT_EQ(CL_SUCCESS, build(program, {named()}, "-DFACTOR=3")) << "named again";
  EXPECT_EQ((Devices{root_, named(), half(1)}), devices_of(program));
  EXPECT_EQ(binaries_of(program)[0], binaries_of(program)[2]) << "the order is that of the devices";
  EXPECT_NE(binaries_of(program)[0], binaries_of(program)[1]);
}

TEST_F(FissionSharing, ABuildThatFailsAddsNoDeviceAndLeavesItsLog) {
  const Program program = program_of(context_, "kernel void k() { nonsense(); }");
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program, {named()}));
  EXPECT_EQ(Devices{root_}, devices_of(program));
  EXPECT_EQ(CL_BUILD_ERROR, status_of(program, named()));
  EXPECT_NE(std::string::npos,
            text_of(build_query(program, named(), CL_PROGRAM_BUILD_LOG)).find("nonsense"));
}

TEST_F(FissionSharing, BuildingForAllIncludesThoseThatWereBuiltBefore) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {named()}, "-DFACTOR=3"));
  ASSERT_EQ(CL_SUCCESS, build(program, {}, "-DFACTOR=4"));
  EXPECT_EQ("-DFACTOR=4", text_of(build_query(program, root_, CL_PROGRAM_BUILD_OPTIONS)));
  EXPECT_EQ("-DFACTOR=4", text_of(build_query(program, named(), CL_PROGRAM_BUILD_OPTIONS)));
}

TEST_F(FissionSharing, APartThatWasNeverNamedHasTheBuildOfItsParent) {
  const Program program = program_of(context_, scale);
  EXPECT_EQ(CL_BUILD_NONE, status_of(program, named()));
  ASSERT_EQ(CL_SUCCESS, build(program, {half(0)}));
  EXPECT_EQ(CL_BUILD_SUCCESS, status_of(program, named()));
  EXPECT_EQ("-DFACTOR=2", text_of(build_query(program, named(), CL_PROGRAM_BUILD_OPTIONS)));
  EXPECT_EQ(
      cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE},
      value_of<cl_program_binary_type>(build_query(program, named(), CL_PROGRAM_BINARY_TYPE)));
  const Kernel kernel = kernel_of(program);
  EXPECT_EQ(2, run_on(named(), context_, kernel));
}

TEST_F(FissionSharing, SiblingsAndParentsOfWhatWasBuiltHaveNoBuild) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {half(0)}));
  const Kernel kernel = kernel_of(program);
  for (cl_device_id device : {half(1), root_}) {
    EXPECT_EQ(CL_BUILD_NONE, status_of(program, device));
    EXPECT_EQ("", text_of(build_query(program, device, CL_PROGRAM_BUILD_OPTIONS)));
    EXPECT_EQ("", text_of(build_query(program, device, CL_PROGRAM_BUILD_LOG)));
    EXPECT_EQ(
        cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE},
        value_of<cl_program_binary_type>(build_query(program, device, CL_PROGRAM_BINARY_TYPE)));
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, code_on(device, context_, kernel));
  }
}

TEST_F(FissionSharing, DevicesOfTheContextThatWereNeverNamedHaveTheBinaryOfTheirParent) {
  const Context context = context_of(all());
  const Program program = program_of(context, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {root_}));
  EXPECT_EQ(all(), devices_of(program));
  for (cl_device_id device : all()) EXPECT_EQ(CL_BUILD_SUCCESS, status_of(program, device));
  const std::vector<Binary> binaries = binaries_of(program);
  EXPECT_FALSE(binaries[0].empty());
  for (const Binary& binary : binaries) EXPECT_EQ(binaries[0], binary);
  ASSERT_EQ(CL_SUCCESS, build(program, {half(1)}, "-DFACTOR=3"));
  EXPECT_NE(binaries_of(program)[0], binaries_of(program)[2]);
  EXPECT_EQ("-DFACTOR=2", text_of(build_query(program, half(0), CL_PROGRAM_BUILD_OPTIONS)));
}

TEST_F(FissionSharing, EachDeviceRunsWhatWasBuiltForIt) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {root_}, "-DFACTOR=5"));
  ASSERT_EQ(CL_SUCCESS, build(program, {half(0)}, "-DFACTOR=7"));
  const Kernel kernel = kernel_of(program);
  EXPECT_EQ(5, run_on(root_, context_, kernel));
  EXPECT_EQ(5, run_on(half(1), context_, kernel));
  EXPECT_EQ(7, run_on(half(0), context_, kernel));
  EXPECT_EQ(7, run_on(named(), context_, kernel)) << "of the nearest, not of the root";
  cl_int error = 1;
  const Kernel clone(clCloneKernel(kernel, &error));
  EXPECT_EQ(7, run_on(named(), context_, clone));
}

TEST_F(FissionSharing, APartWhoseOwnBuildFailedDoesNotRunThatOfItsParent) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {root_}));
  ASSERT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program, {named()}, "-DFACTOR=)"));
  const Kernel kernel = kernel_of(program);
  EXPECT_EQ(2, run_on(half(0), context_, kernel));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, code_on(named(), context_, kernel));
}

TEST_F(FissionSharing, KernelsThatDifferAmongTheDevicesAreInvalidKernelDefinition) {
  const Program program = program_of(context_,
                                     "kernel void same(global int* p) { *p = 1; }\n"
                                     "kernel void other(global int* p, T t) { *p = t; }\n"
                                     "#ifdef MORE\nkernel void more(global int* p) { *p = 9; }\n"
                                     "#endif\n");
  ASSERT_EQ(CL_SUCCESS, build(program, {root_}, "-DT=int"));
  ASSERT_EQ(CL_SUCCESS, build(program, {half(0)}, "-DT=long -DMORE"));
  EXPECT_EQ(CL_INVALID_KERNEL_DEFINITION,
            error_of([&](cl_int* error) { return clCreateKernel(program, "other", error); }));
  const Kernel more = kernel_of(program, "more");
  EXPECT_EQ(9, run_on(named(), context_, more));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, code_on(root_, context_, more));
  EXPECT_EQ("same;other;more", text_of(program_query(program, CL_PROGRAM_KERNEL_NAMES)));
  cl_kernel created[4] = {};
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, clCreateKernelsInProgram(program, 4, created, &count));
  EXPECT_EQ(2U, count) << "without the one that differs";
  for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, clReleaseKernel(created[i]));
}

TEST_F(FissionSharing, BinariesAreSharedDownTheTreeAndUp) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {named()}));
  const Binary binary = binaries_of(program)[1];
  for (cl_device_id device : all()) {
    const Program copy = program_with_binary(context_, {device}, binary);
    EXPECT_EQ(Devices{device}, devices_of(copy));
    ASSERT_EQ(CL_SUCCESS, build(copy, {device}, nullptr));
    EXPECT_EQ(2, run_on(device, context_, kernel_of(copy)));
    EXPECT_EQ(binary, binaries_of(copy).at(0));
  }
  const Program of_root = program_with_binary(context_, {root_}, binary);
  ASSERT_EQ(CL_SUCCESS, build(of_root, {}, nullptr));
  EXPECT_EQ(2, run_on(named(), context_, kernel_of(of_root)));
}

TEST_F(FissionSharing, BuildsOfBinariesNameDevicesThatCameWithOne) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {}));
  const Binary binary = binaries_of(program)[0];
  const Program copy = program_with_binary(context_, {half(0)}, binary);
  for (cl_device_id other : {root_, half(1), named()}) {
    EXPECT_EQ(CL_INVALID_DEVICE, build(copy, {other}, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, build(copy, {half(0)}, nullptr));
  EXPECT_EQ(Devices{half(0)}, devices_of(copy));
  EXPECT_EQ(CL_BUILD_SUCCESS, status_of(copy, named()));
}

TEST_F(FissionSharing, CompiledProgramsLinkForParts) {
  const Program object = program_of(context_, scale);
  const cl_device_id part = half(0);
  ASSERT_EQ(CL_SUCCESS, clCompileProgram(object, 1, &part, "-DFACTOR=6", 0, nullptr, nullptr,
                                         nullptr, nullptr));
  EXPECT_EQ((Devices{root_, part}), devices_of(object));
  const cl_program input = object;
  const cl_device_id target = named();
  cl_int error = 1;
  const Program linked(
      clLinkProgram(context_, 1, &target, "", 1, &input, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(Devices{target}, devices_of(linked));
  EXPECT_EQ(6, run_on(target, context_, kernel_of(linked)));
}

TEST_F(FissionSharing, PartsSeeTheProgramScopeVariablesOfTheirRoot) {
  const Program program = program_of(context_,
                                     "global int n = 10;\n"
                                     "kernel void next(global int* p) { *p = n++; }");
  ASSERT_EQ(CL_SUCCESS, build(program, {root_}, "-cl-std=CL3.0"));
  ASSERT_EQ(CL_SUCCESS, build(program, {half(0)}, "-cl-std=CL3.0"));
  const Kernel kernel = kernel_of(program, "next");
  EXPECT_EQ(10, run_on(root_, context_, kernel));
  EXPECT_EQ(11, run_on(named(), context_, kernel));
  EXPECT_EQ(12, run_on(half(0), context_, kernel));
  EXPECT_EQ(13, run_on(half(1), context_, kernel));
}

TEST_F(FissionSharing, KernelsAnswerForPartsThatWereNeverNamed) {
  const Program program = program_of(context_, scale);
  ASSERT_EQ(CL_SUCCESS, build(program, {}));
  const Kernel kernel = kernel_of(program);
  const auto size = [&](cl_device_id device) {
    return value_of<size_t>([&](size_t bytes, void* value, size_t* returned) {
      return clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, bytes, value,
                                      returned);
    });
  };
  EXPECT_EQ(size(root_), size(named()));
  EXPECT_EQ(size(root_), size(nullptr)) << "one device is associated with the kernel";
}

TEST_F(FissionSharing, AQueueKeepsItsDeviceAlive) {
  cl_device_id handle = nullptr;
  {
    const Queue queue = queue_on(context_, named());
    handle = named();
    named_.clear();
    EXPECT_EQ(CL_SUCCESS, validity_of(handle));
    EXPECT_EQ(2U, units_of(handle));
    EXPECT_EQ(half(0), value_of<cl_device_id>(device_query(handle, CL_DEVICE_PARENT_DEVICE)));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(CL_INVALID_DEVICE, fission().release(handle))
        << "the application holds nothing of it";
    EXPECT_EQ(CL_SUCCESS, validity_of(handle));
  }
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(handle));
}

TEST_F(FissionSharing, AContextKeepsThePassedDevicesAliveAndNoOthers) {
  Context context = context_of({half(1)});
  const cl_device_id passed = half(1);
  cl_device_id not_passed = nullptr;
  {
    const auto part = split_ext(passed, by_names_ext({1}));
    not_passed = part[0];
  }
  halves_.pop_back();
  EXPECT_EQ(CL_SUCCESS, validity_of(passed));
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(not_passed)) << "the context does not refer to it";
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_on(context, passed)));
  context = Context();
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(passed));
}

TEST_F(FissionSharing, AProgramKeepsTheDevicesThatItWasBuiltForAlive) {
  Program program = program_of(context_, scale);
  const cl_device_id handle = named();
  ASSERT_EQ(CL_SUCCESS, build(program, {handle}));
  named_.clear();
  EXPECT_EQ((Devices{root_, handle}), devices_of(program));
  EXPECT_EQ(CL_SUCCESS, validity_of(handle));
  EXPECT_EQ(CL_BUILD_SUCCESS, status_of(program, handle));
  program = Program();
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(handle));
}

TEST_F(FissionSharing, APartKeepsWhatItIsAPartOfAlive) {
  const cl_device_id parent = half(0);
  halves_.clear();
  EXPECT_EQ(CL_SUCCESS, validity_of(parent));
  EXPECT_EQ(parent, value_of<cl_device_id>(device_query(named(), CL_DEVICE_PARENT_DEVICE_EXT)));
  EXPECT_EQ(4U, units_of(parent));
  named_.clear();
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(parent));
}

TEST_F(FissionSharing, ADeviceFoundByAQueryCanBeRetainedAgain) {
  const cl_device_id handle = named();
  {
    const Queue queue = queue_on(context_, handle);
    named_.clear();
    EXPECT_EQ(CL_SUCCESS, fission().retain(handle));
    EXPECT_EQ(1U, value_of<cl_uint>(device_query(handle, CL_DEVICE_REFERENCE_COUNT_EXT)));
  }
  EXPECT_EQ(CL_SUCCESS, validity_of(handle));
  EXPECT_EQ(CL_SUCCESS, fission().release(handle));
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(handle));
}

// A part that was made and not handed out would keep its parent.
TEST_F(FissionSharing, PartsBeyondNumEntriesAreNotLeaked) {
  const cl_device_id parent = half(1);
  cl_device_id out[1] = {};
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, fission().create(parent, equally_ext(1).data(), 1, out, &count));
  EXPECT_EQ(4U, count);
  halves_.pop_back();
  EXPECT_EQ(CL_SUCCESS, validity_of(parent));
  EXPECT_EQ(CL_SUCCESS, fission().release(out[0]));
  EXPECT_EQ(CL_INVALID_DEVICE, validity_of(parent));
}

}  // namespace
}  // namespace cleave::test
