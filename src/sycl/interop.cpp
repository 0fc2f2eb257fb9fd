// Finds devices by their ids, and wraps contexts, queues and events.
#include "sycl/interop.h"

#include <utility>

#include "sycl/division.h"
#include "sycl/failure.h"
#include "sycl/image_shape.h"

namespace cleave::sycl {
namespace {

/// Returns what clGet…Info says of an object; throws errc::invalid for what is no such object.
template <class Value, class Function, class Id, class What>
Value ask(Function function, Id id, What what, const char* action) {
  Value value{};
  if (const cl_int error = function(id, what, sizeof value, &value, nullptr); error != CL_SUCCESS) {
    throw Failure{Code::invalid, std::string(action) + " takes no such handle", error};
  }
  return value;
}

uint32_t flags_of(cl_command_queue id) {
  const auto properties = ask<cl_command_queue_properties>(clGetCommandQueueInfo, id,
                                                           CL_QUEUE_PROPERTIES, "make_queue");
  if ((properties & CL_QUEUE_ON_DEVICE) != 0) {
    fail(Code::invalid, "make_queue: the queue is on the device, where the host submits nothing");
  }
  uint32_t flags = 0;
  if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0)
    flags |= CLEAVE_SYCL_QUEUE_IN_ORDER;
  if ((properties & CL_QUEUE_PROFILING_ENABLE) != 0) flags |= CLEAVE_SYCL_QUEUE_PROFILING;
  return flags;
}

Ref<Device> device_of_queue(cl_command_queue id) {
  auto device =
      device_of_native(ask<cl_device_id>(clGetCommandQueueInfo, id, CL_QUEUE_DEVICE, "make_queue"));
  const std::optional<SliceFamily> family = device->slice_family();
  cl_uint its_family = 0;
  cl_uint its_index = 0;
  if (!family ||
      clGetCommandQueueInfo(id, CL_QUEUE_FAMILY_INTEL, sizeof its_family, &its_family, nullptr) !=
          CL_SUCCESS ||
      clGetCommandQueueInfo(id, CL_QUEUE_INDEX_INTEL, sizeof its_index, &its_index, nullptr) !=
          CL_SUCCESS ||
      its_family != family->number) {
    return device;
  }
  auto slice = support::make_ref<Device>(std::move(device), Slice{*family, its_index});
  slice->claim_slice(id);
  return slice;
}

/// Returns an event that ends after all of these: of a marker in a queue of its own, where nothing waits behind it.
cl_event event_after(const Context& context, const std::vector<cl_event>& ids) {
  cl_int error = CL_SUCCESS;
  const cl_command_queue queue = clCreateCommandQueueWithProperties(
      context.native().id(), context.devices().front()->id(), nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
  cl_event marker = nullptr;
  error = clEnqueueMarkerWithWaitList(queue, static_cast<cl_uint>(ids.size()), ids.data(), &marker);
  clReleaseCommandQueue(queue);  // which flushes it
  check(error, "clEnqueueMarkerWithWaitList");
  return marker;
}

}  // namespace

Platform& platform_of_native(cl_platform_id id) {
  for (Platform* platform : Platform::all()) {
    if (platform->id() == id) return *platform;
  }
  fail(Code::invalid, "make_platform: the platform is none of the loader's that has devices");
}

Ref<Device> device_of_native(cl_device_id id) {
  for (const Platform* platform : Platform::all()) {
    for (Device* root : platform->native_roots()) {
      if (root->id() == id) return Ref(root);
    }
  }
  const auto parent =
      ask<cl_device_id>(clGetDeviceInfo, id, CL_DEVICE_PARENT_DEVICE, "make_device");
  if (parent == nullptr) fail(Code::invalid, "make_device: the device is none of a platform here");
  auto its_parent = device_of_native(parent);
  check(clRetainDevice(id), "clRetainDevice");
  return support::make_ref<Device>(std::move(its_parent), id, division_of(id),
                                   std::vector<uint32_t>());
}

Ref<Context> context_of_native(cl_context id, const cleave_sycl_async_handler& handler) {
  const auto count = ask<cl_uint>(clGetContextInfo, id, CL_CONTEXT_NUM_DEVICES, "make_context");
  std::vector<cl_device_id> ids(count);
  check(clGetContextInfo(id, CL_CONTEXT_DEVICES, count * sizeof(cl_device_id), ids.data(), nullptr),
        "clGetContextInfo");
  std::vector<Ref<Device>> devices;
  for (cl_device_id device : ids) devices.push_back(device_of_native(device));
  Platform& platform = devices.front()->platform();
  auto native = platform.native_context().id() == id
                    ? Ref(&platform.native_context())
                    : support::make_ref<NativeContext>(platform, id, ids.front());
  return support::make_ref<Context>(std::move(native), std::move(devices), handler);
}

Ref<Queue> queue_of_native(cl_command_queue id, Context& context,
                           const cleave_sycl_async_handler& handler) {
  const auto its_context =
      ask<cl_context>(clGetCommandQueueInfo, id, CL_QUEUE_CONTEXT, "make_queue");
  if (its_context != context.native().id()) {
    fail(Code::invalid, "make_queue: the queue is of another cl_context than get_native(context)");
  }
  const uint32_t flags = flags_of(id);
  auto device = device_of_queue(id);
  if (!context.has_device(*device)) {
    fail(Code::invalid, "make_queue: the queue's device is not one of the context");
  }
  return support::make_ref<Queue>(Ref(&context), std::move(device), flags, id, handler);
}

Ref<CommandEvent> event_of_native(const std::vector<cl_event>& ids, Context& context) {
  for (cl_event id : ids) {
    if (ask<cl_context>(clGetEventInfo, id, CL_EVENT_CONTEXT, "make_event") !=
        context.native().id()) {
      fail(Code::invalid,
           "make_event: the event is of another cl_context than get_native(context)");
    }
  }
  if (ids.empty()) return support::make_ref<CommandEvent>();
  cl_event id = ids.front();
  if (ids.size() == 1) {
    check(clRetainEvent(id), "clRetainEvent");
  } else {
    id = event_after(context, ids);
  }
  auto made = support::make_ref<CommandEvent>(Ref(&context.native()), id);
  if (ids.size() > 1) made->stand_for(ids);
  return made;
}

Ref<Buffer> buffer_of_native(cl_mem id, Context& context, Event* available) {
  const auto its_context = ask<cl_context>(clGetMemObjectInfo, id, CL_MEM_CONTEXT, "make_buffer");
  if (its_context != context.native().id()) {
    fail(Code::invalid,
         "make_buffer: the memory is of another cl_context than get_native(context)");
  }
  if (ask<cl_mem_object_type>(clGetMemObjectInfo, id, CL_MEM_TYPE, "make_buffer") !=
      CL_MEM_OBJECT_BUFFER) {
    fail(Code::invalid, "make_buffer: the memory is no buffer");
  }
  const auto bytes = ask<size_t>(clGetMemObjectInfo, id, CL_MEM_SIZE, "make_buffer");
  return support::make_ref<Buffer>(context.native(), id, bytes, available);
}

Ref<Buffer> image_of_native(cl_mem id, Context& context, Event* available,
                            cleave_sycl_image_shape& shape) {
  constexpr const char* action = "make_sampled_image or make_unsampled_image";
  if (ask<cl_context>(clGetMemObjectInfo, id, CL_MEM_CONTEXT, action) != context.native().id()) {
    fail(Code::invalid,
         std::string(action) + ": the memory is of another cl_context than get_native(context)");
  }
  cleave_sycl_image_shape found = shape;
  read_shape(id, found);
  auto made = support::make_ref<Buffer>(context.native(), id, found, available);
  shape = found;
  return made;
}

Ref<Bundle> bundle_of_natives(Context& context, std::vector<Ref<Device>> devices,
                              const std::vector<cl_program>& programs) {
  if (devices.empty()) fail(Code::invalid, "create_bundle: no devices are given");
  for (const auto& device : devices) {
    if (!context.has_device(*device)) {
      fail(Code::invalid, "create_bundle: a device is not one of the context");
    }
  }
  return support::make_ref<Bundle>(BundleState::executable, Ref(&context), std::move(devices),
                                   programs);
}

uint32_t references_of(uint32_t kind, void* native) {
  constexpr const char* action = "get_reference_count";
  switch (kind) {
    case CLEAVE_SYCL_COUNTED_DEVICE:
      return ask<cl_uint>(clGetDeviceInfo, static_cast<cl_device_id>(native),
                          CL_DEVICE_REFERENCE_COUNT, action);
    case CLEAVE_SYCL_COUNTED_CONTEXT:
      return ask<cl_uint>(clGetContextInfo, static_cast<cl_context>(native),
                          CL_CONTEXT_REFERENCE_COUNT, action);
    case CLEAVE_SYCL_COUNTED_QUEUE:
      return ask<cl_uint>(clGetCommandQueueInfo, static_cast<cl_command_queue>(native),
                          CL_QUEUE_REFERENCE_COUNT, action);
    case CLEAVE_SYCL_COUNTED_EVENT:
      return ask<cl_uint>(clGetEventInfo, static_cast<cl_event>(native), CL_EVENT_REFERENCE_COUNT,
                          action);
    case CLEAVE_SYCL_COUNTED_MEMORY:
      return ask<cl_uint>(clGetMemObjectInfo, static_cast<cl_mem>(native), CL_MEM_REFERENCE_COUNT,
                          action);
    case CLEAVE_SYCL_COUNTED_PROGRAM:
      return ask<cl_uint>(clGetProgramInfo, static_cast<cl_program>(native),
                          CL_PROGRAM_REFERENCE_COUNT, action);
    case CLEAVE_SYCL_COUNTED_KERNEL:
      return ask<cl_uint>(clGetKernelInfo, static_cast<cl_kernel>(native),
                          CL_KERNEL_REFERENCE_COUNT, action);
    default:
      fail(Code::invalid, "get_reference_count: this libcleave-sycl.so.1 knows no such objects");
  }
}

}  // namespace cleave::sycl
