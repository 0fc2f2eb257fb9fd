// Launches kernels and a host task from a global constructor and a global destructor; a buffer brings its contents back when the process ends.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace {

std::vector<int>& contents() {
  static auto* const made = new std::vector<int>(4, 1);
  return *made;
}

/// Adds a number to all elements, in a kernel.
void add(sycl::buffer<int>& buffer, sycl::queue& queue, int number) {
  queue.submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group);
    group.parallel_for(buffer.get_range(), [=](sycl::id<1> i) { values[i] += number; });
  });
}

struct Global {
  /// Half of it is added by a kernel, the other half by a host task.
  void add_in_turn(int number) {
    add(buffer, queue, number / 2);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(buffer, group, sycl::read_write_host_task);
      group.host_task([=] {
        for (int& value : values) value += number / 2;
      });
    });
  }

  sycl::queue queue;
  sycl::buffer<int> buffer{contents().data(), sycl::range<1>(4)};
  Global() { add_in_turn(10); }
  ~Global() {
    add_in_turn(100);
    std::printf("in the destructor: %d\n", sycl::host_accessor(buffer, sycl::read_only)[3]);
  }
};
Global global;

}  // namespace

int main() {
  add(global.buffer, global.queue, 1000);
  std::printf("in main: %d\n", sycl::host_accessor(global.buffer, sycl::read_only)[0]);
}
