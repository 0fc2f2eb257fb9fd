// Block reads and writes of images of cl_intel_subgroups, _char, _short and _long: component i of a
// work-item is the element at its local id of row i. Coordinates are (bytes, rows). Elements
// outside are those at the edge where they are read, and none where they are written.
#include "images.h"
#include "lane_collectives.h"

uint VALUE get_sub_group_local_id(void);

// The coordinates are the same for all work-items of the sub-group.
INLINE int2 of_sub_group(int2 at) {
  return (int2)(__cleave_sub_group_broadcast_i32(at.x, 0),
                __cleave_sub_group_broadcast_i32(at.y, 0));
}

struct Block {
  Level level;
  int elements;  // of a row
  int x, y;      // of the work-item, in elements and rows
};
INLINE struct Block block_of(Image image, int2 at, uint size) {
  const int2 first = of_sub_group(at);
  const Level level = level_of(image, 0);
  const uint bytes = (uint)width_of(level) * __cleave_image_word(&image->texel_bytes);
  const struct Block block = {
      level, (int)(bytes / size),
      (int)((uint)(first.x >> __builtin_ctz(size)) + get_sub_group_local_id()), first.y};
  return block;
}
INLINE int clamped(int index, int size) {
  return __builtin_elementwise_max(__builtin_elementwise_min(index, size - 1), 0);
}

#define READ(i) \
  row_at(block.level, clamped((int)((uint)block.y + i), height_of(block.level)), 0, shape_2d)
#define ELEMENT(T, i) ((const __global T*)READ(i))[clamped(block.x, block.elements)]
#define READ_1(T) ELEMENT(T, 0)
#define READ_2(T) (T##2)(ELEMENT(T, 0), ELEMENT(T, 1))
#define READ_4(T) (T##4)(ELEMENT(T, 0), ELEMENT(T, 1), ELEMENT(T, 2), ELEMENT(T, 3))
#define READ_8(T)                                                                                  \
  (T##8)(ELEMENT(T, 0), ELEMENT(T, 1), ELEMENT(T, 2), ELEMENT(T, 3), ELEMENT(T, 4), ELEMENT(T, 5), \
         ELEMENT(T, 6), ELEMENT(T, 7))
#define READ_16(T)                                                                        \
  (T##16)(ELEMENT(T, 0), ELEMENT(T, 1), ELEMENT(T, 2), ELEMENT(T, 3), ELEMENT(T, 4),      \
          ELEMENT(T, 5), ELEMENT(T, 6), ELEMENT(T, 7), ELEMENT(T, 8), ELEMENT(T, 9),      \
          ELEMENT(T, 10), ELEMENT(T, 11), ELEMENT(T, 12), ELEMENT(T, 13), ELEMENT(T, 14), \
          ELEMENT(T, 15))

#define WRITE(T, i, value)                                                                 \
  {                                                                                        \
    const int y = (int)((uint)block.y + i);                                                \
    const bool is_inside =                                                                 \
        ((uint)block.x < (uint)block.elements) & ((uint)y < (uint)height_of(block.level)); \
    if (is_inside) ((__global T*)row_at(block.level, y, 0, shape_2d))[block.x] = value;    \
  }
#define WRITE_1(T) WRITE(T, 0, data)
#define WRITE_2(T) WRITE(T, 0, data.s0) WRITE(T, 1, data.s1)
#define WRITE_4(T) WRITE_2(T) WRITE(T, 2, data.s2) WRITE(T, 3, data.s3)
#define WRITE_8(T) \
  WRITE_4(T) WRITE(T, 4, data.s4) WRITE(T, 5, data.s5) WRITE(T, 6, data.s6) WRITE(T, 7, data.s7)
#define WRITE_16(T)                                                                     \
  WRITE_8(T)                                                                            \
  WRITE(T, 8, data.s8) WRITE(T, 9, data.s9) WRITE(T, 10, data.sA) WRITE(T, 11, data.sB) \
      WRITE(T, 12, data.sC) WRITE(T, 13, data.sD) WRITE(T, 14, data.sE) WRITE(T, 15, data.sF)

#define READ_BLOCK(T, V, N, SUFFIX, ACCESS)                                          \
  V COLLECTIVE intel_sub_group_block_read##SUFFIX(ACCESS image2d_t image, int2 at) { \
    const struct Block block = block_of(descriptor_of(image), at, sizeof(T));        \
    return READ_##N(T);                                                              \
  }
#define WRITE_BLOCK(T, V, N, SUFFIX, ACCESS)                                                     \
  void COLLECTIVE intel_sub_group_block_write##SUFFIX(ACCESS image2d_t image, int2 at, V data) { \
    const struct Block block = block_of(descriptor_of(image), at, sizeof(T));                    \
    WRITE_##N(T)                                                                                 \
  }
#define BLOCK(T, V, N, SUFFIX)             \
  READ_BLOCK(T, V, N, SUFFIX, read_only)   \
  READ_BLOCK(T, V, N, SUFFIX, read_write)  \
  WRITE_BLOCK(T, V, N, SUFFIX, write_only) \
  WRITE_BLOCK(T, V, N, SUFFIX, read_write)
#define BLOCKS_TO_8(T, S) \
  BLOCK(T, T, 1, S)       \
  BLOCK(T, T##2, 2, S##2) \
  BLOCK(T, T##4, 4, S##4) \
  BLOCK(T, T##8, 8, S##8)

BLOCK(uint, uint, 1, )
BLOCK(uint, uint2, 2, 2)
BLOCK(uint, uint4, 4, 4)
BLOCK(uint, uint8, 8, 8)
BLOCKS_TO_8(uint, _ui)
BLOCKS_TO_8(uchar, _uc)
BLOCK(uchar, uchar16, 16, _uc16)
BLOCKS_TO_8(ushort, _us)
BLOCK(ushort, ushort16, 16, _us16)
BLOCKS_TO_8(ulong, _ul)
BLOCK(ulong, ulong16, 16, _ul16)
// Clang's header has these for images that are said to be read only.
WRITE_BLOCK(uint, uint, 1, _ui, read_only)
WRITE_BLOCK(uint, uint2, 2, _ui2, read_only)
WRITE_BLOCK(uint, uint4, 4, _ui4, read_only)
WRITE_BLOCK(uint, uint8, 8, _ui8, read_only)
