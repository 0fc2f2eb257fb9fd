// Reads the clock (cl_khr_kernel_clock): the processor's time stamp counter, which has run at one
// rate, and alike on all processors of a machine, since before those that Cleave needs. Every scope
// has this one. The read depends on what it is not given, so that no pass joins two reads or moves
// one out of a loop.
#include "library.h"

#define CLOCK(SCOPE)                                                     \
  ulong OVERLOADED clock_read_##SCOPE(void) {                            \
    return __builtin_readcyclecounter();                                 \
  }                                                                      \
  uint2 OVERLOADED clock_read_hilo_##SCOPE(void) {                       \
    return __builtin_astype((ulong)__builtin_readcyclecounter(), uint2); \
  }

CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
