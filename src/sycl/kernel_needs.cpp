// Compares the tables of images with devices.
#include "sycl/kernel_needs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "device_image/image.h"
#include "sycl/failure.h"
#include "sycl/symbol_name.h"

namespace cleave::sycl {
namespace {

struct Needs {
  std::vector<uint32_t> aspects;
  std::array<uint32_t, 3> work_group_size = {};  // in the order of OpenCL; zeros: any
  uint32_t sub_group_size = 0;                   // 0: any

  [[nodiscard]] bool are_none() const {
    return aspects.empty() && work_group_size[0] == 0 && sub_group_size == 0;
  }
};

/// The needs of a unit's functions; those that have none are not there.
struct NeedsOfUnit {
  std::unordered_map<std::string, Needs> kernels;
  /// Has rows of kernels and of external functions: their aspects, where the kernels' rows do not have them, and the functions of
  /// other units that they call.
  std::unordered_map<std::string, device_image::FunctionNeeds> functions;

  [[nodiscard]] const device_image::FunctionNeeds* of(const std::string& symbol) const {
    const auto at = functions.find(symbol);
    return at == functions.end() ? nullptr : &at->second;
  }
};

struct KnownNeeds {
  std::shared_mutex mutex;
  std::unordered_map<Checksum, std::shared_ptr<const NeedsOfUnit>> by_image;
};
KnownNeeds& known_needs() {
  static auto* const made = new KnownNeeds;
  return *made;
}

NeedsOfUnit read_needs(const cleave_sycl_unit& unit) {
  NeedsOfUnit found;
  if (unit.image == nullptr) return found;
  const auto* const bytes = static_cast<const std::byte*>(unit.image);
  const device_image::Blob blob = device_image::read_blob({bytes, unit.image_bytes});
  if (!blob.problem.empty()) return found;  // the driver tells
  device_image::Table table = device_image::read_table(blob.images.front());
  for (device_image::KernelRow& row : table.kernels) {
    const bool is_hierarchical = row.required_hierarchical_size[0] != 0;
    Needs needs{std::move(row.aspects),
                is_hierarchical ? row.required_hierarchical_size : row.required_work_group_size,
                row.sub_group_size};
    if (!needs.are_none()) found.kernels.try_emplace(std::move(row.symbol), std::move(needs));
  }
  for (device_image::FunctionNeeds& row : table.needs) {
    std::string symbol = row.symbol;
    found.functions.try_emplace(std::move(symbol), std::move(row));
  }
  return found;
}

/// Reads each image once.
std::shared_ptr<const NeedsOfUnit> needs_of(const cleave_sycl_unit& unit) {
  const Checksum image = checksum_of(unit);
  KnownNeeds& known = known_needs();
  {
    const std::shared_lock lock(known.mutex);
    if (const auto at = known.by_image.find(image); at != known.by_image.end()) return at->second;
  }
  auto read = std::make_shared<const NeedsOfUnit>(read_needs(unit));
  const std::unique_lock lock(known.mutex);
  return known.by_image.try_emplace(image, std::move(read)).first->second;
}

std::string name_of_aspect(uint32_t number) {
  switch (static_cast<Aspect>(number)) {
#define CLEAVE_ASPECT(name, number) \
  case Aspect::name:                \
    return "aspect::" #name;
#include "sycl/detail/aspects.def"
  }
  return "aspect " + std::to_string(number);
}

std::string list_of(const std::vector<size_t>& sizes) {
  std::string text;
  for (const size_t size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

std::string unmet_work_group_size(const std::array<uint32_t, 3>& wanted, const Device& device) {
  const auto most = device.value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const std::vector<size_t> most_of_each = device.values<size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  size_t product = 1;
  bool fits = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    fits = fits && product <= most / std::max<size_t>(wanted[i], 1) &&
           (i >= most_of_each.size() || wanted[i] <= most_of_each[i]);
    product *= fits ? wanted[i] : 1;
  }
  if (fits) return {};
  // A size of the table that is the largest number stands for all that are larger.
  const bool is_more = std::ranges::count(wanted, std::numeric_limits<uint32_t>::max()) != 0;
  std::vector<size_t> in_order{wanted[2], wanted[1], wanted[0]};
  // Dimensions that the attribute does not name are 1.
  while (in_order.size() > 1 && in_order.front() == 1) in_order.erase(in_order.begin());
  return "reqd_work_group_size(" + list_of(in_order) + ")" + (is_more ? ", or more," : "") +
         " does not fit: work-groups of the device have at most " + std::to_string(most) +
         " work-items";
}

/// Returns the first aspect that the device lacks, or an empty text.
std::string missing_aspect(const std::vector<uint32_t>& aspects, const Device& device) {
  for (const uint32_t number : aspects) {
    if (!device.has(static_cast<Aspect>(number))) return name_of_aspect(number);
  }
  return {};
}

std::string unmet(const Needs& needs, const Device& device) {
  if (const std::string aspect = missing_aspect(needs.aspects, device); !aspect.empty()) {
    return "it needs " + aspect + ", which the device lacks";
  }
  if (needs.sub_group_size != 0) {
    const auto sizes = device.values<size_t>(CL_DEVICE_SUB_GROUP_SIZES_INTEL);
    if (!std::ranges::count(sizes, needs.sub_group_size)) {
      return "reqd_sub_group_size(" + std::to_string(needs.sub_group_size) +
             ") is none of the device's sizes: " + list_of(sizes);
    }
  }
  return needs.work_group_size[0] == 0 ? std::string()
                                       : unmet_work_group_size(needs.work_group_size, device);
}

/// Returns what a function of another unit needs that a function of this one calls, directly or not.
std::string unmet_by_calls(const cleave_sycl_unit& unit, const device_image::FunctionNeeds& first,
                           const Device& device) {
  std::vector<std::shared_ptr<const NeedsOfUnit>> needs;
  for (const cleave_sycl_unit* each : units_of_program(unit)) needs.push_back(needs_of(*each));
  std::vector<std::string> called = first.calls;
  for (size_t i = 0; i < called.size(); ++i) {
    const std::string symbol = called[i];
    for (const auto& each : needs) {
      const device_image::FunctionNeeds* const row = each->of(symbol);
      if (row == nullptr) continue;
      if (const std::string aspect = missing_aspect(row->aspects, device); !aspect.empty()) {
        return "it calls " + demangled(symbol.c_str()) + " of another unit, which needs " + aspect +
               ", and the device lacks that";
      }
      for (const std::string& next : row->calls) {
        if (!std::ranges::count(called, next)) called.push_back(next);
      }
    }
  }
  return {};
}

/// Returns why a device cannot run the kernel, whatever code it takes: an aspect or a size of work-groups or sub-groups
/// that it lacks, for the kernel or for a function that it calls, in whatever unit; empty where it can.
std::string unmet_need(const cleave_sycl_unit& unit, const std::string& symbol,
                       const Device& device) {
  const auto needs = needs_of(unit);
  if (const auto at = needs->kernels.find(symbol); at != needs->kernels.end()) {
    if (std::string text = unmet(at->second, device); !text.empty()) return text;
  }
  const device_image::FunctionNeeds* const row = needs->of(symbol);
  return row == nullptr ? std::string() : unmet_by_calls(unit, *row, device);
}

}  // namespace

void check_needs(const cleave_sycl_unit& unit, const std::string& symbol, const Device& device) {
  const std::string unmet = unmet_need(unit, symbol, device);
  if (unmet.empty()) return;
  fail(Code::kernel_not_supported, "the device '" + device.text(CL_DEVICE_NAME) + "': " + unmet);
}

std::array<uint32_t, 3> required_work_group_size(const cleave_sycl_unit& unit,
                                                 const std::string& symbol) {
  const auto needs = needs_of(unit);
  const auto at = needs->kernels.find(symbol);
  return at == needs->kernels.end() ? std::array<uint32_t, 3>{} : at->second.work_group_size;
}

bool meets_all_needs(const cleave_sycl_unit& unit, const Device& device) {
  const auto needs = needs_of(unit);
  const auto is_met = [&](const auto& each) {
    return unmet_need(unit, each.first, device).empty();
  };
  return std::ranges::all_of(needs->kernels, is_met) &&
         std::ranges::all_of(needs->functions, [&](const auto& each) {
           return missing_aspect(each.second.aspects, device).empty() && is_met(each);
         });
}

bool runs(const Device& device, const KernelId& kernel) {
  return runs(device, kernel.unit()) && unmet_need(kernel.unit(), kernel.symbol(), device).empty();
}

void forget_needs(Checksum image) {
  KnownNeeds& known = known_needs();
  const std::unique_lock lock(known.mutex);
  known.by_image.erase(image);
}

}  // namespace cleave::sycl
