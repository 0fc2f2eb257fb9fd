// The twin of accessor_launch: a command group with two accessors.
#include <sycl/sycl.hpp>

#include <optional>

#include "launch.h"

namespace cleave::benchmark::twins {
namespace {

/// Buffers of the memory that the case has, made when that comes first. The memory is the host's, too: nothing is copied.
struct Buffers {
  unsigned* addend = nullptr;
  unsigned* sum = nullptr;
  std::optional<sycl::buffer<unsigned>> of_addend, of_sum;

  void make(unsigned* its_addend, unsigned* its_sum) {
    if (addend == its_addend && sum == its_sum) return;
    const sycl::property_list in_place{sycl::property::buffer::use_host_ptr()};
    addend = its_addend;
    sum = its_sum;
    of_addend.emplace(addend, sycl::range<1>(1), in_place);
    of_sum.emplace(sum, sycl::range<1>(1), in_place);
    of_addend->set_write_back(false);
    of_sum->set_write_back(false);
  }
};

}  // namespace

void accessor_launch_add(sycl::queue& queue, const Launch& launch) {
  static thread_local Buffers buffers;
  buffers.make(launch.pointer<unsigned>(0), launch.pointer<unsigned>(1));
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor addend(*buffers.of_addend, group, sycl::read_only);
    const sycl::accessor sum(*buffers.of_sum, group, sycl::read_write);
    group.single_task([=] { sum[0] += addend[0]; });
  });
}

}  // namespace cleave::benchmark::twins
