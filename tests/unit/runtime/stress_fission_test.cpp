// Sub-devices of cl_ext_device_fission and of core beside each other, in contexts of their
// ancestors, and programs that all of them share while they are built, asked, copied by their
// binaries and run. For a short while, or for as many seconds as CLEAVE_STRESS_SECONDS says.
#include <algorithm>
#include <array>
#include <iterator>
#include <random>

#include "stress.h"

namespace cleave::api::test {
namespace {

using Part = Owned<cl_device_id, api::clReleaseDeviceEXT>;
using Binary = std::array<unsigned char, 8192>;  // more than the host compiler makes

/// Holds what the threads share: the context and the device that all parts are parts of, a part
/// that everybody knows, a program that is built for the device, and one that is built all the
/// time.
struct Shared {
  cl_device_id root;
  cl_context context;
  cl_program built;
  cl_program in_progress;
  cl_device_id known;
};

/// Does what one thread does, a step at a time.
class FissionUser {
 public:
  FissionUser(const Shared& shared, unsigned seed) : shared_(shared), random_(seed) {}

  void step() {
    std::vector<Part> parts = split(random_() % 2 == 0 ? shared_.root : shared_.known);
    if (parts.empty()) parts.push_back(retained(shared_.known));
    // One of them at any depth; what it is a part of may go.
    Part part = std::move(parts[random_() % parts.size()]);
    while (random_() % 2 == 0) {
      std::vector<Part> inner = split(part.get());
      if (inner.empty()) break;
      part = std::move(inner[random_() % inner.size()]);
    }
    const Part other_name = retained(part.get());
    switch (random_() % 4) {
      case 0:
        run(shared_.context, shared_.built, part.get());
        break;
      case 1:
        build_and_run(part.get());
        break;
      case 2:
        ask(shared_.in_progress, part.get());
        break;
      default:
        reload(part.get());
    }
  }

 private:
  /// A reference more, which either of two functions takes.
  Part retained(cl_device_id device) {
    EXPECT_EQ(random_() % 2 == 0 ? api::clRetainDevice(device) : api::clRetainDeviceEXT(device),
              CL_SUCCESS);
    return Part(device);
  }

  /// None when there is one compute unit only, or no such domain.
  std::vector<Part> split(cl_device_id device) {
    std::array<cl_device_id, 16> ids{};
    cl_uint count = 0;
    constexpr cl_uint most = ids.size();
    cl_int error = CL_SUCCESS;
    if (random_() % 4 == 0) {
      const cl_device_partition_property how[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
      error = api::clCreateSubDevices(device, how, most, ids.data(), &count);
    } else {
      static const cl_device_partition_property_ext ways[][6] = {
          {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0},
          {CL_DEVICE_PARTITION_BY_COUNTS_EXT, 1, 1, CL_PARTITION_BY_COUNTS_LIST_END_EXT, 0},
          {CL_DEVICE_PARTITION_BY_NAMES_EXT, 1, 0, CL_PARTITION_BY_NAMES_LIST_END_EXT, 0},
          {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT, 0}};
      // Parts beyond the room that is given are not made.
      error = api::clCreateSubDevicesEXT(device, ways[random_() % std::size(ways)],
                                         1 + random_() % most, ids.data(), &count);
    }
    std::vector<Part> parts;
    for (const cl_device_id id : ids) {
      if (id == nullptr) break;
      EXPECT_EQ(error, CL_SUCCESS);
      parts.emplace_back(id);
    }
    return parts;
  }

  /// On a queue of the part, in a context of its ancestor. False: the program cannot run there now.
  bool run(cl_context context, cl_program program, cl_device_id part) {
    cl_int error = CL_SUCCESS;
    const cl_kernel made = api::clCreateKernel(program, "increment", &error);
    if (made == nullptr) return expect_in_progress(error);
    const Kernel kernel(made);
    const CommandQueue queue(api::clCreateCommandQueue(context, part, 0, nullptr));
    const Buffer buffer(
        api::clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, nullptr));
    const cl_mem memory = buffer.get();
    const cl_uint zero = 0;
    EXPECT_EQ(api::clEnqueueFillBuffer(queue.get(), memory, &zero, sizeof zero, 0,
                                       items * sizeof zero, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(api::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory), CL_SUCCESS);
    const size_t local = 4;
    error = api::clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &items, &local, 0,
                                        nullptr, nullptr);
    if (error != CL_SUCCESS) return expect_in_progress(error);
    if (random_() % 8 == 0) return true;  // all goes while the kernel runs
    std::vector<cl_uint> values(items);
    EXPECT_EQ(api::clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, items * sizeof(cl_uint),
                                       values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(values, std::vector<cl_uint>(items, 1));
    return true;
  }
  static bool expect_in_progress(cl_int error) {
    EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
    return false;
  }

  /// Others build the same program at this moment, for other parts, or have kernels of it.
  void build_and_run(cl_device_id part) {
    const cl_int error =
        api::clBuildProgram(shared_.in_progress, 1, &part, nullptr, nullptr, nullptr);
    if (error != CL_INVALID_OPERATION) {
      EXPECT_EQ(error, CL_SUCCESS);
    }
    static_cast<void>(run(shared_.context, shared_.in_progress, part));
  }

  /// The devices by the union rule, and what was built for each.
  void ask(cl_program program, cl_device_id part) {
    cl_uint count = 0;
    EXPECT_EQ(api::clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, nullptr),
              CL_SUCCESS);
    EXPECT_GE(count, 1U);
    const size_t room = count + 64;  // builds of others may add some
    std::vector<cl_device_id> devices(room);
    EXPECT_EQ(api::clGetProgramInfo(program, CL_PROGRAM_DEVICES, room * sizeof devices[0],
                                    devices.data(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(devices[0], shared_.root);
    cl_build_status status = CL_BUILD_ERROR;
    EXPECT_EQ(api::clGetProgramBuildInfo(program, part, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                         &status, nullptr),
              CL_SUCCESS);
    EXPECT_NE(status, CL_BUILD_ERROR);
    std::array<char, 256> text{};
    for (const cl_program_build_info what : {CL_PROGRAM_BUILD_LOG, CL_PROGRAM_BUILD_OPTIONS}) {
      EXPECT_EQ(api::clGetProgramBuildInfo(program, part, what, text.size(), text.data(), nullptr),
                CL_SUCCESS);
    }
    std::vector<Binary> binaries(room);
    std::vector<unsigned char*> places;
    for (Binary& binary : binaries) places.push_back(binary.data());
    EXPECT_EQ(api::clGetProgramInfo(program, CL_PROGRAM_BINARIES, room * sizeof places[0],
                                    places.data(), nullptr),
              CL_SUCCESS);
  }

  /// The binary of the built program, in a context of the part alone.
  void reload(cl_device_id part) {
    size_t size = 0;
    EXPECT_EQ(
        api::clGetProgramInfo(shared_.built, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
        CL_SUCCESS);
    Binary binary{};
    ASSERT_TRUE(size != 0 && size <= binary.size());
    unsigned char* place = binary.data();
    EXPECT_EQ(
        api::clGetProgramInfo(shared_.built, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
        CL_SUCCESS);
    const Context own(api::clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr));
    const unsigned char* bytes = place;
    cl_int of_binary = 1;
    const Program copy(
        api::clCreateProgramWithBinary(own.get(), 1, &part, &size, &bytes, &of_binary, nullptr));
    EXPECT_EQ(of_binary, CL_SUCCESS);
    EXPECT_EQ(api::clBuildProgram(copy.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    std::vector<Part> parts = split(part);
    EXPECT_TRUE(run(own.get(), copy.get(), parts.empty() ? part : parts.back().get()));
  }

  const Shared& shared_;
  std::mt19937 random_;
};

TEST_F(Stress, PartsOfBothKindsShareProgramsDownTheTree) {
  cl_uint units = 0;
  ASSERT_EQ(
      api::clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
      CL_SUCCESS);
  const cl_device_partition_property_ext half[] = {CL_DEVICE_PARTITION_EQUALLY_EXT,
                                                   std::max(1U, units / 2), 0};
  cl_device_id known = nullptr;
  if (api::clCreateSubDevicesEXT(device, half, 1, &known, nullptr) != CL_SUCCESS) {
    EXPECT_EQ(api::clRetainDeviceEXT(device), CL_SUCCESS);
    known = device;  // a single compute unit
  }
  const Part owner(known);
  static unsigned run = 0;
  ++run;
  const auto end = std::chrono::steady_clock::now() + stress_time();
  const char* source = "increment";
  unsigned round = 0;
  do {
    const unsigned seed = (run * 1000 + round++) * thread_count;
    const Program in_progress(
        api::clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
    const Shared shared = {device, context, program, in_progress.get(), known};
    on_threads([&](unsigned thread) {
      FissionUser user(shared, seed + thread);
      for (int step = 0; step < 20; ++step) user.step();
    });
  } while (std::chrono::steady_clock::now() < end);
}

}  // namespace
}  // namespace cleave::api::test
