// Lists the units whose code is loaded, and forgets the programs of those that go.
#include "sycl/unit_registry.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include "sycl/kernel_id.h"
#include "sycl/program.h"

namespace cleave::sycl {
namespace {

// A container's header holds these there.
constexpr size_t checksum_offset = 24;
constexpr size_t code_bytes_offset = 40;

uint64_t image_field(const cleave_sycl_unit& unit, size_t offset) {
  uint64_t field = 0;
  std::memcpy(&field, static_cast<const std::byte*>(unit.image) + offset, sizeof field);
  return field;
}

struct Registry {
  std::mutex mutex;
  std::vector<const cleave_sycl_unit*> units;
};
Registry& registry() {
  static auto* const made = new Registry;
  return *made;
}

std::atomic<uint64_t> generation{1};

/// SPIR-V has no checksum of its own (FNV-1a).
Checksum hash(const void* data, uint64_t bytes) {
  Checksum sum = 0xcbf29ce484222325;
  for (uint64_t i = 0; i < bytes; ++i) {
    sum = (sum ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3;
  }
  return sum;
}

}  // namespace

Checksum checksum_of(const cleave_sycl_unit& unit) {
  if (!has_image_code(unit)) return hash(unit.spirv, unit.spirv_bytes);
  return image_field(unit, checksum_offset);
}

bool has_image_code(const cleave_sycl_unit& unit) {
  return unit.image != nullptr && image_field(unit, code_bytes_offset) != 0;
}

void register_unit(const cleave_sycl_unit& unit) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.units.push_back(&unit);
}

void unregister_unit(const cleave_sycl_unit& unit) {
  const Checksum code = checksum_of(unit);
  forget_kernel_ids(unit);
  Registry& all = registry();
  {
    const std::lock_guard lock(all.mutex);
    std::erase(all.units, &unit);
    end_kernel_generation();
    const auto has_same_code = [&](const cleave_sycl_unit* other) {
      return checksum_of(*other) == code;
    };
    if (std::ranges::any_of(all.units, has_same_code)) return;
  }
  forget_programs(code);
}

uint64_t kernel_generation() {
  return generation.load(std::memory_order_acquire);
}

void end_kernel_generation() {
  generation.fetch_add(1, std::memory_order_release);
}

bool all_units(const std::function<bool(const cleave_sycl_unit& unit)>& accepts) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  return std::ranges::all_of(all.units,
                             [&](const cleave_sycl_unit* unit) { return accepts(*unit); });
}

std::vector<const cleave_sycl_unit*> registered_units() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  return all.units;
}

std::vector<const cleave_sycl_unit*> units_of_program(const cleave_sycl_unit& unit) {
  std::vector<const cleave_sycl_unit*> units{&unit};
  for (size_t i = 0; i < units.size(); ++i) {
    for (uint64_t k = 0; k < units[i]->wanted_count; ++k) {
      const cleave_sycl_unit* const other = *units[i]->wanted[k];
      if (!std::ranges::count(units, other)) units.push_back(other);
    }
  }
  return units;
}

}  // namespace cleave::sycl
