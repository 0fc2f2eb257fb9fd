// Defines addressed memory: allocations that host and kernels name by addresses instead of handles
// (5.6, cl_intel_unified_shared_memory, cl_ext_buffer_device_address).
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "backend/hardware.h"
#include "backend/memory.h"
#include "model/device.h"
#include "model/handle.h"

namespace cleave::model {

class Context;

/// One such allocation. The table of the context owns it until the application frees it, commands
/// that use it and buffers that lie in it until they have gone: its memory goes with the last of
/// them. Whoever owns it keeps the context. Immutable but for tell_when_gone().
class AddressedMemory {
 public:
  enum class Kind : uint8_t {
    svm,     // clSVMAlloc
    host,    // clHostMemAllocINTEL
    device,  // clDeviceMemAllocINTEL
    shared,  // clSharedMemAllocINTEL
    buffer,  // of a buffer with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, which owns the memory
  };
  struct Request {  // checked arguments of the call of that kind
    Kind kind = Kind::svm;
    size_t bytes = 0;
    size_t alignment = 0;              // 0: that of the largest type
    cl_bitfield flags = 0;             // cl_svm_mem_flags, cl_mem_alloc_flags_intel
    support::Ref<Device> device = {};  // of device and shared memory; null: none
  };
  /// Returns memory of the host, which is near to the device of the request or, without one, to all
  /// devices of the context; nullptr when there is none. Precondition: a device of the context
  /// shares the host's memory.
  [[nodiscard]] static std::shared_ptr<AddressedMemory> allocate(const Context& context,
                                                                 Request request);
  /// The range of a buffer in one memory of its context, for the handle of the buffer.
  AddressedMemory(const HandleHeader* buffer, const backend::Allocation& allocation);
  /// Makes one without memory yet: callers elsewhere use allocate().
  AddressedMemory(const Context& context, Request request);
  ~AddressedMemory();
  AddressedMemory(const AddressedMemory&) = delete;
  AddressedMemory& operator=(const AddressedMemory&) = delete;

  [[nodiscard]] Kind kind() const { return request_.kind; }
  [[nodiscard]] cl_bitfield flags() const { return request_.flags; }
  [[nodiscard]] Device* device() const { return request_.device.get(); }
  [[nodiscard]] const backend::Allocation& allocation() const { return allocation_; }
  /// The handle of the buffer that has the address, for MemoryObject::find(); nullptr: none.
  [[nodiscard]] const HandleHeader* buffer() const { return buffer_; }

  [[nodiscard]] uint64_t begin() const { return allocation_.device_address; }
  [[nodiscard]] uint64_t end() const { return begin() + allocation_.bytes; }
  [[nodiscard]] bool contains(uint64_t address) const {
    return address >= begin() && address < end();
  }
  /// True when all of it is inside; of no bytes, when the address is.
  [[nodiscard]] bool contains(uint64_t address, size_t bytes) const {
    return contains(address) && bytes <= end() - address;
  }
  /// Fulfils the promise when the memory has gone. Called once, by the thread that has taken it out
  /// of the table.
  void tell_when_gone(std::promise<void> gone) noexcept { gone_ = std::move(gone); }

 private:
  const Request request_;
  const HandleHeader* const buffer_ = nullptr;
  backend::Hardware* const hardware_ = nullptr;  // which allocates it; nullptr: it is the buffer's
  const std::vector<const backend::ResourceSet*> users_;
  backend::Allocation allocation_;
  std::optional<std::promise<void>> gone_;
};

using AddressedMemoryRef = std::shared_ptr<AddressedMemory>;

/// The alignment of the largest built-in types, long16 and double16: the default, and the greatest
/// that may be asked for.
inline constexpr size_t largest_type_bytes = 128;

/// A pointer of the application, and the memory that it pointed into when it was given.
struct ApplicationPointer {
  uint64_t value = 0;
  /// No owner: the memory goes when the application frees it.
  std::weak_ptr<AddressedMemory> memory = {};
  // It begins that memory, and may be the end of other memory as well.
  bool may_be_end = false;
};

}  // namespace cleave::model
