// cl_intel_unified_shared_memory, but for the arguments of kernels.
#include "api/check/unified_memory.h"

#include "api/command_work.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"

namespace cleave::api {
namespace {

using support::Result;
using support::Status;

Result<void*> allocate(Result<check::AllocationRequest> request) {
  if (!request.ok()) return request.status();
  return request.value().context->allocate_addressed(std::move(request.value().memory));
}

cl_int free(cl_context context, void* pointer, model::command::FreeWaits waits) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::Context>(context);
    if (!found.ok()) return found.status();
    if (pointer == nullptr) return CL_SUCCESS;
    return model::command::free_unified_memory(*found.value(), pointer, waits);
  });
}

}  // namespace

void* clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel* properties,
                          size_t size, cl_uint alignment, cl_int* errcode_ret) {
  return guarded_value<void*>(errcode_ret, nullptr, [&] {
    return allocate(check::allocate_for_host({context, properties, size, alignment}));
  });
}

void* clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel* properties, size_t size,
                            cl_uint alignment, cl_int* errcode_ret) {
  return guarded_value<void*>(errcode_ret, nullptr, [&] {
    return allocate(check::allocate_for_device({context, properties, size, alignment}, device));
  });
}

void* clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel* properties, size_t size,
                            cl_uint alignment, cl_int* errcode_ret) {
  return guarded_value<void*>(errcode_ret, nullptr, [&] {
    return allocate(check::allocate_shared({context, properties, size, alignment}, device));
  });
}

cl_int clMemFreeINTEL(cl_context context, void* ptr) {
  return free(context, ptr, model::command::FreeWaits::no);
}

cl_int clMemBlockingFreeINTEL(cl_context context, void* ptr) {
  return free(context, ptr, model::command::FreeWaits::yes);
}

cl_int clGetMemAllocInfoINTEL(cl_context context, const void* ptr, cl_mem_info_intel param_name,
                              size_t param_value_size, void* param_value,
                              size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::Context>(context);
    if (!found.ok()) return found.status();
    const auto memory = found.value()->addresses().find(reinterpret_cast<uint64_t>(ptr));
    const bool is_unified = memory && (only(memory->kind()) & model::unified_kinds) != 0;
    return info::unified_memory(is_unified ? memory.get() : nullptr, param_name,
                                {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void* dst_ptr, const void* pattern,
                             size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                             const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::address_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return fill_address_work(target, CL_COMMAND_MEMFILL_INTEL, dst_ptr,
                                   {pattern, pattern_size}, size);
        });
  });
}

cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking_copy, void* dst_ptr,
                            const void* src_ptr, size_t size, cl_uint num_events_in_wait_list,
                            const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::address_target(command_queue, num_events_in_wait_list, event_wait_list),
        blocking(blocking_copy), event, [&](const check::EnqueueTarget& target) {
          return copy_addresses_work(target, CL_COMMAND_MEMCPY_INTEL, dst_ptr, src_ptr, size);
        });
  });
}

cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void* ptr, size_t size,
                                cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::address_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto ranges = check::migrate_unified(target.value(), ptr, size, flags);
    if (!ranges.ok()) return ranges.status();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::migrate_addresses_work(queue, CL_COMMAND_MIGRATEMEM_INTEL,
                                                          std::move(ranges).value(), flags),
                   Blocking::no, event);
  });
}

cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void* ptr, size_t /*size*/,
                               cl_mem_advice_intel advice, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::address_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    if (Status checked = check::advise(advice); !checked.ok()) return checked;
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::note_address_work(queue, CL_COMMAND_MEMADVISE_INTEL, ptr),
                   Blocking::no, event);
  });
}

}  // namespace cleave::api
