// Block reads and writes of cl_intel_subgroups, _char, _short and _long: component i of a work-item
// is the element at i * W + its local id. `p` is the same for all of them.
#include "lane_collectives.h"

uint VALUE get_sub_group_local_id(void);
uint VALUE get_max_sub_group_size(void);

// Component i of a vector that is read or written, at p.
#define AT(i) p[(i) * width]
#define BEGIN(T, p_of_all)                                                                  \
  const uint width = get_max_sub_group_size();                                              \
  __global T* const p = (__global T*)__cleave_sub_group_same_p1((__global void*)p_of_all) + \
                        get_sub_group_local_id();

#define READ_1(T) AT(0)
#define READ_2(T) (T##2)(AT(0), AT(1))
#define READ_4(T) (T##4)(AT(0), AT(1), AT(2), AT(3))
#define READ_8(T) (T##8)(AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7))
#define READ_16(T)                                                                              \
  (T##16)(AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7), AT(8), AT(9), AT(10), AT(11), \
          AT(12), AT(13), AT(14), AT(15))
#define WRITE_1 AT(0) = data;
#define WRITE_2 AT(0) = data.s0, AT(1) = data.s1;
#define WRITE_4 WRITE_2 AT(2) = data.s2, AT(3) = data.s3;
#define WRITE_8 WRITE_4 AT(4) = data.s4, AT(5) = data.s5, AT(6) = data.s6, AT(7) = data.s7;
#define WRITE_16                                                                \
  WRITE_8 AT(8) = data.s8, AT(9) = data.s9, AT(10) = data.sA, AT(11) = data.sB; \
  AT(12) = data.sC, AT(13) = data.sD, AT(14) = data.sE, AT(15) = data.sF;

#define BLOCK(T, V, N, SUFFIX)                                                        \
  V COLLECTIVE intel_sub_group_block_read##SUFFIX(const __global T* p_of_all) {       \
    BEGIN(T, p_of_all)                                                                \
    return READ_##N(T);                                                               \
  }                                                                                   \
  void COLLECTIVE intel_sub_group_block_write##SUFFIX(__global T* p_of_all, V data) { \
    BEGIN(T, p_of_all)                                                                \
    WRITE_##N                                                                         \
  }
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
