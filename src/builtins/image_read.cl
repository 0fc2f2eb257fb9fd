// read_imagef, read_imagei, read_imageui (OpenCL C 3.0, 6.15.15.2 to 6.15.15.4; of levels:
// cl_khr_mipmap_image) and read_imageh.
#include "images.h"

#define READ __attribute__((overloadable, pure))

#define SAMPLER __cleave_sampler_bits(sampler)
#define HALVES(value) __builtin_convertvector(value, half4)
#define SIGNED(value) as_int4(value)
#define AS_IS(value) value
#define DEPTH(value) (value).x

// Define functions NAME, which return R: FORM applied to the result of a function of images.h.
#define WITH_SAMPLER(R, NAME, OF, FORM, IMAGE, SHAPE, AT, N)                               \
  R READ NAME(read_only image##IMAGE##_t image, sampler_t sampler, float##N at) {          \
    const Image of = descriptor_of(image);                                                 \
    return FORM(__cleave_sample_##OF(of, level_of(of, 0), SAMPLER, AT(float, at), SHAPE)); \
  }                                                                                        \
  R READ NAME(read_only image##IMAGE##_t image, sampler_t sampler, int##N at) {            \
    return FORM(__cleave_read_##OF(descriptor_of(image), SAMPLER, AT(int, at), SHAPE));    \
  }
#define WITHOUT_SAMPLER(R, NAME, OF, FORM, ACCESS, IMAGE, SHAPE, AT, N)           \
  R READ NAME(ACCESS image##IMAGE##_t image, int##N at) {                         \
    return FORM(__cleave_read_##OF(descriptor_of(image), 0, AT(int, at), SHAPE)); \
  }
#define WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, IMAGE, SHAPE, AT, N) \
  WITHOUT_SAMPLER(R, NAME, OF, FORM, read_only, IMAGE, SHAPE, AT, N)   \
  WITHOUT_SAMPLER(R, NAME, OF, FORM, read_write, IMAGE, SHAPE, AT, N)

#define LEVELS_f(of, at, lod, shape) __cleave_sample_levels_f(of, SAMPLER, at, lod, shape)
#define LEVELS_i(of, at, lod, shape) \
  __cleave_sample_i(of, __cleave_nearest_level(of, SAMPLER, lod), SAMPLER, at, shape)

// G: what the gradients of these images are.
#define OF_LEVELS(R, NAME, OF, FORM, ACCESS, IMAGE, SHAPE, AT, N, G, GRADIENT)                    \
  R READ NAME(ACCESS image##IMAGE##_t image, sampler_t sampler, float##N at, float lod) {         \
    const Image of = descriptor_of(image);                                                        \
    return FORM(LEVELS_##OF(of, AT(float, at), lod, SHAPE));                                      \
  }                                                                                               \
  R READ NAME(ACCESS image##IMAGE##_t image, sampler_t sampler, float##N at, G along_x,           \
              G along_y) {                                                                        \
    const Image of = descriptor_of(image);                                                        \
    const float lod = __cleave_lod_of_gradients(of, GRADIENT(along_x), GRADIENT(along_y), SHAPE); \
    return FORM(LEVELS_##OF(of, AT(float, at), lod, SHAPE));                                      \
  }
#define OF_LEVELS_OF_ALL(R, NAME, OF, FORM, IMAGE, SHAPE, AT, N, G, GRADIENT) \
  OF_LEVELS(R, NAME, OF, FORM, read_only, IMAGE, SHAPE, AT, N, G, GRADIENT)   \
  OF_LEVELS(R, NAME, OF, FORM, read_write, IMAGE, SHAPE, AT, N, G, GRADIENT)
#define GRADIENT_1(gradient) (float4)(gradient, 0, 0, 0)
#define GRADIENT_2(gradient) (float4)(gradient, 0, 0)
#define GRADIENT_4(gradient) gradient

#define COLOURS(R, NAME, OF, FORM)                                                    \
  WITH_SAMPLER(R, NAME, OF, FORM, 1d, shape_1d, AT_1D, )                              \
  WITH_SAMPLER(R, NAME, OF, FORM, 1d_array, shape_1d_array, AT_1D_ARRAY, 2)           \
  WITH_SAMPLER(R, NAME, OF, FORM, 2d, shape_2d, AT_2D, 2)                             \
  WITH_SAMPLER(R, NAME, OF, FORM, 2d_array, shape_2d_array, AT_2D_ARRAY, 4)           \
  WITH_SAMPLER(R, NAME, OF, FORM, 3d, shape_3d, AT_3D, 4)                             \
  WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, 1d, shape_1d, AT_1D, )                    \
  WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, 1d_buffer, shape_1d, AT_1D, )             \
  WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, 1d_array, shape_1d_array, AT_1D_ARRAY, 2) \
  WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, 2d, shape_2d, AT_2D, 2)                   \
  WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, 2d_array, shape_2d_array, AT_2D_ARRAY, 4) \
  WITHOUT_SAMPLER_OF_ALL(R, NAME, OF, FORM, 3d, shape_3d, AT_3D, 4)

#define COLOURS_OF_LEVELS(R, NAME, OF, FORM)                                                       \
  OF_LEVELS_OF_ALL(R, NAME, OF, FORM, 1d, shape_1d, AT_1D, , float, GRADIENT_1)                    \
  OF_LEVELS_OF_ALL(R, NAME, OF, FORM, 1d_array, shape_1d_array, AT_1D_ARRAY, 2, float, GRADIENT_1) \
  OF_LEVELS_OF_ALL(R, NAME, OF, FORM, 2d, shape_2d, AT_2D, 2, float2, GRADIENT_2)                  \
  OF_LEVELS_OF_ALL(R, NAME, OF, FORM, 2d_array, shape_2d_array, AT_2D_ARRAY, 4, float2,            \
                   GRADIENT_2)                                                                     \
  OF_LEVELS_OF_ALL(R, NAME, OF, FORM, 3d, shape_3d, AT_3D, 4, float4, GRADIENT_4)

COLOURS(float4, read_imagef, f, AS_IS)
COLOURS(int4, read_imagei, i, SIGNED)
COLOURS(uint4, read_imageui, i, AS_IS)
COLOURS(half4, read_imageh, f, HALVES)
COLOURS_OF_LEVELS(float4, read_imagef, f, AS_IS)
COLOURS_OF_LEVELS(int4, read_imagei, i, SIGNED)
COLOURS_OF_LEVELS(uint4, read_imageui, i, AS_IS)

#define DEPTHS(IMAGE, SHAPE, AT, N)                                         \
  WITH_SAMPLER(float, read_imagef, f, DEPTH, IMAGE, SHAPE, AT, N)           \
  WITHOUT_SAMPLER_OF_ALL(float, read_imagef, f, DEPTH, IMAGE, SHAPE, AT, N) \
  OF_LEVELS_OF_ALL(float, read_imagef, f, DEPTH, IMAGE, SHAPE, AT, N, float2, GRADIENT_2)
FOR_DEPTH_IMAGES(DEPTHS)
