// Copies parts of buffers by command groups, and submits kernels of all sizes (SYCL 2020, 4.9.4).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

namespace {

std::vector<int> numbers(size_t count) {
  std::vector<int> made(count);
  std::iota(made.begin(), made.end(), 0);
  return made;
}

TEST(Handler, CopiesPartsOfBuffersToTheHostAndBack) {
  sycl::queue queue;
  const std::vector<int> contents = numbers(60);
  sycl::buffer<int, 3> buffer(contents.data(), sycl::range<3>(3, 4, 5));
  const std::shared_ptr<int[]> shared(new int[8]);
  const std::shared_ptr<int> first(shared, shared.get());
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(buffer, group, sycl::range<3>(2, 2, 2), sycl::id<3>(1, 1, 3),
                        sycl::read_only);
    group.copy(part, first);
  });
  std::vector<int> seen(8);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(buffer, group, sycl::range<3>(2, 2, 2), sycl::id<3>(1, 1, 3),
                        sycl::read_only);
    group.copy(part, seen.data());
  });
  queue.wait();
  const std::vector<int> expected{28, 29, 33, 34, 48, 49, 53, 54};
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(std::vector<int>(shared.get(), shared.get() + 8), expected);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(buffer, group, sycl::range<3>(1, 2, 4), sycl::id<3>(0, 1, 1),
                        sycl::write_only);
    group.copy(std::shared_ptr<const int>(first), part);
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(buffer, group, sycl::range<3>(1, 1, 2), sycl::id<3>(0, 0, 0),
                        sycl::write_only);
    group.copy(seen.data(), part);
  });
  const sycl::host_accessor now(buffer, sycl::read_only);
  EXPECT_EQ(now[0][0][1], 29);
  EXPECT_EQ(now[0][0][2], 2);
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(now[0][1 + i / 4][1 + i % 4], expected[i]);
}

TEST(Handler, CopiesBetweenBuffersOfOtherShapesInLinearOrder) {
  sycl::queue queue;
  const std::vector<int> contents = numbers(48);
  sycl::buffer<int, 3> from(contents.data(), sycl::range<3>(4, 4, 3));
  sycl::buffer<int, 2> to(sycl::range<2>(5, 7));
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(to, group, sycl::write_only, sycl::no_init);
    group.fill(part, -1);
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor source(from, group, sycl::range<3>(2, 2, 2), sycl::id<3>(1, 1, 1),
                          sycl::read_only);
    sycl::accessor target(to, group, sycl::range<2>(3, 3), sycl::id<2>(1, 2), sycl::write_only);
    group.copy(source, target);
  });
  const int expected[] = {16, 17, 19, 20, 28, 29, 31, 32, -1};
  const sycl::host_accessor now(to, sycl::read_only);
  for (size_t y = 0; y < 5; ++y) {
    for (size_t x = 0; x < 7; ++x) {
      const bool is_inside = y >= 1 && y < 4 && x >= 2 && x < 5;
      EXPECT_EQ(now[y][x], is_inside ? expected[(y - 1) * 3 + x - 2] : -1);
    }
  }
}

TEST(Handler, CopiesBetweenPartsOfOneShape) {
  sycl::queue queue;
  const std::vector<int> contents = numbers(35);
  sycl::buffer<int, 2> from(contents.data(), sycl::range<2>(5, 7));
  sycl::buffer<int, 2> to(sycl::range<2>(4, 4));
  queue.submit([&](sycl::handler& group) {
    sycl::accessor source(from, group, sycl::range<2>(4, 4), sycl::id<2>(1, 3), sycl::read_only);
    sycl::accessor target(to, group, sycl::write_only);
    group.copy(source, target);
  });
  const sycl::host_accessor now(to, sycl::read_only);
  EXPECT_EQ(now[0][0], 10);
  EXPECT_EQ(now[3][3], 34);
}

TEST(Handler, RefusesCopiesThatDoNotFit) {
  sycl::queue queue;
  sycl::buffer<int> from{sycl::range<1>(5)};
  sycl::buffer<int> to{sycl::range<1>(4)};
  const auto code_of = [&](const auto& function) {
    try {
      queue.submit(function);
    } catch (const sycl::exception& error) {
      return error.code();
    }
    return std::error_code();
  };
  EXPECT_EQ(code_of([&](sycl::handler& group) {
              sycl::accessor source(from, group, sycl::read_only);
              sycl::accessor target(to, group, sycl::write_only);
              group.copy(source, target);
            }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([&](sycl::handler& group) {
              sycl::accessor source(from, sycl::read_only);
              int there[5];
              group.copy(source, there);
            }),
            sycl::errc::invalid);
  EXPECT_EQ(code_of([&](sycl::handler& group) {
              sycl::accessor source(from, group, sycl::read_only);
              group.copy(source, static_cast<int*>(nullptr));
            }),
            sycl::errc::invalid);
}

TEST(Handler, RefusesLocalMemoryWithoutWorkGroups) {
  sycl::queue queue;
  const auto submit = [&](bool is_task) {
    queue.submit([&](sycl::handler& group) {
      const sycl::local_accessor<int> shared(4, group);
      if (is_task) {
        group.single_task([=] { shared[0] = 1; });
      } else {
        group.parallel_for(4, [=](sycl::id<1> i) { shared[i] = 1; });
      }
    });
  };
  for (const bool is_task : {false, true}) {
    try {
      submit(is_task);
      ADD_FAILURE() << "the kernel was taken";
    } catch (const sycl::exception& error) {
      EXPECT_EQ(error.code(), sycl::errc::kernel_argument);
    }
  }
}

struct Odd {
  int a, b, c;
};

TEST(Handler, FillsPartsOfBuffers) {
  sycl::queue queue;
  sycl::buffer<Odd, 2> odd(sycl::range<2>(4, 6));
  sycl::buffer<short> plain{sycl::range<1>(100)};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor all(odd, group, sycl::write_only, sycl::no_init);
    group.fill(all, Odd{0, 0, 0});
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor part(odd, group, sycl::range<2>(2, 3), sycl::id<2>(1, 2), sycl::write_only);
    group.fill(part, Odd{1, 2, 3});
  });
  queue.fill(sycl::accessor(plain, sycl::write_only), short{7}).wait();
  const sycl::host_accessor now(odd, sycl::read_only);
  EXPECT_EQ(now[0][2].a, 0);
  EXPECT_EQ(now[1][2].c, 3);
  EXPECT_EQ(now[2][4].b, 2);
  EXPECT_EQ(now[2][5].b, 0);
  for (const short value : sycl::host_accessor(plain, sycl::read_only)) EXPECT_EQ(value, 7);
}

TEST(Handler, BringsContentsToTheHostOnDemand) {
  sycl::queue queue;
  std::vector<int> contents(10, 1);
  sycl::buffer<int> buffer(contents);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group);
    group.parallel_for(10, [=](sycl::id<1> i) { values[i] = static_cast<int>(i); });
  });
  queue
      .submit([&](sycl::handler& group) {
        sycl::accessor values(buffer, group, sycl::read_only);
        group.update_host(values);
      })
      .wait();
  EXPECT_EQ(contents, numbers(10));
  queue.update_host(sycl::accessor(buffer, sycl::read_only)).wait();
}

TEST(Handler, HasQueueFormsOfCopies) {
  sycl::queue queue;
  const std::vector<int> contents = numbers(16);
  sycl::buffer<int> from{sycl::range<1>(16)};
  sycl::buffer<int> to{sycl::range<1>(16)};
  std::vector<int> seen(16);
  const std::shared_ptr<int> shared(new int[16], std::default_delete<int[]>());
  queue.copy(contents.data(), sycl::accessor(from, sycl::write_only));
  queue.copy(sycl::accessor(from, sycl::read_only), sycl::accessor(to, sycl::write_only));
  queue.copy(sycl::accessor(to, sycl::read_only), shared).wait();
  queue.copy(shared, sycl::accessor(from, sycl::write_only));
  queue.copy(sycl::accessor(from, sycl::read_only), seen.data()).wait();
  EXPECT_EQ(seen, contents);
}

struct Large {
  int* to;
  unsigned char bytes[4096 - sizeof(int*)];
  void operator()(sycl::id<1> i) const { to[i] = bytes[i] + bytes[sizeof bytes - 1]; }
};

TEST(Handler, LaunchesKernelObjectsOfFourKibibytes) {
  sycl::queue queue;
  int* const to = sycl::malloc_shared<int>(1000, queue);
  Large kernel{to, {}};
  static_assert(sizeof kernel == 4096);
  for (size_t i = 0; i < sizeof kernel.bytes; ++i) kernel.bytes[i] = static_cast<unsigned char>(i);
  queue.submit([&](sycl::handler& group) { group.parallel_for(1000, kernel); }).wait();
  const int last = static_cast<unsigned char>(sizeof kernel.bytes - 1);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(to[i], i % 256 + last);
  sycl::free(to, queue);
}

TEST(Handler, WaitsForWhatItDependsOnOutOfOrder) {
  sycl::queue queue;
  int* const value = sycl::malloc_shared<int>(1, queue);
  *value = 1;
  int expected = 1;
  sycl::event last;
  for (int i = 0; i < 50; ++i) {
    last = queue.submit([&](sycl::handler& group) {
      group.depends_on(last);
      group.single_task([=] { *value = (*value * 7 + i) % 10007; });
    });
    expected = (expected * 7 + i) % 10007;
  }
  // Nothing but dependencies: the event ends when they have.
  queue.submit([&](sycl::handler& group) { group.depends_on(std::vector<sycl::event>{last}); })
      .wait();
  EXPECT_EQ(*value, expected);
  sycl::free(value, queue);
}

TEST(Handler, ReducesBehindEvents) {
  sycl::queue queue;
  int* const values = sycl::malloc_shared<int>(100, queue);
  int* const sum = sycl::malloc_shared<int>(1, queue);
  *sum = 0;
  const sycl::event filled = queue.fill(values, 3, 100);
  queue
      .parallel_for(sycl::range<1>(100), filled, sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::id<1> i, auto& total) { total += values[i]; })
      .wait();
  EXPECT_EQ(*sum, 300);
  sycl::free(values, queue);
  sycl::free(sum, queue);
}

}  // namespace
