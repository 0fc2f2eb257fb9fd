// Collects what a command group asks for (SYCL 2020, 4.9.4).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
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
/// Each submission with accessors makes one, so that it comes from a pool, short lists of buffers lie in the group itself,
/// and all that most groups do not ask for is made with the first of it.
class CommandGroup final : public Object, public support::Pooled<CommandGroup> {
 public:
  /// The queue outlives the group; it is null in tests of what asks for none.
  explicit CommandGroup(Queue* queue) : queue_(queue) {}

  void wait_for(Ref<Event> event);
  /// Fails with errc::invalid where the device takes no sub-buffer that begins at this byte of its buffer.
  void check_origin(size_t byte) const;
  /// Returns where the command finds the buffer. Fails with errc::invalid for one that is bound to another context.
  [[nodiscard]] void* use(Buffer& buffer, AccessMode mode);
  /// Null if the command does not use it.
  [[nodiscard]] void* address_of(const Buffer& buffer) const;
  /// Returns the offset of the array with this identity, in bytes.
  [[nodiscard]] size_t place_local(size_t identity, size_t bytes, size_t alignment);
  [[nodiscard]] size_t local_bytes() const { return extras_ ? extras_->local_bytes : 0; }
  [[nodiscard]] bool uses(const Buffer& buffer) const;
  /// Makes the command one of the bundle's kernels. Fails with errc::invalid for a bundle of another context.
  void use_bundle(Ref<Bundle> bundle);
  /// Replaces an earlier argument of this index.
  void set_argument(KernelArgument argument);
  [[nodiscard]] std::span<const KernelArgument> arguments() const {
    return extras_ ? std::span<const KernelArgument>(extras_->arguments)
                   : std::span<const KernelArgument>();
  }
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
  struct Extras : support::Pooled<Extras> {
    support::ShortList<Ref<Event>, 4> events;
    support::ShortList<cleave_sycl_event*, 4> event_handles;  // of these
    std::vector<LocalArray> local_arrays;
    size_t local_bytes = 0;
    std::vector<Ref<Stream>> streams;
    std::vector<cleave_sycl_stream*> stream_memory;  // of these
    Ref<Bundle> bundle;
    std::vector<KernelArgument> arguments;
  };

  [[nodiscard]] Extras& extras() {
    if (!extras_) extras_ = std::make_unique<Extras>();
    return *extras_;
  }

  Queue* const queue_;
  // In the order of the buffers' addresses, in which submissions lock them.
  support::ShortList<BufferUse, 6> buffers_;
  support::ShortList<cleave_sycl_access, 6> accesses_;  // of these
  std::unique_ptr<Extras> extras_;
  cleave_sycl_group contents_;
};

}  // namespace cleave::sycl
