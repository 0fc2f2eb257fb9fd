#include "calls.h"

namespace cleave::test {
namespace {

/// The answer of a call that would create something and must not.
template <class Create>
std::string refusal(const Create& create) {
  cl_int error = CL_SUCCESS;
  const auto object = create(&error);
  return object == nullptr ? name_of(error) : "an object";
}

constexpr size_t triple[3] = {1, 1, 1};
constexpr cl_image_format format = {CL_RGBA, CL_UNORM_INT8};

cl_image_desc image_description() {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  return description;
}

std::string supported_formats(Objects& on) {
  cl_uint count = 99;
  const cl_int code = clGetSupportedImageFormats(on.context, CL_MEM_READ_WRITE,
                                                 CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  return code == CL_SUCCESS && count == 0 ? "no formats" : name_of(code);
}

}  // namespace

#define CALL(name, ...) {#name, [](Objects& on) { return name_of(name(__VA_ARGS__)); }}
#define CREATE(name, ...) \
  {#name, [](Objects& on) { return refusal([&](cl_int* error) { return name(__VA_ARGS__); }); }}

const Calls& calls_of_missing_features() {
  static const cl_image_desc description = image_description();
  static int host[4];
  static const Calls calls = {
      // Programs.
      CREATE(clCreateProgramWithIL, on.context, host, sizeof host, error),
      CALL(clSetProgramSpecializationConstant, on.program, 0, 4, host),
      CREATE(clCreateProgramWithBuiltInKernels, on.context, 1, &on.device, "none", error),
      CALL(
          clSetProgramReleaseCallback, on.program, [](cl_program, void*) {}, nullptr),
      // Queues.
      CALL(clSetCommandQueueProperty, on.queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, nullptr),
      CALL(clSetDefaultDeviceCommandQueue, on.context, on.device, on.queue),
      // Images.
      CREATE(clCreateImage, on.context, CL_MEM_READ_WRITE, &format, &description, nullptr, error),
      CREATE(clCreateImageWithProperties, on.context, nullptr, CL_MEM_READ_WRITE, &format,
             &description, nullptr, error),
      CREATE(clCreateImage2D, on.context, CL_MEM_READ_WRITE, &format, 4, 4, 0, nullptr, error),
      CREATE(clCreateImage3D, on.context, CL_MEM_READ_WRITE, &format, 4, 4, 4, 0, 0, nullptr,
             error),
      {"clGetSupportedImageFormats", supported_formats},
      CALL(clGetImageInfo, on.buffer, CL_IMAGE_WIDTH, sizeof host, host, nullptr),
      CALL(clEnqueueReadImage, on.queue, on.buffer, CL_TRUE, triple, triple, 0, 0, host, 0, nullptr,
           nullptr),
      CALL(clEnqueueWriteImage, on.queue, on.buffer, CL_TRUE, triple, triple, 0, 0, host, 0,
           nullptr, nullptr),
      CALL(clEnqueueFillImage, on.queue, on.buffer, host, triple, triple, 0, nullptr, nullptr),
      CALL(clEnqueueCopyImage, on.queue, on.buffer, on.buffer, triple, triple, triple, 0, nullptr,
           nullptr),
      CALL(clEnqueueCopyImageToBuffer, on.queue, on.buffer, on.buffer, triple, triple, 0, 0,
           nullptr, nullptr),
      CALL(clEnqueueCopyBufferToImage, on.queue, on.buffer, on.buffer, 0, triple, triple, 0,
           nullptr, nullptr),
      CREATE(clEnqueueMapImage, on.queue, on.buffer, CL_TRUE, CL_MAP_READ, triple, triple, nullptr,
             nullptr, 0, nullptr, nullptr, error),
      // Samplers. The loader reads any handle's first word, so it gets one of another kind.
      CREATE(clCreateSampler, on.context, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, error),
      CREATE(clCreateSamplerWithProperties, on.context, nullptr, error),
      CALL(clRetainSampler, reinterpret_cast<cl_sampler>(cl_mem(on.buffer))),
      CALL(clReleaseSampler, reinterpret_cast<cl_sampler>(cl_mem(on.buffer))),
      CALL(clGetSamplerInfo, reinterpret_cast<cl_sampler>(cl_mem(on.buffer)),
           CL_SAMPLER_FILTER_MODE, sizeof host, host, nullptr),
  };
  return calls;
}

#undef CALL
#undef CREATE

}  // namespace cleave::test
