// Compares devices.
#include "sycl/selection.h"

#include <algorithm>

#include "sycl/failure.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

std::string name_of(Aspect aspect) {
  switch (aspect) {
#define CLEAVE_ASPECT(name, number) \
  case Aspect::name:                \
    return #name;
#include "sycl/detail/aspects.def"
  }
  return std::to_string(static_cast<uint32_t>(aspect));
}

/// Says what the device lacks or has against the selection; empty where that is nothing.
std::string mismatch(const Device& device, const cleave_sycl_selection& selection) {
  for (size_t i = 0; i < selection.wanted_count; ++i) {
    const auto aspect = static_cast<Aspect>(selection.wanted[i]);
    if (!device.has(aspect)) return "lacks " + name_of(aspect);
  }
  for (size_t i = 0; i < selection.unwanted_count; ++i) {
    const auto aspect = static_cast<Aspect>(selection.unwanted[i]);
    if (device.has(aspect)) return "has " + name_of(aspect);
  }
  return {};
}

/// Advice for a program that wants another kind of device than there is.
std::string advice(const cleave_sycl_selection& selection) {
  for (const Aspect kind : {Aspect::gpu, Aspect::accelerator}) {
    if (std::count(selection.wanted, selection.wanted + selection.wanted_count,
                   static_cast<int32_t>(kind)) > 0) {
      return "; 'cleave run --type=" + name_of(kind) +
             " -- PROGRAM' makes Cleave's device one for the program";
    }
  }
  return {};
}

}  // namespace

bool runs_program(const Device& device) {
  return all_units([&](const cleave_sycl_unit& unit) { return runs(device, unit); });
}

int32_t score(const Device& device, const cleave_sycl_selection& selection) {
  constexpr int32_t most_units = 0xffff;
  if (!mismatch(device, selection).empty() || !runs_program(device)) return -1;
  const auto units = static_cast<int32_t>(std::min<cl_uint>(device.unit_count(), most_units));
  return (device.has(Aspect::gpu) ? 2 : 1) * (most_units + 1) + units;
}

Ref<Device> select(const cleave_sycl_selection& selection) {
  Device* best = nullptr;
  int32_t best_score = -1;
  std::string without_code;
  std::string mismatches;
  for (const Platform* platform : Platform::all()) {
    for (Device* device : platform->roots()) {
      const int32_t its_score = score(*device, selection);
      if (its_score > best_score) {
        best = device;
        best_score = its_score;
      }
      if (its_score >= 0) continue;
      const std::string reason = mismatch(*device, selection);
      std::string& list = reason.empty() ? without_code : mismatches;
      list += (list.empty() ? "'" : ", '") + device->text(CL_DEVICE_NAME) + "'";
      if (!reason.empty()) list += ' ' + reason;
    }
  }
  if (best != nullptr) return Ref(best);
  if (without_code.empty() && mismatches.empty()) {
    fail(Code::runtime, "there is no OpenCL device: is a driver installed (clinfo -l)?");
  }
  if (without_code.empty()) {
    fail(Code::runtime, "no device is as the selector wants it: " + mismatches + advice(selection));
  }
  fail(Code::runtime, "the program has no code for " + without_code +
                          "; --image=both compiles it for other OpenCL drivers, too");
}

}  // namespace cleave::sycl
