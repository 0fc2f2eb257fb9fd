// Runs kernels on every device that the program has code for, whoever its driver is. The words are parts of names of
// platforms or devices that must be among these; without one the test is skipped.
#include <sycl/sycl.hpp>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>

namespace {

constexpr int items = 256;
constexpr int group_items = 64;

class Check {
 public:
  explicit Check(const sycl::device& device) : queue_(device, sycl::property::queue::in_order()) {
    values_ = sycl::malloc_shared<float>(items, queue_);
    numbers_ = sycl::malloc_shared<int>(items, queue_);
  }
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;
  ~Check() {
    sycl::free(values_, queue_);
    sycl::free(numbers_, queue_);
  }

  int wrong() {
    simple();
    work_groups();
    sub_groups();
    atomics();
    mathematics();
    return wrong_;
  }

 private:
  void expect(bool is_right, const char* what) {
    if (is_right) return;
    std::printf("wrong: %s\n", what);
    ++wrong_;
  }

  void simple() {
    int* const numbers = numbers_;
    const int sum = 5;
    queue_.parallel_for(sycl::range<2>(16, 16), [=](sycl::item<2> item) {
      numbers[item.get_linear_id()] = static_cast<int>(item[0] * 100 + item[1]) + sum;
    });
    queue_.wait();
    expect(numbers[3 * 16 + 7] == 312, "an item of two dimensions");
  }

  /// Dynamic local memory, barriers, a reduction.
  void work_groups() {
    int* const numbers = numbers_;
    queue_.submit([&](sycl::handler& handler) {
      const sycl::local_accessor<int> local(group_items, handler);
      handler.parallel_for(sycl::nd_range<1>(items, group_items), [=](sycl::nd_item<1> item) {
        const size_t here = item.get_local_id(0);
        local[here] = static_cast<int>(item.get_global_id(0));
        sycl::group_barrier(item.get_group());
        const int other = local[group_items - 1 - here];
        sycl::group_barrier(item.get_group(), sycl::memory_scope::device);
        numbers[item.get_global_id(0)] =
            other + 1000 * sycl::reduce_over_group(item.get_group(), 1, sycl::plus<int>());
      });
    });
    queue_.wait();
    expect(numbers[65] == 64000 + 126, "local memory and a reduction of the work-group");
  }

  void sub_groups() {
    int* const numbers = numbers_;
    queue_.parallel_for(sycl::nd_range<1>(items, group_items),
                        [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(16)]] {
                          const auto group = item.get_sub_group();
                          sycl::group_barrier(group);
                          const int lane = static_cast<int>(group.get_local_linear_id());
                          numbers[item.get_global_id(0)] =
                              sycl::inclusive_scan_over_group(group, lane, sycl::plus<int>()) +
                              100 * static_cast<int>(group.get_max_local_range()[0]);
                        });
    queue_.wait();
    expect(numbers[3] == 1606 && numbers[31] == 1720, "a scan of sub-groups of 16");
  }

  void atomics() {
    int* const numbers = numbers_;
    numbers[0] = 0;
    numbers[1] = 1000;
    queue_.parallel_for(sycl::range<1>(items), [=](sycl::id<1> id) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(
          numbers[0]);
      sum.fetch_add(static_cast<int>(id[0]));
      sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::work_group> least(
          numbers[1]);
      least.fetch_min(static_cast<int>(id[0]));
    });
    queue_.wait();
    expect(numbers[0] == items * (items - 1) / 2 && numbers[1] == 0, "atomic operations");
  }

  void mathematics() {
    float* const values = values_;
    queue_.parallel_for(sycl::range<1>(items), [=](sycl::id<1> id) {
      constexpr float table[] = {1, 2, 4, 8};
      const auto x = static_cast<float>(id[0]);
      const std::complex<float> product = std::complex<float>(x, 1) * std::complex<float>(0, 1);
      values[id] = std::pow(x, 2.0f) + std::floor(std::sin(0.0f)) + sycl::sqrt(x * x) +
                   table[id[0] % 4] + product.imag();
    });
    queue_.wait();
    expect(std::fabs(values[10] - 124) < 0.001f, "functions of <cmath> and <complex>");
  }

  sycl::queue queue_;
  float* values_ = nullptr;
  int* numbers_ = nullptr;
  int wrong_ = 0;
};

class Any;

}  // namespace

int main(int count, char** words) {
  int wrong = 0;
  bool is_named = count < 2;
  for (const sycl::device& device : sycl::device::get_devices()) {
    const std::string name = device.get_platform().get_info<sycl::info::platform::name>() + ", " +
                             device.get_info<sycl::info::device::name>();
    const bool is_compatible = sycl::is_compatible<Any>(device);
    try {
      sycl::queue(device).single_task<Any>([=] {}).wait();
      if (!is_compatible) return 1;
    } catch (const sycl::exception& error) {
      std::printf("%s\n", error.what());
      if (is_compatible || error.code() != sycl::errc::kernel_not_supported) return 1;
      continue;
    }
    for (int i = 1; i < count; ++i) is_named |= name.find(words[i]) != std::string::npos;
    const int its_wrong = Check(device).wrong();
    std::printf("%s: %s\n", name.c_str(), its_wrong == 0 ? "all right" : "wrong");
    wrong += its_wrong;
  }
  if (!is_named) {
    std::printf("skipped: needs the device of another OpenCL driver that takes SPIR-V\n");
    return 77;
  }
  return wrong == 0 ? 0 : 1;
}
