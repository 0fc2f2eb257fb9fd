// Declares the entry points as C++ functions. They live in a namespace, so that no other library of
// the process, the ICD loader first of all, can stand in for them or be replaced by them.
#pragma once

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "support/newer_cl.h"

namespace cleave::api {

#define CLEAVE_ENTRY_POINT(name) extern decltype(::name) name;
#define CLEAVE_ENTRY_POINT_3_1(name, twin) extern decltype(::twin) name;
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT

// Functions of extensions, which no table has.
#define CLEAVE_EXTENSION_FUNCTION(name) extern decltype(::name) name;
#define CLEAVE_NEWER_EXTENSION_FUNCTION(result, name, ...) \
  extern result CL_API_CALL name(__VA_ARGS__);
#include "api/extension_functions.def"
#undef CLEAVE_EXTENSION_FUNCTION
#undef CLEAVE_NEWER_EXTENSION_FUNCTION

/// The table that every handle begins with.
[[nodiscard]] const cl_icd_dispatch& dispatch_table();
/// The same, by which loaders call the driver as before cl_khr_icd 2.0: not by a table of their own.
[[nodiscard]] const cl_icd_dispatch& dispatch_table_without_tags();

}  // namespace cleave::api
