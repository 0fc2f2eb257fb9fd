// Exchanges objects with OpenCL (SYCL 2020, appendix C).
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <sycl/backend/opencl.hpp>
#include <thread>
#include <vector>

namespace {

constexpr auto opencl = sycl::backend::opencl;
using sycl::info::partition_property;

template <class Make>
void expect_invalid(Make make) {
  try {
    (void)make();
    FAIL() << "it was made";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid) << error.what();
  }
}

cl_uint references(cl_command_queue queue) {
  cl_uint count = 0;
  clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, nullptr);
  return count;
}
cl_uint references(cl_context context) {
  cl_uint count = 0;
  clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
  return count;
}

/// True when the object comes to have so many references: the worker that ran a command lets go of its queue a little
/// later than the command has ended.
template <class Object>
bool will_have(Object object, cl_uint count) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (references(object) != count) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

TEST(Interop, PlatformsAndDevicesComeBack) {
  const sycl::platform platform;
  const cl_platform_id platform_id = sycl::get_native<opencl>(platform);
  EXPECT_EQ(sycl::make_platform<opencl>(platform_id), platform);
  expect_invalid([] { return sycl::make_platform<opencl>(nullptr); });
  const sycl::device device;
  const cl_device_id id = sycl::get_native<opencl>(device);
  EXPECT_EQ(sycl::make_device<opencl>(id), device);
  expect_invalid([] { return sycl::make_device<opencl>(nullptr); });
  EXPECT_TRUE(sycl::opencl::has_extension(device, "cl_khr_fp64"));
  EXPECT_FALSE(sycl::opencl::has_extension(platform, "cl_none"));
}

TEST(Interop, PartsAreKnownByTheirIds) {
  const sycl::device root;
  const auto part = root.create_sub_devices<partition_property::partition_equally>(2)[1];
  const cl_device_id id = sycl::get_native<opencl>(part);
  const sycl::device again = sycl::make_device<opencl>(id);
  EXPECT_EQ(again, part);
  EXPECT_EQ(std::hash<sycl::device>()(again), std::hash<sycl::device>()(part));
  EXPECT_EQ(again.get_info<sycl::info::device::parent_device>(), root);
  EXPECT_EQ(again.get_info<sycl::info::device::partition_type_property>(),
            partition_property::partition_equally);
  clReleaseDevice(id);
  // One that OpenCL made.
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 3,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const cl_device_id root_id = sycl::get_native<opencl>(root);
  cl_device_id made = nullptr;
  ASSERT_EQ(clCreateSubDevices(root_id, counts, 1, &made, nullptr), CL_SUCCESS);
  const sycl::device of_opencl = sycl::make_device<opencl>(made);
  clReleaseDevice(made);  // the SYCL object keeps it
  EXPECT_EQ(of_opencl.get_info<sycl::info::device::max_compute_units>(), 3);
  EXPECT_NE(of_opencl, part);
  int value = 0;
  {
    sycl::buffer<int> buffer(&value, 1);
    sycl::queue(of_opencl).submit([&](sycl::handler& group) {
      const sycl::accessor to(buffer, group, sycl::write_only);
      group.single_task([=] { to[0] = 3; });
    });
  }
  EXPECT_EQ(value, 3);
}

TEST(Interop, ContextsAndQueuesAreShared) {
  const sycl::device device;
  const cl_device_id id = sycl::get_native<opencl>(device);
  const cl_context native = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_command_queue native_queue =
      clCreateCommandQueueWithProperties(native, id, properties, nullptr);
  const cl_uint before = references(native);
  {
    const sycl::context context = sycl::make_context<opencl>(native);
    EXPECT_EQ(context.get_devices(), std::vector<sycl::device>{device});
    EXPECT_EQ(context.get_platform(), device.get_platform());
    const cl_context same = sycl::get_native<opencl>(context);
    EXPECT_EQ(same, native);
    clReleaseContext(same);
    sycl::queue queue = sycl::make_queue<opencl>(native_queue, context);
    EXPECT_EQ(queue.get_device(), device);
    EXPECT_EQ(queue.get_context(), context);
    EXPECT_TRUE(queue.is_in_order());
    EXPECT_TRUE(queue.has_property<sycl::property::queue::enable_profiling>());
    int* const value = sycl::malloc_shared<int>(1, queue);
    const sycl::event event = queue.single_task([=] { *value = 5; });
    queue.wait();
    EXPECT_EQ(*value, 5);
    EXPECT_GT(event.get_profiling_info<sycl::info::event_profiling::command_end>(), 0);
    sycl::free(value, queue);
    // A queue of one context is none of another.
    expect_invalid([&] { return sycl::make_queue<opencl>(native_queue, sycl::context(device)); });
    // Commands of both contexts wait for each other.
    int* const shared = sycl::malloc_shared<int>(1, sycl::queue());
    sycl::queue other;
    const sycl::event first = queue.single_task([] {});
    other.single_task(first, [=] { *shared = 6; }).wait();
    EXPECT_EQ(*shared, 6);
    sycl::free(shared, other);
  }
  sycl::queue().single_task([] {}).wait();  // the thread forgets kernels of contexts that have gone
  EXPECT_TRUE(will_have(native_queue, 1));
  EXPECT_TRUE(will_have(native, before));
  clReleaseCommandQueue(native_queue);
  clReleaseContext(native);
  expect_invalid([] { return sycl::make_context<opencl>(nullptr); });
}

TEST(Interop, QueuesOutliveTheirObjects) {
  cl_command_queue native = nullptr;
  {
    const sycl::queue queue;
    native = sycl::get_native<opencl>(queue);
  }
  EXPECT_EQ(clFinish(native), CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(native), CL_SUCCESS);
}

TEST(Interop, EventsAreShared) {
  sycl::queue queue;
  const cl_context native = sycl::get_native<opencl>(queue.get_context());
  const cl_event first = clCreateUserEvent(native, nullptr);
  const cl_event second = clCreateUserEvent(native, nullptr);
  const sycl::event both = sycl::make_event<opencl>({first, second}, queue.get_context());
  int* const value = sycl::malloc_shared<int>(1, queue);
  *value = 0;
  sycl::event last = queue.single_task(both, [=] { *value = 9; });
  using sycl::info::event_command_status;
  namespace info = sycl::info::event;
  clSetUserEventStatus(first, CL_COMPLETE);
  EXPECT_NE(both.get_info<info::command_execution_status>(), event_command_status::complete);
  EXPECT_NE(last.get_info<info::command_execution_status>(), event_command_status::complete);
  clSetUserEventStatus(second, CL_COMPLETE);
  last.wait();
  EXPECT_EQ(*value, 9);
  const std::vector<cl_event> natives = sycl::get_native<opencl>(last);
  ASSERT_EQ(natives.size(), 1);
  EXPECT_EQ(sycl::make_event<opencl>(natives, queue.get_context())
                .get_info<info::command_execution_status>(),
            event_command_status::complete);
  EXPECT_TRUE(sycl::get_native<opencl>(sycl::event()).empty());
  clReleaseEvent(natives[0]);
  clReleaseEvent(first);
  clReleaseEvent(second);
  clReleaseContext(native);
  sycl::free(value, queue);
}

TEST(Interop, ErrorsHaveOpenCLsCode) {
  const sycl::queue queue;
  try {
    (void)sycl::make_device<opencl>(
        reinterpret_cast<cl_device_id>(sycl::get_native<opencl>(sycl::platform())));
    FAIL();
  } catch (const sycl::exception& error) {
    EXPECT_EQ(sycl::opencl::get_error_code(error), CL_INVALID_DEVICE);
  }
  EXPECT_EQ(
      sycl::opencl::get_error_code(sycl::exception(sycl::make_error_code(sycl::errc::invalid))),
      CL_SUCCESS);
}

class First;
class Second;
class Third;

TEST(Bundle, HasKernelsOfTheProgram) {
  sycl::queue queue;
  int* const value = sycl::malloc_shared<int>(1, queue);
  queue.single_task<First>([=] { *value = 1; });
  queue.parallel_for<Second>(sycl::nd_range<1>(8, 8),
                             [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(8)]] {});
  queue.wait();
  sycl::free(value, queue);
  const sycl::context context = queue.get_context();
  constexpr auto executable = sycl::bundle_state::executable;
  const auto all = sycl::get_kernel_bundle<executable>(context);
  EXPECT_FALSE(all.empty());
  EXPECT_TRUE(all.has_kernel<First>());
  EXPECT_TRUE(all.has_kernel<Second>(queue.get_device()));
  EXPECT_EQ(all.get_context(), context);
  const auto one = sycl::get_kernel_bundle<First, executable>(context);
  EXPECT_EQ(one.get_kernel_ids(), std::vector<sycl::kernel_id>{sycl::get_kernel_id<First>()});
  EXPECT_FALSE(one.has_kernel<Second>());
  EXPECT_EQ(one.end() - one.begin(), 1);
  EXPECT_TRUE(one.begin()->has_kernel(sycl::get_kernel_id<First>(), queue.get_device()));
  // Images have the semantics of references (4.5.2).
  const auto image = *one.begin();
  EXPECT_EQ(image, *one.begin());
  using image_type = sycl::device_image<executable>;
  EXPECT_EQ(std::hash<image_type>()(image), std::hash<image_type>()(*one.begin()));
  const auto other = sycl::get_kernel_bundle<Second, executable>(context);
  EXPECT_NE(image, *other.begin());
  expect_invalid([&] { return one.get_kernel<Second>(); });
  expect_invalid(
      [&] { return sycl::get_kernel_bundle<executable>(context, std::vector<sycl::device>()); });
  EXPECT_TRUE((sycl::has_kernel_bundle<First, executable>(context)));
  const auto joined =
      sycl::join<executable>({one, sycl::get_kernel_bundle<Second, executable>(context)});
  EXPECT_TRUE(joined.has_kernel<Second>());
  // A join of no bundles is an empty one (4.11.11), which adds nothing to others.
  const auto none = sycl::join<executable>({});
  EXPECT_TRUE(none.empty());
  const auto nothing = sycl::get_kernel_bundle<executable>(
      context, [](const sycl::device_image<executable>&) { return false; });
  EXPECT_TRUE(nothing.empty());
  const auto same = sycl::join<executable>({one, nothing});
  EXPECT_EQ(std::vector(same.begin(), same.end()), std::vector(one.begin(), one.end()));
  const auto built =
      sycl::build(sycl::get_kernel_bundle<Second, sycl::bundle_state::input>(context));
  EXPECT_TRUE(built.has_kernel<Second>());
  const auto linked =
      sycl::link(sycl::compile(sycl::get_kernel_bundle<First, sycl::bundle_state::input>(context)));
  EXPECT_FALSE(linked.has_kernel<Second>());
}

// 4.11.11: the devices of what is made are a set.
TEST(Bundle, HasEachDeviceOnce) {
  const sycl::device device = sycl::queue().get_device();
  const sycl::context context(device);
  const std::vector<sycl::device> twice{device, device};
  const auto input = sycl::get_kernel_bundle<First, sycl::bundle_state::input>(context, twice);
  const std::vector<sycl::device> once{device};
  EXPECT_EQ(input.get_devices(), once);
  EXPECT_EQ(sycl::compile(input, twice).get_devices(), once);
  EXPECT_EQ(sycl::build(input, twice).get_devices(), once);
  EXPECT_EQ(sycl::link(sycl::compile(input), twice).get_devices(), once);
}

TEST(Kernel, TellsOfItself) {
  const sycl::queue queue;
  const sycl::device device = queue.get_device();
  const auto bundle =
      sycl::get_kernel_bundle<Second, sycl::bundle_state::executable>(queue.get_context());
  const sycl::kernel kernel = bundle.get_kernel<Second>();
  EXPECT_EQ(kernel.get_kernel_bundle(), bundle);
  EXPECT_EQ(kernel.get_context(), queue.get_context());
  namespace info = sycl::info::kernel_device_specific;
  EXPECT_EQ(kernel.get_info<info::compile_work_group_size>(device), sycl::range<3>(1, 1, 8));
  EXPECT_EQ(kernel.get_info<info::work_group_size>(device), 8);
  EXPECT_GE(kernel.get_info<info::preferred_work_group_size_multiple>(device), 1);
  EXPECT_GE(kernel.get_info<info::max_sub_group_size>(device), 1);
  EXPECT_GE(kernel.get_info<info::max_num_sub_groups>(device), 1);
  EXPECT_EQ(kernel.get_info<info::compile_sub_group_size>(device), 0);
  EXPECT_EQ(kernel.get_info<info::compile_num_sub_groups>(device), 0);
  (void)kernel.get_info<info::private_mem_size>(device);
  (void)kernel.get_info<sycl::info::kernel::attributes>();
  expect_invalid([&] { return kernel.get_info<sycl::info::kernel::num_args>(); });
  expect_invalid([&] { return kernel.get_info<info::global_work_size>(device); });
}

TEST(Kernel, IsSharedWithOpenCL) {
  const sycl::queue queue;
  const sycl::context context = queue.get_context();
  const cl_context native = sycl::get_native<opencl>(context);
  const char* source = "kernel void add(global int* a, int b) { a[get_global_id(0)] += b; }";
  const cl_program program = clCreateProgramWithSource(native, 1, &source, nullptr, nullptr);
  const auto bundle =
      sycl::make_kernel_bundle<opencl, sycl::bundle_state::executable>(program, context);
  EXPECT_EQ(sycl::get_native<opencl>(bundle), std::vector<cl_program>{program});
  clReleaseProgram(program);
  expect_invalid([&] {
    return sycl::make_kernel_bundle<opencl, sycl::bundle_state::input>(program, context);
  });
  const cl_kernel native_kernel = clCreateKernel(program, "add", nullptr);
  ASSERT_NE(native_kernel, nullptr);
  const sycl::kernel kernel = sycl::make_kernel<opencl>(native_kernel, context);
  EXPECT_EQ(kernel.get_info<sycl::info::kernel::num_args>(), 2);
  EXPECT_EQ(sycl::get_native<opencl>(kernel), native_kernel);
  expect_invalid([&] { return sycl::make_kernel<opencl>(nullptr, context); });
  clReleaseKernel(native_kernel);
  clReleaseKernel(native_kernel);
  clReleaseProgram(program);
  clReleaseContext(native);
}

}  // namespace
