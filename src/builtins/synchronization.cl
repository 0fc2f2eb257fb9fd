// Barriers and fences (OpenCL C 3.0, 6.15.8 and 6.15.12.4). Every fence covers all address spaces:
// on the devices that there are a fence of one costs the same.
#include "library.h"

void OVERLOADED atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                       memory_scope scope) {
  if (scope == memory_scope_work_item && !(flags & CLK_IMAGE_MEM_FENCE)) return;
  switch (order) {
    case memory_order_relaxed:
      break;
    case memory_order_acquire:
      __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
      break;
    case memory_order_release:
      __c11_atomic_thread_fence(__ATOMIC_RELEASE);
      break;
    case memory_order_acq_rel:
      __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
      break;
    default:
      __c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
      break;
  }
}

void OVERLOADED mem_fence(cl_mem_fence_flags flags) {
  __c11_atomic_thread_fence(__ATOMIC_ACQ_REL);
}
void OVERLOADED read_mem_fence(cl_mem_fence_flags flags) {
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}
void OVERLOADED write_mem_fence(cl_mem_fence_flags flags) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}

void COLLECTIVE work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __cleave_work_group_barrier();
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}
void COLLECTIVE work_group_barrier(cl_mem_fence_flags flags) {
  work_group_barrier(flags, memory_scope_work_group);
}
void COLLECTIVE barrier(cl_mem_fence_flags flags) {
  work_group_barrier(flags, memory_scope_work_group);
}

// cl_intel_split_work_group_barrier. Work-items of a work-group run to their next barrier one sub-group
// after another, so that a barrier which is left early gains nothing: who arrives goes on, and who
// waits does so for all to wait. By then all have arrived.
void COLLECTIVE intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
}
void COLLECTIVE intel_work_group_barrier_arrive(cl_mem_fence_flags flags) {
  intel_work_group_barrier_arrive(flags, memory_scope_work_group);
}
void COLLECTIVE intel_work_group_barrier_wait(cl_mem_fence_flags flags, memory_scope scope) {
  work_group_barrier(flags, scope);
}
void COLLECTIVE intel_work_group_barrier_wait(cl_mem_fence_flags flags) {
  work_group_barrier(flags, memory_scope_work_group);
}

void COLLECTIVE sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __c11_atomic_thread_fence(__ATOMIC_RELEASE);
  __cleave_sub_group_barrier();
  __c11_atomic_thread_fence(__ATOMIC_ACQUIRE);
}
void COLLECTIVE sub_group_barrier(cl_mem_fence_flags flags) {
  sub_group_barrier(flags, memory_scope_sub_group);
}
