// Uses multi_ptr and the deprecated atomic (SYCL 2020, 4.7.7.1 and 4.15.4).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace {

using sycl::access::address_space;
using sycl::access::decorated;
template <class Type, decorated Decoration = decorated::no>
using global = sycl::multi_ptr<Type, address_space::global_space, Decoration>;
template <class Type, decorated Decoration = decorated::no>
using generic = sycl::multi_ptr<Type, address_space::generic_space, Decoration>;
template <class Type>
using legacy = sycl::multi_ptr<Type, address_space::global_space, decorated::legacy>;

// 4.7.7.1, the class's synopsis: types.
static_assert(std::is_same_v<global<int>::pointer, int*>);
static_assert(std::is_same_v<global<const int>::reference, const int&>);
static_assert(std::is_same_v<global<void>::reference, void>);
static_assert(
    std::is_same_v<sycl::remove_decoration_t<global<int, decorated::yes>::pointer>, int*>);
static_assert(
    std::is_same_v<sycl::remove_decoration_t<global<int, decorated::yes>::reference>, int&>);
static_assert(std::is_same_v<sycl::remove_decoration_t<const int>, const int>);
// Conversions without a cast: to const, to void, to the other decoration, and to the generic space.
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
static_assert(converts<global<int>, global<const int, decorated::yes>>);
static_assert(converts<global<int, decorated::yes>, global<void>>);
static_assert(converts<global<const int>, global<const void>>);
static_assert(!converts<global<const int>, global<int>>);
static_assert(!converts<global<const int>, global<void>>);
static_assert(!converts<global<int>, global<float>>);
static_assert(converts<global<int>, generic<int>>);
static_assert(converts<sycl::private_ptr<int, decorated::yes>, generic<int>>);
// And with one: from void, and from the generic space.
static_assert(!converts<generic<int>, global<int>>);
static_assert(std::is_constructible_v<global<int>, generic<int>>);
static_assert(std::is_constructible_v<global<const int>, generic<int>>);
static_assert(!converts<global<void>, global<int>>);
static_assert(std::is_constructible_v<global<int>, global<void>>);
static_assert(!std::is_constructible_v<global<int>, global<const void>>);
// Accessors: their elements, or void, in the space where they are.
static_assert(converts<sycl::accessor<int>, global<int>>);
static_assert(converts<sycl::accessor<int, 2>, generic<const int>>);
static_assert(converts<sycl::local_accessor<int>, sycl::raw_local_ptr<void>>);
static_assert(!converts<sycl::accessor<const int>, global<int>>);
static_assert(!converts<sycl::accessor<int>, sycl::raw_local_ptr<int>>);
static_assert(!converts<sycl::local_accessor<int>, global<int>>);
static_assert(std::is_same_v<decltype(sycl::multi_ptr(std::declval<sycl::accessor<const int>>())),
                             global<const int>>);
static_assert(std::is_same_v<decltype(sycl::multi_ptr(std::declval<sycl::local_accessor<int>>())),
                             sycl::raw_local_ptr<int>>);
static_assert(std::is_trivially_copyable_v<global<int>>);

template <class Check>
std::vector<int> in_kernel(int results, const Check& check) {
  std::vector<int> right(results, -1);
  {
    sycl::buffer<int> numbers{sycl::range<1>(16)};
    sycl::buffer<int> verdicts(right);
    sycl::queue queue;
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(numbers, group, sycl::read_write, sycl::no_init);
      sycl::accessor all(verdicts, group, sycl::write_only);
      sycl::local_accessor<int> local(sycl::range<1>(16), group);
      group.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
        for (int i = 0; i < 16; ++i) {
          values[i] = i;
          local[i] = 100 + i;
        }
        check(values, local, all);
      });
    });
  }
  return right;
}

TEST(MultiPtr, PointsToElementsOfAccessors) {
  const auto right = in_kernel(8, [](auto& values, auto& local, auto& all) {
    const global<int> to_global(values);
    const sycl::multi_ptr to_local(local);
    const generic<const int> to_any(local);
    all[0] = *to_global == 0 && to_global[3] == 3;
    all[1] = *to_local == 100 && to_local.get_raw() == &local[0];
    all[2] = to_any[5] == 105;
    const global<int, decorated::yes> decorated_one = to_global;
    *decorated_one.get() = 7;
    decorated_one[1] = 8;
    all[3] = values[0] == 7 && values[1] == 8;
    generic<int> any;
    any = to_global;
    all[4] = any == generic<int>(to_global) && *any == 7;
    any = to_local;
    all[5] = *any == 100 && sycl::raw_local_ptr<int>(any).get() == to_local.get();
    int own = 5;
    const auto to_own =
        sycl::address_space_cast<address_space::private_space, decorated::yes>(&own);
    *to_own = 6;
    all[6] = own == 6;
    const global<void> hidden = to_global;
    all[7] = static_cast<global<int>>(hidden) == to_global;
  });
  EXPECT_EQ(right, std::vector<int>(8, 1));
}

TEST(MultiPtr, CountsAndCompares) {
  const auto right = in_kernel(6, [](auto& values, auto&, auto& all) {
    const global<int> first(values);
    global<int> at = first;
    all[0] = *at++ == 0 && *++at == 2 && *at-- == 2 && *--at == 0;
    at += 5;
    all[1] = at - first == 5 && *(at - 2) == 3 && *(first + 4) == 4;
    at -= 5;
    all[2] = at == first && !(at != first) && at <= first && at >= first;
    all[3] = first < first + 1 && first + 1 > first;
    const global<int> nothing = nullptr;
    all[4] = nothing == nullptr && nullptr != first && first > nullptr && !(nothing > nullptr);
    at = nullptr;
    all[5] = at == nothing;
  });
  EXPECT_EQ(right, std::vector<int>(6, 1));
}

// The legacy one of appendix D is a plain pointer, too.
TEST(MultiPtr, IsAPointerInItsLegacyForm) {
  const auto right = in_kernel(4, [](auto& values, auto& local, auto& all) {
    legacy<int> at = &values[2];
    int* const plain = at;
    all[0] = *at == 2 && plain == &values[2] && at == plain;
    at = plain + 1;
    all[1] = *at == 3 && at[1] == 4;
    const legacy<void> hidden = at;
    all[2] = static_cast<legacy<int>>(hidden) == at;
    const sycl::local_ptr<int> to_local(local);
    const auto made = sycl::make_ptr<int, address_space::local_space>(to_local.get());
    all[3] = *made == 100;
  });
  EXPECT_EQ(right, std::vector<int>(4, 1));
}

template <class Type, sycl::target Target>
using atomic_accessor = sycl::accessor<Type, 1, sycl::access_mode::atomic, Target>;

// 4.15.4: an accessor of mode atomic has atomics as elements.
TEST(Atomic, IsTheElementOfAnAccessorOfItsMode) {
  constexpr int items = 256;
  std::vector<int> sums(3, 0);
  {
    sycl::queue queue;
    sycl::buffer<int> buffer(sums);
    queue.submit([&](sycl::handler& group) {
      auto values = buffer.get_access<sycl::access_mode::atomic>(group);
      group.parallel_for(items, [=](sycl::id<1> i) {
        sycl::atomic<int> sum = values[0];
        sum.fetch_add(static_cast<int>(i));
        sycl::atomic_fetch_max(values[sycl::id<1>(1)], static_cast<int>(i));
      });
    });
    queue.submit([&](sycl::handler& group) {
      sycl::accessor result(buffer, group, sycl::read_write);
      atomic_accessor<int, sycl::target::local> local(sycl::range<1>(1), group);
      group.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> item) {
        if (item.get_local_id(0) == 0) local[0].store(0);
        sycl::group_barrier(item.get_group());
        local[0].fetch_or(1 << (item.get_local_id(0) % 8));
        sycl::group_barrier(item.get_group());
        if (item.get_local_id(0) == 0) result[2] = local[0].load();
      });
    });
  }
  EXPECT_EQ(sums, (std::vector<int>{items * (items - 1) / 2, items - 1, 255}));
}

TEST(Atomic, IsExchanged) {
  std::vector<int> right(4, -1);
  {
    sycl::queue queue;
    sycl::buffer<int> buffer(right);
    sycl::buffer<float> floats{sycl::range<1>(1)};
    queue.submit([&](sycl::handler& group) {
      sycl::accessor all(buffer, group, sycl::write_only);
      sycl::accessor plain(floats, group, sycl::write_only, sycl::no_init);
      group.single_task([=] {
        sycl::atomic<float, address_space::global_space> value(
            plain.template get_multi_ptr<decorated::legacy>());
        value.store(1.5f);
        all[0] = value.exchange(2.5f) == 1.5f && sycl::atomic_load(value) == 2.5f;
        sycl::atomic<int> number(all.template get_multi_ptr<decorated::no>() + 3);
        number.store(4);
        int expected = 5;
        all[1] = !number.compare_exchange_strong(expected, 6) && expected == 4;
        all[2] = sycl::atomic_compare_exchange_strong(number, expected, 1) && number.load() == 1;
      });
    });
  }
  EXPECT_EQ(right, std::vector<int>(4, 1));
}

}  // namespace
