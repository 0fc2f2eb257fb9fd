// The model over the real workers: what only threads can break.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "fake_device.h"
#include "model/command/requests.h"
#include "model/device.h"

namespace cleave::model::test {
namespace {

using Order = command::Queue::Order;

class RealWorkers : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(Platform::instance().problem(), "");
    Context::Request request;
    request.devices = {Platform::instance().devices().front()};
    context = std::move(Context::create(std::move(request))).value();
  }
  support::Ref<command::Queue> make_queue(cl_command_queue_properties properties) const {
    command::Queue::Request request;
    request.context = context;
    request.device = context->devices().front();
    request.properties = properties;
    return std::move(command::Queue::create(std::move(request))).value();
  }
  support::Ref<Context> context;
};

TEST_F(RealWorkers, KeepTheOrderOfAQueue) {
  auto queue = make_queue(0);
  int counter = 0;  // plain: the queue's order is the only protection
  for (int turn = 0; turn < 5000; ++turn) {
    submit(*queue, work([&counter, turn] { counter = counter == turn ? turn + 1 : -1; }));
  }
  EXPECT_TRUE(queue->finish().ok());
  EXPECT_EQ(counter, 5000);
}

TEST_F(RealWorkers, KeepWaitListsAndBarriersOfManyThreads) {
  constexpr size_t commands = 1500;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([this, seed] {
      auto queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      std::mt19937 random(seed);
      std::vector<std::atomic<bool>> done(commands);
      std::vector<support::Ref<command::Event>> events;
      std::atomic<int> early{0};
      size_t last_barrier = 0;
      for (size_t number = 0; number < commands; ++number) {
        std::vector<size_t> before;
        std::vector<support::Ref<command::Event>> wait_list;
        for (unsigned edge = 0; number > 0 && edge < random() % 3; ++edge) {
          before.push_back(random() % number);
          wait_list.push_back(events[before.back()]);
        }
        for (size_t other = 0; other < last_barrier; ++other) before.push_back(other);
        if (random() % 50 == 0) {
          events.push_back(submit(*queue, marker(Order::barrier)));
          done[number] = true;  // nothing runs for it; what it holds back is checked below
          last_barrier = number;
          continue;
        }
        events.push_back(submit(*queue, work(
                                            [&done, &early, before, number] {
                                              for (const size_t other : before) {
                                                if (!done[other]) ++early;
                                              }
                                              done[number] = true;
                                            },
                                            wait_list)));
      }
      EXPECT_TRUE(queue->finish().ok());
      EXPECT_EQ(early, 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(RealWorkers, MayDropTheLastReferenceToEverything) {
  for (int turn = 0; turn < 300; ++turn) {
    memory::MemoryObject::Request request;
    request.context = context;
    request.size = 4096;
    std::atomic<bool> gone{false};
    {
      auto queue = make_queue(turn % 2 == 0 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
      auto buffer = std::move(memory::MemoryObject::create(std::move(request))).value();
      buffer->on_destroyed([&gone](memory::MemoryObject*) { gone = true; });
      for (int command = 0; command < 10; ++command) {
        submit(*queue, command::fill_work(*queue, *buffer, std::vector<std::byte>(4),
                                          command * size_t{256}, 256));
      }
    }
    while (!gone) std::this_thread::yield();
  }
}

TEST_F(RealWorkers, CallBackIntoTheModel) {
  auto queue = make_queue(0);
  std::atomic<int> rounds{0};
  std::function<void(command::Event*, cl_int)> again = [&](command::Event*, cl_int) {
    if (++rounds < 500) submit(*queue, work([] {}))->add_callback(CL_COMPLETE, again);
  };
  submit(*queue, work([] {}))->add_callback(CL_COMPLETE, again);
  while (rounds < 500) std::this_thread::yield();
  EXPECT_TRUE(queue->finish().ok());
}

TEST_F(RealWorkers, EndALongChain) {
  auto queue = make_queue(0);
  auto gate = std::move(command::Event::create_user_event(context)).value();
  submit(*queue, marker(Order::normal, {gate}));
  int counter = 0;
  for (int command = 0; command < 50000; ++command) {
    if (command % 2 == 0) {
      submit(*queue, marker(Order::marker));
    } else {
      submit(*queue, work([&counter] { ++counter; }));
    }
  }
  gate->set_status(CL_COMPLETE);
  EXPECT_TRUE(queue->finish().ok());
  EXPECT_EQ(counter, 25000);
}

}  // namespace
}  // namespace cleave::model::test
