// A library that is taken for ocl-icd, whose dispatch data moves: by the name that it gives itself.
#include <CL/cl_icd.h>

extern "C" __attribute__((visibility("default"))) const char loader_vendor[] =
    "OCL Icd free software";

extern "C" __attribute__((visibility("default"))) cl_int set_data_as_ocl_icd(
    cl_int(CL_API_CALL* function)(cl_platform_id, void*), cl_platform_id platform, void* data) {
  const cl_int error = function(platform, data);
  return loader_vendor[0] == 'O' ? error : CL_INVALID_VALUE;  // no tail call: it returns to here
}
