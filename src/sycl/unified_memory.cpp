// Allocates and frees unified shared memory, and tells of pointers.
#include "sycl/unified_memory.h"

#include <bit>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "sycl/failure.h"
#include "sycl/interop.h"

namespace cleave::sycl {
namespace {

void check_support(const Context& context, const Device* device, uint32_t kind) {
  constexpr Aspect aspects[] = {Aspect::usm_host_allocations, Aspect::usm_device_allocations,
                                Aspect::usm_shared_allocations};
  if (kind > CLEAVE_SYCL_USM_SHARED) fail(Code::invalid, "an allocation of an unknown kind");
  bool is_supported = false;
  if (device != nullptr) {
    if (!context.has_device(*device)) {
      fail(Code::invalid, "an allocation for a device that is not one of the context");
    }
    is_supported = device->has(aspects[kind]);
  } else {
    for (const auto& each : context.devices()) {
      is_supported = is_supported || each->has(aspects[kind]);
    }
  }
  if (!is_supported || context.platform().unified_memory().free == nullptr) {
    constexpr const char* names[] = {"host", "device", "shared"};
    fail(Code::feature_not_supported,
         std::string("the device has no USM of the kind ") + names[kind]);
  }
}

template <class Value>
Value query(const Context& context, const void* memory, cl_mem_info_intel what, Value otherwise) {
  const auto info = context.platform().unified_memory().info;
  if (info == nullptr) return otherwise;
  Value found = otherwise;
  return info(context.native().id(), memory, what, sizeof found, &found, nullptr) == CL_SUCCESS
             ? found
             : otherwise;
}

/// Which slice memory was allocated for: to OpenCL it is the tile's. It is no reference to the slice's device, which would
/// keep the slice claimed.
struct SliceMemory {
  Ref<Device> tile;
  Slice slice;
};

struct SliceMemories {
  std::mutex mutex;
  std::unordered_map<const void*, SliceMemory> by_base;
};
SliceMemories& slice_memories() {
  static auto* const made = new SliceMemories;
  return *made;
}

void note_slice(const void* base, SliceMemory of) {
  SliceMemories& all = slice_memories();
  const std::lock_guard lock(all.mutex);
  all.by_base.insert_or_assign(base, std::move(of));
}

std::optional<SliceMemory> take_slice(const void* base) {
  SliceMemories& all = slice_memories();
  const std::lock_guard lock(all.mutex);
  const auto node = all.by_base.extract(base);
  return node.empty() ? std::nullopt : std::optional(std::move(node.mapped()));
}

/// Null where the memory is of no slice.
Ref<Device> slice_of(const void* base) {
  SliceMemories& all = slice_memories();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_base.find(base);
  if (found == all.by_base.end()) return {};
  return support::make_ref<Device>(found->second.tile, found->second.slice);
}

}  // namespace

void* allocate(const cleave_sycl_usm_request& request) {
  const Context& context = object_of<Context>(request.context);
  const Device* const device =
      request.device == nullptr ? nullptr : &object_of<Device>(request.device);
  check_support(context, device, request.kind);
  if (request.size == 0) return nullptr;
  if (request.alignment != 0 && !std::has_single_bit(request.alignment)) return nullptr;
  const UnifiedMemoryFunctions& functions = context.platform().unified_memory();
  const cl_context native = context.native().id();
  const auto alignment = static_cast<cl_uint>(request.alignment);
  cl_int error = CL_SUCCESS;
  void* memory = nullptr;
  if (request.kind == CLEAVE_SYCL_USM_HOST) {
    memory = functions.allocate_host(native, nullptr, request.size, alignment, &error);
  } else if (request.kind == CLEAVE_SYCL_USM_DEVICE) {
    memory =
        functions.allocate_device(native, device->id(), nullptr, request.size, alignment, &error);
  } else {
    memory =
        functions.allocate_shared(native, device->id(), nullptr, request.size, alignment, &error);
  }
  if (error != CL_SUCCESS) return nullptr;
  if (device != nullptr && device->slice())
    note_slice(memory, {Ref(device->parent()), *device->slice()});
  return memory;
}

void free_memory(const Context& context, void* memory) {
  if (memory == nullptr) return;
  const auto function = context.platform().unified_memory().free;
  if (function == nullptr) fail(Code::invalid, "free: the context has no USM");
  // Before another thread can be given the same address.
  std::optional<SliceMemory> its_slice = take_slice(memory);
  const cl_int error = function(context.native().id(), memory);
  if (error != CL_SUCCESS && its_slice) note_slice(memory, std::move(*its_slice));
  check(error, "clMemFreeINTEL");
}

uint32_t kind_of(const Context& context, const void* memory) {
  switch (query<cl_unified_shared_memory_type_intel>(context, memory, CL_MEM_ALLOC_TYPE_INTEL,
                                                     CL_MEM_TYPE_UNKNOWN_INTEL)) {
    case CL_MEM_TYPE_HOST_INTEL:
      return CLEAVE_SYCL_USM_HOST;
    case CL_MEM_TYPE_DEVICE_INTEL:
      return CLEAVE_SYCL_USM_DEVICE;
    case CL_MEM_TYPE_SHARED_INTEL:
      return CLEAVE_SYCL_USM_SHARED;
    default:
      return CLEAVE_SYCL_USM_UNKNOWN;
  }
}

Ref<Device> device_of(const Context& context, const void* memory) {
  const uint32_t kind = kind_of(context, memory);
  if (kind == CLEAVE_SYCL_USM_UNKNOWN) {
    fail(Code::invalid, "get_pointer_device: the pointer is none of the context's USM");
  }
  if (kind == CLEAVE_SYCL_USM_HOST) return context.devices().front();
  const auto base = query<const void*>(context, memory, CL_MEM_ALLOC_BASE_PTR_INTEL, nullptr);
  if (auto slice = slice_of(base)) return slice;
  const auto id = query<cl_device_id>(context, memory, CL_MEM_ALLOC_DEVICE_INTEL, nullptr);
  for (const auto& device : context.devices()) {
    if (device->id() == id) return device;
  }
  return device_of_native(id);  // a part of one of these
}

}  // namespace cleave::sycl
