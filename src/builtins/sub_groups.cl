// The collective functions of cl_khr_subgroups (section 6.13.X).
#include "collective.h"

uint VALUE get_sub_group_local_id(void);
uint VALUE get_sub_group_size(void);

#define GROUP(NAME) sub_group_##NAME
#define EXCHANGE() __cleave_sub_group_exchange()
#define MEETING() __cleave_sub_group_barrier()
#define OWN_INDEX() get_sub_group_local_id()
#define MEMBERS() get_sub_group_size()

COLLECTIVES_OF_ALL_TYPES

#define SUB_GROUP_BROADCAST(T)                         \
  T COLLECTIVE sub_group_broadcast(T x, uint source) { \
    return broadcast(x, source);                       \
  }

SUB_GROUP_BROADCAST(int)
SUB_GROUP_BROADCAST(uint)
SUB_GROUP_BROADCAST(long)
SUB_GROUP_BROADCAST(ulong)
SUB_GROUP_BROADCAST(float)
SUB_GROUP_BROADCAST(double)
