#include "native/cases.h"

namespace cleave::benchmark {

std::string_view native_list_of(std::string_view benchmark) {
#define CLEAVE_NATIVE_CASE(name, list) \
  if (benchmark == #name) return #list;
#include "native/cases.def"
#undef CLEAVE_NATIVE_CASE
  return {};
}

}  // namespace cleave::benchmark
