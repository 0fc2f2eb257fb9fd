// Work-group and sub-group functions with a thread for each work-item: any order of execution that
// the barriers allow must give the same result.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdint>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

namespace {

constexpr unsigned sub_group_width = 4;
constexpr std::array<std::uint64_t, 3> local_size = {5, 2, 1};  // sub-groups of 4, 4 and 2
constexpr unsigned work_items = 10;
constexpr unsigned sub_groups = 3;

thread_local unsigned own_index = 0;
std::barrier work_group_meeting(work_items);
std::array<std::barrier<>, sub_groups> sub_group_meetings = {std::barrier(4), std::barrier(4),
                                                             std::barrier(2)};
alignas(16) std::array<unsigned char, 16 * work_items> work_group_exchange;
alignas(
    16) std::array<std::array<unsigned char, 16 * sub_group_width>, sub_groups> sub_group_exchanges;

}  // namespace

// The compiler gives these functions to kernels.
extern "C" {
std::uint32_t __cleave_work_dimensions() {
  return 2;
}
std::uint64_t __cleave_global_size(std::uint32_t d) {
  return d == 0 ? 20 : d == 1 ? 4 : 1;
}
std::uint64_t __cleave_global_offset(std::uint32_t d) {
  return d == 0 ? 100 : 0;
}
std::uint64_t __cleave_enqueued_local_size(std::uint32_t d) {
  return local_size[d];
}
std::uint64_t __cleave_group_count(std::uint32_t d) {
  return d == 0 ? 4 : d == 1 ? 2 : 1;
}
std::uint64_t __cleave_group_id(std::uint32_t d) {
  return d == 0 ? 3 : d == 1 ? 1 : 0;
}
std::uint64_t __cleave_local_size(std::uint32_t d) {
  return local_size[d];
}
std::uint64_t __cleave_local_id(std::uint32_t d) {
  return d == 0 ? own_index % 5 : d == 1 ? own_index / 5 : 0;
}
std::uint64_t __cleave_global_id(std::uint32_t d) {
  return __cleave_group_id(d) * local_size[d] + __cleave_local_id(d) + __cleave_global_offset(d);
}
std::uint32_t __cleave_local_linear_id() {
  return own_index;
}
std::uint32_t __cleave_maximum_sub_group_size() {
  return sub_group_width;
}
std::uint32_t __cleave_sub_group_size() {
  return std::min(work_items - own_index / sub_group_width * sub_group_width, sub_group_width);
}
void __cleave_work_group_barrier() {
  work_group_meeting.arrive_and_wait();
}
void __cleave_sub_group_barrier() {
  sub_group_meetings[own_index / sub_group_width].arrive_and_wait();
}
unsigned char* __cleave_sub_group_exchange() {
  return sub_group_exchanges[own_index / sub_group_width].data();
}
unsigned char* __cleave_work_group_exchange() {
  return work_group_exchange.data();
}
}

std::uint64_t get_global_id(unsigned) asm("_Z13get_global_idj");
std::uint64_t get_global_size(unsigned) asm("_Z15get_global_sizej");
std::uint64_t get_global_linear_id() asm("_Z20get_global_linear_idv");
unsigned get_sub_group_size() asm("_Z18get_sub_group_sizev");
unsigned get_num_sub_groups() asm("_Z18get_num_sub_groupsv");
unsigned get_sub_group_local_id() asm("_Z22get_sub_group_local_idv");
int sub_group_all(int) asm("_Z13sub_group_alli");
int sub_group_any(int) asm("_Z13sub_group_anyi");
int sub_group_broadcast(int, unsigned) asm("_Z19sub_group_broadcastij");
int sub_group_reduce_add(int) asm("_Z20sub_group_reduce_addi");
double sub_group_reduce_max(double) asm("_Z20sub_group_reduce_maxd");
int sub_group_scan_inclusive_add(int) asm("_Z28sub_group_scan_inclusive_addi");
long sub_group_scan_exclusive_min(long) asm("_Z28sub_group_scan_exclusive_minl");
float sub_group_scan_exclusive_max(float) asm("_Z28sub_group_scan_exclusive_maxf");
int work_group_all(int) asm("_Z14work_group_alli");
int work_group_any(int) asm("_Z14work_group_anyi");
float work_group_broadcast(float, std::uint64_t, std::uint64_t) asm("_Z20work_group_broadcastfmm");
unsigned long work_group_reduce_add(unsigned long) asm("_Z21work_group_reduce_addm");
int work_group_scan_inclusive_max(int) asm("_Z29work_group_scan_inclusive_maxi");
unsigned work_group_scan_exclusive_add(unsigned) asm("_Z29work_group_scan_exclusive_addj");

namespace cleave::test {
namespace {

// Every work-item of a group of 5 by 2 runs `body`.
void in_every_work_item(const std::function<void(unsigned)>& body) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < work_items; ++i) {
    threads.emplace_back([i, &body] {
      own_index = i;
      body(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(WorkItemFunctions, IdentifiersFollowGroupSizeAndOffset) {
  in_every_work_item([](unsigned i) {
    EXPECT_EQ(get_global_id(0), 100 + 15 + i % 5);
    EXPECT_EQ(get_global_id(1), 2 + i / 5);
    EXPECT_EQ(get_global_id(3), 0U);
    EXPECT_EQ(get_global_size(3), 1U);
    EXPECT_EQ(get_global_linear_id(), (2 + i / 5) * 20 + 15 + i % 5);
    EXPECT_EQ(get_num_sub_groups(), 3U);
    EXPECT_EQ(get_sub_group_local_id(), i % 4);
    EXPECT_EQ(get_sub_group_size(), i < 8 ? 4U : 2U);
  });
}

TEST(SubGroupFunctions, CombineTheValuesOfOneSubGroupAgainAndAgain) {
  in_every_work_item([](unsigned i) {
    const unsigned first = i / 4 * 4;
    const unsigned last = first == 8 ? 9 : first + 3;
    for (int round = 0; round < 200; ++round) {
      const int own = static_cast<int>(i * 10) + round;
      int sum = 0;
      int sum_to_own = 0;
      for (unsigned other = first; other <= last; ++other) {
        sum += static_cast<int>(other * 10) + round;
        if (other == i) sum_to_own = sum;
      }
      ASSERT_EQ(sub_group_reduce_add(own), sum);
      ASSERT_EQ(sub_group_scan_inclusive_add(own), sum_to_own);
      ASSERT_EQ(sub_group_broadcast(own, 1), static_cast<int>((first + 1) * 10) + round);
      ASSERT_EQ(sub_group_reduce_max(-1.5 * i), -1.5 * first);
      ASSERT_EQ(sub_group_scan_exclusive_min(static_cast<long>(i)),
                i == first ? std::numeric_limits<long>::max() : static_cast<long>(first));
      ASSERT_EQ(sub_group_scan_exclusive_max(static_cast<float>(i)),
                i == first ? -std::numeric_limits<float>::infinity() : static_cast<float>(i - 1));
      ASSERT_EQ(sub_group_all(i != 9) != 0, first != 8);
      ASSERT_EQ(sub_group_any(i == 9) != 0, first == 8);
    }
  });
}

TEST(WorkGroupFunctions, CombineTheValuesOfTheGroupAgainAndAgain) {
  in_every_work_item([](unsigned i) {
    for (unsigned round = 0; round < 200; ++round) {
      ASSERT_EQ(work_group_reduce_add(static_cast<unsigned long>(i) + round), 45 + 10 * round);
      ASSERT_EQ(work_group_scan_exclusive_add(i), i == 0 ? 0 : i * (i - 1) / 2);
      ASSERT_EQ(work_group_scan_inclusive_max(-static_cast<int>(i)), 0);
      ASSERT_EQ(work_group_broadcast(static_cast<float>(i), 3, 1), 8.0F);
      ASSERT_NE(work_group_all(1), 0);
      ASSERT_EQ(work_group_all(i != 7), 0);
      ASSERT_NE(work_group_any(i == 7), 0);
      ASSERT_EQ(work_group_any(0), 0);
    }
  });
}

}  // namespace
}  // namespace cleave::test
