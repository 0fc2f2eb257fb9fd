// Declares the entry points as C++ functions. They live in a namespace, so that no other library of
// the process, the ICD loader first of all, can stand in for them or be replaced by them.
#pragma once

#include <CL/cl_icd.h>

namespace cleave::api {

#define CLEAVE_ENTRY_POINT(name) extern decltype(::name) name;
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT

/// cl_khr_icd: the platform list that the loader asks for.
extern decltype(::clIcdGetPlatformIDsKHR) clIcdGetPlatformIDsKHR;

/// The table that every handle begins with.
[[nodiscard]] const cl_icd_dispatch& dispatch_table();

}  // namespace cleave::api
