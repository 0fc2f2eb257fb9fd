// Turns handles of kernel bundles, and of objects of OpenCL, into objects, acts, and turns what is thrown into a record.
#include "sycl/interop_entries.h"

#include <utility>

#include "sycl/buffer.h"
#include "sycl/bundle.h"
#include "sycl/command_group.h"
#include "sycl/failure.h"
#include "sycl/image_shape.h"
#include "sycl/interop.h"
#include "sycl/native_kernel.h"
#include "sycl/object.h"

namespace cleave::sycl {

// Kernel bundles.

const void* kernel_id_unit(cleave_sycl_kernel_id* id) {
  return &object_of<KernelId>(id).unit();
}
Error create_bundle(const cleave_sycl_bundle_request* request, cleave_sycl_bundle** bundle) {
  return guarded([&] { *bundle = give<cleave_sycl_bundle>(make_bundle(*request)); });
}
Error find_bundle(const cleave_sycl_bundle_request* request, int32_t* found) {
  return guarded([&] { *found = has_bundle(*request) ? 1 : 0; });
}
Error join(uint32_t state, cleave_sycl_bundle* const* bundles, size_t bundle_count,
           cleave_sycl_device* const* devices, size_t device_count, cleave_sycl_bundle** bundle) {
  return guarded([&] {
    std::vector<Bundle*> all;
    for (size_t i = 0; i < bundle_count; ++i) all.push_back(&object_of<Bundle>(bundles[i]));
    std::vector<Ref<Device>> its_devices;
    for (size_t i = 0; i < device_count; ++i)
      its_devices.emplace_back(&object_of<Device>(devices[i]));
    *bundle =
        give<cleave_sycl_bundle>(join_bundles(static_cast<BundleState>(state), all, its_devices));
  });
}
cleave_sycl_context* bundle_context(cleave_sycl_bundle* bundle) {
  return handle_of<cleave_sycl_context>(&object_of<Bundle>(bundle).context());
}
Error bundle_devices(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink) {
  return guarded(
      [&] { put_objects<cleave_sycl_device>(*sink, object_of<Bundle>(bundle).devices()); });
}
Error bundle_kernels(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink) {
  return guarded(
      [&] { put_objects<cleave_sycl_kernel_id>(*sink, object_of<Bundle>(bundle).kernels()); });
}
int32_t bundle_has(cleave_sycl_bundle* bundle, cleave_sycl_kernel_id* id,
                   cleave_sycl_device* device) {
  const Device* const its_device = device == nullptr ? nullptr : &object_of<Device>(device);
  return object_of<Bundle>(bundle).has(object_of<KernelId>(id), its_device) ? 1 : 0;
}
Error bundle_kernel(cleave_sycl_bundle* bundle, cleave_sycl_kernel_id* id,
                    cleave_sycl_kernel** kernel) {
  return guarded([&] {
    Bundle& its_bundle = object_of<Bundle>(bundle);
    *kernel = give<cleave_sycl_kernel>(
        support::make_ref<Kernel>(Ref(&its_bundle), object_of<KernelId>(id)));
  });
}
cleave_sycl_bundle* bundle_of_kernel(cleave_sycl_kernel* kernel) {
  return handle_of<cleave_sycl_bundle>(&object_of<Kernel>(kernel).bundle());
}
Error kernel_info(cleave_sycl_kernel* kernel, cleave_sycl_device* device, uint32_t what,
                  const cleave_sycl_sink* sink) {
  return guarded([&] {
    const Device* const its_device = device == nullptr ? nullptr : &object_of<Device>(device);
    put_kernel_info(object_of<Kernel>(kernel), its_device, what, *sink);
  });
}

Error bundle_set_constant(cleave_sycl_bundle* bundle, uint64_t identity, const void* value,
                          size_t bytes) {
  return guarded([&] {
    Bundle& its_bundle = object_of<Bundle>(bundle);
    if (its_bundle.state() != BundleState::input) {
      fail(Code::invalid, "a value of a specialization constant for a bundle that is compiled");
    }
    its_bundle.constants().set(identity, {static_cast<const std::byte*>(value), bytes});
  });
}
Error bundle_constants(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink) {
  return guarded([&] { put_all(*sink, object_of<Bundle>(bundle).constants().table()); });
}
int32_t bundle_reads_constant(cleave_sycl_bundle* bundle, uint64_t identity) {
  return object_of<Bundle>(bundle).reads_constant(identity) ? 1 : 0;
}

// Objects of OpenCL.

void* kernel_native(cleave_sycl_kernel* kernel) {
  const cl_kernel id = object_of<Kernel>(kernel).id();
  clRetainKernel(id);
  return id;
}
Error bundle_native(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink) {
  return guarded([&] {
    const std::vector<cl_program> programs = object_of<Bundle>(bundle).programs();
    for (cl_program program : programs) clRetainProgram(program);
    put_all(*sink, programs);
  });
}
Error wrap_kernel(void* native, cleave_sycl_context* context, cleave_sycl_kernel** kernel) {
  return guarded([&] {
    *kernel = give<cleave_sycl_kernel>(
        kernel_of_native(static_cast<cl_kernel>(native), object_of<Context>(context)));
  });
}
Error wrap_bundle(void* native, uint32_t state, cleave_sycl_context* context,
                  cleave_sycl_bundle** bundle) {
  return guarded([&] {
    Context& its_context = object_of<Context>(context);
    *bundle = give<cleave_sycl_bundle>(support::make_ref<Bundle>(
        static_cast<BundleState>(state), Ref(&its_context), its_context.devices(),
        std::vector{static_cast<cl_program>(native)}));
  });
}
Error wrap_programs(void* const* natives, size_t count, cleave_sycl_context* context,
                    cleave_sycl_device* const* devices, size_t device_count,
                    cleave_sycl_bundle** bundle) {
  return guarded([&] {
    std::vector<cl_program> programs;
    for (size_t i = 0; i < count; ++i) programs.push_back(static_cast<cl_program>(natives[i]));
    std::vector<Ref<Device>> its_devices;
    for (size_t i = 0; i < device_count; ++i)
      its_devices.emplace_back(&object_of<Device>(devices[i]));
    *bundle = give<cleave_sycl_bundle>(
        bundle_of_natives(object_of<Context>(context), std::move(its_devices), programs));
  });
}

// Kernels of OpenCL in command groups.

Error group_bundle(cleave_sycl_command_group* group, cleave_sycl_bundle* bundle) {
  return guarded(
      [&] { object_of<CommandGroup>(group).use_bundle(Ref(&object_of<Bundle>(bundle))); });
}
Error group_argument(cleave_sycl_command_group* group, const cleave_sycl_argument* argument) {
  return guarded([&] {
    KernelArgument made{argument->index, argument->kind, {}, argument->data, argument->size, {}};
    if (made.kind == CLEAVE_SYCL_ARGUMENT_VALUE) {
      const auto* const bytes = static_cast<const std::byte*>(argument->data);
      made.bytes.assign(bytes, bytes + argument->size);
    }
    if (argument->buffer != nullptr) made.buffer = Ref(&object_of<Buffer>(argument->buffer));
    object_of<CommandGroup>(group).set_argument(std::move(made));
  });
}
Error enqueue_native(cleave_sycl_queue* queue, cleave_sycl_command_group* group,
                     const cleave_sycl_kernel_launch* launch, cleave_sycl_event** event) {
  return guarded([&] {
    launch_native(object_of<Queue>(queue), object_of<CommandGroup>(group), *launch, event);
  });
}

// Buffers and images.

Error wrap_buffer(void* native, cleave_sycl_context* context, cleave_sycl_event* available,
                  cleave_sycl_buffer** buffer, size_t* bytes) {
  return guarded([&] {
    Event* const its_event = available == nullptr ? nullptr : &object_of<Event>(available);
    auto made =
        buffer_of_native(static_cast<cl_mem>(native), object_of<Context>(context), its_event);
    *bytes = made->bytes();
    *buffer = give<cleave_sycl_buffer>(std::move(made));
  });
}
Error buffer_native(cleave_sycl_buffer* buffer, const cleave_sycl_sink* sink) {
  return guarded([&] { put_all(*sink, object_of<Buffer>(buffer).retained_natives()); });
}
Error make_image(const cleave_sycl_buffer_request* request, cleave_sycl_image_shape* shape,
                 int32_t has_pitches, cleave_sycl_buffer** image) {
  return guarded([&] {
    cleave_sycl_image_shape completed = *shape;
    const size_t bytes = complete_shape(completed, has_pitches != 0);
    *image = give<cleave_sycl_buffer>(support::make_ref<Buffer>(*request, completed, bytes));
    *shape = completed;
  });
}
Error wrap_image(void* native, cleave_sycl_context* context, cleave_sycl_event* available,
                 cleave_sycl_image_shape* shape, cleave_sycl_buffer** image) {
  return guarded([&] {
    Event* const its_event = available == nullptr ? nullptr : &object_of<Event>(available);
    *image = give<cleave_sycl_buffer>(image_of_native(
        static_cast<cl_mem>(native), object_of<Context>(context), its_event, *shape));
  });
}
Error native_references(uint32_t kind, void* native, uint32_t* count) {
  return guarded([&] { *count = references_of(kind, native); });
}

void* platform_native(cleave_sycl_platform* platform) {
  return object_of<Platform>(platform).id();
}
void* device_native(cleave_sycl_device* device) {
  const cl_device_id id = object_of<Device>(device).id();
  clRetainDevice(id);
  return id;
}
void* context_native(cleave_sycl_context* context) {
  const cl_context id = object_of<Context>(context).native().id();
  clRetainContext(id);
  return id;
}
void* queue_native(cleave_sycl_queue* queue) {
  const cl_command_queue id = object_of<Queue>(queue).id();
  clRetainCommandQueue(id);
  return id;
}
Error event_native(cleave_sycl_event* event, const cleave_sycl_sink* sink) {
  return guarded([&] {
    const std::vector<cl_event> ids = object_of<CommandEvent>(event).natives();
    for (cl_event id : ids) clRetainEvent(id);
    put_all(*sink, ids);
  });
}
Error make_platform(void* native, cleave_sycl_platform** platform) {
  return guarded([&] {
    *platform =
        handle_of<cleave_sycl_platform>(&platform_of_native(static_cast<cl_platform_id>(native)));
  });
}
Error make_device(void* native, cleave_sycl_device** device) {
  return guarded([&] {
    *device = give<cleave_sycl_device>(device_of_native(static_cast<cl_device_id>(native)));
  });
}
Error wrap_context(void* native, const cleave_sycl_async_handler* handler,
                   cleave_sycl_context** context) {
  return guarded([&] {
    *context =
        give<cleave_sycl_context>(context_of_native(static_cast<cl_context>(native), *handler));
  });
}
Error wrap_queue(void* native, cleave_sycl_context* context,
                 const cleave_sycl_async_handler* handler, cleave_sycl_queue** queue,
                 uint32_t* flags) {
  return guarded([&] {
    auto made = queue_of_native(static_cast<cl_command_queue>(native), object_of<Context>(context),
                                *handler);
    *flags = made->flags();
    *queue = give<cleave_sycl_queue>(std::move(made));
  });
}
Error wrap_event(void* const* natives, size_t count, cleave_sycl_context* context,
                 cleave_sycl_event** event) {
  return guarded([&] {
    std::vector<cl_event> ids;
    for (size_t i = 0; i < count; ++i) ids.push_back(static_cast<cl_event>(natives[i]));
    *event = give<cleave_sycl_event>(event_of_native(ids, object_of<Context>(context)));
  });
}

}  // namespace cleave::sycl
