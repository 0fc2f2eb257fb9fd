// Implements samplers (5.7): how kernels read images, as bits that a launch takes along.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "model/context.h"
#include "model/handle.h"

namespace cleave::model {

/// Immutable.
class Sampler : public ClObject<Sampler> {
 public:
  struct Request {  // checked arguments of clCreateSampler(WithProperties)
    support::Ref<Context> context;
    bool is_normalized = true;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    // These come from cl_khr_mipmap_image. Levels of detail are not NaN and not negative.
    cl_filter_mode mip_filter = CL_FILTER_NEAREST;
    float least_level = 0;
    float greatest_level = std::numeric_limits<float>::max();
    std::vector<cl_sampler_properties> properties = {};  // with the terminator; empty: none given
  };
  /// CL_OUT_OF_HOST_MEMORY.
  [[nodiscard]] static support::Result<support::Ref<Sampler>> create(Request request);

  explicit Sampler(Request request) : request_(std::move(request)) {}

  [[nodiscard]] Context& context() const { return *request_.context; }
  [[nodiscard]] const Request& request() const { return request_; }
  /// Returns the sampler as kernels take it: a set of builtins::SamplerBits.
  [[nodiscard]] uint32_t bits() const;

 private:
  const Request request_;
};

}  // namespace cleave::model
