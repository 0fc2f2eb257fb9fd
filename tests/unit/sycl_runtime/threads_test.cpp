// Uses every kind of object from several threads at once (SYCL 2020, 4.5.2: all member functions are thread-safe).
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

#include "objects.h"

namespace cleave::sycl::test {
namespace {

TEST(Threads, SubmitToOneQueue) {
  for (const uint32_t flags : {0U, unsigned{CLEAVE_SYCL_QUEUE_IN_ORDER}}) {
    const Queue queue = make_queue(flags);
    in_threads([&](int thread) {
      constexpr size_t bytes = 256;
      auto* const from = static_cast<char*>(allocate(queue, bytes));
      auto* const to = static_cast<char*>(allocate(queue, bytes));
      for (int i = 0; i < rounds; ++i) {
        const char pattern = static_cast<char>(thread + i);
        cleave_sycl_event* filled = nullptr;
        check(api().fill_memory(queue.get(), nullptr, from, &pattern, 1, bytes, &filled));
        Group behind_fill(queue);
        const Event fill(filled);
        behind_fill.wait_for(fill);
        cleave_sycl_event* copied = nullptr;
        check(api().copy_memory(queue.get(), behind_fill.contents(), to, from, bytes, &copied));
        Group behind_copy(queue);
        const Event copy(copied);
        behind_copy.wait_for(copy);
        char seen = 0;
        const Event task =
            submit(queue, behind_copy, [&](cleave_sycl_exception*) { seen = to[bytes - 1]; });
        check(api().wait_event(task.get()));
        EXPECT_EQ(seen, pattern);
        if (i % 8 == 0) check(api().wait_queue(queue.get()));
      }
      check(api().free(context_of(queue), from));
      check(api().free(context_of(queue), to));
    });
  }
}

TEST(Threads, ChangeOneBufferInTurn) {
  long number = 0;
  {
    const Buffer buffer = make_buffer(&number, sizeof number);
    in_threads([&](int thread) {
      const Queue queue = make_queue(thread % 2 == 0 ? 0 : CLEAVE_SYCL_QUEUE_IN_ORDER);
      for (int i = 0; i < rounds; ++i) {
        Group group(queue);
        group.use(buffer, change | CLEAVE_SYCL_ACCESS_HOST);
        void* const* const address = api().buffer_host_address(buffer.get());
        submit(queue, group, [=](cleave_sycl_exception*) { ++*static_cast<long*>(*address); });
        void* seen = nullptr;
        cleave_sycl_host_access* access = nullptr;
        check(api().host_access(buffer.get(), change, &seen, &access));
        ++*static_cast<long*>(seen);
        api().release(access);
      }
    });
  }
  EXPECT_EQ(number, 2 * thread_count * rounds);
}

TEST(Threads, ShareMemoryWithCommandsByAMutex) {
  std::mutex mutex;
  long number = 0;
  {
    const cleave_sycl_mutex its_mutex{
        &mutex, [](void* state) { static_cast<std::mutex*>(state)->lock(); },
        [](void* state) { static_cast<std::mutex*>(state)->unlock(); }};
    const cleave_sycl_buffer_request request{sizeof request, sizeof number, &number, 0, 1, {},
                                             nullptr,        its_mutex};
    cleave_sycl_buffer* made = nullptr;
    check(api().create_buffer(&request, &made));
    const Buffer buffer(made);
    in_threads([&](int thread) {
      const Queue queue = make_queue(thread % 2 == 0 ? 0 : CLEAVE_SYCL_QUEUE_IN_ORDER);
      for (int i = 0; i < rounds; ++i) {
        Group group(queue);
        group.use(buffer, change | CLEAVE_SYCL_ACCESS_HOST);
        void* const* const address = api().buffer_host_address(buffer.get());
        submit(queue, group, [=](cleave_sycl_exception*) { ++*static_cast<long*>(*address); });
        const std::lock_guard lock(mutex);
        ++number;
      }
    });
  }
  EXPECT_EQ(number, 2 * thread_count * rounds);
}

TEST(Threads, WaitForOneEvent) {
  const Queue queue = make_queue(CLEAVE_SYCL_QUEUE_PROFILING);
  for (int i = 0; i < rounds; ++i) {
    Group group(queue);
    int value = 0;
    const Event first = submit(queue, Group(queue), [&](cleave_sycl_exception*) { value = i; });
    group.wait_for(first);
    const Event event = submit(queue, group, [&](cleave_sycl_exception*) { ++value; });
    in_threads([&](int) {
      int32_t status = 0;
      check(api().event_status(event.get(), &status));
      const cleave_sycl_sink sink{
          nullptr, [](void*, const void* data, size_t bytes) {
            for (size_t k = 0; k < bytes / sizeof(void*); ++k) {
              api().release(static_cast<cleave_sycl_event* const*>(data)[k]);
            }
          }};
      check(api().event_wait_list(event.get(), &sink));
      check(api().wait_event(event.get()));
      EXPECT_EQ(value, i + 1);
      uint64_t nanoseconds = 0;
      check(api().event_profiling(event.get(), 2, &nanoseconds));
      check(api().event_throw_asynchronous(event.get()));
    });
  }
}

TEST(Threads, HearOfEachErrorOnce) {
  std::atomic<int> heard{0};
  const cleave_sycl_async_handler handler{
      {&heard, nullptr}, [](void* state, const cleave_sycl_error* const*, size_t count) {
        *static_cast<std::atomic<int>*>(state) += static_cast<int>(count);
      }};
  const Queue queue = make_queue(0, handler);
  in_threads([&](int) {
    for (int i = 0; i < rounds; ++i) {
      submit(queue, Group(queue), [](cleave_sycl_exception* thrown) {
        thrown->box = {new int(3), [](void* state) { delete static_cast<int*>(state); }};
      });
      check(api().throw_asynchronous(queue.get()));
    }
  });
  check(api().wait_queue(queue.get()));
  check(api().throw_asynchronous(queue.get()));
  EXPECT_EQ(heard, thread_count * rounds);
}

TEST(Threads, MakeAndReleaseObjects) {
  in_threads([&](int) {
    for (int i = 0; i < rounds; ++i) {
      cleave_sycl_device* const one = device();
      cleave_sycl_context* made = nullptr;
      const cleave_sycl_async_handler none{};
      check(api().create_context(&one, 1, &none, &made));
      const Held context(made);
      const cleave_sycl_queue_request request{sizeof request, 0, made, one, {}};
      cleave_sycl_queue* queue = nullptr;
      check(api().create_queue(&request, &queue));
      const Queue held(queue);
      Event event;
      {
        const Queue copy(held.get());
        api().retain(held.get());
        event = submit(copy, Group(copy), [](cleave_sycl_exception*) {});
      }
      std::string name;
      const cleave_sycl_sink sink{&name, [](void* target, const void* data, size_t bytes) {
                                    static_cast<std::string*>(target)->assign(
                                        static_cast<const char*>(data), bytes);
                                  }};
      check(api().platform_info(api().device_platform(one), 1, &sink));
      EXPECT_FALSE(name.empty());
    }
  });
}

}  // namespace
}  // namespace cleave::sycl::test
