// Declares the entry points of kernel bundles and of objects of OpenCL, as the table of the border has them.
#pragma once

#include "sycl/detail/abi.h"

namespace cleave::sycl {

using Error = cleave_sycl_error*;

const void* kernel_id_unit(cleave_sycl_kernel_id* id);
Error create_bundle(const cleave_sycl_bundle_request* request, cleave_sycl_bundle** bundle);
Error find_bundle(const cleave_sycl_bundle_request* request, int32_t* found);
Error join(uint32_t state, cleave_sycl_bundle* const* bundles, size_t bundle_count,
           cleave_sycl_device* const* devices, size_t device_count, cleave_sycl_bundle** bundle);
cleave_sycl_context* bundle_context(cleave_sycl_bundle* bundle);
Error bundle_devices(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
Error bundle_kernels(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
int32_t bundle_has(cleave_sycl_bundle* bundle, cleave_sycl_kernel_id* id,
                   cleave_sycl_device* device);
Error bundle_kernel(cleave_sycl_bundle* bundle, cleave_sycl_kernel_id* id,
                    cleave_sycl_kernel** kernel);
cleave_sycl_bundle* bundle_of_kernel(cleave_sycl_kernel* kernel);
Error kernel_info(cleave_sycl_kernel* kernel, cleave_sycl_device* device, uint32_t what,
                  const cleave_sycl_sink* sink);
void* kernel_native(cleave_sycl_kernel* kernel);
Error bundle_native(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
Error wrap_kernel(void* native, cleave_sycl_context* context, cleave_sycl_kernel** kernel);
Error bundle_set_constant(cleave_sycl_bundle* bundle, uint64_t identity, const void* value,
                          size_t bytes);
Error bundle_constants(cleave_sycl_bundle* bundle, const cleave_sycl_sink* sink);
int32_t bundle_reads_constant(cleave_sycl_bundle* bundle, uint64_t identity);
Error group_bundle(cleave_sycl_command_group* group, cleave_sycl_bundle* bundle);
Error group_argument(cleave_sycl_command_group* group, const cleave_sycl_argument* argument);
Error enqueue_native(cleave_sycl_queue* queue, cleave_sycl_command_group* group,
                     const cleave_sycl_kernel_launch* launch, cleave_sycl_event** event);
Error wrap_buffer(void* native, cleave_sycl_context* context, cleave_sycl_event* available,
                  cleave_sycl_buffer** buffer, size_t* bytes);
Error buffer_native(cleave_sycl_buffer* buffer, const cleave_sycl_sink* sink);
Error make_image(const cleave_sycl_buffer_request* request, cleave_sycl_image_shape* shape,
                 int32_t has_pitches, cleave_sycl_buffer** image);
Error wrap_image(void* native, cleave_sycl_context* context, cleave_sycl_event* available,
                 cleave_sycl_image_shape* shape, cleave_sycl_buffer** image);
Error native_references(uint32_t kind, void* native, uint32_t* count);
Error wrap_programs(void* const* natives, size_t count, cleave_sycl_context* context,
                    cleave_sycl_device* const* devices, size_t device_count,
                    cleave_sycl_bundle** bundle);
Error wrap_bundle(void* native, uint32_t state, cleave_sycl_context* context,
                  cleave_sycl_bundle** bundle);
void* platform_native(cleave_sycl_platform* platform);
void* device_native(cleave_sycl_device* device);
void* context_native(cleave_sycl_context* context);
void* queue_native(cleave_sycl_queue* queue);
Error event_native(cleave_sycl_event* event, const cleave_sycl_sink* sink);
Error make_platform(void* native, cleave_sycl_platform** platform);
Error make_device(void* native, cleave_sycl_device** device);
Error wrap_context(void* native, const cleave_sycl_async_handler* handler,
                   cleave_sycl_context** context);
Error wrap_queue(void* native, cleave_sycl_context* context,
                 const cleave_sycl_async_handler* handler, cleave_sycl_queue** queue,
                 uint32_t* flags);
Error wrap_event(void* const* natives, size_t count, cleave_sycl_context* context,
                 cleave_sycl_event** event);

}  // namespace cleave::sycl
