#include "record.h"

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <algorithm>
#include <initializer_list>

#include "src/support/mutable_dispatch_cl.h"

namespace cleave::test::fuzz::api {
namespace {

struct Row {
  const char* name;
  std::initializer_list<int32_t> codes;
};

const Row rows[] = {
#define CLEAVE_FUNCTION(name, ...) {#name, {__VA_ARGS__}},
#include "codes.def"
#undef CLEAVE_FUNCTION
};

}  // namespace

const char* name_of(Function function) {
  return rows[static_cast<size_t>(function)].name;
}

bool may_answer(Function function, int32_t code) {
  if (code == CL_SUCCESS || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY) {
    return true;
  }
  const auto& codes = rows[static_cast<size_t>(function)].codes;
  return std::ranges::find(codes, code) != codes.end();
}

}  // namespace cleave::test::fuzz::api
