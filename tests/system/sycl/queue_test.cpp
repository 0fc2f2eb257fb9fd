// Tells of commands that fail, and keeps nothing of commands that have ended (SYCL 2020, 4.6.5, 4.6.6 and 4.13.1).
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <sycl/backend/opencl.hpp>
#include <thread>
#include <vector>

namespace {

constexpr auto opencl = sycl::backend::opencl;

/// Collects the texts of errors.
struct Errors {
  std::vector<std::string> texts;
  sycl::async_handler handler() {
    return [this](sycl::exception_list list) {
      for (const std::exception_ptr& each : list) {
        try {
          std::rethrow_exception(each);
        } catch (const std::exception& error) {
          texts.emplace_back(error.what());
        }
      }
    };
  }
};

/// An event of the queue's context that fails when it is told to.
class FailingEvent {
 public:
  explicit FailingEvent(const sycl::queue& queue) : context_(queue.get_context()) {
    const cl_context native = sycl::get_native<opencl>(context_);
    id_ = clCreateUserEvent(native, nullptr);
    clReleaseContext(native);
  }
  ~FailingEvent() { clReleaseEvent(id_); }
  sycl::event get() const { return sycl::make_event<opencl>({id_}, context_); }
  void fail() const { clSetUserEventStatus(id_, CL_OUT_OF_RESOURCES); }

 private:
  sycl::context context_;
  cl_event id_;
};

sycl::event throw_in_task(sycl::queue& queue, const std::string& text,
                          const sycl::event& first = {}) {
  return queue.submit([&](sycl::handler& group) {
    group.depends_on(first);
    group.host_task([text] { throw std::runtime_error(text); });
  });
}

// 4.13.1: errors of commands are told of, whoever waits.
TEST(Queue, TellsOfFailedCommandsThatNobodyWaitedFor) {
  for (const bool is_in_order : {false, true}) {
    for (const bool keeps_event : {false, true}) {
      Errors errors;
      sycl::queue queue(sycl::default_selector_v, errors.handler(),
                        is_in_order ? sycl::property_list{sycl::property::queue::in_order()}
                                    : sycl::property_list{});
      int* const memory = sycl::malloc_shared<int>(1, queue);
      std::optional<sycl::event> kept;
      {
        const FailingEvent cause(queue);
        sycl::event failing = queue.memset(memory, 0, sizeof(int), cause.get());
        if (keeps_event) kept = failing;
        cause.fail();
      }
      queue.wait();
      EXPECT_TRUE(errors.texts.empty());
      queue.throw_asynchronous();
      ASSERT_EQ(errors.texts.size(), 1) << is_in_order << keeps_event;
      EXPECT_NE(errors.texts[0].find("a command ended with CL_"), std::string::npos);
      // An error is told of once.
      if (kept) kept->wait_and_throw();
      queue.wait_and_throw();
      EXPECT_EQ(errors.texts.size(), 1);
      sycl::free(memory, queue);
    }
  }
}

class Add;

// 4.13.1: an error of a kernel that is heard of later names the kernel as its user wrote it.
TEST(Queue, NamesTheKernelsThatFailed) {
  for (const bool keeps_event : {false, true}) {
    Errors errors;
    sycl::queue queue(sycl::default_selector_v, errors.handler());
    std::optional<sycl::event> kept;
    const FailingEvent cause(queue);
    const auto submit = [&](auto&& launch) {
      const sycl::event failing = queue.submit([&](sycl::handler& group) {
        group.depends_on(cause.get());
        launch(group);
      });
      if (keeps_event) kept = failing;
    };
    submit([](sycl::handler& group) { group.single_task<Add>([] {}); });
    const int line = __LINE__ + 1;
    submit([](sycl::handler& group) { group.parallel_for(7, [](sycl::id<1>) {}); });
    cause.fail();
    queue.wait_and_throw();
    ASSERT_EQ(errors.texts.size(), 2u);
    std::sort(errors.texts.begin(), errors.texts.end());
    EXPECT_EQ(errors.texts[0].find("the kernel '"), 0) << errors.texts[0];
    EXPECT_NE((errors.texts[0] + errors.texts[1]).find("Add' ("), std::string::npos)
        << errors.texts[0] << '\n'
        << errors.texts[1];
    EXPECT_NE(
        (errors.texts[0] + errors.texts[1]).find("queue_test.cpp:" + std::to_string(line) + ")"),
        std::string::npos)
        << errors.texts[0] << '\n'
        << errors.texts[1];
    EXPECT_NE(errors.texts[0].find(" ended with CL_"), std::string::npos);
  }
}

// 4.13.1: a host task that does not run, since what it waits for failed, is one error.
TEST(Queue, TellsOnceOfAHostTaskThatDidNotRun) {
  for (const bool is_in_order : {false, true}) {
    Errors errors;
    sycl::queue queue(sycl::default_selector_v, errors.handler(),
                      is_in_order ? sycl::property_list{sycl::property::queue::in_order()}
                                  : sycl::property_list{});
    const FailingEvent cause(queue);
    bool has_run = false;
    queue.submit([&](sycl::handler& group) {
      group.depends_on(cause.get());
      group.host_task([&] { has_run = true; });
    });
    cause.fail();
    queue.wait_and_throw();
    EXPECT_FALSE(has_run);
    ASSERT_EQ(errors.texts.size(), 1u) << is_in_order;
    EXPECT_NE(errors.texts[0].find("ended with CL_"), std::string::npos) << errors.texts[0];
  }
}

// 4.13.1.1: of an error that has a queue the queue's handler hears, else its context's.
TEST(Queue, PrefersItsHandlerToThatOfItsContext) {
  Errors of_context;
  Errors of_queue;
  const sycl::context context(sycl::device(), of_context.handler());
  sycl::queue with(context, sycl::default_selector_v, of_queue.handler());
  sycl::queue without(context, sycl::default_selector_v);
  throw_in_task(with, "one");
  with.wait_and_throw();
  throw_in_task(without, "two");
  without.wait_and_throw();
  EXPECT_EQ(of_queue.texts, std::vector<std::string>{"one"});
  EXPECT_EQ(of_context.texts, std::vector<std::string>{"two"});
}

// 4.13.1.2: the default handler reports the errors and ends the program.
TEST(QueueDeathTest, EndsTheProgramWithoutAHandler) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        sycl::queue queue;
        throw_in_task(queue, "nobody hears");
        queue.wait_and_throw();
      },
      "asynchronous error without a handler");
}

TEST(Queue, LetsThroughWhatAHandlerThrows) {
  sycl::queue queue(sycl::default_selector_v, [](sycl::exception_list list) {
    for (const std::exception_ptr& each : list) std::rethrow_exception(each);
  });
  throw_in_task(queue, "one");
  EXPECT_THROW(queue.wait_and_throw(), std::runtime_error);
  queue.wait_and_throw();
  sycl::event second = throw_in_task(queue, "two");
  EXPECT_THROW(second.wait_and_throw(), std::runtime_error);
}

// 4.6.6: errors of the queues that dependencies are of reach their handlers, too.
TEST(Queue, TellsOfErrorsOfDependenciesInOtherQueues) {
  Errors of_first;
  Errors of_last;
  sycl::queue first(sycl::default_selector_v, of_first.handler());
  sycl::queue last(sycl::default_selector_v, of_last.handler());
  for (const bool has_ended : {false, true}) {
    sycl::event one = throw_in_task(first, "one");
    if (has_ended) one.wait();
    sycl::event between = last.submit([&](sycl::handler& group) {
      group.depends_on(one);
      group.host_task([] {});
    });
    sycl::event two = throw_in_task(last, "two", between);
    two.wait_and_throw();
    EXPECT_EQ(of_first.texts, std::vector<std::string>{"one"});
    EXPECT_EQ(of_last.texts, std::vector<std::string>{"two"});
    of_first.texts.clear();
    of_last.texts.clear();
  }
}

// 4.6.5: the destructor of a queue waits for nothing.
TEST(Queue, IsDestroyedWhileItsCommandsWait) {
  std::atomic<bool> may_end{false};
  std::atomic<bool> has_ended{false};
  sycl::event last;
  {
    sycl::queue queue;
    last = queue.submit([&](sycl::handler& group) {
      group.host_task([&] {
        while (!may_end) std::this_thread::yield();
        has_ended = true;
      });
    });
  }
  EXPECT_FALSE(has_ended);
  may_end = true;
  last.wait();
  EXPECT_TRUE(has_ended);
}

size_t resident_bytes() {
  size_t total = 0;
  size_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// The last of many submissions finds no more than the first: of commands that have ended neither events nor dependencies
// are left.
TEST(Queue, KeepsNothingOfCommandsThatHaveEnded) {
  constexpr size_t few_bytes = size_t{8} << 20;
  for (const bool is_in_order : {false, true}) {
    sycl::queue queue(is_in_order ? sycl::property_list{sycl::property::queue::in_order()}
                                  : sycl::property_list{});
    sycl::queue other;
    int* const count = sycl::malloc_shared<int>(1, queue);
    *count = 0;
    sycl::buffer<int> buffer{sycl::range<1>(1)};
    sycl::event last;
    size_t before = 0;
    const int rounds = is_in_order ? 200'000 : 20'000;
    for (int i = 0; i < rounds; ++i) {
      // A chain of events over two queues, and of accesses to a buffer; now and then somebody waits.
      last = (i % 8 == 7 ? other : queue).single_task(last, [=] { ++*count; });
      if (i % 16 == 0) {
        queue.submit([&](sycl::handler& group) {
          sycl::accessor values(buffer, group);
          group.single_task([=] { values[0] = i; });
        });
      }
      if (i % 1000 == 999) last.wait();
      if (i == rounds / 10) before = resident_bytes();
    }
    last.wait();
    queue.wait();
    EXPECT_EQ(*count, rounds);
    EXPECT_LE(resident_bytes(), before + few_bytes) << is_in_order;
    EXPECT_TRUE(last.get_wait_list().empty());
    sycl::free(count, queue);
  }
}

// A program that does something else before it waits: its kernels run meanwhile.
TEST(Queue, StartsManyLaunchesBeforeSomebodyWaits) {
  sycl::queue queue{sycl::property::queue::in_order()};
  constexpr size_t items = 1024;
  int* const values = sycl::malloc_shared<int>(items, queue);
  std::fill_n(values, items, 0);
  for (int i = 0; i < 32; ++i) {
    queue.parallel_for(sycl::range<1>(items), [=](sycl::id<1> id) { ++values[id]; });
  }
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto first = [&] { return __atomic_load_n(values, __ATOMIC_ACQUIRE); };
  while (first() == 0 && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
  EXPECT_NE(first(), 0);
  queue.wait();
  EXPECT_EQ(first(), 32);
  sycl::free(values, queue);
}

// Launches that read a buffer, and others that write it, in the order of two queues.
TEST(Queue, OrdersAccessesToABufferOfTwoQueues) {
  for (const bool is_in_order : {false, true}) {
    const sycl::property_list properties =
        is_in_order ? sycl::property_list{sycl::property::queue::in_order()}
                    : sycl::property_list{};
    sycl::queue queues[] = {sycl::queue(properties), sycl::queue(properties)};
    constexpr int rounds = 100;
    sycl::buffer<int> sum{sycl::range<1>(1)}, copies{sycl::range<1>(rounds)};
    queues[0].submit([&](sycl::handler& group) {
      sycl::accessor to(sum, group, sycl::write_only, sycl::no_init);
      group.single_task([=] { to[0] = 0; });
    });
    for (int i = 0; i < rounds; ++i) {
      queues[i % 2].submit([&](sycl::handler& group) {
        sycl::accessor values(sum, group);
        group.single_task([=] { ++values[0]; });
      });
      queues[i % 3 % 2].submit([&](sycl::handler& group) {
        sycl::accessor from(sum, group, sycl::read_only);
        sycl::accessor to(copies, group, sycl::write_only);
        group.single_task([=] { to[i] = from[0]; });
      });
      if (i % 16 == 0) queues[i / 16 % 2].wait();
    }
    const sycl::host_accessor copied(copies, sycl::read_only);
    for (int i = 0; i < rounds; ++i) EXPECT_EQ(copied[i], i + 1) << is_in_order;
  }
}

// Events that nobody has waited for tell what they wait for, whatever came before these.
TEST(Queue, ChainsOfEventsTellTheLastLinks) {
  sycl::queue queue;
  sycl::queue other;
  sycl::event last = queue.single_task([] {});
  for (int i = 0; i < 100; ++i) {
    const sycl::event before = last;
    last = (i % 2 == 0 ? other : queue).single_task(before, [] {});
    for (const sycl::event& waited : last.get_wait_list()) EXPECT_EQ(waited, before);
  }
  last.wait();
  EXPECT_TRUE(last.get_wait_list().empty());
}

TEST(Queue, TakesPointersToConstantsAsHints) {
  sycl::queue queue;
  const int* const memory = sycl::malloc_shared<int>(4, queue);
  queue.prefetch(memory, 4 * sizeof(int)).wait();
  queue.mem_advise(memory, 4 * sizeof(int), 0).wait();
  queue.submit([&](sycl::handler& group) { group.prefetch(memory, 4 * sizeof(int)); }).wait();
  queue.submit([&](sycl::handler& group) { group.mem_advise(memory, 4 * sizeof(int), 0); }).wait();
  sycl::free(const_cast<int*>(memory), queue);
}

/// Counts its copies, its destructors, and itself in kernels.
struct Counting {
  int* seen;
  static inline std::atomic<int> copies{0};
  static inline std::atomic<int> alive{0};
  explicit Counting(int* where) : seen(where) { ++alive; }
  Counting(const Counting& other) : seen(other.seen) {
    ++copies;
    ++alive;
  }
  ~Counting() { --alive; }
  void operator()() const { *seen = 42; }
};

}  // namespace

template <>
struct sycl::is_device_copyable<Counting> : std::true_type {};

namespace {

// 4.12: a kernel object is copied into its command, once, and the copy is destroyed when the command has ended.
TEST(Queue, CopiesAKernelObjectOnce) {
  sycl::queue queue;
  int* const seen = sycl::malloc_shared<int>(1, queue);
  const Counting kernel(seen);
  for (const bool is_shortcut : {false, true}) {
    *seen = 0;
    Counting::copies = 0;
    sycl::event last =
        is_shortcut
            ? queue.single_task<class ByShortcut>(kernel)
            : queue.submit([&](sycl::handler& group) { group.single_task<class ByGroup>(kernel); });
    last.wait();
    EXPECT_EQ(*seen, 42);
    EXPECT_EQ(Counting::copies, 1);
    EXPECT_EQ(Counting::alive, 1);
  }
  sycl::free(seen, queue);
}

// Whoever waits for commands destroys the copies, in an in-order queue those of all before, too. No copy waits for a program that
// waits for nothing: of many commands, and of a queue that has gone, they go when the commands have ended.
TEST(Queue, DestroysCopiesOfKernelObjects) {
  int* seen = nullptr;
  {
    sycl::queue queue{sycl::property::queue::in_order()};
    seen = sycl::malloc_shared<int>(1, queue);
    const Counting kernel(seen);
    const auto launch = [&] { return queue.single_task<class Kept>(kernel); };
    launch();
    launch().wait();
    EXPECT_EQ(Counting::alive, 1);
    launch();
    sycl::event second = launch();
    launch();
    second.wait();
    EXPECT_EQ(Counting::alive, 2);
    queue.wait();
    EXPECT_EQ(Counting::alive, 1);
    for (int i = 0; i < 40; ++i) launch();
    while (Counting::alive > 1 + 8) std::this_thread::yield();
  }
  while (Counting::alive != 0) std::this_thread::yield();
  sycl::queue queue;
  sycl::free(seen, queue);
}

// A command runs on the thread that waits for it, also if it keeps something until its end.
TEST(Queue, RunsKernelsThatKeepSomethingOnTheThreadThatWaits) {
  sycl::queue queue{sycl::property::queue::in_order()};
  int* const seen = sycl::malloc_shared<int>(1, queue);
  const Counting kernel(seen);
  for (int i = 0; i < 50; ++i) {
    *seen = 0;
    sycl::event launched = queue.single_task<class Gathered>(kernel);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(*seen, 0);
    launched.wait();
    EXPECT_EQ(*seen, 42);
  }
  sycl::free(seen, queue);
}

// 4.9.4.2: ranges without work-items run nothing, and their events end behind their dependencies.
TEST(Queue, LaunchesNothingOfAnEmptyRange) {
  sycl::queue queue;
  int* const seen = sycl::malloc_shared<int>(1, queue);
  *seen = 0;
  queue.parallel_for(sycl::range<1>(0), [=](sycl::id<1>) { *seen = 1; }).wait();
  queue.parallel_for(sycl::range<2>(4, 0), [=](sycl::id<2>) { *seen = 2; }).wait();
  queue.parallel_for(sycl::nd_range<1>(0, 8), [=](sycl::nd_item<1>) { *seen = 3; }).wait();
  EXPECT_EQ(*seen, 0);
  sycl::free(seen, queue);
}

// Several native events make one that ends behind all of them.
TEST(Queue, MakesOneEventOfSeveralNativeOnes) {
  sycl::queue queue;
  const cl_context context = sycl::get_native<opencl>(queue.get_context());
  const cl_event first = clCreateUserEvent(context, nullptr);
  const cl_event second = clCreateUserEvent(context, nullptr);
  sycl::event both = sycl::make_event<opencl>({first, second}, queue.get_context());
  clSetUserEventStatus(first, CL_COMPLETE);
  EXPECT_NE(both.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  clSetUserEventStatus(second, CL_COMPLETE);
  both.wait();
  EXPECT_EQ(both.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  clReleaseEvent(first);
  clReleaseEvent(second);
  clReleaseContext(context);
}

}  // namespace
