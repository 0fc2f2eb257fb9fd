// write_imagef, write_imagei, write_imageui (OpenCL C 3.0, 6.15.15.5; of levels:
// cl_khr_mipmap_image_writes) and write_imageh. Writes outside the image do nothing.
#include "images.h"

#define REALS(colour) __builtin_convertvector(colour, float4)
#define INTEGERS(colour) as_uint4(colour)
#define AS_IS(colour) colour
#define DEPTH(depth) (float4)(depth, 0, 0, 1)

#define WRITE(T, NAME, OF, FORM, ACCESS, IMAGE, SHAPE, AT, N)                   \
  void OVERLOADED NAME(ACCESS image##IMAGE##_t image, int##N at, T colour) {    \
    const Image of = descriptor_of(image);                                      \
    __cleave_write_##OF(of, level_of(of, 0), AT(int, at), FORM(colour), SHAPE); \
  }
#define WRITE_LEVEL(T, NAME, OF, FORM, ACCESS, IMAGE, SHAPE, AT, N)                     \
  void OVERLOADED NAME(ACCESS image##IMAGE##_t image, int##N at, int lod, T colour) {   \
    const Image of = descriptor_of(image);                                              \
    if ((uint)lod >= (uint)levels_of(of)) return;                                       \
    __cleave_write_##OF(of, level_of(of, (uint)lod), AT(int, at), FORM(colour), SHAPE); \
  }
#define BOTH(DO, T, NAME, OF, FORM, IMAGE, SHAPE, AT, N) \
  DO(T, NAME, OF, FORM, write_only, IMAGE, SHAPE, AT, N) \
  DO(T, NAME, OF, FORM, read_write, IMAGE, SHAPE, AT, N)

#define OF_FLOATS(IMAGE, SHAPE, AT, N)                              \
  BOTH(WRITE, float4, write_imagef, f, AS_IS, IMAGE, SHAPE, AT, N)  \
  BOTH(WRITE, int4, write_imagei, i, INTEGERS, IMAGE, SHAPE, AT, N) \
  BOTH(WRITE, uint4, write_imageui, i, AS_IS, IMAGE, SHAPE, AT, N)  \
  BOTH(WRITE, half4, write_imageh, f, REALS, IMAGE, SHAPE, AT, N)
#define OF_LEVELS(IMAGE, SHAPE, AT, N)                                    \
  BOTH(WRITE_LEVEL, float4, write_imagef, f, AS_IS, IMAGE, SHAPE, AT, N)  \
  BOTH(WRITE_LEVEL, int4, write_imagei, i, INTEGERS, IMAGE, SHAPE, AT, N) \
  BOTH(WRITE_LEVEL, uint4, write_imageui, i, AS_IS, IMAGE, SHAPE, AT, N)
#define OF_DEPTHS(IMAGE, SHAPE, AT, N)                            \
  BOTH(WRITE, float, write_imagef, f, DEPTH, IMAGE, SHAPE, AT, N) \
  BOTH(WRITE_LEVEL, float, write_imagef, f, DEPTH, IMAGE, SHAPE, AT, N)

FOR_COLOUR_IMAGES(OF_FLOATS)
FOR_BUFFER_IMAGES(OF_FLOATS)
FOR_COLOUR_IMAGES(OF_LEVELS)
FOR_DEPTH_IMAGES(OF_DEPTHS)
