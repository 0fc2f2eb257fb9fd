// 5.6: shared virtual memory.
#include "api/check/shared_memory.h"
#include "api/command_work.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "model/addressed_memory.h"

namespace cleave::api {

using support::Result;
using support::Status;

void* clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return guarded_value<void*>(nullptr, nullptr, [&]() -> Result<void*> {
    auto request = check::allocate_svm(context, flags, size, alignment);
    if (!request.ok()) return request.status();
    return request.value().context->allocate_addressed(std::move(request.value().memory));
  });
}

void clSVMFree(cl_context context, void* svm_pointer) {
  static_cast<void>(guarded([&]() -> Status {
    const auto found = check::object<model::Context>(context);
    if (!found.ok()) return found.status();
    static_cast<void>(found.value()->addresses().take(
        reinterpret_cast<uint64_t>(svm_pointer), model::only(model::AddressedMemory::Kind::svm)));
    return CL_SUCCESS;
  }));
}

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
                        void* svm_pointers[],
                        void(CL_CALLBACK* pfn_free_func)(cl_command_queue, cl_uint, void*[], void*),
                        void* user_data, cl_uint num_events_in_wait_list,
                        const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::svm_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto pointers = check::free_svm(num_svm_pointers, svm_pointers);
    if (!pointers.ok()) return pointers.status();
    model::command::FreeRequest request{std::move(pointers).value(), pfn_free_func, user_data};
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(), model::command::free_work(queue, std::move(request)),
                   Blocking::no, event);
  });
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void* dst_ptr,
                          const void* src_ptr, size_t size, cl_uint num_events_in_wait_list,
                          const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(check::svm_target(command_queue, num_events_in_wait_list, event_wait_list),
                        blocking(blocking_copy), event, [&](const check::EnqueueTarget& target) {
                          return copy_addresses_work(target, CL_COMMAND_SVM_MEMCPY, dst_ptr,
                                                     src_ptr, size);
                        });
  });
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void* svm_ptr, const void* pattern,
                           size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(check::svm_target(command_queue, num_events_in_wait_list, event_wait_list),
                        Blocking::no, event, [&](const check::EnqueueTarget& target) {
                          return fill_address_work(target, CL_COMMAND_SVM_MEMFILL, svm_ptr,
                                                   {pattern, pattern_size}, size);
                        });
  });
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                       void* svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::svm_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    if (Status checked = check::map_svm(flags, svm_ptr, size); !checked.ok()) return checked;
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::note_address_work(queue, CL_COMMAND_SVM_MAP, svm_ptr),
                   blocking(blocking_map), event);
  });
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void* svm_ptr,
                         cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                         cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::svm_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    if (svm_ptr == nullptr) return CL_INVALID_VALUE;
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::note_address_work(queue, CL_COMMAND_SVM_UNMAP, svm_ptr),
                   Blocking::no, event);
  });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                              const void** svm_pointers, const size_t* sizes,
                              cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::svm_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto ranges = check::migrate_svm(target.value(), num_svm_pointers, svm_pointers, sizes, flags);
    if (!ranges.ok()) return ranges.status();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::migrate_addresses_work(queue, CL_COMMAND_SVM_MIGRATE_MEM,
                                                          std::move(ranges).value(), flags),
                   Blocking::no, event);
  });
}

}  // namespace cleave::api
