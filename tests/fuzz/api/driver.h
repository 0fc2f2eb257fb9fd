// Gives the functions of the driver that is tested.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "src/support/newer_cl.h"

namespace cleave::test::fuzz::api {

/// The driver's platform: what the ICD loader lists, or the driver that is linked into the program.
[[nodiscard]] cl_platform_id platform();

/// Its functions, from the table that every handle begins with. They are called without the loader,
/// which reads what a handle points to: a made-up handle would be the loader's fault and not the
/// driver's. Two entries of the table are none; their functions are found by name.
[[nodiscard]] const cl_icd_dispatch& driver();

/// A table of the driver's with those two functions of its platform.
[[nodiscard]] cl_icd_dispatch with_all_functions(cl_icd_dispatch table, cl_platform_id platform);

/// And those of extensions, which the table lacks.
struct Extensions {
#define CLEAVE_EXTENSION_FUNCTION(name) decltype(::name)* name;
#define CLEAVE_NEWER_EXTENSION_FUNCTION(result, name, ...) result(CL_API_CALL* name)(__VA_ARGS__);
#include "src/api/extension_functions.def"
#undef CLEAVE_EXTENSION_FUNCTION
#undef CLEAVE_NEWER_EXTENSION_FUNCTION
};
[[nodiscard]] const Extensions& extensions();

}  // namespace cleave::test::fuzz::api
