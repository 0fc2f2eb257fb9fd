// Gives kernels properties at their launches and in their functors (sycl_ext_oneapi_properties, sycl_ext_oneapi_kernel_properties).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace tests {
struct RuntimeProperty {
  explicit RuntimeProperty(int its_value) : value(its_value) {}
  int value;
};
struct OtherProperty {
  std::vector<int> values;
};
struct FlagKey;
struct NumberKey;
struct TypesKey;
}  // namespace tests

namespace sycl::ext::oneapi::experimental {
template <class Object>
struct is_property_key_of<tests::RuntimeProperty, Object> : std::true_type {};
template <>
struct is_property_key<tests::OtherProperty> : std::true_type {};
template <class First, class Second>
struct property_value<tests::TypesKey, First, Second> {
  using first_t = First;
  using second_t = Second;
};
}  // namespace sycl::ext::oneapi::experimental

namespace {

namespace properties = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_PROPERTIES == 1 && SYCL_EXT_ONEAPI_KERNEL_PROPERTIES == 1);

constexpr properties::property_value<tests::FlagKey> flag;
template <int Value>
constexpr properties::property_value<tests::NumberKey, std::integral_constant<int, Value>> number;

TEST(Properties, TheirOrderDoesNotMatter) {
  const properties::properties one{flag, number<3>, tests::RuntimeProperty(5)};
  const properties::properties other{tests::RuntimeProperty(6), number<3>, flag};
  static_assert(std::is_same_v<decltype(one), decltype(other)>);
  static_assert(!std::is_same_v<decltype(properties::properties{number<3>}),
                                decltype(properties::properties{number<4>})>);
  static_assert(one.has_property<tests::FlagKey>());
  static_assert(!properties::empty_properties_t::has_property<tests::FlagKey>());
  static_assert(one.get_property<tests::NumberKey>().value == 3);
  static_assert(one.get_property<tests::NumberKey>() == number<3>);
  static_assert(one.get_property<tests::NumberKey>() != number<4>);
  static_assert(std::is_same_v<decltype(number<3>)::key_t, tests::NumberKey>);
  EXPECT_EQ(one.get_property<tests::RuntimeProperty>().value, 5);
  EXPECT_EQ(other.get_property<tests::RuntimeProperty>().value, 6);
}

TEST(Properties, TypesMayBeParameters) {
  constexpr properties::property_value<tests::TypesKey, int, float> types;
  const properties::properties list{types};
  static_assert(std::is_same_v<decltype(list.get_property<tests::TypesKey>())::second_t, float>);
}

TEST(Properties, TraitsTellWhatIsAList) {
  static_assert(properties::is_property_list_v<decltype(properties::properties{flag})>);
  static_assert(!properties::is_property_list_v<int>);
  static_assert(properties::is_property_value_of<tests::RuntimeProperty, sycl::queue>::value);
  static_assert(!properties::is_property_value_of<decltype(flag), sycl::queue>::value);
  static_assert(sycl::is_device_copyable_v<decltype(properties::properties{flag, number<1>})>);
  static_assert(
      sycl::is_device_copyable_v<decltype(properties::properties{tests::RuntimeProperty(1)})>);
  static_assert(
      !sycl::is_device_copyable_v<decltype(properties::properties{tests::OtherProperty{}})>);
}

TEST(Properties, KernelsReadThem) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(1, queue);
  const properties::properties list{number<4>, tests::RuntimeProperty(5)};
  queue
      .single_task([=] {
        *made = list.get_property<tests::NumberKey>().value +
                list.get_property<tests::RuntimeProperty>().value;
      })
      .wait();
  EXPECT_EQ(*made, 9);
  sycl::free(made, queue);
}

template <class Call>
sycl::errc code_of(Call call) {
  try {
    call();
  } catch (const sycl::exception& error) {
    return static_cast<sycl::errc>(error.code().value());
  }
  return sycl::errc::success;
}

constexpr size_t count = 256;

/// The size of sub-groups that each work-item saw.
class Sizes {
 public:
  Sizes() : data_(sycl::malloc_shared<unsigned>(count, queue)) {
    for (size_t i = 0; i < count; ++i) data_[i] = 0;
  }
  ~Sizes() { sycl::free(data_, queue); }
  void expect(unsigned size) {
    queue.wait();
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(data_[i], size) << i;
  }
  unsigned* data() const { return data_; }
  sycl::queue queue;

 private:
  unsigned* data_;
};

template <class Item>
void note(unsigned* sizes, const Item& item) {
  sizes[item.get_global_linear_id()] =
      static_cast<unsigned>(item.get_sub_group().get_max_local_range()[0]);
}

constexpr properties::properties eight{properties::sub_group_size<8>};
constexpr properties::properties sixteen{properties::sub_group_size<16>};

TEST(KernelProperties, SubGroupsHaveTheSize) {
  Sizes sizes;
  unsigned* const seen = sizes.data();
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), eight,
                           [=](sycl::nd_item<1> item) { note(seen, item); });
  sizes.expect(8);
  sizes.queue.submit([&](sycl::handler& group) {
    group.parallel_for<class NamedKernel>(sycl::nd_range<1>(count, 64), sixteen,
                                          [=](sycl::nd_item<1> item) { note(seen, item); });
  });
  sizes.expect(16);
}

TEST(KernelProperties, OneFunctionMayHaveSeveral) {
  Sizes sizes;
  unsigned* const seen = sizes.data();
  const auto kernel = [=](sycl::nd_item<1> item) { note(seen, item); };
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), eight, kernel);
  sizes.expect(8);
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), sixteen, kernel);
  sizes.expect(16);
}

TEST(KernelProperties, EveryShortcutTakesThem) {
  Sizes sizes;
  unsigned* const seen = sizes.data();
  const std::vector<sycl::event> none;
  const sycl::event first = sizes.queue.single_task(eight, [=] { seen[0] = 1; });
  const sycl::event second = sizes.queue.single_task(first, eight, [=] { seen[0] += 1; });
  sizes.queue.single_task(std::vector{second}, eight, [=] { seen[0] += 1; }).wait();
  EXPECT_EQ(seen[0], 3u);
  sizes.queue.parallel_for(sycl::range<1>(count), eight, [=](sycl::id<1> i) { seen[i] = 1; })
      .wait();
  sizes.queue.parallel_for(count, first, eight, [=](sycl::id<1> i) { seen[i] += 1; }).wait();
  sizes.queue.parallel_for(sycl::range<2>(16, 16), none, eight,
                           [=](sycl::item<2> item) { seen[item.get_linear_id()] += 1; });
  sizes.expect(3);
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), first, sixteen,
                           [=](sycl::nd_item<1> item) { note(seen, item); });
  sizes.expect(16);
  sizes.queue.parallel_for(sycl::nd_range<2>({16, 16}, {4, 16}), none, eight,
                           [=](sycl::nd_item<2> item) { note(seen, item); });
  sizes.expect(8);
  sizes.queue.submit([&](sycl::handler& group) {
    group.parallel_for_work_group(
        sycl::range<1>(4), sycl::range<1>(64), sixteen, [=](sycl::group<1> its_group) {
          its_group.parallel_for_work_item(
              [&](sycl::h_item<1> item) { seen[item.get_global_id()[0]] = 4; });
        });
  });
  sizes.expect(4);
}

TEST(KernelProperties, StandBeforeReductions) {
  Sizes sizes;
  unsigned* const seen = sizes.data();
  int* const sum = sycl::malloc_shared<int>(1, sizes.queue);
  *sum = 0;
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), sixteen,
                           sycl::reduction(sum, sycl::plus<>()),
                           [=](sycl::nd_item<1> item, auto& total) {
                             note(seen, item);
                             total += 1;
                           });
  sizes.expect(16);
  EXPECT_EQ(*sum, static_cast<int>(count));
  sycl::free(sum, sizes.queue);
}

TEST(KernelProperties, AccessorsAreCaptured) {
  sycl::queue queue;
  sycl::buffer<int> buffer(count);
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor numbers(buffer, group, sycl::write_only, sycl::no_init);
    const sycl::local_accessor<int> local(64, group);
    group.parallel_for(sycl::nd_range<1>(count, 64), eight, [=](sycl::nd_item<1> item) {
      local[item.get_local_id(0)] = static_cast<int>(item.get_global_id(0));
      sycl::group_barrier(item.get_group());
      numbers[item.get_global_id(0)] = local[63 - item.get_local_id(0)];
    });
  });
  const sycl::host_accessor read(buffer);
  for (size_t i = 0; i < count; ++i)
    EXPECT_EQ(read[i], static_cast<int>(i / 64 * 64 + 63 - i % 64));
}

TEST(KernelProperties, LaunchesOfAnotherSizeAreRefused) {
  sycl::queue queue;
  constexpr properties::properties list{properties::work_group_size<4, 16>};
  EXPECT_EQ(code_of([&] {
              queue.parallel_for(sycl::nd_range<2>({16, 16}, {16, 4}), list,
                                 [](sycl::nd_item<2>) {});
            }),
            sycl::errc::nd_range);
  queue.parallel_for(sycl::nd_range<2>({16, 16}, {4, 16}), list, [](sycl::nd_item<2>) {}).wait();
  static_assert(properties::work_group_size<4, 16>[1] == 16);
  constexpr properties::properties hint{properties::work_group_size_hint<64>};
  queue.parallel_for(sycl::nd_range<1>(256, 128), hint, [](sycl::nd_item<1>) {}).wait();
}

TEST(KernelProperties, AKernelIsForDevicesWithItsAspects) {
  sycl::queue queue;
  constexpr properties::properties fitting{
      properties::device_has<sycl::aspect::cpu, sycl::aspect::fp64>};
  constexpr properties::properties other{properties::device_has<sycl::aspect::custom>};
  queue.single_task(fitting, [] {}).wait();
  EXPECT_EQ(code_of([&] { queue.single_task(other, [] {}); }), sycl::errc::kernel_not_supported);
  static_assert(properties::device_has<sycl::aspect::cpu, sycl::aspect::fp64>.value.size() == 2);
}

struct Functor {
  unsigned* seen;
  void operator()(sycl::nd_item<1> item) const { note(seen, item); }
  auto get(properties::properties_tag) const {
    return properties::properties{properties::sub_group_size<16>, properties::work_group_size<64>};
  }
};

TEST(KernelProperties, FunctorsTellOfTheirOwn) {
  Sizes sizes;
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), Functor{sizes.data()});
  sizes.expect(16);
  EXPECT_EQ(code_of([&] {
              sizes.queue.parallel_for(sycl::nd_range<1>(count, 32), Functor{sizes.data()});
            }),
            sycl::errc::nd_range);
  const auto id = sycl::get_kernel_id<Functor>();
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      sizes.queue.get_context(), std::vector{id});
  const sycl::kernel kernel = bundle.get_kernel(id);
  namespace specific = sycl::info::kernel_device_specific;
  const sycl::device device = sizes.queue.get_device();
  EXPECT_EQ(kernel.get_info<specific::compile_sub_group_size>(device), 16u);
  EXPECT_EQ(kernel.get_info<specific::compile_work_group_size>(device), sycl::range<3>(1, 1, 64));
}

/// With a property of the launch beside its own.
struct WithSize {
  unsigned* seen;
  void operator()(sycl::nd_item<1> item) const { note(seen, item); }
  auto get(properties::properties_tag) const {
    return properties::properties{properties::work_group_size<64>};
  }
};

TEST(KernelProperties, ThoseOfLaunchAndFunctorHoldTogether) {
  Sizes sizes;
  sizes.queue.parallel_for(sycl::nd_range<1>(count, 64), eight, WithSize{sizes.data()});
  sizes.expect(8);
  EXPECT_EQ(code_of([&] {
              sizes.queue.parallel_for(sycl::nd_range<1>(count, 32), eight, WithSize{sizes.data()});
            }),
            sycl::errc::nd_range);
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((properties::device_has<sycl::aspect::custom, sycl::aspect::cpu>))
int needs_custom(int x) {
  return x + 1;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(properties::device_has<sycl::aspect::cpu>)
int needs_cpu(int x) {
  return x + 1;
}

TEST(KernelProperties, FunctionsHaveThem) {
  sycl::queue queue;
  int* const made = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *made = needs_cpu(1); }).wait();
  EXPECT_EQ(*made, 2);
  EXPECT_EQ(code_of([&] { queue.single_task([=] { *made = needs_custom(1); }); }),
            sycl::errc::kernel_not_supported);
  sycl::free(made, queue);
}

}  // namespace
