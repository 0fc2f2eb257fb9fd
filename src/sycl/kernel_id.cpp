// Lists the kernels of units, from the tables of their images.
#include "sycl/kernel_id.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "device_image/image.h"
#include "sycl/failure.h"
#include "sycl/program.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

/// The kernels of units that somebody has asked for.
struct KnownUnit {
  const cleave_sycl_unit* unit = nullptr;
  std::vector<Ref<KernelId>> kernels;
};
struct KnownUnits {
  std::mutex mutex;
  std::vector<KnownUnit> units;
};
KnownUnits& known() {
  static auto* const made = new KnownUnits;
  return *made;
}

std::vector<Ref<KernelId>> read_kernels(const cleave_sycl_unit& unit) {
  std::vector<Ref<KernelId>> kernels;
  if (unit.image == nullptr) return kernels;
  const device_image::Blob blob =
      device_image::read_blob({static_cast<const std::byte*>(unit.image), unit.image_bytes});
  for (const device_image::ImageView& image : blob.images) {
    for (device_image::KernelRow& kernel : device_image::read_table(image).kernels) {
      kernels.push_back(
          support::make_ref<KernelId>(unit, std::move(kernel.symbol), std::move(kernel.constants)));
    }
  }
  return kernels;
}

/// Precondition: the mutex is held.
const std::vector<Ref<KernelId>>& kernels_of(KnownUnits& all, const cleave_sycl_unit& unit) {
  const auto found = std::ranges::find(all.units, &unit, &KnownUnit::unit);
  if (found != all.units.end()) return found->kernels;
  return all.units.emplace_back(&unit, read_kernels(unit)).kernels;
}

}  // namespace

std::vector<Ref<KernelId>> all_kernel_ids() {
  KnownUnits& all = known();
  const std::lock_guard lock(all.mutex);
  std::vector<Ref<KernelId>> kernels;
  for (const cleave_sycl_unit* unit : registered_units()) {
    const auto& its_kernels = kernels_of(all, *unit);
    kernels.insert(kernels.end(), its_kernels.begin(), its_kernels.end());
  }
  return kernels;
}

Ref<KernelId> find_kernel_id(const char* symbol) {
  for (Ref<KernelId>& kernel : all_kernel_ids()) {
    if (kernel->symbol() == symbol) return std::move(kernel);
  }
  fail(Code::invalid, "the program has no " + describe_symbol(symbol));
}

void forget_kernel_ids(const cleave_sycl_unit& unit) {
  KnownUnits& all = known();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.units, [&](const KnownUnit& each) { return each.unit == &unit; });
}

}  // namespace cleave::sycl
