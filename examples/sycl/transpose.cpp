// Turns a matrix by tiles that work-groups share, with extensions that programs for DPC++ use: memory of a work-group in the
// kernel, a size of sub-groups at the launch, a copy of rows, a barrier in the queue.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace oneapi = sycl::ext::oneapi;
namespace properties = sycl::ext::oneapi::experimental;

int main() {
  constexpr size_t size = 512, tile = 16, pitch = size + 8;
  std::vector<float> host(size * size);
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i);
  sycl::queue queue;
  float* const from = sycl::malloc_device<float>(pitch * size, queue);
  float* const to = sycl::malloc_shared<float>(size * size, queue);

  queue.ext_oneapi_copy2d(host.data(), size, from, pitch, size,
                          size);  // rows with room behind them
  queue.ext_oneapi_submit_barrier();
  constexpr properties::properties how{properties::sub_group_size<16>,
                                       properties::work_group_size<tile, tile>};
  queue.parallel_for(
      sycl::nd_range<2>({size, size}, {tile, tile}), how, [=](sycl::nd_item<2> item) {
        const auto group = item.get_group();
        auto& shared = *oneapi::group_local_memory_for_overwrite<float[tile][tile + 1]>(group);
        const size_t row = item.get_local_id(0), column = item.get_local_id(1);
        shared[row][column] = from[item.get_global_id(0) * pitch + item.get_global_id(1)];
        sycl::group_barrier(group);
        to[(group[1] * tile + row) * size + group[0] * tile + column] = shared[column][row];
      });
  queue.wait();

  size_t wrong = 0;
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      if (to[column * size + row] != host[row * size + column]) ++wrong;
    }
  }
  std::printf("%zu of %zu elements are wrong\n", wrong, size * size);
  if (wrong == 0) std::printf("all right\n");
  sycl::free(from, queue);
  sycl::free(to, queue);
  return wrong == 0 ? 0 : 1;
}
