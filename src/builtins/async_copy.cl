// Asynchronous copies and prefetch (OpenCL C 3.0, 6.15.11, with cl_khr_extended_async_copies and
// cl_khr_async_work_group_copy_fence). The work-items of the group share the copy among them at
// once; waiting for it is a barrier, because an element is used by others.
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

// Copies a box of lines and planes in units of type U. A work-item copies its column of every line
// before the next one: work-items beyond the end of the lines have nothing to do, and where lines
// are short most sub-groups of a work-group are beyond.
#define BOX(U, TO, FROM)                                                                        \
  static void OVERLOADED copy_box(TO U* to, const FROM U* from, size_t units, size_t lines,     \
                                  size_t planes, size_t to_line, size_t from_line,              \
                                  size_t to_plane, size_t from_plane) {                         \
    SHARE(units, for (size_t z = 0; z < planes; ++z) for (size_t y = 0; y < lines; ++y)         \
                     to[z * to_plane + y * to_line + i] =                                       \
                         from[z * from_plane + y * from_line + i])                              \
  }

// Elements may have any size, and pointers to them need no alignment: what is aligned to 4 bytes
// all over is copied in words.
#define COPY_BOX(TO, FROM)                                                                      \
  BOX(uchar, TO, FROM)                                                                          \
  BOX(uint, TO, FROM)                                                                           \
  event_t COLLECTIVE async_work_group_copy_3D3D(                                                \
      TO void* to, size_t to_offset, const FROM void* from, size_t from_offset, size_t bytes,   \
      size_t elements, size_t lines, size_t planes, size_t from_line, size_t from_plane,        \
      size_t to_line, size_t to_plane, event_t event) {                                         \
    TO uchar* const first = (TO uchar*)to + to_offset * bytes;                                  \
    const FROM uchar* const source = (const FROM uchar*)from + from_offset * bytes;             \
    if ((((size_t)to | (size_t)from | bytes) & 3) == 0) {                                       \
      const size_t words = bytes / 4;                                                           \
      copy_box((TO uint*)first, (const FROM uint*)source, words * elements, lines, planes,      \
               words * to_line, words * from_line, words * to_plane, words * from_plane);       \
    } else {                                                                                    \
      copy_box(first, source, bytes * elements, lines, planes, bytes * to_line,                 \
               bytes * from_line, bytes * to_plane, bytes * from_plane);                        \
    }                                                                                           \
    return event;                                                                               \
  }                                                                                             \
  event_t COLLECTIVE async_work_group_copy_2D2D(                                                \
      TO void* to, size_t to_offset, const FROM void* from, size_t from_offset, size_t bytes,   \
      size_t elements, size_t lines, size_t from_line, size_t to_line, event_t event) {         \
    return async_work_group_copy_3D3D(to, to_offset, from, from_offset, bytes, elements, lines, \
                                      1, from_line, 0, to_line, 0, event);                      \
  }

COPY_BOX(__local, __global)
COPY_BOX(__global, __local)

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

// The work-items do their parts of a copy one before the other: another copy may overtake it.
void COLLECTIVE async_work_group_copy_fence(cl_mem_fence_flags flags) {
  wait();
}
