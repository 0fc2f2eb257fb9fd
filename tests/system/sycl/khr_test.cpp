// Casts pointers between address spaces and asks groups: sycl_khr_static_addrspace_cast, sycl_khr_dynamic_addrspace_cast,
// sycl_khr_group_interface, sycl_ext_intel_usm_address_spaces.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

static_assert(SYCL_KHR_STATIC_ADDRSPACE_CAST == 1 && SYCL_KHR_DYNAMIC_ADDRSPACE_CAST == 1 &&
              SYCL_KHR_GROUP_INTERFACE == 1 && SYCL_EXT_INTEL_USM_ADDRESS_SPACES == 3);

using sycl::access::address_space;
using sycl::access::decorated;

constexpr size_t count = 64;
constexpr size_t width = 16;

/// Runs a kernel that tells whether all is right, with a local accessor.
template <class Kernel>
void expect_all(Kernel kernel) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(count, queue);
  queue
      .submit([&](sycl::handler& group) {
        const sycl::local_accessor<int> local(width, group);
        group.parallel_for(sycl::nd_range<1>(count, width), [=](sycl::nd_item<1> item) {
          made[item.get_global_id(0)] = kernel(item, made, &local[0]) ? 1 : 0;
        });
      })
      .wait();
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(made[i], 1) << i;
  sycl::free(made, queue);
}

/// Whether the pointer points into this space and no other.
template <address_space Space, class Pointer>
bool is_in(Pointer pointer) {
  using sycl::khr::dynamic_addrspace_cast;
  const auto raw = [](auto made) { return made.get_raw() != nullptr; };
  return raw(dynamic_addrspace_cast<address_space::global_space>(pointer)) ==
             (Space == address_space::global_space) &&
         raw(dynamic_addrspace_cast<address_space::local_space>(pointer)) ==
             (Space == address_space::local_space) &&
         raw(dynamic_addrspace_cast<address_space::private_space>(pointer)) ==
             (Space == address_space::private_space) &&
         raw(dynamic_addrspace_cast<Space>(pointer)) &&
         raw(dynamic_addrspace_cast<address_space::generic_space>(pointer));
}

TEST(AddressSpaces, PointersAreAskedForTheirs) {
  expect_all([](sycl::nd_item<1>, int* global, int* local) {
    int own = 1;
    const int constant = own;
    return is_in<address_space::global_space>(global) && is_in<address_space::local_space>(local) &&
           is_in<address_space::private_space>(&own) &&
           is_in<address_space::private_space>(&constant) &&
           is_in<address_space::local_space>(sycl::generic_ptr<int, decorated::yes>(
               sycl::address_space_cast<address_space::generic_space, decorated::yes>(local)));
  });
}

TEST(AddressSpaces, PointersAreCastToWhatIsKnown) {
  using sycl::khr::static_addrspace_cast;
  expect_all([](sycl::nd_item<1>, int* global, int* local) {
    const auto generic =
        sycl::address_space_cast<address_space::generic_space, decorated::yes>(local);
    const auto decorated_one = static_addrspace_cast<address_space::local_space>(generic);
    static_assert(
        std::is_same_v<decltype(decorated_one),
                       const sycl::multi_ptr<int, address_space::local_space, decorated::yes>>);
    const auto raw = static_addrspace_cast<address_space::global_space>(global);
    static_assert(
        std::is_same_v<decltype(raw),
                       const sycl::multi_ptr<int, address_space::global_space, decorated::no>>);
    return decorated_one.get_raw() == local && raw.get() == global;
  });
}

TEST(AddressSpaces, DeviceAndHostArePartsOfTheGlobalOne) {
  namespace intel = sycl::ext::intel;
  using device_ptr = intel::device_ptr<int>;
  using raw_host_ptr = intel::raw_host_ptr<int>;
  static_assert(std::is_same_v<device_ptr,
                               sycl::multi_ptr<int, address_space::ext_intel_global_device_space>>);
  static_assert(!std::is_convertible_v<device_ptr, sycl::global_ptr<int>>);
  static_assert(std::is_constructible_v<sycl::global_ptr<int>, device_ptr>);
  static_assert(!std::is_convertible_v<raw_host_ptr, sycl::raw_global_ptr<int>>);
  static_assert(std::is_constructible_v<sycl::raw_global_ptr<int>, raw_host_ptr>);
  static_assert(std::is_convertible_v<raw_host_ptr, sycl::raw_generic_ptr<int>>);
  static_assert(!std::is_convertible_v<raw_host_ptr, intel::raw_device_ptr<int>>);
  sycl::queue queue;
  sycl::buffer<int> buffer(count);
  int* const other = sycl::malloc_host<int>(count, queue);
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor numbers(buffer, group);
    group.parallel_for(count, [=](sycl::id<1> i) {
      const intel::raw_device_ptr<int> of_accessor(numbers);
      const device_ptr legacy(numbers);
      const raw_host_ptr host =
          sycl::address_space_cast<address_space::ext_intel_global_host_space, decorated::no>(
              other);
      const auto global = static_cast<sycl::raw_global_ptr<int>>(host);
      const auto decorated_one = static_cast<sycl::decorated_global_ptr<int>>(
          intel::decorated_device_ptr<int>(of_accessor));
      of_accessor[i] = static_cast<int>(i);
      legacy[i] += 1;
      decorated_one[i] += 1;
      global[i] = static_cast<int>(2 * i);
    });
  });
  const sycl::host_accessor read(buffer);
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(read[i], static_cast<int>(i + 2));
    EXPECT_EQ(other[i], static_cast<int>(2 * i));
  }
  sycl::free(other, queue);
}

TEST(GroupInterface, GroupsTellWhatThoseOfSycl2020Do) {
  expect_all([](sycl::nd_item<1> item, int*, int*) {
    const sycl::khr::work_group<1> group = item.get_group();
    const sycl::khr::member_item member = sycl::khr::get_member_item(group);
    const sycl::khr::sub_group lanes = item.get_sub_group();
    const auto lane = get_member_item(lanes);
    static_assert(decltype(member)::fence_scope == sycl::memory_scope::work_item);
    static_assert(std::is_same_v<decltype(lane.linear_id()), std::uint32_t>);
    return group.id() == item.get_group().get_group_id() &&
           group.range() == item.get_group_range() &&
           group.linear_id() == item.get_group_linear_id() && group.size() == width &&
           member.id() == item.get_local_id() && member.range() == item.get_local_range() &&
           member.linear_id() == item.get_local_linear_id() && member.size() == 1 &&
           lanes.size() == item.get_sub_group().get_local_linear_range() &&
           lanes.max_size() == item.get_sub_group().get_max_local_range()[0] &&
           lane.linear_id() == item.get_sub_group().get_local_linear_id() &&
           leader_of(group) == (item.get_local_linear_id() == 0) && leader_of(member) &&
           leader_of(lanes) == item.get_sub_group().leader() &&
           sycl::group<1>(group) == item.get_group() &&
           sycl::sub_group(lanes) == item.get_sub_group();
  });
}

TEST(GroupInterface, HasThreeDimensions) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(96, queue);
  queue
      .parallel_for(sycl::nd_range<3>({4, 6, 4}, {2, 3, 4}),
                    [=](sycl::nd_item<3> item) {
                      const sycl::khr::work_group group = item.get_group();
                      const auto member = get_member_item(group);
                      made[item.get_global_linear_id()] =
                          group.id() == item.get_group().get_group_id() &&
                          member.id() == item.get_local_id() &&
                          member.linear_id() == item.get_local_linear_id() && group.size() == 24;
                    })
      .wait();
  for (int i = 0; i < 96; ++i) EXPECT_EQ(made[i], 1) << i;
  sycl::free(made, queue);
}

}  // namespace
