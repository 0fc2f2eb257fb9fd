#include "model/sampler.h"

#include <algorithm>

#include "builtins/image_memory.h"

namespace cleave::model {
namespace {

uint32_t addressing_bits(cl_addressing_mode mode) {
  switch (mode) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
      return builtins::sampler_clamp_to_edge;
    case CL_ADDRESS_CLAMP:
      return builtins::sampler_clamp;
    case CL_ADDRESS_REPEAT:
      return builtins::sampler_repeat;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return builtins::sampler_mirrored_repeat;
    default:
      return 0;
  }
}

/// The level of detail in 256ths, as many as the bits have room for: no image has more levels.
uint32_t level_bits(float level, uint32_t at) {
  const float most = builtins::sampler_lod_mask;
  return static_cast<uint32_t>(std::min(level * 256, most)) << at;
}

}  // namespace

support::Result<support::Ref<Sampler>> Sampler::create(Request request) {
  support::Ref<Sampler> sampler = make(std::move(request));
  if (!sampler) return CL_OUT_OF_HOST_MEMORY;
  return sampler;
}

uint32_t Sampler::bits() const {
  const bool is_linear = request_.filter == CL_FILTER_LINEAR;
  const bool is_mip_linear = request_.mip_filter == CL_FILTER_LINEAR;
  return (request_.is_normalized ? uint32_t{builtins::sampler_normalized} : 0) |
         addressing_bits(request_.addressing) |
         (is_linear ? uint32_t{builtins::sampler_linear} : uint32_t{builtins::sampler_nearest}) |
         (is_mip_linear ? uint32_t{builtins::sampler_mip_linear} : 0) |
         level_bits(request_.least_level, builtins::sampler_lod_minimum_at) |
         level_bits(request_.greatest_level, builtins::sampler_lod_maximum_at);
}

}  // namespace cleave::model
