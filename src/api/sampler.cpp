// 5.7: samplers.
#include "model/sampler.h"

#include "api/check/sampler.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

namespace {

Result<Ref<model::Sampler>> create(Result<model::Sampler::Request> request) {
  if (!request.ok()) return request.status();
  return model::Sampler::create(std::move(request).value());
}

}  // namespace

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                           cl_int* errcode_ret) {
  return guarded_create<cl_sampler>(errcode_ret, [&] {
    return create(check::create_sampler(context, normalized_coords, addressing_mode, filter_mode));
  });
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties* sampler_properties,
                                         cl_int* errcode_ret) {
  return guarded_create<cl_sampler>(
      errcode_ret, [&] { return create(check::create_sampler(context, sampler_properties)); });
}

cl_int clRetainSampler(cl_sampler sampler) {
  return retain<model::Sampler>(sampler);
}

cl_int clReleaseSampler(cl_sampler sampler) {
  return release<model::Sampler>(sampler);
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                        void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::Sampler>(sampler);
    if (!found.ok()) return found.status();
    return info::sampler(*found.value(), param_name,
                         {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api
