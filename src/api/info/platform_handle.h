// Holds the platform's handle and the model behind it.
#pragma once

#include <CL/cl.h>

#include "model/device.h"

namespace cleave::api::info {

/// The only valid cl_platform_id. Needs no device, so that listing platforms costs nothing.
[[nodiscard]] cl_platform_id platform_handle();

/// Gives the platform and every object made later the table that cl_khr_icd asks for. To be called
/// once, before the first handle leaves the driver.
void set_dispatch_table(const void* table);

/// Gives them, and the root devices, another table, when the loader asks first about its own data.
void replace_dispatch_table(const void* table);

/// Gives the platform, its root devices and every object made later the data of the loader
/// (cl_khr_icd 2.0.0). The loader calls it before it hands out a handle: there are no other objects.
void set_dispatch_data(void* data);

}  // namespace cleave::api::info
