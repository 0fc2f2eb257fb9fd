#include "api/check/sampler.h"

#include <algorithm>
#include <bit>

#include "api/check/handle.h"

namespace cleave::api::check {
namespace {

using model::Sampler;
using support::Ref;
using support::Result;
using support::Status;

Result<Ref<model::Context>> context_with_images(cl_context handle) {
  auto context = object<model::Context>(handle);
  if (!context.ok()) return context;
  const auto has_images = [](const Ref<model::Device>& device) {
    return device->hardware().facts().images.are_supported;
  };
  const bool has_any = std::ranges::any_of(context.value()->devices(), has_images);
  if (!has_any) return CL_INVALID_OPERATION;
  return context;
}

bool is_filter(cl_sampler_properties value) {
  return value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR;
}

bool is_addressing(cl_sampler_properties value) {
  return value >= CL_ADDRESS_NONE && value <= CL_ADDRESS_MIRRORED_REPEAT;
}

/// A cl_float in the lower half of a property.
float float_in(cl_sampler_properties value) {
  return std::bit_cast<float>(static_cast<uint32_t>(value));
}

/// True for a level of detail that is not NaN and not negative.
bool is_level(cl_sampler_properties value) {
  return float_in(value) >= 0;
}

/// Sets one property; CL_INVALID_VALUE for one that there is not and for a value that cannot be.
Status set(Sampler::Request& request, cl_sampler_properties name, cl_sampler_properties value) {
  bool is_valid = false;
  switch (name) {
    case CL_SAMPLER_NORMALIZED_COORDS:
      is_valid = value == CL_TRUE || value == CL_FALSE;
      request.is_normalized = value == CL_TRUE;
      break;
    case CL_SAMPLER_ADDRESSING_MODE:
      is_valid = is_addressing(value);
      request.addressing = static_cast<cl_addressing_mode>(value);
      break;
    case CL_SAMPLER_FILTER_MODE:
      is_valid = is_filter(value);
      request.filter = static_cast<cl_filter_mode>(value);
      break;
    case CL_SAMPLER_MIP_FILTER_MODE:
      is_valid = is_filter(value);
      request.mip_filter = static_cast<cl_filter_mode>(value);
      break;
    case CL_SAMPLER_LOD_MIN:
      is_valid = is_level(value);
      request.least_level = float_in(value);
      break;
    case CL_SAMPLER_LOD_MAX:
      is_valid = is_level(value);
      request.greatest_level = float_in(value);
      break;
    default:
      break;
  }
  return is_valid ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// Checks the properties that exclude each other.
Status check_combination(const Sampler::Request& request) {
  const bool repeats =
      request.addressing == CL_ADDRESS_REPEAT || request.addressing == CL_ADDRESS_MIRRORED_REPEAT;
  if (repeats && !request.is_normalized) return CL_INVALID_VALUE;
  return request.least_level <= request.greatest_level ? CL_SUCCESS : CL_INVALID_VALUE;
}

}  // namespace

Result<Sampler::Request> create_sampler(cl_context context_handle, cl_bool normalized,
                                        cl_addressing_mode addressing, cl_filter_mode filter) {
  auto context = context_with_images(context_handle);
  if (!context.ok()) return context.status();
  Sampler::Request request;
  request.context = std::move(context).value();
  const cl_sampler_properties given[][2] = {{CL_SAMPLER_NORMALIZED_COORDS, normalized},
                                            {CL_SAMPLER_ADDRESSING_MODE, addressing},
                                            {CL_SAMPLER_FILTER_MODE, filter}};
  for (const auto& [name, value] : given) {
    if (Status status = set(request, name, value); !status.ok()) return status;
  }
  if (Status status = check_combination(request); !status.ok()) return status;
  return request;
}

Result<Sampler::Request> create_sampler(cl_context context_handle,
                                        const cl_sampler_properties* properties) {
  auto context = context_with_images(context_handle);
  if (!context.ok()) return context.status();
  Sampler::Request request;
  request.context = std::move(context).value();
  if (properties == nullptr) return request;
  std::vector<cl_sampler_properties>& taken = request.properties;
  for (; properties[0] != 0; properties += 2) {
    for (size_t i = 0; i < taken.size(); i += 2) {
      if (taken[i] == properties[0]) return CL_INVALID_VALUE;  // named twice
    }
    if (Status status = set(request, properties[0], properties[1]); !status.ok()) return status;
    taken.insert(taken.end(), {properties[0], properties[1]});
  }
  taken.push_back(0);
  if (Status status = check_combination(request); !status.ok()) return status;
  return request;
}

}  // namespace cleave::api::check
