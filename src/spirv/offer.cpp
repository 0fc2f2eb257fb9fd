#include "spirv/offer.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace cleave::spirv {
namespace {

struct Condition {
  Capability capability;
  std::string_view feature;
};
constexpr Condition conditions[] = {
#define CLEAVE_OFFERED_WITH(capability, name) {Capability::capability, name},
#include "spirv/offer.def"
};

constexpr std::string_view extensions_without_capabilities[] = {
#define CLEAVE_SPIRV_EXTENSION(name) name,
#include "spirv/offer.def"
};

struct OlderName {
  Capability capability;
  std::string_view extension;
};
constexpr OlderName older_names[] = {
#define CLEAVE_OLDER_EXTENSION(capability, name) {Capability::capability, name},
#include "spirv/offer.def"
};

bool is_in(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

template <class T>
std::vector<T> in_order(std::vector<T> values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  return values;
}

uint32_t word_at(std::span<const std::byte> module, size_t word) {
  uint32_t value = 0;
  std::memcpy(&value, module.data() + word * sizeof value, sizeof value);
  return value;
}

/// Those that instructions name, in order: they stand before all others.
std::vector<Capability> declared_by(std::span<const std::byte> module) {
  constexpr size_t header_words = 5;
  std::vector<Capability> declared;
  const size_t words = module.size() / sizeof(uint32_t);
  for (size_t at = header_words; at + 1 < words;) {
    const uint32_t first = word_at(module, at);
    if (static_cast<Op>(first & 0xffff) != Op::Capability || first >> 16 == 0) break;
    declared.push_back(static_cast<Capability>(word_at(module, at + 1)));
    at += first >> 16;
  }
  return in_order(std::move(declared));
}

}  // namespace

Offer offer_of(std::span<const std::string> extensions, std::span<const std::string> features) {
  Offer offer;
  for (const Condition& condition : conditions) {
    if (is_in(extensions, condition.feature) || is_in(features, condition.feature)) {
      offer.capabilities.push_back(condition.capability);
    }
  }
  offer.capabilities = in_order(std::move(offer.capabilities));
  return offer;
}

bool is_offered(const CapabilityFacts& row, const Offer& offer) {
  return row.offered == Offered::always ||
         (row.offered == Offered::device &&
          std::ranges::binary_search(offer.capabilities, row.capability));
}

std::vector<Capability> capabilities_of(const Offer& offer) {
  std::vector<Capability> all;
  for (const CapabilityFacts& row : all_capabilities()) {
    if (is_offered(row, offer)) all.push_back(row.capability);
  }
  return all;
}

std::vector<const char*> extensions_of(const Offer& offer) {
  std::vector<std::string_view> names(std::begin(extensions_without_capabilities),
                                      std::end(extensions_without_capabilities));
  for (const CapabilityFacts& row : all_capabilities()) {
    // It has more than this one capability, which is core.
    const bool is_of_others = row.capability == Capability::Groups;
    if (row.extension.empty() || is_of_others || !is_offered(row, offer)) continue;
    names.push_back(row.extension);
    for (const OlderName& older : older_names) {
      if (older.capability == row.capability) names.push_back(older.extension);
    }
  }
  std::vector<const char*> texts;
  for (const std::string_view name : in_order(std::move(names))) texts.push_back(name.data());
  return texts;
}

std::vector<std::string> needed_of(std::span<const std::byte> module,
                                   std::span<const std::string> names) {
  const std::vector<Capability> declared = declared_by(module);
  std::vector<std::string> needed;
  for (const std::string& name : names) {
    const bool is_needed = std::ranges::any_of(conditions, [&](const Condition& condition) {
      return condition.feature == name &&
             std::ranges::binary_search(declared, condition.capability);
    });
    if (is_needed) needed.push_back(name);
  }
  return needed;
}

std::vector<const char*> instruction_sets() {
  return {"OpenCL.std", "OpenCL.DebugInfo.100", "NonSemantic.Shader.DebugInfo.100"};
}

std::vector<ModuleVersion> versions() {
  std::vector<ModuleVersion> all;
  for (uint32_t minor = (newest_version >> 8 & 0xff) + 1; minor > 0; --minor) {
    all.push_back({newest_version >> 16, minor - 1});
  }
  return all;
}

}  // namespace cleave::spirv
