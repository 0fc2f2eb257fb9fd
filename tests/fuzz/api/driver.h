// Gives the functions of the driver that is tested.
#pragma once

#include <CL/cl.h>
#include <CL/cl_icd.h>

namespace cleave::test::fuzz::api {

/// The driver's platform: what the ICD loader lists, or the driver that is linked into the program.
[[nodiscard]] cl_platform_id platform();

/// Its functions, from the table that every handle begins with. They are called without the loader,
/// which reads what a handle points to: a made-up handle would be the loader's fault and not the
/// driver's.
[[nodiscard]] const cl_icd_dispatch& driver();

}  // namespace cleave::test::fuzz::api
