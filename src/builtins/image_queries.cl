// get_image_… (OpenCL C 3.0, 6.15.15.6; levels: cl_khr_mipmap_image).
#include "images.h"

#define FOR_EACH_ACCESS(DO, IMAGE) DO(read_only, IMAGE) DO(write_only, IMAGE) DO(read_write, IMAGE)

#define QUERY(R, NAME, ACCESS, IMAGE, VALUE_OF) \
  R VALUE NAME(ACCESS image##IMAGE##_t image) { \
    const Image of = descriptor_of(image);      \
    const Level level = level_of(of, 0);        \
    return VALUE_OF;                            \
  }

#define OF_ALL(ACCESS, IMAGE)                                             \
  QUERY(int, get_image_width, ACCESS, IMAGE, ((void)of, width_of(level))) \
  QUERY(int, get_image_channel_data_type, ACCESS, IMAGE,                  \
        ((void)level, (int)__cleave_image_word(&of->channel_type)))       \
  QUERY(int, get_image_channel_order, ACCESS, IMAGE,                      \
        ((void)level, (int)__cleave_image_word(&of->channel_order)))
#define OF_LEVELS(ACCESS, IMAGE) \
  QUERY(int, get_image_num_mip_levels, ACCESS, IMAGE, ((void)level, levels_of(of)))
#define OF_ROWS(ACCESS, IMAGE) \
  QUERY(int, get_image_height, ACCESS, IMAGE, ((void)of, height_of(level)))
#define OF_PLANES(ACCESS, IMAGE) \
  QUERY(int2, get_image_dim, ACCESS, IMAGE, ((void)of, (int2)(width_of(level), height_of(level))))
#define OF_LAYERS(ACCESS, IMAGE) \
  QUERY(size_t, get_image_array_size, ACCESS, IMAGE, ((void)level, (size_t)layers_of(of)))
#define OF_VOLUMES(ACCESS, IMAGE)                                         \
  QUERY(int, get_image_depth, ACCESS, IMAGE, ((void)of, depth_of(level))) \
  QUERY(int4, get_image_dim, ACCESS, IMAGE,                               \
        ((void)of, (int4)(width_of(level), height_of(level), depth_of(level), 0)))

#define ANSWER(DO, IMAGE) FOR_EACH_ACCESS(DO, IMAGE)
ANSWER(OF_ALL, 1d)
ANSWER(OF_ALL, 1d_buffer)
ANSWER(OF_ALL, 1d_array)
ANSWER(OF_ALL, 2d)
ANSWER(OF_ALL, 2d_depth)
ANSWER(OF_ALL, 2d_array)
ANSWER(OF_ALL, 2d_array_depth)
ANSWER(OF_ALL, 3d)
ANSWER(OF_LEVELS, 1d)
ANSWER(OF_LEVELS, 1d_array)
ANSWER(OF_LEVELS, 2d)
ANSWER(OF_LEVELS, 2d_depth)
ANSWER(OF_LEVELS, 2d_array)
ANSWER(OF_LEVELS, 2d_array_depth)
ANSWER(OF_LEVELS, 3d)
ANSWER(OF_ROWS, 2d)
ANSWER(OF_ROWS, 2d_depth)
ANSWER(OF_ROWS, 2d_array)
ANSWER(OF_ROWS, 2d_array_depth)
ANSWER(OF_ROWS, 3d)
ANSWER(OF_PLANES, 2d)
ANSWER(OF_PLANES, 2d_depth)
ANSWER(OF_PLANES, 2d_array)
ANSWER(OF_PLANES, 2d_array_depth)
ANSWER(OF_LAYERS, 1d_array)
ANSWER(OF_LAYERS, 2d_array)
ANSWER(OF_LAYERS, 2d_array_depth)
ANSWER(OF_VOLUMES, 3d)
