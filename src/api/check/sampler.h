// Checks the arguments of 5.7: samplers.
#pragma once

#include <CL/cl.h>

#include "model/sampler.h"
#include "support/result.h"

namespace cleave::api::check {

/// CL_INVALID_OPERATION where no device of the context has images. Repeating modes without
/// normalised coordinates are a combination that is not valid: CL_INVALID_VALUE.
[[nodiscard]] support::Result<model::Sampler::Request> create_sampler(cl_context context,
                                                                      cl_bool normalized,
                                                                      cl_addressing_mode addressing,
                                                                      cl_filter_mode filter);
[[nodiscard]] support::Result<model::Sampler::Request> create_sampler(
    cl_context context, const cl_sampler_properties* properties);

}  // namespace cleave::api::check
