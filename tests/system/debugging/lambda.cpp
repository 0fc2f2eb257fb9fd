// A lambda for gdb to stop in, which knows a captured number and variables of its own. It is launched twice: gdb knows
// its code after the first launch.
#include <sycl/sycl.hpp>

namespace {

void launch(sycl::queue& queue, int* out, int factor) {
  queue
      .parallel_for(sycl::range<1>(64),
                    [=](sycl::id<1> i) {
                      const int number = static_cast<int>(i[0]);
                      const int product = number * factor;
                      out[i] = product + 1;
                    })
      .wait();
}

}  // namespace

int main() {
  sycl::queue queue;
  int* const out = sycl::malloc_shared<int>(64, queue);
  launch(queue, out, 3);
  const int first = out[5];
  launch(queue, out, 7);
  const int second = out[5];
  sycl::free(out, queue);
  return first == 16 && second == 36 ? 0 : 1;
}
