// Asks for work-groups that do not divide the range, in a unit without exceptions and type information.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.parallel_for(sycl::nd_range<1>(10, 3), [=](sycl::nd_item<1>) {});
}
