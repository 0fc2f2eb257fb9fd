// Prints from kernels (SYCL 2020, 4.16).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// Returns what a command group's function prints until its event has ended.
template <class Function>
std::string printed(const Function& function) {
  sycl::queue queue;
  testing::internal::CaptureStdout();
  queue.submit(function).wait();
  return testing::internal::GetCapturedStdout();
}

template <class Function>
std::string of_one_work_item(const Function& function) {
  return printed([&](sycl::handler& group) {
    const sycl::stream out(4096, 256, group);
    group.single_task([=] { function(out); });
  });
}

TEST(Stream, PrintsScalars) {
  const std::string text = of_one_work_item([](const sycl::stream& out) {
    out << "text " << 'c' << ' ' << 42 << ' ' << -7L << ' ' << 7u << ' ' << 1.5f << ' ' << 0.1
        << ' ' << sycl::half(2.5f) << ' ' << true << ' ' << static_cast<short>(-3) << ' '
        << static_cast<unsigned char>('d') << ' ' << ~0ull;
  });
  EXPECT_EQ(text, "text c 42 -7 7 1.5 0.1 2.5 true -3 d 18446744073709551615");
}

TEST(Stream, PrintsObjects) {
  EXPECT_EQ(of_one_work_item([](const sycl::stream& out) {
              out << sycl::id<1>(1) << sycl::id<2>(1, 2) << sycl::range<3>(1, 2, 3) << ' '
                  << sycl::vec<int, 4>(1, 2, 3, 4) << ' ' << sycl::vec<float, 1>(0.5f);
            }),
            "{1}{1, 2}{1, 2, 3} 1, 2, 3, 4 0.5");
  EXPECT_EQ(of_one_work_item([](const sycl::stream& out) {
              out << sycl::nd_range<2>(sycl::range<2>(4, 8), sycl::range<2>(1, 2));
            }),
            "nd_range(global_range: {4, 8}, local_range: {1, 2}, offset: {0, 0})");
  EXPECT_EQ(
      printed([](sycl::handler& group) {
        const sycl::stream out(1024, 256, group);
        group.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) {
          if (item.get_global_id(0) == 3) out << item << item.get_group();
        });
      }),
      "nd_item(global_id: {3}, local_id: {1})group(id: {1}, local_range: {2}, group_range: {2})");
  EXPECT_EQ(printed([](sycl::handler& group) {
              const sycl::stream out(1024, 256, group);
              group.parallel_for(sycl::range<2>(1, 1), [=](sycl::item<2> item) { out << item; });
            }),
            "item(range: {1, 1}, id: {0, 0})");
}

TEST(Stream, PrintsAddresses) {
  sycl::queue queue;
  int* const memory = sycl::malloc_shared<int>(1, queue);
  std::ostringstream expected;
  expected << memory;
  EXPECT_EQ(of_one_work_item([=](const sycl::stream& out) { out << memory; }), expected.str());
  sycl::free(memory, queue);
}

TEST(Stream, HasManipulators) {
  EXPECT_EQ(of_one_work_item([](const sycl::stream& out) {
              out << sycl::hex << 255 << ' ' << sycl::showbase << 255 << ' ' << -1 << ' '
                  << sycl::oct << 8 << ' ' << sycl::noshowbase << 8 << sycl::dec << ' '
                  << sycl::showpos << 5 << -5 << 0.5f << sycl::noshowpos << 5;
            }),
            "ff 0xff 0xffffffff 010 10 +5-5+0.55");
  EXPECT_EQ(of_one_work_item([](const sycl::stream& out) {
              out << sycl::setprecision(3) << 3.14159 << ' ' << sycl::fixed << 3.14159 << ' '
                  << sycl::scientific << 3.14159 << ' ' << sycl::hexfloat << 1.0 << ' '
                  << sycl::defaultfloat << 2.5 << '|' << sycl::setw(5) << 42 << '|' << 42;
            }),
            "3.14 3.142 3.142e+00 0x1p+0 2.5|   42|42");
}

// All that a work-item writes up to a flush comes in one piece, and what it wrote last at the end.
TEST(Stream, KeepsStatementsOfWorkItemsTogether) {
  constexpr size_t count = 1000;
  const std::string text = printed([](sycl::handler& group) {
    const sycl::stream out(65536, 64, group);
    group.parallel_for(
        count, [=](sycl::id<1> i) { out << "item " << i[0] << " has " << i[0] * 2 << sycl::endl; });
  });
  std::istringstream lines(text);
  std::vector<bool> seen(count, false);
  size_t line_count = 0;
  for (std::string line; std::getline(lines, line); ++line_count) {
    size_t item = 0;
    size_t twice = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "item %zu has %zu", &item, &twice), 2) << line;
    ASSERT_EQ(twice, 2 * item);
    ASSERT_FALSE(seen.at(item));
    seen[item] = true;
  }
  EXPECT_EQ(line_count, count);
}

TEST(Stream, PrintsNoMoreThanItHasRoomFor) {
  const std::string text = printed([](sycl::handler& group) {
    const sycl::stream out(10, 10, group);
    group.parallel_for(100'000, [=](sycl::id<1>) { out << "0123456789" << sycl::endl; });
  });
  EXPECT_EQ(text, "0123456789");
  EXPECT_EQ(printed([](sycl::handler& group) {
              const sycl::stream out(0, 0, group);
              group.single_task([=] { out << "nothing"; });
            }),
            "");
}

TEST(Stream, IsPrintedOnceItsQueueIsWaitedFor) {
  for (const bool is_in_order : {false, true}) {
    sycl::queue queue(is_in_order ? sycl::property_list{sycl::property::queue::in_order()}
                                  : sycl::property_list{});
    testing::internal::CaptureStdout();
    queue.submit([&](sycl::handler& group) {
      const sycl::stream first(64, 64, group);
      const sycl::stream second(64, 64, group);
      group.single_task([=] {
        second << "two";
        first << "one ";
      });
    });
    queue.wait();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "one two");
  }
}

// 4.5.2: copies are equal, and others are not.
TEST(Stream, IsAReference) {
  sycl::queue queue;
  queue.submit([&](sycl::handler& group) {
    const sycl::stream one(128, 64, group);
    const sycl::stream copy = one;
    const sycl::stream other(128, 64, group);
    EXPECT_EQ(one, copy);
    EXPECT_NE(one, other);
    EXPECT_EQ(std::hash<sycl::stream>()(one), std::hash<sycl::stream>()(copy));
    EXPECT_EQ(one.size(), 128);
    EXPECT_EQ(one.get_work_item_buffer_size(), 64);
    EXPECT_THROW(sycl::stream(8, 8, group, {sycl::property::queue::in_order()}), sycl::exception);
  });
}

}  // namespace
