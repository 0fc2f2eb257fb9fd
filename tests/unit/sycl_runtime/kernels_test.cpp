// Launches kernels from several threads at once, while units, contexts and devices come and go. What kernels write is plain
// memory, ordered by buffers, queues and events alone: thread sanitizer reports what these do not order.
#include "kernels.h"

#include <CL/cl.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "device_image/seal.h"
#include "objects.h"

namespace cleave::sycl::test {
namespace {

constexpr size_t items = 64;

/// A unit of a program, as the compiler leaves it in an object file.
class Unit {
 public:
  /// Units of one name have equal images.
  explicit Unit(const std::string& name) {
    device_image::Table table;
    for (const char* symbol : {raise_symbol, write_symbol}) {
      device_image::KernelRow& kernel = table.kernels.emplace_back();
      kernel.symbol = symbol;
      kernel.name = name;
      kernel.object_bytes = 16;
      kernel.object_alignment = 8;
    }
    constexpr uint32_t llvm_version = 220108;
    const std::vector<std::byte> code(64);
    image_ = device_image::seal_image(table, code, code.size(), llvm_version,
                                      device_image::CodeFormat::bitcode);
    unit_.image = image_.data();
    unit_.image_bytes = image_.size();
    __cleave_sycl_register(&unit_);
  }
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  ~Unit() { __cleave_sycl_unregister(&unit_); }

  template <class Object>
  Event launch(const Queue& queue, const Group& group, const char* symbol, const Object& object,
               size_t global) const {
    const cleave_sycl_launch request{sizeof request, 1, &unit_,  symbol,  &object,
                                     sizeof object,  0, &global, nullptr, nullptr,
                                     nullptr};
    cleave_sycl_event* made = nullptr;
    check(api().launch(queue.get(), group.contents(), &request, &made));
    return Event(made);
  }
  Event raise(const Queue& queue, Group& group, const Buffer& buffer) const {
    const Raise object{static_cast<uint32_t*>(group.use(buffer, change)), 1};
    return launch(queue, group, raise_symbol, object, items);
  }

 private:
  std::vector<std::byte> image_;
  cleave_sycl_unit unit_{
      CLEAVE_SYCL_UNIT_VERSION, sizeof(cleave_sycl_unit), nullptr, 0, nullptr, 0, nullptr, 0};
};

const Unit& unit() {
  static const Unit made("unit");
  return made;
}

using Numbers = std::vector<uint32_t>;

Buffer buffer_of(Numbers& numbers) {
  return make_buffer(numbers.data(), numbers.size() * sizeof(uint32_t));
}

TEST(Kernels, ChangeBuffersOfAllThreads) {
  Numbers shared(items), second(items);
  std::vector<Numbers> own(thread_count, Numbers(items));
  {
    const Buffer of_all = buffer_of(shared);
    const Buffer of_all_too = buffer_of(second);
    in_threads([&](int thread) {
      const Queue queue = make_queue(thread % 2 == 0 ? 0 : CLEAVE_SYCL_QUEUE_IN_ORDER);
      const Buffer buffer = buffer_of(own[static_cast<size_t>(thread)]);
      for (int i = 0; i < rounds; ++i) {
        Group alone(queue);
        unit().raise(queue, alone, buffer);
        Group of_one(queue);
        unit().raise(queue, of_one, of_all);
        // Two buffers, named in another order by each second thread.
        Group of_two(queue);
        of_two.use(thread % 4 < 2 ? of_all : of_all_too, CLEAVE_SYCL_ACCESS_READ);
        const Event event = unit().raise(queue, of_two, of_all_too);
        if (i % 8 == 0) check(api().wait_event(event.get()));
      }
    });
  }
  for (const Numbers& numbers : own) EXPECT_EQ(numbers, Numbers(items, rounds));
  EXPECT_EQ(shared, Numbers(items, thread_count * rounds));
  EXPECT_EQ(second, Numbers(items, thread_count * rounds));
}

TEST(Kernels, AreReadByHostTasksAndTheHost) {
  Numbers numbers(items);
  const Buffer buffer = buffer_of(numbers);
  in_threads([&](int) {
    const Queue queue = make_queue(0);
    for (int i = 0; i < rounds; ++i) {
      Group raising(queue);
      unit().raise(queue, raising, buffer);
      Group reading(queue);
      reading.use(buffer, CLEAVE_SYCL_ACCESS_READ | CLEAVE_SYCL_ACCESS_HOST);
      void* const* const address = api().buffer_host_address(buffer.get());
      submit(queue, reading, [address](cleave_sycl_exception*) {
        const auto* const seen = static_cast<const uint32_t*>(*address);
        EXPECT_EQ(seen[0], seen[items - 1]);
      });
      void* seen = nullptr;
      cleave_sycl_host_access* access = nullptr;
      check(api().host_access(buffer.get(), CLEAVE_SYCL_ACCESS_READ, &seen, &access));
      EXPECT_EQ(static_cast<const uint32_t*>(seen)[0],
                static_cast<const uint32_t*>(seen)[items - 1]);
      api().release(access);
    }
    check(api().wait_queue(queue.get()));
  });
}

TEST(Kernels, RunWhileUnitsComeAndGo) {
  std::vector<Numbers> own(thread_count, Numbers(items));
  in_threads([&](int thread) {
    const Queue queue = make_queue(0);
    const Buffer buffer = buffer_of(own[static_cast<size_t>(thread)]);
    for (int i = 0; i < rounds; ++i) {
      // Half of the threads have units of equal code.
      const Unit plugin("plug-in " + std::to_string(thread / 2));
      Group group(queue);
      plugin.raise(queue, group, buffer);
      Group stays(queue);
      unit().raise(queue, stays, buffer);
    }
  });
  for (const Numbers& numbers : own) EXPECT_EQ(numbers, Numbers(items, 2 * rounds));
}

TEST(Kernels, PrintTheirStreams) {
  testing::internal::CaptureStdout();
  in_threads([&](int thread) {
    const Queue queue = make_queue(thread % 2 == 0 ? 0 : CLEAVE_SYCL_QUEUE_IN_ORDER);
    for (int i = 0; i < rounds; ++i) {
      Group group(queue);
      WriteLine object{nullptr, "a line\n"};
      check(api().group_stream(group.get(), 8 * items, &object.stream));
      const Event event = unit().launch(queue, group, write_symbol, object, items);
      if (i % 4 == 0) check(api().wait_event(event.get()));
    }
    check(api().wait_queue(queue.get()));
  });
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_EQ(printed.size(), thread_count * rounds * items * 8);
}

TEST(Kernels, AreOfBundlesOfAllThreads) {
  static_cast<void>(unit());  // the program has its kernels from now on
  const Queue queue = make_queue(0);
  Numbers numbers(items);
  const Buffer buffer = buffer_of(numbers);
  in_threads([&](int) {
    for (int i = 0; i < rounds; ++i) {
      cleave_sycl_kernel_id* found = nullptr;
      check(api().kernel_id(raise_symbol, &found));
      const Held id(found);
      const cleave_sycl_bundle_request request{sizeof request, 2, context_of(queue), nullptr, 0, 1,
                                               &found,         1};
      auto its_device = device();
      cleave_sycl_bundle_request whole = request;
      whole.devices = &its_device;
      whole.device_count = 1;
      cleave_sycl_bundle* made = nullptr;
      check(api().create_bundle(&whole, &made));
      const Held bundle(made);
      EXPECT_EQ(api().bundle_has(bundle.get(), id.get(), device()), 1);
      Group group(queue);
      check(api().group_bundle(group.get(), bundle.get()));
      unit().raise(queue, group, buffer);
    }
  });
  check(api().wait_queue(queue.get()));
}

/// A kernel of OpenCL that the application has made.
Held<cleave_sycl_kernel> native_kernel(cleave_sycl_context* context) {
  const auto id = static_cast<cl_context>(api().context_native(context));
  const char* source = "the kernels of these tests";
  const cl_program program = clCreateProgramWithSource(id, 1, &source, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel kernel = clCreateKernel(program, native_name, nullptr);
  cleave_sycl_kernel* made = nullptr;
  check(api().kernel_of_native(kernel, context, &made));
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseContext(id);
  return Held(made);
}

TEST(Kernels, OfOpenClHaveTheArgumentsOfEachThread) {
  const Queue queue = make_queue(0);
  const auto kernel = native_kernel(context_of(queue));
  std::vector<Numbers> own(thread_count, Numbers(items));
  in_threads([&](int thread) {
    const Buffer buffer = buffer_of(own[static_cast<size_t>(thread)]);
    for (int i = 0; i < rounds; ++i) {
      Group group(queue);
      group.use(buffer, change);
      const cleave_sycl_argument argument{
          sizeof argument, CLEAVE_SYCL_ARGUMENT_BUFFER, 0, 0, nullptr, buffer.get()};
      check(api().group_argument(group.get(), &argument));
      const cleave_sycl_kernel_launch launch{sizeof launch, 1,       kernel.get(),
                                             &items,        nullptr, nullptr};
      cleave_sycl_event* made = nullptr;
      check(api().launch_native(queue.get(), group.get(), &launch, &made));
      const Event event(made);
      if (i % 8 == 0) check(api().wait_event(event.get()));
    }
  });
  for (const Numbers& numbers : own) EXPECT_EQ(numbers, Numbers(items, rounds));
}

}  // namespace
}  // namespace cleave::sycl::test
