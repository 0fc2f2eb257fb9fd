#include "spirv/offer.h"

#include <algorithm>
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

enum class Offered : uint8_t { always, device, never };
struct Row {
  Capability capability;
  std::string_view extension;
  Offered offered;
};
constexpr Row rows[] = {
#define CLEAVE_CAPABILITY(name, number, version, extension, offered, ...) \
  {Capability::name, extension, Offered::offered},
#include "spirv/capabilities.def"
#undef CLEAVE_CAPABILITY
};

bool is_in(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_offered(const Row& row, const Offer& offer) {
  return row.offered == Offered::always ||
         (row.offered == Offered::device &&
          std::ranges::binary_search(offer.capabilities, row.capability));
}

template <class T>
std::vector<T> in_order(std::vector<T> values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  return values;
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

std::vector<Capability> capabilities_of(const Offer& offer) {
  std::vector<Capability> all;
  for (const Row& row : rows) {
    if (is_offered(row, offer)) all.push_back(row.capability);
  }
  return in_order(std::move(all));
}

std::vector<const char*> extensions_of(const Offer& offer) {
  std::vector<std::string_view> names(std::begin(extensions_without_capabilities),
                                      std::end(extensions_without_capabilities));
  for (const Row& row : rows) {
    if (!row.extension.empty() && is_offered(row, offer)) names.push_back(row.extension);
  }
  std::vector<const char*> texts;
  for (const std::string_view name : in_order(std::move(names))) texts.push_back(name.data());
  return texts;
}

std::vector<const char*> instruction_sets() {
  return {"OpenCL.std"};
}

std::vector<Version> versions() {
  std::vector<Version> all;
  const Offer newest;
  for (uint32_t minor = (newest.version >> 8 & 0xff) + 1; minor > 0; --minor) {
    all.push_back({newest.version >> 16, minor - 1});
  }
  return all;
}

}  // namespace cleave::spirv
