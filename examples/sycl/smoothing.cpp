// Takes the mean of neighbours, whose number a specialization constant says: kernels need no argument for it.
#include <sycl/sycl.hpp>

#include <cstdio>

constexpr sycl::specialization_id<int> radius(1);

/// Smooths the first `count` numbers with the constant's value, or with that of its definition if `value` is 0.
void smooth(sycl::queue& queue, const float* from, float* to, int count, int value) {
  queue
      .submit([&](sycl::handler& group) {
        if (value != 0) group.set_specialization_constant<radius>(value);
        group.parallel_for(static_cast<size_t>(count),
                           [=](sycl::id<1> i, sycl::kernel_handler constants) {
                             const int reach = constants.get_specialization_constant<radius>();
                             const int middle = static_cast<int>(i[0]);
                             float sum = 0;
                             int found = 0;
                             for (int k = middle - reach; k <= middle + reach; ++k) {
                               if (k < 0 || k >= count) continue;
                               sum += from[k];
                               ++found;
                             }
                             to[i] = sum / static_cast<float>(found);
                           });
      })
      .wait();
}

int main() {
  constexpr int count = 1000;
  sycl::queue queue;
  float* const from = sycl::malloc_shared<float>(count, queue);
  float* const to = sycl::malloc_shared<float>(count, queue);
  for (int i = 0; i < count; ++i) from[i] = i == 500 ? 210.0f : 0.0f;
  bool is_right = true;
  for (const int value : {0, 2, 3}) {
    smooth(queue, from, to, count, value);
    const int reach = value == 0 ? 1 : value;
    const float expected = 210.0f / static_cast<float>(2 * reach + 1);
    std::printf("radius %d: %g in the middle, expected %g\n", reach, to[500], expected);
    is_right =
        is_right && to[500] == expected && to[500 - reach] == expected && to[499 - reach] == 0;
  }
  std::printf(is_right ? "all right\n" : "wrong\n");
  sycl::free(from, queue);
  sycl::free(to, queue);
  return is_right ? 0 : 1;
}
