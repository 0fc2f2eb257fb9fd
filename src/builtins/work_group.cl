// Work-group functions (OpenCL C 3.0, 6.15.16).
#include "collective.h"

size_t VALUE get_local_linear_id(void);
size_t VALUE get_local_size(uint dimension);

#define GROUP(NAME) work_group_##NAME
#define EXCHANGE() __cleave_work_group_exchange()
#define MEETING() __cleave_work_group_barrier()
#define OWN_INDEX() get_local_linear_id()
#define MEMBERS() (get_local_size(0) * get_local_size(1) * get_local_size(2))

COLLECTIVES_OF_ALL_TYPES

#define WORK_GROUP_BROADCAST(T)                                                   \
  T COLLECTIVE work_group_broadcast(T value, size_t x) {                          \
    return broadcast(value, x);                                                   \
  }                                                                               \
  T COLLECTIVE work_group_broadcast(T value, size_t x, size_t y) {                \
    return broadcast(value, y * get_local_size(0) + x);                           \
  }                                                                               \
  T COLLECTIVE work_group_broadcast(T value, size_t x, size_t y, size_t z) {      \
    return broadcast(value, (z * get_local_size(1) + y) * get_local_size(0) + x); \
  }

WORK_GROUP_BROADCAST(int)
WORK_GROUP_BROADCAST(uint)
WORK_GROUP_BROADCAST(long)
WORK_GROUP_BROADCAST(ulong)
WORK_GROUP_BROADCAST(float)
WORK_GROUP_BROADCAST(double)
