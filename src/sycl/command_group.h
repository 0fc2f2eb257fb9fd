// Collects what a command group asks for (SYCL 2020, 4.9.4).
#pragma once

#include <cstddef>
#include <vector>

#include "support/pool.h"
#include "support/short_list.h"
#include "sycl/buffer.h"
#include "sycl/bundle.h"
#include "sycl/event.h"
#include "sycl/queue.h"
#include "sycl/stream.h"

namespace cleave::sycl {

/// An argument of a kernel of OpenCL, by CLEAVE_SYCL_ARGUMENT_….
struct KernelArgument {
  uint32_t index = 0;
  uint32_t kind = 0;
  std::vector<std::byte> bytes;   // of a value
  const void* pointer = nullptr;  // to memory that host and devices address alike
  size_t size = 0;                // of local memory
  Ref<Buffer> buffer;
};

/// Holds what a command waits for, and the memory that it uses. Not thread-safe.
///
/// Each submission makes one, so its lists lie in the group itself as long as they are short, and the group comes from
/// a pool.
class CommandGroup final : public Object, public support::Pooled<CommandGroup> {
 public:
  explicit CommandGroup(Ref<Queue> queue) : queue_(std::move(queue)) {}

  void wait_for(Ref<Event> event);
  /// Fails with errc::invalid where the device takes no sub-buffer that begins at this byte of its buffer.
  void check_origin(size_t byte) const;
  /// Returns where the command finds the buffer. Fails with errc::invalid for one that is bound to another context.
  [[nodiscard]] void* use(Ref<Buffer> buffer, AccessMode mode);
  /// Null if the command does not use it.
  [[nodiscard]] void* address_of(const Buffer& buffer) const;
  /// Returns the offset of the array with this identity, in bytes.
  [[nodiscard]] size_t place_local(size_t identity, size_t bytes, size_t alignment);
  [[nodiscard]] size_t local_bytes() const { return local_bytes_; }
  [[nodiscard]] bool uses(const Buffer& buffer) const;
  /// Makes the command one of the bundle's kernels. Fails with errc::invalid for a bundle of another context.
  void use_bundle(Ref<Bundle> bundle);
  /// Replaces an earlier argument of this index.
  void set_argument(KernelArgument argument);
  [[nodiscard]] const std::vector<KernelArgument>& arguments() const { return arguments_; }
  /// Makes a stream for the command's kernel.
  [[nodiscard]] cleave_sycl_stream* add_stream(size_t most);
  /// A view, good until the next change.
  [[nodiscard]] const cleave_sycl_group* contents();

 private:
  struct BufferUse {
    Ref<Buffer> buffer;
    void* address = nullptr;
  };
  struct LocalArray {
    size_t identity = 0;
    size_t offset = 0;
  };

  Ref<Queue> queue_;
  support::ShortList<Ref<Event>, 4> events_;
  support::ShortList<cleave_sycl_event*, 4> handles_;  // of these
  // In the order of the buffers' addresses, in which submissions lock them.
  support::ShortList<BufferUse, 6> buffers_;
  support::ShortList<cleave_sycl_access, 6> accesses_;  // of these
  support::ShortList<LocalArray, 4> local_arrays_;
  std::vector<Ref<Stream>> streams_;
  std::vector<cleave_sycl_stream*> stream_memory_;  // of these
  size_t local_bytes_ = 0;
  Ref<Bundle> bundle_;
  std::vector<KernelArgument> arguments_;
  cleave_sycl_group contents_{};
};

}  // namespace cleave::sycl
