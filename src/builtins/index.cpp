#include "builtins/index.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <system_error>

// Embedded, see CMakeLists.txt.
extern "C" const char cleave_builtins_begin[];

namespace cleave::builtins {
namespace {

template <class T>
const T* at(size_t offset) {
  return reinterpret_cast<const T*>(cleave_builtins_begin + offset);
}

std::string_view text_of(const IndexName& name) {
  return {at<char>(name.offset), name.length};
}

std::span<const IndexName> all_names() {
  const auto& header = *at<IndexHeader>(0);
  return {at<IndexName>(sizeof header), header.name_count};
}

/// "_Z3sin" of "_Z3sinf": all of a mangled name but its types; empty: it is no function's.
std::string_view without_types(std::string_view name) {
  constexpr std::string_view mark = "_Z";
  if (!name.starts_with(mark)) return {};
  size_t letters = 0;
  const auto [end, error] =
      std::from_chars(name.data() + mark.size(), name.data() + name.size(), letters);
  const auto begin = static_cast<size_t>(end - name.data());
  if (error != std::errc() || letters > name.size() - begin) return {};
  return name.substr(0, begin + letters);
}

}  // namespace

std::optional<LibraryDefinition> find(std::string_view name) {
  const std::span names = all_names();
  const auto found = std::ranges::lower_bound(names, name, {}, text_of);
  if (found == names.end() || text_of(*found) != name) return std::nullopt;
  const auto* groups = at<IndexGroup>(sizeof(IndexHeader) + names.size_bytes());
  const IndexGroup& group = groups[found->group];
  return LibraryDefinition{found->group, {at<char>(group.offset), group.size}, found->traits};
}

bool has_overload(std::string_view name) {
  const std::string_view function = without_types(name);
  const std::span names = all_names();
  const auto found = std::ranges::lower_bound(names, function, {}, text_of);
  return !function.empty() && found != names.end() && text_of(*found).starts_with(function);
}

bool has_trait(std::string_view name, Trait trait) {
  const std::optional<LibraryDefinition> definition = find(name);
  return definition && definition->is(trait);
}

}  // namespace cleave::builtins
