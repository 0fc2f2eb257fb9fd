#include "model/addressed_memory.h"

#include <CL/cl_ext.h>

#include <algorithm>

#include "model/context.h"

namespace cleave::model {
namespace {

/// Memory of a page and more has pages of its own, whose NUMA node first touch decides.
constexpr size_t page_bytes = 4096;

/// Those that the memory is to be near to; none: first touch decides.
std::vector<const backend::ResourceSet*> users_of(const Context& context,
                                                  const AddressedMemory::Request& request) {
  if ((request.flags & CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL) != 0 &&
      request.kind == AddressedMemory::Kind::shared) {
    return {};
  }
  if (request.device) return {&request.device->resources()};
  return context.memories()[host_memory_index].users;
}

}  // namespace

AddressedMemoryRef AddressedMemory::allocate(const Context& context, Request request) {
  auto memory = std::make_shared<AddressedMemory>(context, std::move(request));
  const auto& [kind, bytes, wanted, flags, device] = memory->request_;
  const size_t least = bytes < page_bytes ? largest_type_bytes : page_bytes;
  memory->allocation_ = memory->hardware_->allocate(bytes, std::max(wanted, least), memory->users_);
  return memory->allocation_.exists() ? memory : nullptr;
}

AddressedMemory::AddressedMemory(const HandleHeader* buffer, const backend::Allocation& allocation)
    : request_{.kind = Kind::buffer, .bytes = allocation.bytes},
      buffer_(buffer),
      allocation_(allocation) {}

AddressedMemory::AddressedMemory(const Context& context, Request request)
    : request_(std::move(request)),
      hardware_(context.memories()[host_memory_index].hardware),
      users_(users_of(context, request_)) {}

AddressedMemory::~AddressedMemory() {
  if (hardware_ != nullptr && allocation_.exists()) hardware_->deallocate(allocation_, users_);
  if (gone_) gone_->set_value();
}

}  // namespace cleave::model
