#include "options/without.h"

#include <algorithm>

#include "options/options.h"

namespace cleave::options {
namespace {

struct Bond {
  std::string_view name;
  std::string_view other;
};
constexpr Bond bonds[] = {
#define CLEAVE_GOES_WITH(name, other) {name, other},
#include "options/without.def"
};

constexpr std::string_view names[] = {
#define CLEAVE_API_EXTENSION(name, is_offered) name,
#define CLEAVE_CAPABILITY(name) name,
#include "options/without.def"
};

bool is_in(std::span<const std::string_view> all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

/// Views of the option's text, which is never destroyed.
std::vector<std::string_view> named() {
  std::vector<std::string_view> found;
  for (std::string_view rest = options().without; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    if (!name.empty()) found.push_back(name);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  return found;
}

std::vector<std::string_view> with_what_goes_along() {
  std::vector<std::string_view> all = named();
  for (size_t i = 0; i < all.size(); ++i) {
    for (const Bond& bond : bonds) {
      if (bond.other == all[i] && !is_in(all, bond.name)) all.push_back(bond.name);
    }
  }
  return all;
}

}  // namespace

bool is_without(std::string_view name) {
  static const auto& all = *new std::vector<std::string_view>(with_what_goes_along());
  return is_in(all, name);
}

bool is_with_all_of_3_1() {
  constexpr std::string_view demanded[] = {
#define CLEAVE_DEMANDED_BY_3_1(name) name,
#include "options/without.def"
  };
  return std::ranges::none_of(demanded, is_without);
}

std::vector<std::string> unknown_in_without(std::span<const std::string_view> of_language) {
  std::vector<std::string> unknown;
  for (const std::string_view name : named()) {
    if (!is_in(names, name) && !is_in(of_language, name)) unknown.emplace_back(name);
  }
  return unknown;
}

}  // namespace cleave::options
