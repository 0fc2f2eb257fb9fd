// Address spaces of generic pointers (OpenCL C 3.0, 6.15.10). Clang writes to_global(p) as a call
// of
// __to_global, and likewise the others.
#include "library.h"

// The result depends on the pointer alone, for one work-item.
#define QUERY __attribute__((const))

QUERY __global void* __to_global(__generic void* pointer) {
  const bool is_other = __cleave_is_local_address(pointer) || __cleave_is_private_address(pointer);
  return is_other ? 0 : (__global void*)pointer;
}

QUERY __local void* __to_local(__generic void* pointer) {
  return __cleave_is_local_address(pointer) ? (__local void*)pointer : 0;
}

QUERY __private void* __to_private(__generic void* pointer) {
  return __cleave_is_private_address(pointer) ? (__private void*)pointer : 0;
}

// Private memory needs no fence; that of global memory is a valid one for it.
cl_mem_fence_flags VALUE get_fence(const __generic void* pointer) {
  return __cleave_is_local_address(pointer) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
cl_mem_fence_flags VALUE get_fence(__generic void* pointer) {
  return get_fence((const __generic void*)pointer);
}
