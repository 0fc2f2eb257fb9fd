// Asynchronous copies and prefetch (OpenCL C 3.0, 6.15.11). The work-items of the group share the
// copy among them at once; waiting for it is a barrier, because an element is used by others.
#include "library.h"

static size_t work_group_size(void) {
  return __cleave_local_size(0) * __cleave_local_size(1) * __cleave_local_size(2);
}

// BODY for every i below COUNT, in turns that all work-items have and one that some have, so that a
// sub-group knows that its work-items go on together.
#define SHARE(COUNT, BODY)                                  \
  const size_t step = work_group_size();                    \
  const size_t own = __cleave_local_linear_id();            \
  size_t begin = 0;                                         \
  for (; begin + step <= (COUNT); begin += step) {          \
    const size_t i = begin + own;                           \
    BODY;                                                   \
  }                                                         \
  if (begin + own < (COUNT)) {                              \
    const size_t i = begin + own;                           \
    BODY;                                                   \
  }

// A vector is copied as the N elements that it takes in memory: work-items beside each other then
// copy what lies beside each other.
#define COPY(S, N, T, TO, FROM)                                                        \
  event_t COLLECTIVE async_work_group_copy(TO T* to, const FROM T* from, size_t count, \
                                           event_t event) {                            \
    SHARE(N * count, ((TO S*)to)[i] = ((const FROM S*)from)[i])                        \
    return event;                                                                      \
  }
#define GATHER(T)                                                                                \
  event_t COLLECTIVE async_work_group_strided_copy(__local T* to, const __global T* from,        \
                                                   size_t count, size_t stride, event_t event) { \
    SHARE(count, to[i] = from[i * stride])                                                       \
    return event;                                                                                \
  }
#define SCATTER(T)                                                                               \
  event_t COLLECTIVE async_work_group_strided_copy(__global T* to, const __local T* from,        \
                                                   size_t count, size_t stride, event_t event) { \
    SHARE(count, to[i * stride] = from[i])                                                       \
    return event;                                                                                \
  }
#define PREFETCH(T) \
  void OVERLOADED prefetch(const __global T* p, size_t count) {}

#define COPIES_OF(S, N, T) \
  COPY(S, N, T, __local, __global) COPY(S, N, T, __global, __local) GATHER(T) SCATTER(T) PREFETCH(T)
#define COPIES(T)                                                          \
  COPIES_OF(T, 1, T)                                                       \
  COPIES_OF(T, 2, T##2)                                                    \
  COPIES_OF(T, 4, T##3)                                                    \
  COPIES_OF(T, 4, T##4)                                                    \
  COPIES_OF(T, 8, T##8)                                                    \
  COPIES_OF(T, 16, T##16)

COPIES(char)
COPIES(uchar)
COPIES(short)
COPIES(ushort)
COPIES(int)
COPIES(uint)
COPIES(long)
COPIES(ulong)
COPIES(half)
COPIES(float)
COPIES(double)

static void wait(void) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __cleave_work_group_barrier();
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}
void COLLECTIVE wait_group_events(int count, __private event_t* events) {
  wait();
}
void COLLECTIVE wait_group_events(int count, __local event_t* events) {
  wait();
}
void COLLECTIVE wait_group_events(int count, __generic event_t* events) {
  wait();
}
