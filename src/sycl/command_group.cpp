// Collects dependencies, buffers and local arrays of a command.
#include "sycl/command_group.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "support/rounding.h"
#include "sycl/failure.h"

namespace cleave::sycl {
namespace {

/// A command that writes and reads needs what was there, unless it needs it for neither.
AccessMode both(AccessMode first, AccessMode second) {
  constexpr AccessMode no_init = CLEAVE_SYCL_ACCESS_NO_INIT;
  return ((first | second) & ~no_init) | (first & second & no_init);
}

}  // namespace

void CommandGroup::wait_for(Ref<Event> event) {
  Extras& extras = this->extras();
  extras.event_handles.push_back(handle_of<cleave_sycl_event>(event.get()));
  extras.events.push_back(std::move(event));
}

void* CommandGroup::use(Buffer& buffer, AccessMode mode) {
  auto* const handle = handle_of<cleave_sycl_buffer>(&buffer);
  size_t index = buffers_.size();
  while (index != 0 && !std::less<>()(accesses_[index - 1].buffer, handle)) --index;
  if (index != buffers_.size() && accesses_[index].buffer == handle) {
    accesses_[index].mode = both(accesses_[index].mode, mode);
    return buffers_[index].address = buffer.address(*queue_, accesses_[index].mode);
  }
  void* const found = buffer.address(*queue_, mode);
  accesses_.make_room();
  buffers_.make_room();
  accesses_.push_back({handle, mode});
  buffers_.push_back({Ref(&buffer), found});
  for (size_t i = buffers_.size() - 1; i != index; --i) {
    std::swap(accesses_[i - 1], accesses_[i]);
    std::swap(buffers_[i - 1], buffers_[i]);
  }
  return found;
}

void CommandGroup::check_origin(size_t byte) const {
  constexpr size_t bits_of_byte = 8;
  const Device& device = queue_->device();
  const size_t alignment = device.value<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / bits_of_byte;
  if (alignment == 0 || byte % alignment == 0) return;
  fail(Code::invalid, "an accessor of a sub-buffer that begins at byte " + std::to_string(byte) +
                          " of its buffer: on the device '" + device.text(CL_DEVICE_NAME) +
                          "' sub-buffers begin at multiples of " + std::to_string(alignment) +
                          " bytes (info::device::mem_base_addr_align, in bits); an accessor of the "
                          "whole buffer with an offset may begin anywhere");
}

void* CommandGroup::address_of(const Buffer& buffer) const {
  for (const BufferUse& use : buffers_) {
    if (use.buffer.get() == &buffer) return use.address;
  }
  return nullptr;
}

size_t CommandGroup::place_local(size_t identity, size_t bytes, size_t alignment) {
  Extras& extras = this->extras();
  for (const LocalArray& array : extras.local_arrays) {
    if (array.identity == identity) return array.offset;
  }
  const size_t offset = support::rounded_up(extras.local_bytes, alignment);
  extras.local_arrays.push_back({identity, offset});
  extras.local_bytes = offset + bytes;
  return offset;
}

bool CommandGroup::uses(const Buffer& buffer) const {
  return std::ranges::any_of(buffers_,
                             [&](const BufferUse& use) { return use.buffer.get() == &buffer; });
}

void CommandGroup::use_bundle(Ref<Bundle> bundle) {
  if (&bundle->context() != &queue_->context()) {
    fail(Code::invalid, "use_kernel_bundle: the bundle is of another context than the queue");
  }
  extras().bundle = std::move(bundle);
}

void CommandGroup::set_argument(KernelArgument argument) {
  auto& arguments = extras().arguments;
  const auto found = std::ranges::find(arguments, argument.index, &KernelArgument::index);
  if (found == arguments.end()) {
    arguments.push_back(std::move(argument));
  } else {
    *found = std::move(argument);
  }
}

cleave_sycl_stream* CommandGroup::add_stream(size_t most) {
  Extras& extras = this->extras();
  auto made = support::make_ref<Stream>(Ref(&queue_->context()), most);
  extras.stream_memory.push_back(made->memory());
  extras.streams.push_back(std::move(made));
  return extras.stream_memory.back();
}

const cleave_sycl_group* CommandGroup::contents() {
  contents_ = {sizeof contents_, nullptr, 0,       accesses_.data(),
               accesses_.size(), nullptr, nullptr, 0};
  if (extras_) {
    contents_.dependencies = extras_->event_handles.data();
    contents_.dependency_count = extras_->event_handles.size();
    contents_.bundle = handle_of<cleave_sycl_bundle>(extras_->bundle.get());
    contents_.streams = extras_->stream_memory.data();
    contents_.stream_count = extras_->stream_memory.size();
  }
  return &contents_;
}

}  // namespace cleave::sycl
