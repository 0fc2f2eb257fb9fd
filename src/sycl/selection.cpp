// Compares devices.
#include "sycl/selection.h"

#include <algorithm>

#include "sycl/failure.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

bool has_aspects(const Device& device, const cleave_sycl_selection& selection) {
  const auto has = [&](int32_t aspect) { return device.has(static_cast<Aspect>(aspect)); };
  return std::all_of(selection.wanted, selection.wanted + selection.wanted_count, has) &&
         std::none_of(selection.unwanted, selection.unwanted + selection.unwanted_count, has);
}

}  // namespace

bool runs_program(const Device& device) {
  const auto its_device_runs = [](const cleave_sycl_unit& unit, const void* its_device) {
    return runs(*static_cast<const Device*>(its_device), unit);
  };
  return all_units(its_device_runs, &device);
}

int32_t score(const Device& device, const cleave_sycl_selection& selection) {
  constexpr int32_t most_units = 0xffff;
  if (!has_aspects(device, selection) || !runs_program(device)) return -1;
  const auto units = static_cast<int32_t>(std::min<cl_uint>(device.unit_count(), most_units));
  return (device.has(Aspect::gpu) ? 2 : 1) * (most_units + 1) + units;
}

Ref<Device> select(const cleave_sycl_selection& selection) {
  Device* best = nullptr;
  int32_t best_score = -1;
  std::string without_code;
  for (const Platform* platform : Platform::all()) {
    for (Device* device : platform->roots()) {
      const int32_t its_score = score(*device, selection);
      if (its_score > best_score) {
        best = device;
        best_score = its_score;
      }
      if (its_score < 0 && has_aspects(*device, selection)) {
        without_code += (without_code.empty() ? "'" : ", '") + device->text(CL_DEVICE_NAME) + "'";
      }
    }
  }
  if (best != nullptr) return Ref(best);
  if (without_code.empty()) fail(Code::runtime, "there is no OpenCL device with these aspects");
  fail(Code::runtime, "the program has no code for " + without_code +
                          "; --image=both compiles it for other OpenCL drivers, too");
}

}  // namespace cleave::sycl
