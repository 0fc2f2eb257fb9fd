#include "compiler/pass/widen/access/choose_access.h"

namespace cleave::compiler::pass::widen::access {
namespace {

template <class... Rows>
std::optional<std::variant<Rows...>> first_match(std::type_identity<std::variant<Rows...>> /*rows*/,
                                                 const LaneAccess& access,
                                                 const MemoryFacts& facts) {
  std::optional<std::variant<Rows...>> found;
  const auto fits = [&]<class Row>(std::type_identity<Row>) {
    if (std::optional<Row> row = Row::match(access, facts)) found = *std::move(row);
    return found.has_value();
  };
  static_cast<void>((fits(std::type_identity<Rows>()) || ...));
  return found;
}

}  // namespace

std::optional<AccessPlan> choose_access(const LaneAccess& access, const MemoryFacts& facts) {
  std::optional<PartAccess> row = first_match(std::type_identity<PartAccess>(), access, facts);
  if (!row) return std::nullopt;
  return AccessPlan{TransposedAccess::match(access, facts), *std::move(row)};
}

}  // namespace cleave::compiler::pass::widen::access
