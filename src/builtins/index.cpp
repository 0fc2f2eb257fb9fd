#include "builtins/index.h"

#include <algorithm>
#include <span>

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

}  // namespace

std::optional<Definition> find(std::string_view name) {
  const auto& header = *at<IndexHeader>(0);
  const std::span names(at<IndexName>(sizeof header), header.name_count);
  const auto found = std::ranges::lower_bound(names, name, {}, text_of);
  if (found == names.end() || text_of(*found) != name) return std::nullopt;
  const auto* groups = at<IndexGroup>(sizeof header + names.size_bytes());
  const IndexGroup& group = groups[found->group];
  return Definition{found->group, {at<char>(group.offset), group.size}, found->traits};
}

bool has_trait(std::string_view name, Trait trait) {
  const std::optional<Definition> definition = find(name);
  return definition && definition->is(trait);
}

}  // namespace cleave::builtins
