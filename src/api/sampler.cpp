// 5.7: samplers, which come with images.
#include "api/entry_points.h"
#include "api/unsupported.h"

namespace cleave::api {

cl_sampler clCreateSampler(cl_context context, cl_bool, cl_addressing_mode, cl_filter_mode,
                           cl_int* errcode_ret) {
  return refused_object<cl_sampler, model::Context>(context, errcode_ret);
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties*,
                                         cl_int* errcode_ret) {
  return refused_object<cl_sampler, model::Context>(context, errcode_ret);
}

// There are no samplers, so that no handle is one.
cl_int clRetainSampler(cl_sampler) {
  return CL_INVALID_SAMPLER;
}

cl_int clReleaseSampler(cl_sampler) {
  return CL_INVALID_SAMPLER;
}

cl_int clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void*, size_t*) {
  return CL_INVALID_SAMPLER;
}

}  // namespace cleave::api
