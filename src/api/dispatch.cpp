#include <tuple>
#include <type_traits>

#include "api/check/handle.h"
#include "api/check/platform.h"
#include "api/entry_points.h"
#include "api/unsupported.h"

namespace cleave::api {
namespace {

/// The table as loaders for OpenCL 3.1 read it. The header's structure ends with 3.0, or, in newer
/// headers, with an entry for the function, whose type it has with CL_TARGET_OPENCL_VERSION=310
/// only.
struct DispatchTable {
  cl_icd_dispatch known;
  decltype(&clGetKernelSuggestedLocalWorkSize) suggested;
};

/// The code of a call that shares with graphics: that of a bad first argument, or what cl_khr_icd
/// has loaders answer for functions that a driver lacks.
cl_int code_of_sharing(cl_platform_id platform) {
  const support::Status status = check::is_platform(platform);
  return status.ok() ? CL_INVALID_OPERATION : status.code();
}
cl_int code_of_sharing(cl_context context) {
  return refused<model::Context>(context);
}
cl_int code_of_sharing(cl_command_queue queue) {
  return refused<model::command::Queue>(queue);
}
cl_int code_of_sharing(cl_mem memory) {
  return refused<model::memory::MemoryObject>(memory);
}
cl_int code_of_sharing(const cl_context_properties*) {
  return CL_INVALID_OPERATION;
}

/// A function of sharing_functions.def. The last parameter of those that create is errcode_ret.
template <class Result, class First, class... Rest>
Result CL_API_CALL refuse_sharing(First first, Rest... rest) {
  const cl_int code = code_of_sharing(first);
  if constexpr (std::is_same_v<Result, cl_int>) {
    return code;
  } else {
    cl_int* const errcode_ret = std::get<sizeof...(Rest) - 1>(std::tie(rest...));
    if (errcode_ret != nullptr) *errcode_ret = code;
    return nullptr;
  }
}

/// Entries of tables have types of their own, which are void* for other systems' functions.
template <class Entry, class Function>
void set_entry(Entry& entry, Function* function) {
  entry = reinterpret_cast<Entry>(function);
}

/// `is_managed`: with the tags of loaders that keep the table of functions themselves.
template <class Table>
Table make_table(bool is_managed) {
  Table table{};
#define CLEAVE_ENTRY_POINT(name) table.known.name = &name;
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
#define CLEAVE_SHARING_FUNCTION(result, name, ...) \
  set_entry(table.known.name, &refuse_sharing<result, __VA_ARGS__>);
#include "api/sharing_functions.def"
#undef CLEAVE_SHARING_FUNCTION
  // Loaders never call these two by the table. They tell that handles have a word for the loader.
  if (is_managed) {
    set_entry(table.known.clGetPlatformIDs, reinterpret_cast<void*>(CL_ICD2_TAG_KHR));
    set_entry(table.known.clUnloadCompiler, reinterpret_cast<void*>(CL_ICD2_TAG_KHR));
  }
  if constexpr (requires { table.known.clGetKernelSuggestedLocalWorkSize; }) {
    set_entry(table.known.clGetKernelSuggestedLocalWorkSize, &clGetKernelSuggestedLocalWorkSize);
  } else {
    static_assert(offsetof(Table, suggested) == support::entry_of_suggested_local_work_size);
    table.suggested = &clGetKernelSuggestedLocalWorkSize;
  }
  return table;
}

}  // namespace

const cl_icd_dispatch& dispatch_table() {
  static const DispatchTable table = make_table<DispatchTable>(true);
  return table.known;
}

const cl_icd_dispatch& dispatch_table_without_tags() {
  static const DispatchTable table = make_table<DispatchTable>(false);
  return table.known;
}

}  // namespace cleave::api
