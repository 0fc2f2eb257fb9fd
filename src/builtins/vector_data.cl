// vloadn and vstoren (OpenCL C 3.0, 6.15.7), which need only the alignment of the element.
#include "library.h"

// Vectors of 3 go by components: a vector access would touch a fourth.
#define LOAD(T, N, SPACE)                                                         \
  T##N __attribute__((overloadable, pure)) vload##N(size_t i, const SPACE T* p) { \
    typedef T##N unaligned __attribute__((aligned(sizeof(T))));                   \
    return *(const SPACE unaligned*)(p + i * N);                                  \
  }
#define LOAD_3(T, SPACE)                                                        \
  T##3 __attribute__((overloadable, pure)) vload3(size_t i, const SPACE T* p) { \
    p += i * 3;                                                                 \
    return (T##3)(p[0], p[1], p[2]);                                            \
  }
#define STORE(T, N, SPACE)                                      \
  void OVERLOADED vstore##N(T##N v, size_t i, SPACE T* p) {     \
    typedef T##N unaligned __attribute__((aligned(sizeof(T)))); \
    *(SPACE unaligned*)(p + i * N) = v;                         \
  }
#define STORE_3(T, SPACE)                                 \
  void OVERLOADED vstore3(T##3 v, size_t i, SPACE T* p) { \
    p += i * 3;                                           \
    p[0] = v.x;                                           \
    p[1] = v.y;                                           \
    p[2] = v.z;                                           \
  }

#define LOADS(T, SPACE) \
  LOAD(T, 2, SPACE) LOAD_3(T, SPACE) LOAD(T, 4, SPACE) LOAD(T, 8, SPACE) LOAD(T, 16, SPACE)
#define STORES(T, SPACE) \
  STORE(T, 2, SPACE) STORE_3(T, SPACE) STORE(T, 4, SPACE) STORE(T, 8, SPACE) STORE(T, 16, SPACE)
#define LOADS_AND_STORES(T)                                                     \
  LOADS(T, __private)                                                           \
  LOADS(T, __global) LOADS(T, __constant) LOADS(T, __local) LOADS(T, __generic) \
      STORES(T, __private) STORES(T, __global) STORES(T, __local) STORES(T, __generic)

LOADS_AND_STORES(char)
LOADS_AND_STORES(uchar)
LOADS_AND_STORES(short)
LOADS_AND_STORES(ushort)
LOADS_AND_STORES(int)
LOADS_AND_STORES(uint)
LOADS_AND_STORES(long)
LOADS_AND_STORES(ulong)
LOADS_AND_STORES(half)
LOADS_AND_STORES(float)
LOADS_AND_STORES(double)
