// Calls what the driver does not have: images and samplers (5.3, 5.7). Each of these
// calls is refused, whatever its handles and pointers are.
#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

const size_t zeros[3] = {0, 0, 0};
const size_t ones[3] = {1, 1, 1};

template <class... Arguments>
void refuse(Caller& caller, const Arguments&... codes) {
  (caller.require(codes != CL_SUCCESS, "a feature that is not there works"), ...);
}

void create_images(Caller& caller) {
  const auto context = caller.object<cl_context>();
  caller.forget();
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const bool is_given = caller.random.chance(80);
  const auto* pixels = is_given ? &format : nullptr;
  const auto* shape = is_given ? &description : nullptr;
  const cl_mem_properties* none = nullptr;
  void* host = nullptr;
  const size_t size = caller.random.below(9);
  refuse(
      caller,
      FUZZ_CREATE(caller, clCreateImage, context, cl_mem_flags{0}, pixels, shape, host).code,
      FUZZ_CREATE(caller, clCreateImageWithProperties, context, none, cl_mem_flags{0}, pixels,
                  shape, host)
          .code,
      FUZZ_CREATE(caller, clCreateImage2D, context, cl_mem_flags{0}, pixels, size, size, size, host)
          .code,
      FUZZ_CREATE(caller, clCreateImage3D, context, cl_mem_flags{0}, pixels, size, size, size, size,
                  size, host)
          .code);
  cl_image_format formats[2];
  cl_uint count = 77;
  FUZZ_CALL(caller, clGetSupportedImageFormats, context, cl_mem_flags{0},
            CL_MEM_OBJECT_BUFFER + caller.random.below(9), caller.random.below(3),
            caller.random.chance(50) ? formats : nullptr,
            caller.random.chance(50) ? &count : nullptr);
  caller.require(count == 77 || count == 0, "there are image formats");
}

void enqueue_images(Caller& caller) {
  const auto memory = caller.object<cl_mem>();
  const auto queue = caller.object<cl_command_queue>();
  caller.forget();
  std::byte bytes[64] = {};
  size_t pitch = 0;
  void* place = bytes;
  cl_event event = nullptr;
  const cl_event* no_events = nullptr;
  refuse(caller,
         FUZZ_CALL(caller, clEnqueueReadImage, queue, memory, cl_bool{CL_TRUE}, zeros, ones,
                   size_t{0}, size_t{0}, place, 0U, no_events, &event),
         FUZZ_CALL(caller, clEnqueueWriteImage, queue, memory, cl_bool{CL_TRUE}, zeros, ones,
                   size_t{0}, size_t{0}, place, 0U, no_events, &event),
         FUZZ_CALL(caller, clEnqueueFillImage, queue, memory, place, zeros, ones, 0U, no_events,
                   &event),
         FUZZ_CALL(caller, clEnqueueCopyImage, queue, memory, memory, zeros, zeros, ones, 0U,
                   no_events, &event),
         FUZZ_CALL(caller, clEnqueueCopyImageToBuffer, queue, memory, memory, zeros, ones,
                   size_t{0}, 0U, no_events, &event),
         FUZZ_CALL(caller, clEnqueueCopyBufferToImage, queue, memory, memory, size_t{0}, zeros,
                   ones, 0U, no_events, &event),
         FUZZ_CREATE(caller, clEnqueueMapImage, queue, memory, cl_bool{CL_TRUE},
                     cl_map_flags{CL_MAP_READ}, zeros, ones, &pitch, &pitch, 0U, no_events, &event)
             .code);
  caller.require(event == nullptr, "a refused command has an event");
}

void ask_images(Caller& caller) {
  const auto memory = caller.object<cl_mem>();
  caller.forget();
  size_t bytes = 0;
  void* nowhere = nullptr;
  const auto name = static_cast<cl_uint>(0x1110 + caller.random.below(16));
  refuse(caller, FUZZ_CALL(caller, clGetImageInfo, memory, name, size_t{0}, nowhere, &bytes));
}

void use_samplers(Caller& caller) {
  const auto context = caller.object<cl_context>();
  caller.forget();
  const cl_sampler_properties* no_sampler = nullptr;
  const auto sampler = static_cast<cl_sampler>(caller.made_up(Kind::memory));
  caller.forget();
  void* nowhere = nullptr;
  size_t bytes = 0;
  refuse(caller,
         FUZZ_CREATE(caller, clCreateSampler, context, cl_bool{CL_TRUE},
                     cl_addressing_mode{CL_ADDRESS_NONE}, cl_filter_mode{CL_FILTER_NEAREST})
             .code,
         FUZZ_CREATE(caller, clCreateSamplerWithProperties, context, no_sampler).code,
         FUZZ_CALL(caller, clRetainSampler, sampler), FUZZ_CALL(caller, clReleaseSampler, sampler),
         FUZZ_CALL(caller, clGetSamplerInfo, sampler, cl_uint{CL_SAMPLER_CONTEXT}, size_t{0},
                   nowhere, &bytes));
}

constexpr Action actions[] = {
    {1, create_images},
    {1, enqueue_images},
    {1, ask_images},
    {1, use_samplers},
};

}  // namespace

std::span<const Action> refused_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
