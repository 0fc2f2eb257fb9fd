// The calls of images and samplers (5.3 and 5.7) under failing allocations.
#include "failed_allocations.h"

namespace cleave::test {
namespace {

/// A command on an image, which is called `image`.
#define IMAGE_COMMAND(name, ...)                                                           \
  {#name, host, [](On& on) {                                                               \
     attempt_on_image(on, [&](cl_mem image) { return cl##name(on.queue_, __VA_ARGS__); }); \
   }}
const cl_image_format texel = {CL_R, CL_UNSIGNED_INT8};
constexpr size_t corner[3] = {4, 4, 0};
const cl_image_desc& flat() {
  static const cl_image_desc description = [] {
    cl_image_desc made{};
    made.image_type = CL_MEM_OBJECT_IMAGE2D;
    made.image_width = made.image_height = 8;
    return made;
  }();
  return description;
}
Memory make_image(On& on) {
  cl_int error = 1;
  Memory image(clCreateImage(on.context_, CL_MEM_READ_WRITE, &texel, &flat(), nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return image;
}
Owned<cl_sampler, clReleaseSampler> make_sampler(On& on) {
  cl_int error = 1;
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
  Owned<cl_sampler, clReleaseSampler> sampler(
      clCreateSamplerWithProperties(on.context_, properties, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return sampler;
}
/// Attempts a command on an image and brings it to its end.
template <class Call>
void attempt_on_image(On& on, const Call& call) {
  const Memory image = make_image(on);
  on.attempt([&] { return call(image); });
  EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
}

const Attempt attempts[] = {
    CREATE(CreateImage, host_or_storage, clReleaseMemObject, on.context_, 0, &texel, &flat(),
           nullptr),
    {"GetSupportedImageFormats", host,
     [](On& on) {
       cl_image_format formats[256];
       on.attempt([&] {
         return clGetSupportedImageFormats(on.context_, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D,
                                           256, formats, nullptr);
       });
     }},
    IMAGE_COMMAND(EnqueueReadImage, image, CL_FALSE, origin, region, 0, 0, on.host_.data(), 0,
                  nullptr, nullptr),
    IMAGE_COMMAND(EnqueueWriteImage, image, CL_FALSE, origin, region, 0, 0, on.host_.data(), 0,
                  nullptr, nullptr),
    IMAGE_COMMAND(EnqueueFillImage, image, on.host_.data(), origin, region, 0, nullptr, nullptr),
    IMAGE_COMMAND(EnqueueCopyImage, image, image, origin, corner, region, 0, nullptr, nullptr),
    IMAGE_COMMAND(EnqueueCopyImageToBuffer, image, on.buffer_, origin, region, 0, 0, nullptr,
                  nullptr),
    IMAGE_COMMAND(EnqueueCopyBufferToImage, on.buffer_, image, 0, origin, region, 0, nullptr,
                  nullptr),
    {"EnqueueMapImage", host,
     [](On& on) {
       const Memory image = make_image(on);
       void* mapped = nullptr;
       size_t pitch = 0;
       on.attempt([&] {
         cl_int error = 1;
         mapped = clEnqueueMapImage(on.queue_, image, CL_TRUE, CL_MAP_READ, origin, region, &pitch,
                                    nullptr, 0, nullptr, nullptr, &error);
         return error;
       });
       EXPECT_EQ(on.code_ != CL_SUCCESS, mapped == nullptr);
       if (mapped == nullptr) return;
       EXPECT_EQ(CL_SUCCESS,
                 clEnqueueUnmapMemObject(on.queue_, image, mapped, 0, nullptr, nullptr));
       EXPECT_EQ(CL_SUCCESS, clFinish(on.queue_));
     }},
    {"GetImageInfo", none,
     [](On& on) {
       const Memory image = make_image(on);
       cl_image_format format;
       on.attempt(
           [&] { return clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, nullptr); });
     }},
    CREATE_MANY(CreateSamplerWithProperties, host, clReleaseSampler, on.context_, nullptr),
    {"RetainSampler", none,
     [](On& on) {
       const auto sampler = make_sampler(on);
       EXPECT_EQ(CL_SUCCESS, on.attempt([&] { return clRetainSampler(sampler); }));
       EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
     }},
    {"ReleaseSampler", none,
     [](On& on) {
       const auto sampler = make_sampler(on);
       EXPECT_EQ(CL_SUCCESS, clRetainSampler(sampler));
       EXPECT_EQ(CL_SUCCESS, on.attempt([&] { return clReleaseSampler(sampler); }));
     }},
    {"GetSamplerInfo", none,
     [](On& on) {
       const auto sampler = make_sampler(on);
       cl_sampler_properties properties[16];
       on.attempt([&] {
         return clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof properties, properties,
                                 nullptr);
       });
     }},
};

INSTANTIATE_TEST_SUITE_P(OfImages, FailedAllocations, testing::ValuesIn(attempts),
                         name_of_parameter);

}  // namespace
}  // namespace cleave::test
