// Shares buffers and kernels with OpenCL: make_buffer, get_native of buffers, kernels made of cl_kernel with set_arg, and
// what the namespace sycl::opencl has (SYCL 2020, 4.9.4.3 and appendix C).
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <sycl/backend/opencl.hpp>
#include <type_traits>
#include <vector>

namespace {

constexpr auto opencl = sycl::backend::opencl;
constexpr auto executable = sycl::bundle_state::executable;

static_assert(std::is_same_v<sycl::opencl::cl_int, std::int32_t>);
static_assert(std::is_same_v<sycl::opencl::cl_ulong, std::uint64_t>);
static_assert(std::is_same_v<sycl::opencl::cl_half, sycl::half>);
static_assert(std::is_same_v<sycl::opencl::cl_double, double>);
static_assert(sycl::is_backend_active_v<opencl>);
static_assert(SYCL_BACKEND_OPENCL == 1);
static_assert(SYCL_FEATURE_SET_FULL == 1);
static_assert(SYCL_LANGUAGE_VERSION >= 202012L);
static_assert(__SYCL_SINGLE_SOURCE__ == 1);

template <class Function>
void expect_error(sycl::errc code, Function function, const std::string& said = {}) {
  try {
    (void)function();
    FAIL() << "nothing was thrown";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
  }
}

/// Objects of OpenCL in the context of the default queue, which are released at the end.
class Native : public testing::Test {
 protected:
  Native() : context(sycl::get_native<opencl>(queue.get_context())) {}
  ~Native() override {
    for (cl_mem each : memory) clReleaseMemObject(each);
    for (cl_kernel each : kernels) clReleaseKernel(each);
    for (cl_program each : programs) clReleaseProgram(each);
    clReleaseContext(context);
  }

  cl_mem make_memory(const std::vector<int>& values) {
    cl_int error = CL_SUCCESS;
    memory.push_back(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                    values.size() * sizeof(int), const_cast<int*>(values.data()),
                                    &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return memory.back();
  }
  std::vector<int> read(cl_mem from, size_t count) {
    const cl_device_id device = sycl::get_native<opencl>(queue.get_device());
    const cl_command_queue reader =
        clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    std::vector<int> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(reader, from, CL_TRUE, 0, count * sizeof(int), values.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    clReleaseCommandQueue(reader);
    return values;
  }
  cl_program make_program(const char* source) {
    programs.push_back(clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
    EXPECT_EQ(clBuildProgram(programs.back(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    return programs.back();
  }
  sycl::kernel make_kernel(const char* source, const char* name) {
    kernels.push_back(clCreateKernel(make_program(source), name, nullptr));
    EXPECT_NE(kernels.back(), nullptr);
    return sycl::make_kernel<opencl>(kernels.back(), queue.get_context());
  }

  sycl::queue queue;
  cl_context context;
  std::vector<cl_mem> memory;
  std::vector<cl_program> programs;
  std::vector<cl_kernel> kernels;
};

std::vector<int> numbers(int count) {
  std::vector<int> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST_F(Native, BuffersOfOpenClAreUsedInPlace) {
  const cl_mem native = make_memory(numbers(100));
  {
    auto buffer = sycl::make_buffer<opencl, int>(native, queue.get_context());
    EXPECT_EQ(buffer.get_range(), sycl::range<1>(100));
    EXPECT_FALSE(buffer.is_sub_buffer());
    EXPECT_GT(sycl::opencl::get_reference_count(native), 1);
    queue.submit([&](sycl::handler& group) {
      const sycl::accessor values(buffer, group);
      group.parallel_for(100, [=](sycl::id<1> i) { values[i] *= 2; });
    });
    EXPECT_EQ(sycl::host_accessor(buffer)[99], 198);
    {
      const sycl::host_accessor values(buffer);
      values[0] = 7;
    }
    // The buffer is that of OpenCL, and nobody else's.
    const std::vector<cl_mem> again = sycl::get_native<opencl>(buffer);
    EXPECT_EQ(again, std::vector<cl_mem>{native});
    for (cl_mem each : again) clReleaseMemObject(each);
  }
  EXPECT_EQ(sycl::opencl::get_reference_count(native), 1);
  const std::vector<int> values = read(native, 100);
  EXPECT_EQ(values[0], 7);
  EXPECT_EQ(values[50], 100);
}

TEST_F(Native, BuffersWaitForTheirEvent) {
  const cl_mem native = make_memory({1});
  const cl_event ready = clCreateUserEvent(context, nullptr);
  const sycl::event available = sycl::make_event<opencl>({ready}, queue.get_context());
  {
    auto buffer = sycl::make_buffer<opencl, int>(native, queue.get_context(), available);
    const sycl::event ran = queue.submit([&](sycl::handler& group) {
      const sycl::accessor value(buffer, group);
      group.single_task([=] { value[0] += 1; });
    });
    EXPECT_NE(ran.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::complete);
    clSetUserEventStatus(ready, CL_COMPLETE);
    EXPECT_EQ(sycl::host_accessor(buffer)[0], 2);
  }
  EXPECT_EQ(read(native, 1)[0], 2);
  clReleaseEvent(ready);
}

TEST_F(Native, BuffersOfOtherContextsAreRefused) {
  const sycl::context other = queue.get_context();
  const cl_device_id device = sycl::get_native<opencl>(queue.get_device());
  const cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_mem native = clCreateBuffer(own, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
  expect_error(sycl::errc::invalid, [&] { return sycl::make_buffer<opencl, int>(native, other); });
  expect_error(sycl::errc::invalid, [&] { return sycl::make_buffer<opencl, int>(nullptr, other); });
  clReleaseMemObject(native);
  clReleaseContext(own);
}

TEST_F(Native, BuffersThatTheHostMayNotReadOrWriteAreUsedToo) {
  for (const cl_mem_flags flags :
       {cl_mem_flags{CL_MEM_HOST_READ_ONLY}, cl_mem_flags{CL_MEM_HOST_WRITE_ONLY}}) {
    int value = 4;
    memory.push_back(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR | flags,
                                    sizeof value, &value, nullptr));
    auto buffer = sycl::make_buffer<opencl, int>(memory.back(), queue.get_context());
    queue.submit([&](sycl::handler& group) {
      const sycl::accessor both(buffer, group);
      group.single_task([=] { both[0] *= 2; });
    });
    EXPECT_EQ(sycl::host_accessor(buffer)[0], 8);
  }
  memory.push_back(clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, sizeof(int), nullptr, nullptr));
  expect_error(
      sycl::errc::feature_not_supported,
      [&] { return sycl::make_buffer<opencl, int>(memory.back(), queue.get_context()); },
      "CL_MEM_HOST_NO_ACCESS");
  EXPECT_EQ(sycl::opencl::get_reference_count(memory.back()), 1);
}

TEST_F(Native, BuffersHaveObjectsOfOpenCl) {
  sycl::buffer<int> buffer(sycl::range<1>(4));
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor to(buffer, group, sycl::write_only, sycl::no_init);
    group.parallel_for(4, [=](sycl::id<1> i) { to[i] = static_cast<int>(i) + 1; });
  });
  queue.wait();
  const std::vector<cl_mem> natives = sycl::get_native<opencl>(buffer);
  ASSERT_EQ(natives.size(), 1);
  EXPECT_EQ(read(natives[0], 4), (std::vector<int>{1, 2, 3, 4}));
  clReleaseMemObject(natives[0]);
  // One that nothing has used yet has an object, too.
  const std::vector<cl_mem> of_new = sycl::get_native<opencl>(sycl::buffer<int>(sycl::range<1>(4)));
  ASSERT_EQ(of_new.size(), 1);
  clReleaseMemObject(of_new[0]);
}

TEST_F(Native, HostTasksSeeBuffersOfOpenCl) {
  const cl_mem native = make_memory(numbers(4));
  auto buffer = sycl::make_buffer<opencl, int>(native, queue.get_context());
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor used(buffer, group);
    group.host_task([=](sycl::interop_handle handle) {
      EXPECT_EQ(handle.get_native_mem<opencl>(used), std::vector<cl_mem>{native});
    });
  });
  queue.wait();
}

constexpr const char* fill_source =
    "struct pair { int a; float b; };\n"
    "kernel void fill(global int* to, int factor, struct pair both, local int* shared_part) {\n"
    "  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
    "  shared_part[get_local_id(1) * get_local_size(0) + get_local_id(0)] = both.a;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  to[i] = (int)(get_global_id(0) * 100 + get_global_id(1)) * factor + shared_part[0] + "
    "(int)both.b;\n"
    "}\n";
struct Pair {
  int a;
  float b;
};

TEST_F(Native, KernelsOfOpenClGetArgumentsOfEveryKind) {
  const sycl::kernel kernel = make_kernel(fill_source, "fill");
  constexpr size_t rows = 4;
  constexpr size_t columns = 6;
  sycl::buffer<int, 2> buffer(sycl::range<2>(rows, columns));
  int* const pointed = sycl::malloc_shared<int>(rows * columns, queue);
  const auto run = [&](auto set_first) {
    queue.submit([&](sycl::handler& group) {
      set_first(group);
      group.set_arg(1, 2);
      group.set_arg(2, Pair{5, 3.5f});
      group.set_arg(3, sycl::local_accessor<int, 2>(sycl::range<2>(2, 3), group));
      group.parallel_for(sycl::nd_range<2>({rows, columns}, {2, 3}), kernel);
    });
  };
  // The dimension that varies fastest is SYCL's last and OpenCL's first.
  const auto expected = [](size_t row, size_t column) {
    return static_cast<int>(column * 100 + row) * 2 + 8;
  };
  run([&](sycl::handler& group) { group.set_arg(0, sycl::accessor(buffer, group)); });
  run([&](sycl::handler& group) { group.set_arg(0, pointed); });
  queue.wait();
  const sycl::host_accessor values(buffer);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) {
      EXPECT_EQ(values[row][column], expected(row, column));
      EXPECT_EQ(pointed[row * columns + column], expected(row, column));
    }
  }
  sycl::free(pointed, queue);
  // The application's kernel has no arguments, as before.
  size_t one = 1;
  const cl_command_queue native = sycl::get_native<opencl>(queue);
  EXPECT_EQ(
      clEnqueueNDRangeKernel(native, kernels[0], 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      CL_INVALID_KERNEL_ARGS);
  clReleaseCommandQueue(native);
}

TEST_F(Native, KernelsOfOpenClRunWithoutWorkGroups) {
  const sycl::kernel kernel = make_kernel(
      "kernel void add(global int* to, int by) { to[get_global_id(0)] += by + get_global_size(0); "
      "}",
      "add");
  sycl::buffer<int> buffer(sycl::range<1>(8));
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor to(buffer, group, sycl::write_only, sycl::no_init);
    group.fill(to, 0);
  });
  for (const bool is_task : {false, true}) {
    queue.submit([&](sycl::handler& group) {
      const sycl::accessor to(buffer, group);
      group.set_args(to, 10);
      is_task ? group.single_task(kernel) : group.parallel_for(sycl::range<1>(8), kernel);
    });
  }
  const sycl::host_accessor values(buffer);
  EXPECT_EQ(values[0], 18 + 11);
  EXPECT_EQ(values[7], 18);
}

class OfSycl;
class AlsoOfSycl;

TEST_F(Native, WrongLaunchesOfKernelsSayWhatIsWrong) {
  const sycl::kernel kernel = make_kernel("kernel void one(global int* to) { *to = 1; }", "one");
  const auto launch = [&](auto function) {
    return [&, function] { return queue.submit([&](sycl::handler& group) { function(group); }); };
  };
  expect_error(sycl::errc::kernel_argument,
               launch([&](sycl::handler& group) { group.single_task(kernel); }),
               "the kernel 'one' of OpenCL");
  expect_error(sycl::errc::kernel_argument, launch([&](sycl::handler& group) {
                 group.set_arg(3, 1);
                 group.single_task(kernel);
               }),
               "argument 3 cannot be set: clSetKernelArg: CL_INVALID_ARG_INDEX");
  expect_error(sycl::errc::nd_range, launch([&](sycl::handler& group) {
                 group.parallel_for(sycl::nd_range<1>(1000, 64), kernel);
               }),
               "{1000} is no multiple of the local range {64} in dimension 0; {1024} would be");
  // A kernel of SYCL has arguments that nobody knows (4.9.4.2.1).
  queue.single_task<OfSycl>([] {});
  const auto bundle = sycl::get_kernel_bundle<OfSycl, executable>(queue.get_context());
  expect_error(sycl::errc::invalid, launch([&](sycl::handler& group) {
                 group.single_task(bundle.get_kernel<OfSycl>());
               }));
}

TEST_F(Native, CommandGroupsRunTheKernelsOfTheirBundleAlone) {
  queue.single_task<AlsoOfSycl>([] {});
  const auto bundle = sycl::get_kernel_bundle<OfSycl, executable>(queue.get_context());
  int* const value = sycl::malloc_shared<int>(1, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.use_kernel_bundle(sycl::join<executable>(
            {bundle, sycl::get_kernel_bundle<class InBundle, executable>(queue.get_context())}));
        group.single_task<class InBundle>([=] { *value = 4; });
      })
      .wait();
  EXPECT_EQ(*value, 4);
  sycl::free(value, queue);
  expect_error(
      sycl::errc::kernel_not_supported,
      [&] {
        return queue.submit([&](sycl::handler& group) {
          group.use_kernel_bundle(bundle);
          group.single_task<class NotInBundle>([] {});
        });
      },
      "use_kernel_bundle");
  const auto elsewhere = sycl::get_kernel_bundle<OfSycl, executable>(sycl::context());
  expect_error(sycl::errc::invalid, [&] {
    return queue.submit([&](sycl::handler& group) { group.use_kernel_bundle(elsewhere); });
  });
}

TEST_F(Native, BundlesAreMadeOfSeveralPrograms) {
  const std::vector<cl_program> both = {make_program("kernel void a() {}"),
                                        make_program("kernel void b() {}")};
  {
    const auto bundle =
        sycl::opencl::create_bundle(queue.get_context(), {queue.get_device()}, both);
    EXPECT_EQ(bundle.get_devices(), std::vector<sycl::device>{queue.get_device()});
    EXPECT_EQ(sycl::get_native<opencl>(bundle), both);
    for (cl_program each : both) clReleaseProgram(each);
    EXPECT_EQ(sycl::opencl::get_reference_count(both[0]), 2);
  }
  EXPECT_EQ(sycl::opencl::get_reference_count(both[0]), 1);
  expect_error(sycl::errc::invalid,
               [&] { return sycl::opencl::create_bundle(queue.get_context(), {}, both); });
  expect_error(sycl::errc::invalid, [&] {
    return sycl::opencl::create_bundle(queue.get_context(), {queue.get_device()}, {nullptr});
  });
}

TEST_F(Native, EventsGiveBackWhatTheyWereMadeOf) {
  const std::vector<cl_event> both = {clCreateUserEvent(context, nullptr),
                                      clCreateUserEvent(context, nullptr)};
  const sycl::event event = sycl::make_event<opencl>(both, queue.get_context());
  EXPECT_EQ(sycl::get_native<opencl>(event), both);
  for (cl_event each : both) {
    clSetUserEventStatus(each, CL_COMPLETE);
    clReleaseEvent(each);
    clReleaseEvent(each);
  }
}

TEST_F(Native, ObjectsTellWhatOpenClSays) {
  namespace info = sycl::info::device;
  const sycl::device device = queue.get_device();
  EXPECT_EQ(device.get_backend_info<info::version>().substr(0, 9), "OpenCL 3.");
  EXPECT_EQ(queue.get_backend_info<info::backend_version>(),
            device.get_info<info::backend_version>());
  using platform_version = sycl::info::platform::version;
  EXPECT_EQ(queue.get_context().get_backend_info<platform_version>(),
            device.get_platform().get_backend_info<platform_version>());
  EXPECT_GE(sycl::opencl::get_reference_count(context), 1);
  expect_error(sycl::errc::invalid,
               [] { return sycl::opencl::get_reference_count(cl_program{nullptr}); });
}

}  // namespace
