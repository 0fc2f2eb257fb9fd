// 5.5: what all memory objects have.
#include "api/check/buffer.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {

using support::Status;

cl_int clRetainMemObject(cl_mem memobj) {
  return retain<model::memory::MemoryObject>(memobj);
}

cl_int clReleaseMemObject(cl_mem memobj) {
  return release<model::memory::MemoryObject>(memobj);
}

cl_int clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK* pfn_notify)(cl_mem, void*),
                                        void* user_data) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::memory::MemoryObject>(memobj);
    if (!found.ok()) return found.status();
    if (pfn_notify == nullptr) return CL_INVALID_VALUE;
    found.value()->on_destroyed([pfn_notify, user_data](model::memory::MemoryObject* destroyed) {
      pfn_notify(model::handle_of<cl_mem>(destroyed), user_data);
    });
    return CL_SUCCESS;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void* mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                               cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto memory = check::unmap(target.value(), memobj, mapped_ptr);
    if (!memory.ok()) return memory.status();
    const Status status = enqueue(std::move(target).value(),
                                  model::command::unmap_work(*memory.value()), Blocking::no, event);
    // The pointer is given back here and not when the command runs: whoever unmaps it twice must
    // hear of it at the second call.
    if (status.ok()) static_cast<void>(memory.value()->release_map(mapped_ptr));
    return status;
  });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                  const cl_mem* mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                  cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto objects = check::migrate(target.value(), num_mem_objects, mem_objects, flags);
    if (!objects.ok()) return objects.status();
    auto migration =
        model::command::migrate_work(*target.value().queue, std::move(objects).value(), flags);
    return enqueue(std::move(target).value(), std::move(migration), Blocking::no, event);
  });
}

cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                          void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::memory::MemoryObject>(memobj);
    if (!found.ok()) return found.status();
    return info::memory(*found.value(), param_name,
                        {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api
