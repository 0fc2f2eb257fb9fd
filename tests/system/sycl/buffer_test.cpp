// Uses buffers from kernels and the host (SYCL 2020, 4.7.2 and 4.7.6).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

namespace {

TEST(Buffer, BringsTheContentsBack) {
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  {
    sycl::queue queue;
    sycl::buffer buffer(numbers);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(buffer, group, sycl::read_write);
      group.parallel_for(buffer.get_range(), [=](sycl::id<1> i) { values[i] *= 2; });
    });
  }
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(numbers[i], 2 * i);
}

TEST(Buffer, OrdersCommandsOfSeveralQueues) {
  sycl::queue first;
  sycl::queue second;
  sycl::buffer<long> buffer{sycl::range<1>(1)};
  first.submit([&](sycl::handler& group) {
    sycl::accessor value(buffer, group, sycl::write_only, sycl::no_init);
    group.single_task([=] { value[0] = 1; });
  });
  long expected = 1;
  for (int i = 0; i < 200; ++i) {
    (i % 2 == 0 ? first : second).submit([&](sycl::handler& group) {
      sycl::accessor value(buffer, group);
      group.single_task([=] { value[0] = (value[0] * 31 + i) % 1000003; });
    });
    expected = (expected * 31 + i) % 1000003;
  }
  EXPECT_EQ(sycl::host_accessor(buffer, sycl::read_only)[0], expected);
}

// A writer waits for the last reader of each queue whose commands run in order, and for all of the others.
TEST(Buffer, WaitsForTheReadersOfAllQueues) {
  constexpr size_t readers = 60, turns = 20;
  std::vector<sycl::queue> queues{sycl::queue{sycl::property::queue::in_order()}, sycl::queue(),
                                  sycl::queue{sycl::property::queue::in_order()}};
  sycl::buffer<size_t> buffer{sycl::range<1>(1)};
  size_t* const seen = sycl::malloc_shared<size_t>(turns * readers, queues[0]);
  for (size_t turn = 0; turn < turns; ++turn) {
    queues[turn % queues.size()].submit([&](sycl::handler& group) {
      sycl::accessor value(buffer, group, sycl::write_only);
      group.single_task([=] { value[0] = turn; });
    });
    for (size_t i = 0; i < readers; ++i) {
      queues[i % queues.size()].submit([&](sycl::handler& group) {
        sycl::accessor value(buffer, group, sycl::read_only);
        group.single_task([=] {
          size_t x = turn;  // some work, so that the next writer could come first
          for (int k = 0; k < 1000; ++k) x = x * 1664525 + 1013904223 + (x >> 7);
          seen[turn * readers + i] = x == 1 ? turns : value[0];
        });
      });
    }
  }
  for (sycl::queue& queue : queues) queue.wait();
  for (size_t i = 0; i < turns * readers; ++i) ASSERT_EQ(seen[i], i / readers) << i;
  sycl::free(seen, queues[0]);
}

TEST(Buffer, CopiesConstantDataAtTheFirstWrite) {
  sycl::queue queue;
  const std::vector<int> constants(64, 5);
  std::vector<int> results(64);
  sycl::buffer<int> buffer(constants.data(), sycl::range<1>(64));
  {
    sycl::buffer result(results);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor from(buffer, group, sycl::read_only);
      sycl::accessor to(result, group, sycl::write_only, sycl::no_init);
      group.parallel_for(64, [=](sycl::id<1> i) { to[i] = from[i] + 1; });
    });
    queue.submit([&](sycl::handler& group) {
      sycl::accessor from(buffer, group, sycl::read_write);
      group.parallel_for(64, [=](sycl::id<1> i) { from[i] += 4; });
    });
  }
  EXPECT_EQ(results, std::vector<int>(64, 6));
  EXPECT_EQ(constants, std::vector<int>(64, 5));
  const sycl::host_accessor now(buffer, sycl::read_only);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(now[i], 9);
}

TEST(Buffer, GivesItsContentsToWhereTheUserWants) {
  sycl::queue queue;
  std::vector<int> to_iterator(10);
  auto to_weak = std::make_shared<std::vector<int>>(10);
  const std::shared_ptr<int> first(to_weak, to_weak->data());
  for (int round = 0; round < 2; ++round) {
    sycl::buffer<int> buffer{sycl::range<1>(10)};
    if (round == 0) {
      buffer.set_final_data(to_iterator.begin());
    } else {
      buffer.set_final_data(std::weak_ptr<int>(first));
    }
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(buffer, group, sycl::write_only, sycl::no_init);
      group.parallel_for(10, [=](sycl::id<1> i) { values[i] = static_cast<int>(i) + round; });
    });
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(to_iterator[i], i);
    EXPECT_EQ((*to_weak)[i], i + 1);
  }
}

void write_ones(sycl::buffer<int>& buffer) {
  sycl::queue().submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group, sycl::write_only, sycl::no_init);
    group.parallel_for(buffer.get_range(), [=](sycl::id<1> i) { values[i] = 1; });
  });
}

// 4.7.2.1: without a destination nothing is copied; set_write_back cancels and forces what would be copied, wherever that
// goes. Memory of the host that the buffer uses in place has what was written to it all the same.
TEST(Buffer, GivesItsContentsToNobodyWhereTheUserWantsThat) {
  std::vector<int> host(4), elsewhere(4), cancelled(4), forced(4);
  {
    sycl::buffer<int> buffer(host);
    buffer.set_final_data(elsewhere.begin());
    buffer.set_final_data(nullptr);
    write_ones(buffer);
  }
  EXPECT_EQ(elsewhere, std::vector<int>(4));
  {
    sycl::buffer<int> buffer{sycl::range<1>(4)};
    buffer.set_final_data(cancelled.begin());
    buffer.set_write_back(false);
    write_ones(buffer);
  }
  EXPECT_EQ(cancelled, std::vector<int>(4));
  {
    sycl::buffer<int> buffer(host);
    buffer.set_write_back(false);
    buffer.set_final_data(forced.data());
    write_ones(buffer);
  }
  EXPECT_EQ(forced, std::vector<int>(4, 1));
  {
    sycl::buffer<int> buffer(host);
    buffer.set_write_back(false);
    buffer.set_write_back();
    write_ones(buffer);
  }
  EXPECT_EQ(host, std::vector<int>(4, 1));
}

TEST(Buffer, IsIndexedInThreeDimensions) {
  sycl::queue queue;
  sycl::buffer<int, 3> buffer{sycl::range<3>(3, 4, 5)};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group, sycl::write_only, sycl::no_init);
    group.parallel_for(buffer.get_range(), [=](sycl::item<3> i) {
      values[i[0]][i[1]][i[2]] = static_cast<int>(i.get_linear_id());
    });
  });
  const sycl::host_accessor values(buffer);
  int expected = 0;
  for (const int value : values) EXPECT_EQ(value, expected++);
  EXPECT_EQ(expected, 60);
  EXPECT_EQ(values[sycl::id<3>(2, 3, 4)], 59);
}

TEST(Buffer, HasRangedAccessors) {
  sycl::queue queue;
  sycl::buffer<int, 2> buffer{sycl::range<2>(6, 8)};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor all(buffer, group, sycl::write_only, sycl::no_init);
    group.parallel_for(buffer.get_range(), [=](sycl::id<2> i) { all[i] = 0; });
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(buffer, group, sycl::range<2>(2, 3), sycl::id<2>(1, 4));
    group.parallel_for(part.get_range(),
                       [=](sycl::id<2> i) { part[i] = 1 + static_cast<int>(i[1]); });
  });
  const sycl::host_accessor values(buffer, sycl::read_only);
  for (size_t y = 0; y < 6; ++y) {
    for (size_t x = 0; x < 8; ++x) {
      const bool is_inside = y >= 1 && y < 3 && x >= 4 && x < 7;
      EXPECT_EQ(values[y][x], is_inside ? static_cast<int>(x) - 3 : 0);
    }
  }
  EXPECT_THROW((sycl::accessor{buffer, sycl::range<2>(6, 9)}), sycl::exception);
}

struct Inside {
  sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
                 sycl::access::placeholder::true_t>
      values[2];
};

TEST(Buffer, IsFoundByPlaceholdersWhereverTheyLie) {
  sycl::queue queue;
  sycl::buffer<int> first{sycl::range<1>(4)};
  sycl::buffer<int> second{sycl::range<1>(4)};
  const Inside inside{{first, second}};
  EXPECT_TRUE(inside.values[0].is_placeholder());
  const auto kernel = [=](sycl::id<1> i) {
    inside.values[0][i] = static_cast<int>(i);
    inside.values[1][i] = static_cast<int>(i) * 2;
  };
  for (int round = 0; round < 2; ++round) {
    queue.submit([&](sycl::handler& group) {
      group.require(inside.values[0]);
      group.require(inside.values[1]);
      group.parallel_for(4, kernel);
    });
  }
  EXPECT_EQ(sycl::host_accessor(first)[3], 3);
  EXPECT_EQ(sycl::host_accessor(second)[3], 6);
}

TEST(Buffer, MakesCommandsWaitForTheHost) {
  sycl::queue queue;
  std::vector<int> numbers(4, 1);
  sycl::buffer buffer(numbers);
  sycl::event after;
  {
    sycl::host_accessor held(buffer);
    after = queue.submit([&](sycl::handler& group) {
      sycl::accessor values(buffer, group);
      group.parallel_for(4, [=](sycl::id<1> i) { values[i] *= 10; });
    });
    EXPECT_NE(after.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::complete);
    for (int& value : held) value = 7;
  }
  after.wait();
  EXPECT_EQ(sycl::host_accessor(buffer, sycl::read_only)[2], 70);
}

// 4.5.2: objects are equal when they are copies of each other; a sub-buffer is none of its buffer. 4.7.2.1: a sub-buffer
// has no sub-buffers.
TEST(Buffer, IsNotItsPart) {
  sycl::buffer<int> whole{sycl::range<1>(16)};
  sycl::buffer<int> part(whole, sycl::id<1>(4), sycl::range<1>(8));
  const sycl::buffer<int> copy = part;
  const sycl::buffer<int> other(whole, sycl::id<1>(4), sycl::range<1>(8));
  EXPECT_EQ(part, copy);
  EXPECT_EQ(std::hash<sycl::buffer<int>>()(part), std::hash<sycl::buffer<int>>()(copy));
  EXPECT_NE(part, whole);
  EXPECT_NE(part, other);
  EXPECT_NE(std::hash<sycl::buffer<int>>()(part), std::hash<sycl::buffer<int>>()(whole));
  try {
    const sycl::buffer<int> part_of_part(part, sycl::id<1>(0), sycl::range<1>(2));
    FAIL() << "a sub-buffer of a sub-buffer";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid);
  }
}

// 4.5.4.1 and the tables of properties: each is one of its classes.
static_assert(sycl::is_property_of_v<sycl::property::no_init, sycl::accessor<int>>);
static_assert(sycl::is_property_of_v<sycl::property::no_init, sycl::host_accessor<int, 2>>);
static_assert(!sycl::is_property_of_v<sycl::property::no_init, sycl::buffer<int>>);
static_assert(sycl::is_property_v<sycl::property::image::use_mutex>);
static_assert(sycl::is_property_of_v<sycl::property::image::context_bound, sycl::sampled_image<>>);
static_assert(
    sycl::is_property_of_v<sycl::property::image::use_host_ptr, sycl::unsampled_image<2>>);
static_assert(!sycl::is_property_of_v<sycl::property::buffer::use_mutex, sycl::sampled_image<>>);

TEST(Buffer, HasPartsAndOtherTypes) {
  sycl::queue queue;
  std::vector<int> numbers(44, 0);
  {
    sycl::buffer buffer(numbers);
    sycl::buffer<int> part(buffer, sycl::id<1>(32), sycl::range<1>(8));
    EXPECT_TRUE(part.is_sub_buffer());
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(part, group);
      group.parallel_for(8, [=](sycl::id<1> i) { values[i] = static_cast<int>(i) + 1; });
    });
    auto bytes = buffer.reinterpret<unsigned char>();
    EXPECT_EQ(bytes.size(), 176);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(bytes, group);
      group.single_task([=] { values[1] = 1; });
    });
    EXPECT_THROW((buffer.reinterpret<double, 1>(sycl::range<1>(7))), sycl::exception);
    EXPECT_THROW((sycl::buffer<int>(buffer, sycl::id<1>(37), sycl::range<1>(8))), sycl::exception);
  }
  EXPECT_EQ(numbers[0], 256);
  EXPECT_EQ(numbers[3], 0);
  EXPECT_EQ(numbers[32], 1);
  EXPECT_EQ(numbers[39], 8);
  EXPECT_EQ(numbers[40], 0);
}

TEST(Accessors, WithoutDimensionsAreTheFirstElement) {
  std::vector<int> numbers{1, 2, 3};
  {
    sycl::buffer<int> buffer(numbers.data(), 3);
    sycl::queue().submit([&](sycl::handler& group) {
      sycl::accessor<int, 0> first(buffer, group);
      EXPECT_EQ(first.size(), 1);
      EXPECT_EQ(first.byte_size(), sizeof(int));
      EXPECT_EQ(first.end() - first.begin(), 1);
      group.fill(first, 7);
    });
    sycl::host_accessor<int, 0> first(buffer);
    EXPECT_EQ(first.size(), 1);
    EXPECT_EQ(first, 7);
  }
  EXPECT_EQ(numbers, (std::vector<int>{7, 2, 3}));
}

}  // namespace
