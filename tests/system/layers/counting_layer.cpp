// A layer of the ICD loader, as tools that trace or check programs are: it stands between the program
// and the driver, and says at the end how often some functions were called.
#include <CL/cl_layer.h>

#include <atomic>
#include <cstdio>
#include <cstring>

namespace {

cl_icd_dispatch below;  // the loader's
cl_icd_dispatch own;

/// How often the program called a function.
struct Counter {
  const char* function;
  std::atomic<unsigned> calls{0};
  ~Counter() { std::printf("layer: %s: %u\n", function, calls.load()); }
};
Counter builds{"clBuildProgram"};
Counter launches{"clEnqueueNDRangeKernel"};
Counter splits{"clCreateSubDevices"};
Counter extensions{"clGetExtensionFunctionAddressForPlatform"};

cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id* devices,
                         const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                         void* data) {
  ++builds.calls;
  return below.clBuildProgram(program, count, devices, options, notify, data);
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                          const size_t* offset, const size_t* global, const size_t* local,
                          cl_uint count, const cl_event* list, cl_event* event) {
  ++launches.calls;
  return below.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, list,
                                      event);
}

cl_int CL_API_CALL split(cl_device_id device, const cl_device_partition_property* properties,
                         cl_uint count, cl_device_id* parts, cl_uint* made) {
  ++splits.calls;
  return below.clCreateSubDevices(device, properties, count, parts, made);
}

void* CL_API_CALL find_extension(cl_platform_id platform, const char* name) {
  ++extensions.calls;
  return below.clGetExtensionFunctionAddressForPlatform(platform, name);
}

}  // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value,
                                               size_t* size_ret) {
  constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
  if (value != nullptr && size < sizeof version) return CL_INVALID_VALUE;
  if (value != nullptr) std::memcpy(value, &version, sizeof version);
  if (size_ret != nullptr) *size_ret = sizeof version;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                                            cl_uint* entries_ret,
                                            const cl_icd_dispatch** layer_ret) {
  constexpr auto all = static_cast<cl_uint>(sizeof own / sizeof(void*));
  if (target == nullptr || entries_ret == nullptr || layer_ret == nullptr || entries < all) {
    return CL_INVALID_VALUE;
  }
  below = own = *target;
  own.clBuildProgram = build;
  own.clEnqueueNDRangeKernel = launch;
  own.clCreateSubDevices = split;
  own.clGetExtensionFunctionAddressForPlatform = find_extension;
  *entries_ret = all;
  *layer_ret = &own;
  return CL_SUCCESS;
}
