// 4.4: contexts.
#include "model/context.h"

#include "api/check/context.h"
#include "api/check/handle.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

cl_context clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                           const cl_device_id* devices, model::ContextNotify pfn_notify,
                           void* user_data, cl_int* errcode_ret) {
  return guarded_create<cl_context>(errcode_ret, [&]() -> Result<Ref<model::Context>> {
    auto request = check::create_context(properties, num_devices, devices, pfn_notify, user_data);
    if (!request.ok()) return request.status();
    return model::Context::create(std::move(request).value());
  });
}

cl_context clCreateContextFromType(const cl_context_properties* properties,
                                   cl_device_type device_type, model::ContextNotify pfn_notify,
                                   void* user_data, cl_int* errcode_ret) {
  return guarded_create<cl_context>(errcode_ret, [&]() -> Result<Ref<model::Context>> {
    auto request = check::create_context_from_type(properties, device_type, pfn_notify, user_data);
    if (!request.ok()) return request.status();
    return model::Context::create(std::move(request).value());
  });
}

cl_int clRetainContext(cl_context context) {
  return retain<model::Context>(context);
}

cl_int clReleaseContext(cl_context context) {
  return release<model::Context>(context);
}

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                        void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::Context>(context);
    if (!found.ok()) return found.status();
    return info::context(*found.value(), param_name,
                         {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK* pfn_notify)(cl_context, void*),
                                      void* user_data) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::Context>(context);
    if (!found.ok()) return found.status();
    if (pfn_notify == nullptr) return CL_INVALID_VALUE;
    found.value()->on_destroyed([pfn_notify, user_data](model::Context* destroyed) {
      pfn_notify(model::handle_of<cl_context>(destroyed), user_data);
    });
    return CL_SUCCESS;
  });
}

}  // namespace cleave::api
