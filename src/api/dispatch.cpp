#include <type_traits>

#include "api/entry_points.h"

namespace cleave::api {
namespace {

/// The table as loaders for OpenCL 3.1 read it. The header's structure ends with 3.0, or, in newer
/// headers, with an entry for the function, whose type it has with CL_TARGET_OPENCL_VERSION=310
/// only.
struct DispatchTable {
  cl_icd_dispatch known;
  decltype(&clGetKernelSuggestedLocalWorkSize) suggested;
};

template <class Table>
constexpr Table make_table() {
  Table table{};
#define CLEAVE_ENTRY_POINT(name) table.known.name = &name;
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
  if constexpr (requires { table.known.clGetKernelSuggestedLocalWorkSize; }) {
    auto& entry = table.known.clGetKernelSuggestedLocalWorkSize;
    entry = reinterpret_cast<std::remove_reference_t<decltype(entry)>>(
        &clGetKernelSuggestedLocalWorkSize);
  } else {
    static_assert(offsetof(Table, suggested) == support::entry_of_suggested_local_work_size);
    table.suggested = &clGetKernelSuggestedLocalWorkSize;
  }
  return table;
}

const DispatchTable table = make_table<DispatchTable>();

}  // namespace

const cl_icd_dispatch& dispatch_table() {
  return table.known;
}

}  // namespace cleave::api
