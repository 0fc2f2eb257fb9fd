// Uses what extensions add to queues, handlers and platforms: sycl_ext_oneapi_enqueue_barrier, _memcpy2d, _queue_empty,
// _queue_priority, _discard_queue_events, sycl_khr_queue_empty_query, _queue_flush, _default_context, _max_work_group_queries.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <future>
#include <numeric>
#include <sstream>
#include <thread>
#include <vector>

namespace {

static_assert(SYCL_EXT_ONEAPI_ENQUEUE_BARRIER == 1 && SYCL_EXT_ONEAPI_MEMCPY2D == 1 &&
              SYCL_EXT_ONEAPI_QUEUE_EMPTY == 1 && SYCL_EXT_ONEAPI_QUEUE_PRIORITY == 1 &&
              SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS == 1 && SYCL_KHR_QUEUE_EMPTY_QUERY == 1 &&
              SYCL_KHR_QUEUE_FLUSH == 1 && SYCL_KHR_DEFAULT_CONTEXT == 1 &&
              SYCL_EXT_ONEAPI_DEFAULT_CONTEXT == 1 && SYCL_KHR_MAX_WORK_GROUP_QUERIES == 1 &&
              SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY == 1);

namespace own = sycl::ext::oneapi::property::queue;

template <class Call>
sycl::errc code_of(Call call) {
  try {
    call();
  } catch (const sycl::exception& error) {
    return static_cast<sycl::errc>(error.code().value());
  }
  return sycl::errc::success;
}

/// A host task that ends when it is told to.
class Gate {
 public:
  sycl::event enter(sycl::queue& queue) {
    return queue.submit([this](sycl::handler& group) {
      group.host_task([future = opened_.get_future().share()] { future.wait(); });
    });
  }
  void open() { opened_.set_value(); }

 private:
  std::promise<void> opened_;
};

bool is_complete(const sycl::event& event) {
  return event.get_info<sycl::info::event::command_execution_status>() ==
         sycl::info::event_command_status::complete;
}

/// Long enough for a command that waits for nothing to end.
void let_it_run() {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

TEST(Barrier, LaterCommandsWaitForAllBefore) {
  sycl::queue queue;
  Gate gate;
  gate.enter(queue);
  const sycl::event barrier = queue.ext_oneapi_submit_barrier();
  int* const value = sycl::malloc_shared<int>(1, queue);
  *value = 0;
  const sycl::event kernel = queue.single_task([=] { *value = 1; });
  const sycl::event task = queue.submit([](sycl::handler& group) { group.host_task([] {}); });
  const sycl::event nothing = queue.submit([](sycl::handler&) {});
  let_it_run();
  EXPECT_FALSE(is_complete(barrier));
  EXPECT_FALSE(is_complete(kernel));
  EXPECT_FALSE(is_complete(task));
  EXPECT_FALSE(is_complete(nothing));
  EXPECT_EQ(*value, 0);
  gate.open();
  queue.wait();
  EXPECT_TRUE(is_complete(barrier) && is_complete(task) && is_complete(nothing));
  EXPECT_EQ(*value, 1);
  sycl::free(value, queue);
}

TEST(Barrier, AListNamesTheEventsThatCount) {
  sycl::queue queue;
  sycl::queue other;
  Gate named, unnamed;
  unnamed.enter(queue);
  const sycl::event first = named.enter(other);
  const sycl::event barrier = queue.ext_oneapi_submit_barrier({first});
  sycl::event kernel = queue.single_task([] {});
  let_it_run();
  EXPECT_FALSE(is_complete(barrier));
  EXPECT_FALSE(is_complete(kernel));
  named.open();
  kernel.wait();  // what is before the barrier, and not in its list, has not ended
  EXPECT_TRUE(is_complete(barrier));
  EXPECT_FALSE(queue.ext_oneapi_empty());
  unnamed.open();
  queue.wait();
}

TEST(Barrier, AnEmptyListHasNoEffect) {
  sycl::queue queue;
  Gate gate;
  gate.enter(queue);
  queue.ext_oneapi_submit_barrier(std::vector<sycl::event>()).wait();
  queue.single_task([] {}).wait();
  gate.open();
  queue.wait();
}

TEST(Barrier, HandlersHaveItInQueuesInOrderToo) {
  sycl::queue queue{sycl::property::queue::in_order()};
  sycl::queue other;
  Gate gate;
  const sycl::event first = gate.enter(other);
  const sycl::event all = queue.submit([](sycl::handler& group) { group.ext_oneapi_barrier(); });
  const sycl::event some =
      queue.submit([&](sycl::handler& group) { group.ext_oneapi_barrier({first}); });
  const sycl::event kernel = queue.single_task([] {});
  let_it_run();
  EXPECT_TRUE(is_complete(all));
  EXPECT_FALSE(is_complete(some));
  EXPECT_FALSE(is_complete(kernel));
  gate.open();
  queue.wait();
}

TEST(Empty, TellsWhetherAllHasEnded) {
  for (const auto& properties :
       {sycl::property_list(), sycl::property_list(sycl::property::queue::in_order())}) {
    sycl::queue queue{properties};
    EXPECT_TRUE(queue.ext_oneapi_empty());
    Gate gate;
    gate.enter(queue);
    EXPECT_FALSE(queue.khr_empty());
    const sycl::event behind = queue.ext_oneapi_submit_barrier();
    gate.open();
    queue.wait();
    EXPECT_TRUE(queue.khr_empty());
    EXPECT_TRUE(queue.ext_oneapi_empty());
  }
}

TEST(Flush, CommandsEndWithoutAWait) {
  sycl::queue queue;
  const sycl::event event = queue.single_task([] {});
  queue.khr_flush();
  while (!queue.khr_empty()) std::this_thread::yield();
  EXPECT_TRUE(is_complete(event));
}

TEST(Priority, QueuesRunWithEachAndRefuseTwo) {
  for (const auto& properties :
       {sycl::property_list(own::priority_normal()), sycl::property_list(own::priority_low()),
        sycl::property_list(own::priority_high())}) {
    sycl::queue queue{properties};
    int* const value = sycl::malloc_shared<int>(1, queue);
    queue.single_task([=] { *value = 5; }).wait();
    EXPECT_EQ(*value, 5);
    sycl::free(value, queue);
  }
  const sycl::property_list two{own::priority_low(), own::priority_high()};
  EXPECT_EQ(code_of([&] { sycl::queue{two}; }), sycl::errc::invalid);
  EXPECT_TRUE(
      sycl::queue{sycl::property_list(own::priority_low())}.has_property<own::priority_low>());
}

TEST(DiscardEvents, WaitsForThemFail) {
  for (const bool in_order : {true, false}) {
    sycl::queue queue{
        in_order ? sycl::property_list(own::discard_events(), sycl::property::queue::in_order())
                 : sycl::property_list(own::discard_events())};
    sycl::queue other;
    int* const value = sycl::malloc_shared<int>(1, queue);
    sycl::event event = queue.single_task([=] { *value = 7; });
    EXPECT_EQ(event.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::ext_oneapi_unknown);
    EXPECT_EQ(code_of([&] { event.wait(); }), sycl::errc::invalid);
    EXPECT_EQ(code_of([&] { event.wait_and_throw(); }), sycl::errc::invalid);
    EXPECT_EQ(code_of([&] { sycl::event::wait({event}); }), sycl::errc::invalid);
    EXPECT_EQ(code_of([&] { event.get_wait_list(); }), sycl::errc::invalid);
    EXPECT_EQ(code_of([&] {
                other.submit([&](sycl::handler& group) {
                  group.depends_on(event);
                  group.single_task([] {});
                });
              }),
              sycl::errc::invalid);
    EXPECT_EQ(code_of([&] { other.single_task(event, [] {}); }), sycl::errc::invalid);
    queue.wait();
    EXPECT_EQ(*value, 7);
    // Buffers order their commands all the same.
    sycl::buffer<int> buffer(1);
    for (int i = 0; i < 2; ++i) {
      queue.submit([&](sycl::handler& group) {
        const sycl::accessor numbers(buffer, group);
        group.single_task([=] { numbers[0] = i == 0 ? 1 : numbers[0] + 1; });
      });
    }
    EXPECT_EQ(sycl::host_accessor(buffer)[0], 2);
    sycl::free(value, queue);
  }
  const sycl::property_list both{own::discard_events(), sycl::property::queue::enable_profiling()};
  EXPECT_EQ(code_of([&] { sycl::queue{both}; }), sycl::errc::invalid);
}

TEST(Rows, AreCopiedAndFilled) {
  for (const bool in_order : {true, false}) {
    sycl::queue queue{in_order ? sycl::property_list(sycl::property::queue::in_order())
                               : sycl::property_list()};
    constexpr size_t pitch = 7, other_pitch = 5, width = 3, height = 4;
    std::vector<int> host(pitch * height);
    std::iota(host.begin(), host.end(), 0);
    int* const device = sycl::malloc_device<int>(other_pitch * height, queue);
    queue.fill(device, -1, other_pitch * height).wait();
    sycl::event copied =
        queue.ext_oneapi_copy2d(host.data(), pitch, device, other_pitch, width, height);
    std::vector<int> back(other_pitch * height);
    queue.memcpy(back.data(), device, back.size() * sizeof(int), copied).wait();
    for (size_t i = 0; i < back.size(); ++i) {
      const size_t row = i / other_pitch, column = i % other_pitch;
      EXPECT_EQ(back[i], column < width ? static_cast<int>(row * pitch + column) : -1) << i;
    }
    sycl::event set = queue.ext_oneapi_memset2d(device, other_pitch * sizeof(int), 1,
                                                width * sizeof(int), height);
    sycl::event filled = queue.ext_oneapi_fill2d(device + 1, other_pitch, 9, 1, height, set);
    queue
        .ext_oneapi_memcpy2d(back.data(), other_pitch * sizeof(int), device,
                             other_pitch * sizeof(int), other_pitch * sizeof(int), height,
                             std::vector<sycl::event>{filled})
        .wait();
    for (size_t i = 0; i < back.size(); ++i) {
      const size_t column = i % other_pitch;
      EXPECT_EQ(back[i], column == 1 ? 9 : column < width ? 0x01010101 : -1) << i;
    }
    sycl::free(device, queue);
  }
}

struct Three {
  short values[3];
};

TEST(Rows, AreFilledWithPatternsOfAnySize) {
  for (const bool discards : {false, true}) {
    sycl::queue queue{discards ? sycl::property_list(own::discard_events())
                               : sycl::property_list()};
    constexpr size_t pitch = 5, width = 4, height = 6;
    Three* const made = sycl::malloc_shared<Three>(pitch * height, queue);
    for (size_t i = 0; i < pitch * height; ++i) made[i] = {{-1, -1, -1}};
    queue.ext_oneapi_fill2d(made, pitch, Three{{1, 2, 3}}, width, height);
    queue.wait();
    for (size_t i = 0; i < pitch * height; ++i) {
      EXPECT_EQ(made[i].values[2], i % pitch < width ? 3 : -1) << i;
    }
    sycl::free(made, queue);
  }
}

TEST(Rows, ThatAreWiderThanAPitchAreRefused) {
  sycl::queue queue;
  int* const memory = sycl::malloc_shared<int>(64, queue);
  EXPECT_EQ(code_of([&] { queue.ext_oneapi_copy2d(memory, 4, memory + 32, 3, 4, 2); }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([&] { queue.ext_oneapi_memcpy2d(memory + 32, 16, memory, 15, 16, 2); }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([&] { queue.ext_oneapi_memset2d(memory, 3, 0, 4, 2); }), sycl::errc::invalid);
  EXPECT_EQ(code_of([&] { queue.ext_oneapi_fill2d(memory, 3, 0, 4, 2); }), sycl::errc::invalid);
  EXPECT_EQ(code_of([&] { queue.ext_oneapi_copy2d<int>(nullptr, 4, memory, 4, 4, 2); }),
            sycl::errc::invalid);
  queue.ext_oneapi_copy2d<int>(nullptr, 4, memory, 4, 4, 0).wait();  // no rows
  sycl::free(memory, queue);
}

TEST(DefaultContext, IsThatOfQueuesWithoutAnother) {
  const sycl::platform platform;
  const sycl::context context = platform.khr_get_default_context();
  EXPECT_EQ(context, sycl::queue().get_context());
  EXPECT_EQ(context.get_devices(), platform.get_devices());
  EXPECT_NE(context, sycl::context());
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_EQ(context, platform.ext_oneapi_get_default_context());
#pragma clang diagnostic pop
}

TEST(WorkGroups, AreAsManyAsTheDeviceCounts) {
  const sycl::device device;
  const auto most = device.get_info<sycl::khr::info::device::max_work_group_range_size>();
  const auto range = device.get_info<sycl::khr::info::device::max_work_group_range<2>>();
  namespace experimental = sycl::ext::oneapi::experimental::info::device;
  EXPECT_GE(most, size_t{0xffffffff});
  EXPECT_EQ(range, sycl::range<2>(most, most));
  constexpr size_t of_int = 0x7fffffff;  // programs compute with it in int
  EXPECT_EQ(device.get_info<experimental::max_work_groups<3>>(),
            sycl::id<3>(of_int, of_int, of_int));
  EXPECT_EQ(device.get_info<experimental::max_global_work_groups>(), of_int);
}

TEST(NamesOfPrograms, FunctionObjectsAreThoseOfSycl2020) {
  static_assert(std::is_same_v<sycl::ext::oneapi::plus<int>, sycl::plus<int>>);
  static_assert(std::is_same_v<sycl::ext::oneapi::maximum<>, sycl::maximum<>>);
}

TEST(NamesOfPrograms, BackendsAreWritten) {
  std::ostringstream text;
  text << sycl::queue().get_backend() << ' ' << sycl::backend::ext_oneapi_cuda;
  EXPECT_EQ(text.str(), "opencl ext_oneapi_cuda");
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
TEST(NamesOfPrograms, DevicesHaveTheirCountOfSycl1) {
  EXPECT_GE(sycl::device().get_info<sycl::info::device::reference_count>(), 1u);
}
#pragma clang diagnostic pop

}  // namespace

namespace program {
/// A function of the program, as those that have their own before C++20.
template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To made;
  std::memcpy(&made, &from, sizeof made);
  return made;
}

TEST(NamesOfPrograms, BitCastIsTheProgramsOwn) {
  EXPECT_EQ(bit_cast<std::uint16_t>(sycl::half(1.0f)), 0x3c00);
  EXPECT_EQ(sycl::bit_cast<std::uint16_t>(sycl::half(1.0f)), 0x3c00);
}
}  // namespace program
