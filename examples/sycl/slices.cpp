// Divides each tile, the processors of a NUMA node, into compute slices (sycl_ext_intel_cslice), and lets a queue on each
// of them work: CLEAVE_COMPUTE_SLICES=0:2 ./slices
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

#ifndef SYCL_EXT_INTEL_CSLICE
#error "this program needs sycl_ext_intel_cslice"
#endif

namespace {

using sycl::info::partition_property;
constexpr auto by_cslice = partition_property::ext_intel_partition_by_cslice;

bool has_slices(const sycl::device& device) {
  for (const auto property : device.get_info<sycl::info::device::partition_properties>()) {
    if (property == by_cslice) return true;
  }
  return false;
}

/// Returns the slices of the device, or of its tiles where it has several.
std::vector<sycl::device> slices_of(const sycl::device& device) {
  if (has_slices(device)) return device.create_sub_devices<by_cslice>();
  std::vector<sycl::device> all;
  try {
    const auto tiles = device.create_sub_devices<partition_property::partition_by_affinity_domain>(
        sycl::info::partition_affinity_domain::numa);
    for (const sycl::device& tile : tiles) {
      if (!has_slices(tile)) continue;
      for (const sycl::device& slice : tile.create_sub_devices<by_cslice>()) all.push_back(slice);
    }
  } catch (const sycl::exception& error) {
    if (error.code() != sycl::errc::feature_not_supported) throw;
  }
  return all;
}

}  // namespace

int main() {
  const std::vector<sycl::device> slices = slices_of(sycl::device{sycl::cpu_selector_v});
  if (slices.empty()) {
    std::printf(
        "there are no compute slices: CLEAVE_COMPUTE_SLICES=0:2 asks for two of each tile\n");
    return 77;
  }
  constexpr size_t count = 1 << 16;
  const sycl::context context(slices);
  std::vector<sycl::queue> queues;
  for (const sycl::device& slice : slices) queues.emplace_back(context, slice);
  int* const squares = sycl::malloc_shared<int>(count * slices.size(), queues[0]);
  for (size_t i = 0; i < queues.size(); ++i) {
    int* const own = squares + i * count;
    queues[i].parallel_for(count,
                           [=](sycl::id<1> k) { own[k] = static_cast<int>(k % 100 * (k % 100)); });
  }
  for (sycl::queue& queue : queues) queue.wait();
  bool is_right = true;
  for (size_t i = 0; i < count * slices.size(); ++i) {
    const int number = static_cast<int>(i % count % 100);
    is_right = is_right && squares[i] == number * number;
  }
  sycl::free(squares, context);
  for (const sycl::device& slice : slices) {
    std::printf("a slice of %u units\n", slice.get_info<sycl::info::device::max_compute_units>());
  }
  std::printf(is_right ? "all right\n" : "wrong\n");
  return is_right ? 0 : 1;
}
