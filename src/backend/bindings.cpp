#include "backend/bindings.h"

#include <algorithm>
#include <vector>

namespace cleave::backend {

compiler::interface::Bindings rebind(const compiler::interface::Bindings& bindings,
                                     uint32_t argument, uint64_t value) {
  using compiler::interface::Binding;
  std::vector<Binding> list = bindings.list();
  auto bound = std::ranges::lower_bound(list, argument, {}, &Binding::argument);
  if (bound == list.end() || bound->argument != argument) bound = list.insert(bound, {argument, 0});
  if (bound->value == value) return bindings;
  bound->value = value;
  return compiler::interface::Bindings::of(list);
}

}  // namespace cleave::backend
