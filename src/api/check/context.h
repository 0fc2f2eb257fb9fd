// Checks the arguments of 4.4: contexts.
#pragma once

#include <CL/cl.h>

#include "model/context.h"
#include "support/result.h"

namespace cleave::api::check {

[[nodiscard]] support::Result<model::Context::Request> create_context(
    const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
    model::ContextNotify notify, void* user_data);
[[nodiscard]] support::Result<model::Context::Request> create_context_from_type(
    const cl_context_properties* properties, cl_device_type type, model::ContextNotify notify,
    void* user_data);

}  // namespace cleave::api::check
