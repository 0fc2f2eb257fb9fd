// Named barriers (SPIR-V 1.1, cl_khr_subgroup_named_barrier), at which some of the sub-groups of a
// work-group meet. The front end has the loop in which a sub-group waits for the others: so the
// kernel is known as one that may wait, and the others get on meanwhile.
#include "lane_collectives.h"
#include "library.h"
#include "named_barrier_memory.h"

typedef __local struct NamedBarrier* Barrier;

#define ATOMIC(FIELD) ((volatile __local atomic_uint*)&barrier->FIELD)

uint VALUE get_sub_group_local_id(void);

// All work-items of the work-group come. In a loop nobody is left in the barrier made before.
void __attribute__((convergent)) __cleave_named_barrier_make(Barrier barrier, uint sub_groups) {
  __cleave_work_group_barrier();
  if (__cleave_local_linear_id() == 0) {
    barrier->sub_groups = sub_groups;
    barrier->arrived = 0;
    barrier->round = 0;
  }
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __cleave_work_group_barrier();
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}

// All work-items of the sub-group come. Returns the number of the round, which the sub-group that
// comes last ends.
uint __attribute__((convergent)) __cleave_named_barrier_arrive(Barrier barrier) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __cleave_sub_group_barrier();
  uint round = 0;
  if (get_sub_group_local_id() == 0) {
    round = __c11_atomic_load(ATOMIC(round), __ATOMIC_RELAXED);
    const uint before = __c11_atomic_fetch_add(ATOMIC(arrived), 1, __ATOMIC_ACQ_REL);
    if (before + 1 == barrier->sub_groups) {
      __c11_atomic_store(ATOMIC(arrived), 0, __ATOMIC_RELAXED);
      __c11_atomic_store(ATOMIC(round), round + 1, __ATOMIC_RELEASE);
    }
  }
  return (uint)__cleave_sub_group_broadcast_i32((int)round, 0);
}

int __cleave_named_barrier_has_met(Barrier barrier, uint round) {
  return __c11_atomic_load(ATOMIC(round), __ATOMIC_ACQUIRE) != round;
}
