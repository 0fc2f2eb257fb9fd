// Defines the checked requests for enqueues that api/check hands to the model. Every field is
// valid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/command/queue.h"
#include "model/memory/memory.h"
#include "model/program/kernel.h"

namespace cleave::model::command {

/// clEnqueueNDRangeKernel and clEnqueueTask. Unused dimensions hold size 1 and offset 0.
struct LaunchRequest {
  support::Ref<program::Kernel> kernel;
  cl_uint work_dimensions = 1;
  std::array<size_t, 3> global_offset = {0, 0, 0};
  std::array<size_t, 3> global_size = {1, 1, 1};
  std::array<size_t, 3> local_size = {0, 0, 0};  // zeros: the implementation chooses
  cl_command_type type = CL_COMMAND_NDRANGE_KERNEL;
};

/// Returns the local size of a launch: the request's, or the one that is chosen where it is open.
/// `kernel`: that of the request on the queue's device.
[[nodiscard]] std::array<uint64_t, 3> local_size(const Queue& queue, const LaunchRequest& request,
                                                 const program::KernelOnDevice& kernel);

/// clEnqueueNativeKernel.
struct NativeRequest {
  using NativeFunction = void(CL_CALLBACK*)(void*);
  /// A memory object, null for the null pointer, and where in the arguments its address is wanted.
  struct MemoryArgument {
    support::Ref<memory::MemoryObject> object;
    size_t offset = 0;
  };
  NativeFunction function = nullptr;
  std::vector<std::byte> arguments;  // a copy; empty: the function gets a null pointer
  std::vector<MemoryArgument> memory;
};

/// clEnqueueSVMFree.
struct FreeRequest {
  using FreeFunction = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void**, void*);
  std::vector<void*> pointers;
  FreeFunction function = nullptr;  // frees them; null: the driver does
  void* user_data = nullptr;
};

/// Bytes of addressed memory, which the command keeps.
struct AddressedRange {
  AddressedMemoryRef memory;
  size_t offset = 0;
  size_t bytes = 0;
};

/// Make the work of each kind of command (commands_*.cpp), for this queue. Pitches of boxes are
/// resolved, not zero.
[[nodiscard]] support::Result<Work> launch_work(const Queue& queue, const LaunchRequest& request);
/// Gives each launch, whose kernel prints, output of its own, which is printed in this order at the
/// end of the work. A launch that runs again needs it anew.
void print_at_end(std::span<const support::Ref<backend::Launch>> launches, Context& context,
                  Extras& extras);
[[nodiscard]] Work native_work(NativeRequest request);
[[nodiscard]] Work read_work(const Queue& queue, memory::MemoryObject& buffer, size_t offset,
                             size_t bytes, void* to);
[[nodiscard]] Work write_work(const Queue& queue, memory::MemoryObject& buffer, size_t offset,
                              size_t bytes, const void* from);
[[nodiscard]] Work copy_work(const Queue& queue, memory::MemoryObject& from, size_t from_offset,
                             memory::MemoryObject& to, size_t to_offset, size_t bytes);
[[nodiscard]] Work fill_work(const Queue& queue, memory::MemoryObject& buffer,
                             const std::vector<std::byte>& pattern, size_t offset, size_t bytes);
/// Build the commands that read, write and copy regions of buffers and images, where `type` tells
/// the commands apart. A region in memory of the host has the extent of the other one. Regions of a
/// copy have the same extent.
[[nodiscard]] Work read_region_work(const Queue& queue, cl_command_type type,
                                    memory::MemoryObject& object, const memory::MemoryRegion& from,
                                    void* host, const backend::Box& to);
[[nodiscard]] Work write_region_work(const Queue& queue, cl_command_type type,
                                     memory::MemoryObject& object, const memory::MemoryRegion& to,
                                     const void* host, const backend::Box& from);
struct PlacedRegion {
  memory::MemoryObject& object;
  memory::MemoryRegion region;
};
[[nodiscard]] Work copy_region_work(const Queue& queue, cl_command_type type,
                                    const PlacedRegion& from, const PlacedRegion& to);
/// Fills a region of an image with one texel.
[[nodiscard]] Work fill_image_work(const Queue& queue, memory::MemoryObject& image,
                                   const memory::MemoryRegion& region, const memory::Texel& texel);
/// The pointer is given at once; the command makes its contents current.
struct Mapping {
  Work work;
  void* pointer;
};
[[nodiscard]] support::Result<Mapping> map_work(memory::MemoryObject& object, cl_map_flags flags,
                                                const memory::MemoryRegion& region);
/// The pointer is the caller's to give back, when the command has been enqueued.
[[nodiscard]] Work unmap_work(memory::MemoryObject& memory);
[[nodiscard]] Work migrate_work(const Queue& queue,
                                std::vector<support::Ref<memory::MemoryObject>> objects,
                                cl_mem_migration_flags flags);

/// Commands on memory of the host that is named by addresses, in addressed memory or not, for
/// queues whose device shares it. `type` tells apart those of 5.6 and of
/// cl_intel_unified_shared_memory. No bytes: nothing is done.
[[nodiscard]] Work copy_addresses_work(const Queue& queue, cl_command_type type, void* to,
                                       const void* from, size_t bytes);
[[nodiscard]] Work fill_address_work(const Queue& queue, cl_command_type type, void* to,
                                     const std::vector<std::byte>& pattern, size_t bytes);
/// A command about memory that is where it should be already (map, unmap, advice).
[[nodiscard]] Work note_address_work(const Queue& queue, cl_command_type type, const void* pointer);
[[nodiscard]] Work migrate_addresses_work(const Queue& queue, cl_command_type type,
                                          std::vector<AddressedRange> ranges,
                                          cl_mem_migration_flags flags);
[[nodiscard]] Work free_work(const Queue& queue, FreeRequest request);

/// clMemFreeINTEL and clMemBlockingFreeINTEL: frees unified shared memory that begins at the
/// pointer. CL_INVALID_VALUE: there is none. CL_OUT_OF_RESOURCES in a forked child.
enum class FreeWaits : uint8_t {
  no,   // the memory goes when the last command that may access it has ended
  yes,  // returns when it has gone; starts those commands
};
[[nodiscard]] support::Status free_unified_memory(Context& context, const void* pointer,
                                                  FreeWaits waits);

}  // namespace cleave::model::command
