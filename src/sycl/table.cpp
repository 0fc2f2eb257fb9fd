// Gives the headers their table of functions: each turns handles into objects, acts, and turns what is thrown into a record.
#include "sycl/buffer.h"
#include "sycl/command_group.h"
#include "sycl/context.h"
#include "sycl/detail/abi.h"
#include "sycl/device.h"
#include "sycl/division.h"
#include "sycl/event.h"
#include "sycl/failure.h"
#include "sycl/host_task.h"
#include "sycl/interop_entries.h"
#include "sycl/kernel_id.h"
#include "sycl/kernel_needs.h"
#include "sycl/launch.h"
#include "sycl/launch_sizes.h"
#include "sycl/memory_commands.h"
#include "sycl/object.h"
#include "sycl/platform.h"
#include "sycl/queue.h"
#include "sycl/region_commands.h"
#include "sycl/row_commands.h"
#include "sycl/scratch.h"
#include "sycl/selection.h"
#include "sycl/unified_memory.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

void retain(void* object) {
  object_of<Object>(object).add_reference();
}
void release(void* object) {
  if (is_cut_off()) return;  // what destructors wait for never comes in a forked child
  object_of<Object>(object).drop_reference();
}

// Platforms.

Error platforms(const cleave_sycl_sink* sink) {
  return guarded([&] {
    std::vector<Ref<Platform>> all;
    for (Platform* platform : Platform::all()) all.emplace_back(platform);
    put_objects<cleave_sycl_platform>(*sink, std::move(all));
  });
}
Error platform_devices(cleave_sycl_platform* platform, const cleave_sycl_sink* sink) {
  return guarded([&] {
    std::vector<Ref<Device>> all;
    for (Device* root : object_of<Platform>(platform).roots()) all.emplace_back(root);
    put_objects<cleave_sycl_device>(*sink, std::move(all));
  });
}
Error platform_info(cleave_sycl_platform* platform, uint32_t what, const cleave_sycl_sink* sink) {
  return guarded([&] { put_platform_info(object_of<Platform>(platform), what, *sink); });
}

// Devices.

cleave_sycl_platform* device_platform(cleave_sycl_device* device) {
  return handle_of<cleave_sycl_platform>(&object_of<Device>(device).platform());
}
Error device_info(cleave_sycl_device* device, uint32_t what, const cleave_sycl_sink* sink) {
  return guarded([&] { put_device_info(object_of<Device>(device), what, *sink); });
}
int32_t device_has(cleave_sycl_device* device, uint32_t aspect) {
  return object_of<Device>(device).has(static_cast<Aspect>(aspect)) ? 1 : 0;
}
int32_t device_runs_program(cleave_sycl_device* device) {
  return runs_program(object_of<Device>(device)) ? 1 : 0;
}
int32_t score_device(cleave_sycl_device* device, const cleave_sycl_selection* selection) {
  return score(object_of<Device>(device), *selection);
}
Error select_device(const cleave_sycl_selection* selection, cleave_sycl_device** device) {
  return guarded([&] { *device = give<cleave_sycl_device>(select(*selection)); });
}
Error device_partition(cleave_sycl_device* device, const cleave_sycl_partition* partition,
                       const cleave_sycl_sink* sink) {
  return guarded([&] {
    put_objects<cleave_sycl_device>(*sink, divide(object_of<Device>(device), *partition));
  });
}

const char* device_name(cleave_sycl_device* device) {
  return object_of<Device>(device).root_name().c_str();
}
uint64_t device_identity(cleave_sycl_device* device) {
  return object_of<Device>(device).identity();
}

// Contexts.

Error create_context(cleave_sycl_device* const* devices, size_t count,
                     const cleave_sycl_async_handler* handler, cleave_sycl_context** context) {
  return guarded([&] {
    std::vector<Ref<Device>> all;
    for (size_t i = 0; i < count; ++i) all.emplace_back(&object_of<Device>(devices[i]));
    *context = give<cleave_sycl_context>(make_context(std::move(all), *handler));
  });
}
Error default_context(cleave_sycl_platform* platform, cleave_sycl_context** context) {
  return guarded([&] {
    *context = give<cleave_sycl_context>(Ref(&object_of<Platform>(platform).default_context()));
  });
}
cleave_sycl_platform* context_platform(cleave_sycl_context* context) {
  return handle_of<cleave_sycl_platform>(&object_of<Context>(context).platform());
}
Error context_devices(cleave_sycl_context* context, const cleave_sycl_sink* sink) {
  return guarded(
      [&] { put_objects<cleave_sycl_device>(*sink, object_of<Context>(context).devices()); });
}

// Queues.

Error create_queue(const cleave_sycl_queue_request* request, cleave_sycl_queue** queue) {
  return guarded([&] { *queue = give<cleave_sycl_queue>(make_queue(*request)); });
}
cleave_sycl_device* queue_device(cleave_sycl_queue* queue) {
  return handle_of<cleave_sycl_device>(&object_of<Queue>(queue).device());
}
cleave_sycl_context* queue_context(cleave_sycl_queue* queue) {
  return handle_of<cleave_sycl_context>(&object_of<Queue>(queue).context());
}
Error wait_queue(cleave_sycl_queue* queue) {
  return guarded([&] { object_of<Queue>(queue).wait(); });
}
Error queue_is_empty(cleave_sycl_queue* queue, int32_t* is_empty) {
  return guarded([&] { *is_empty = object_of<Queue>(queue).is_empty() ? 1 : 0; });
}
Error flush_queue(cleave_sycl_queue* queue) {
  return guarded([&] { object_of<Queue>(queue).flush(); });
}
Error throw_asynchronous(cleave_sycl_queue* queue) {
  return guarded([&] { object_of<Queue>(queue).throw_asynchronous(); });
}

// Command groups.

Error create_group(cleave_sycl_queue* queue, cleave_sycl_command_group** group) {
  return guarded([&] {
    *group =
        give<cleave_sycl_command_group>(support::make_ref<CommandGroup>(&object_of<Queue>(queue)));
  });
}
Error group_wait_for(cleave_sycl_command_group* group, cleave_sycl_event* event) {
  return guarded([&] { object_of<CommandGroup>(group).wait_for(Ref(&usable_event(event))); });
}
Error group_use(cleave_sycl_command_group* group, cleave_sycl_buffer* buffer, uint32_t mode,
                void** address) {
  return guarded(
      [&] { *address = object_of<CommandGroup>(group).use(object_of<Buffer>(buffer), mode); });
}
Error use_buffer(cleave_sycl_queue* queue, cleave_sycl_buffer* buffer, uint32_t mode,
                 void** address) {
  return guarded([&] {
    auto& used = object_of<Buffer>(buffer);
    *address = used.address(object_of<Queue>(queue), mode);
    used.add_reference();
  });
}
void* group_address(cleave_sycl_command_group* group, cleave_sycl_buffer* buffer) {
  return buffer == nullptr ? nullptr
                           : object_of<CommandGroup>(group).address_of(object_of<Buffer>(buffer));
}
Error group_local(cleave_sycl_command_group* group, size_t identity, size_t bytes, size_t alignment,
                  size_t* offset) {
  return guarded(
      [&] { *offset = object_of<CommandGroup>(group).place_local(identity, bytes, alignment); });
}
size_t group_local_bytes(cleave_sycl_command_group* group) {
  return object_of<CommandGroup>(group).local_bytes();
}
Error group_stream(cleave_sycl_command_group* group, size_t most, cleave_sycl_stream** stream) {
  return guarded([&] { *stream = object_of<CommandGroup>(group).add_stream(most); });
}
Error group_check_origin(cleave_sycl_command_group* group, size_t byte) {
  return guarded([&] { object_of<CommandGroup>(group).check_origin(byte); });
}
const cleave_sycl_group* group_contents(cleave_sycl_command_group* group) {
  return object_of<CommandGroup>(group).contents();
}

// Commands.

Error launch_kernel(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                    const cleave_sycl_launch* request, cleave_sycl_event** event) {
  return guarded([&] { launch(object_of<Queue>(queue), group, *request, event); });
}
Error copy(cleave_sycl_queue* queue, const cleave_sycl_group* group, void* to, const void* from,
           size_t bytes, cleave_sycl_event** event) {
  return guarded([&] { copy_memory(object_of<Queue>(queue), group, to, from, bytes, event); });
}
Error fill(cleave_sycl_queue* queue, const cleave_sycl_group* group, void* to, const void* pattern,
           size_t pattern_bytes, size_t count, cleave_sycl_event** event) {
  return guarded([&] {
    fill_memory(object_of<Queue>(queue), group, to, pattern, pattern_bytes, count, event);
  });
}
Error choose_work_group_size(cleave_sycl_queue* queue, const cleave_sycl_unit* unit,
                             const char* kernel, uint32_t dimensions, int32_t is_chosen,
                             size_t* local) {
  return guarded([&] {
    choose_hierarchical_sizes(object_of<Queue>(queue), *unit, kernel,
                              {dimensions, local, is_chosen != 0});
  });
}
Error lend_scratch(cleave_sycl_queue* queue, size_t bytes, cleave_sycl_box* box, void** memory) {
  return guarded([&] { *memory = take_scratch(object_of<Queue>(queue), bytes, *box); });
}
Error prefetch_memory(cleave_sycl_queue* queue, const cleave_sycl_group* group, const void* memory,
                      size_t bytes, cleave_sycl_event** event) {
  return guarded([&] { prefetch(object_of<Queue>(queue), group, memory, bytes, event); });
}
Error advise_memory(cleave_sycl_queue* queue, const cleave_sycl_group* group, const void* memory,
                    size_t bytes, int32_t advice, cleave_sycl_event** event) {
  return guarded([&] { advise(object_of<Queue>(queue), group, memory, bytes, advice, event); });
}
Error submit_nothing(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                     cleave_sycl_event** event) {
  return guarded([&] { no_command(object_of<Queue>(queue), group, event); });
}
Error copy_or_fill_rows(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                        const cleave_sycl_rows* rows, cleave_sycl_event** event) {
  return guarded([&] { copy_rows(object_of<Queue>(queue), group, *rows, event); });
}
Error submit_barrier(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                     int32_t waits_for_all, cleave_sycl_event** event) {
  return guarded([&] { barrier(object_of<Queue>(queue), group, waits_for_all != 0, event); });
}
Error copy_part(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                const cleave_sycl_copy* request, cleave_sycl_event** event) {
  return guarded([&] { copy_region(object_of<Queue>(queue), group, *request, event); });
}
Error fill_part(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                const cleave_sycl_region* to, const void* pattern, cleave_sycl_event** event) {
  return guarded([&] { fill_region(object_of<Queue>(queue), group, *to, pattern, event); });
}
Error bring_to_host(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                    cleave_sycl_buffer* buffer, cleave_sycl_event** event) {
  return guarded(
      [&] { update_host(object_of<Queue>(queue), group, object_of<Buffer>(buffer), event); });
}

// Host tasks.

Error submit_host_task(cleave_sycl_queue* queue, const cleave_sycl_group* group,
                       const cleave_sycl_host_task* task, cleave_sycl_event** event) {
  return guarded([&] { host_task(object_of<Queue>(queue), group, *task, event); });
}
void* const* buffer_host_address(cleave_sycl_buffer* buffer) {
  return object_of<Buffer>(buffer).task_address();
}
const Interop& interop_of(const cleave_sycl_interop* interop) {
  return *reinterpret_cast<const Interop*>(interop);
}
void* interop_native(const cleave_sycl_interop* interop, uint32_t what) {
  return interop_of(interop).native(what);
}
Error interop_memory(const cleave_sycl_interop* interop, cleave_sycl_buffer* buffer,
                     void** memory) {
  return guarded([&] { *memory = interop_of(interop).memory_of(object_of<Buffer>(buffer)); });
}

// Events.

Error create_event(cleave_sycl_event** event) {
  return guarded([&] { *event = give<cleave_sycl_event>(support::make_ref<CommandEvent>()); });
}
Error wait_event(cleave_sycl_event* event) {
  return guarded([&] { usable_command(event).wait(); });
}
Error event_status(cleave_sycl_event* event, int32_t* status) {
  return guarded([&] { *status = object_of<CommandEvent>(event).status(); });
}
Error event_profiling(cleave_sycl_event* event, uint32_t what, uint64_t* nanoseconds) {
  return guarded([&] { *nanoseconds = object_of<CommandEvent>(event).profiling(what); });
}
Error event_wait_list(cleave_sycl_event* event, const cleave_sycl_sink* sink) {
  return guarded([&] { put_objects<cleave_sycl_event>(*sink, usable_command(event).wait_list()); });
}
Error event_throw_asynchronous(cleave_sycl_event* event) {
  return guarded([&] { object_of<CommandEvent>(event).throw_asynchronous(); });
}

// Kernels.

Error kernel_ids(const cleave_sycl_sink* sink) {
  return guarded([&] { put_objects<cleave_sycl_kernel_id>(*sink, all_kernel_ids()); });
}
Error kernel_id(const char* symbol, cleave_sycl_kernel_id** id) {
  return guarded([&] { *id = give<cleave_sycl_kernel_id>(find_kernel_id(symbol)); });
}
const char* kernel_id_name(cleave_sycl_kernel_id* id) {
  return object_of<KernelId>(id).symbol().c_str();
}
int32_t device_runs_kernel(cleave_sycl_device* device, cleave_sycl_kernel_id* id) {
  return runs(object_of<Device>(device), object_of<KernelId>(id)) ? 1 : 0;
}

// Memory.

Error allocate_memory(const cleave_sycl_usm_request* request, void** memory) {
  return guarded([&] { *memory = allocate(*request); });
}
Error free_allocation(cleave_sycl_context* context, void* memory) {
  return guarded([&] { free_memory(object_of<Context>(context), memory); });
}
Error pointer_kind(cleave_sycl_context* context, const void* memory, uint32_t* kind) {
  return guarded([&] { *kind = kind_of(object_of<Context>(context), memory); });
}
Error pointer_device(cleave_sycl_context* context, const void* memory,
                     cleave_sycl_device** device) {
  return guarded(
      [&] { *device = give<cleave_sycl_device>(device_of(object_of<Context>(context), memory)); });
}

// Buffers.

Error create_buffer(const cleave_sycl_buffer_request* request, cleave_sycl_buffer** buffer) {
  return guarded([&] { *buffer = give<cleave_sycl_buffer>(support::make_ref<Buffer>(*request)); });
}
Error buffer_final_data(cleave_sycl_buffer* buffer, const cleave_sycl_final_data* final_data) {
  return guarded([&] { object_of<Buffer>(buffer).set_final_data(*final_data); });
}
Error buffer_write_back(cleave_sycl_buffer* buffer, int32_t is_on) {
  return guarded([&] { object_of<Buffer>(buffer).set_write_back(is_on != 0); });
}
Error host_access(cleave_sycl_buffer* buffer, uint32_t mode, void** address,
                  cleave_sycl_host_access** access) {
  return guarded([&] {
    auto made = support::make_ref<HostAccess>(Ref(&object_of<Buffer>(buffer)), mode);
    *address = made->address();
    *access = give<cleave_sycl_host_access>(std::move(made));
  });
}

constexpr cleave_sycl_api table{
    .version = CLEAVE_SYCL_API_VERSION,
    .bytes = sizeof(cleave_sycl_api),
    .release_error = release_record,
    .retain = retain,
    .release = release,
    .platforms = platforms,
    .platform_devices = platform_devices,
    .platform_info = platform_info,
    .score_device = score_device,
    .select_device = select_device,
    .device_platform = device_platform,
    .device_info = device_info,
    .device_has = device_has,
    .device_runs_program = device_runs_program,
    .device_partition = device_partition,
    .create_context = create_context,
    .default_context = default_context,
    .context_platform = context_platform,
    .context_devices = context_devices,
    .create_queue = create_queue,
    .queue_device = queue_device,
    .queue_context = queue_context,
    .wait_queue = wait_queue,
    .throw_asynchronous = throw_asynchronous,
    .create_group = create_group,
    .group_wait_for = group_wait_for,
    .group_use = group_use,
    .group_address = group_address,
    .group_local = group_local,
    .group_local_bytes = group_local_bytes,
    .group_contents = group_contents,
    .launch = launch_kernel,
    .copy_memory = copy,
    .fill_memory = fill,
    .prefetch = prefetch_memory,
    .advise = advise_memory,
    .no_command = submit_nothing,
    .create_event = create_event,
    .wait_event = wait_event,
    .event_status = event_status,
    .event_profiling = event_profiling,
    .event_wait_list = event_wait_list,
    .event_throw_asynchronous = event_throw_asynchronous,
    .allocate = allocate_memory,
    .free = free_allocation,
    .pointer_kind = pointer_kind,
    .pointer_device = pointer_device,
    .create_buffer = create_buffer,
    .buffer_final_data = buffer_final_data,
    .buffer_write_back = buffer_write_back,
    .host_access = host_access,
    .kernel_ids = kernel_ids,
    .kernel_id = kernel_id,
    .kernel_id_name = kernel_id_name,
    .device_runs_kernel = device_runs_kernel,
    .copy_region = copy_part,
    .fill_region = fill_part,
    .update_host = bring_to_host,
    .host_task = submit_host_task,
    .buffer_host_address = buffer_host_address,
    .interop_native = interop_native,
    .interop_memory = interop_memory,
    .kernel_id_unit = kernel_id_unit,
    .create_bundle = create_bundle,
    .has_bundle = find_bundle,
    .join_bundles = join,
    .bundle_context = bundle_context,
    .bundle_devices = bundle_devices,
    .bundle_kernels = bundle_kernels,
    .bundle_has = bundle_has,
    .bundle_kernel = bundle_kernel,
    .kernel_bundle = bundle_of_kernel,
    .kernel_info = kernel_info,
    .kernel_native = kernel_native,
    .bundle_native = bundle_native,
    .kernel_of_native = wrap_kernel,
    .bundle_of_native = wrap_bundle,
    .platform_native = platform_native,
    .device_native = device_native,
    .context_native = context_native,
    .queue_native = queue_native,
    .event_native = event_native,
    .platform_of_native = make_platform,
    .device_of_native = make_device,
    .context_of_native = wrap_context,
    .queue_of_native = wrap_queue,
    .event_of_native = wrap_event,
    .device_name = device_name,
    .device_identity = device_identity,
    .group_bundle = group_bundle,
    .group_argument = group_argument,
    .launch_native = enqueue_native,
    .buffer_of_native = wrap_buffer,
    .buffer_native = buffer_native,
    .bundle_of_natives = wrap_programs,
    .native_references = native_references,
    .group_stream = group_stream,
    .group_check_origin = group_check_origin,
    .bundle_set_constant = bundle_set_constant,
    .bundle_constants = bundle_constants,
    .bundle_reads_constant = bundle_reads_constant,
    .create_image = make_image,
    .image_of_native = wrap_image,
    .queue_is_empty = queue_is_empty,
    .flush_queue = flush_queue,
    .barrier = submit_barrier,
    .copy_rows = copy_or_fill_rows,
    .take_scratch = lend_scratch,
    .use_buffer = use_buffer,
    .choose_work_group_size = choose_work_group_size,
};

}  // namespace
}  // namespace cleave::sycl

extern "C" {

__attribute__((visibility("default"))) const cleave_sycl_api* __cleave_sycl_api(uint32_t version) {
  return version == CLEAVE_SYCL_API_VERSION ? &cleave::sycl::table : nullptr;
}

__attribute__((visibility("default"))) void __cleave_sycl_register(const cleave_sycl_unit* unit) {
  cleave::sycl::register_unit(*unit);
}

__attribute__((visibility("default"))) void __cleave_sycl_unregister(const cleave_sycl_unit* unit) {
  cleave::sycl::unregister_unit(*unit);
}

}  // extern "C"
