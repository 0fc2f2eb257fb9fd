// Joins contexts of the application, each of a cl_context of its own, from several threads at once.
#include <CL/cl.h>

#include <cstdint>
#include <vector>

#include "objects.h"

namespace cleave::sycl::test {
namespace {

/// A context of a cl_context that nothing else has.
Context context_of_its_own() {
  auto id = static_cast<cl_device_id>(api().device_native(device()));
  const cl_context native = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
  const cleave_sycl_async_handler none{};
  cleave_sycl_context* made = nullptr;
  check(api().context_of_native(native, &none, &made));
  clReleaseContext(native);
  clReleaseDevice(id);
  return Context(made);
}

TEST(Contexts, OfTheApplicationWaitForEachOther) {
  std::vector<long> numbers(thread_count);
  in_threads([&](int thread) {
    const Context first = context_of_its_own();
    const Context second = context_of_its_own();
    const Queue here = make_queue(0, {}, first.get());
    const Queue there = make_queue(CLEAVE_SYCL_QUEUE_IN_ORDER, {}, second.get());
    long& number = numbers[static_cast<size_t>(thread)];
    Event last;
    for (int i = 0; i < rounds; ++i) {
      const Queue& queue = i % 2 == 0 ? here : there;
      Group group(queue);
      if (last.get() != nullptr) group.wait_for(last);
      last = submit(queue, group, [&](cleave_sycl_exception*) { ++number; });
    }
    check(api().wait_event(last.get()));
  });
  EXPECT_EQ(numbers, std::vector<long>(thread_count, rounds));
}

TEST(Contexts, OfTheApplicationShareABuffer) {
  long number = 0;
  {
    const Buffer buffer = make_buffer(&number, sizeof number);
    in_threads([&](int) {
      const Context context = context_of_its_own();
      const Queue queue = make_queue(0, {}, context.get());
      for (int i = 0; i < rounds; ++i) {
        Group group(queue);
        group.use(buffer, change | CLEAVE_SYCL_ACCESS_HOST);
        void* const* const address = api().buffer_host_address(buffer.get());
        submit(queue, group, [=](cleave_sycl_exception*) { ++*static_cast<long*>(*address); });
      }
    });
  }
  EXPECT_EQ(number, thread_count * rounds);
}

TEST(Contexts, EndWhileOthersWaitForTheirCommands) {
  in_threads([&](int) {
    const Queue queue = make_queue(0);
    for (int i = 0; i < rounds; ++i) {
      int value = 0;
      Event first;
      {
        const Context context = context_of_its_own();
        const Queue its_queue = make_queue(0, {}, context.get());
        first = submit(its_queue, Group(its_queue), [&](cleave_sycl_exception*) { value = 1; });
      }
      Event second;
      {
        Group group(queue);
        group.wait_for(first);
        first = Event();
        second = submit(queue, group, [&](cleave_sycl_exception*) { ++value; });
      }
      check(api().wait_event(second.get()));
      EXPECT_EQ(value, 2);
    }
  });
}

}  // namespace
}  // namespace cleave::sycl::test
