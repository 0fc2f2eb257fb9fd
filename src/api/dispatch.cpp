#include "api/entry_points.h"

namespace cleave::api {
namespace {

constexpr cl_icd_dispatch make_table() {
  cl_icd_dispatch table{};
#define CLEAVE_ENTRY_POINT(name) table.name = &name;
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
  return table;
}

constexpr cl_icd_dispatch table = make_table();

}  // namespace

const cl_icd_dispatch& dispatch_table() {
  return table;
}

}  // namespace cleave::api
