// Declares the interface of a back end: hardware that has memory and runs launches, and its parts.
// The model knows devices only through this header; cpu/ implements it.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/code_slot.h"
#include "compiler/interface/compiler.h"
#include "support/pool.h"
#include "support/reference.h"
#include "support/result.h"
#include "topology/topology.h"

namespace cleave::backend {

/// Properties of the hardware, fixed when the device is made. Sub-devices share them; properties
/// that shrink with a sub-device (compute units, memory nodes) are those of its ResourceSet.
struct DeviceFacts {
  cl_device_type type = CL_DEVICE_TYPE_CPU;
  std::string name;
  std::string vendor;
  cl_uint vendor_id = 0;
  cl_uint maximum_clock_frequency = 0;  // MHz
  size_t maximum_work_group_size = 4096;
  size_t maximum_work_item_sizes[3] = {4096, 4096, 4096};
  cl_ulong global_memory_size = 0;
  cl_ulong maximum_allocation_size = 0;
  cl_ulong global_memory_cache_size = 0;
  cl_uint global_memory_cache_line_size = 64;
  cl_ulong local_memory_size = 0;
  cl_ulong maximum_constant_buffer_size = 0;
  cl_uint maximum_constant_arguments = 512;
  size_t maximum_parameter_size = 4096;          // bytes of a kernel's argument block
  cl_uint memory_base_address_alignment = 1024;  // bits
  size_t profiling_timer_resolution = 1;         // ns
  cl_uint native_vector_width_bytes = 16;        // of a SIMD register
  compiler::LanguageTarget language;
  bool workers_bound = true;  // false on a synthetic or XML topology, or when the option says so
};

/// The compute units on which commands run. Devices, queues and compute slices point to one.
/// Immutable and thread-safe; making one starts no thread.
class ResourceSet : public support::ReferenceCounted<ResourceSet> {
 public:
  virtual ~ResourceSet() = default;
  [[nodiscard]] virtual const topology::UnitSet& units() const = 0;
};

/// Receives the progress of an Execution. Calls come from workers (or from submit() itself), one at
/// a time, started before completed; no lock of the back end is held.
class Listener {
 public:
  /// The first part is about to run. Not called when nothing runs: a launch without work-groups, or
  /// in a forked child.
  virtual void started() noexcept = 0;
  /// Gives the reason of an error that completed() is going to report, where the code alone says
  /// too little. The text lives as long as the process.
  virtual void explain(const char* /*reason*/) noexcept {}
  /// Everything ended. `status` is CL_COMPLETE or a negative error code. The launch or the work has
  /// been let go before, with all that it kept alive.
  virtual void completed(cl_int status) noexcept = 0;

 protected:
  ~Listener() = default;
};

/// The argument block of a launch: bytes at the alignment of the widest vectors, inside the launch
/// unless there are many.
class ArgumentBlock {
 public:
  static constexpr size_t alignment = 128;  // of long16

  ArgumentBlock() = default;
  ArgumentBlock(const ArgumentBlock&) = delete;
  ArgumentBlock& operator=(const ArgumentBlock&) = delete;
  ~ArgumentBlock() { ::operator delete(large_, std::align_val_t(alignment)); }
  /// Precondition: called once. Contents are not specified. Throws std::bad_alloc.
  void resize(size_t bytes) {
    if (bytes > sizeof inline_) {
      large_ = static_cast<std::byte*>(::operator new(bytes, std::align_val_t(alignment)));
    }
    size_ = bytes;
  }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] std::byte* data() { return large_ != nullptr ? large_ : inline_; }
  [[nodiscard]] const std::byte* data() const { return large_ != nullptr ? large_ : inline_; }

 private:
  alignas(alignment) std::byte inline_[2 * alignment - 16];
  std::byte* large_ = nullptr;
  size_t size_ = 0;
};
static_assert(sizeof(ArgumentBlock) == 2 * ArgumentBlock::alignment);

/// A launch as it was enqueued: immutable, so that it can run later, elsewhere or again.
struct Launch final : support::ReferenceCounted<Launch>, support::Pooled<Launch> {
  std::shared_ptr<const void> code_owner;  // keeps the machine code and `code_slot` alive
  compiler::KernelCode code;               // where there is no code slot
  // Where not null, the code is taken from there when the launch begins, and told how long it ran.
  const compiler::CodeSlot* code_slot = nullptr;
  cl_uint work_dimensions = 1;
  uint64_t global_size[3] = {1, 1, 1};
  uint64_t global_offset[3] = {0, 0, 0};
  uint64_t local_size[3] = {1, 1, 1};  // resolved: never zero; a trailing group may be smaller
  uint32_t sub_group_size = 1;         // W
  ArgumentBlock arguments;
  uint64_t local_memory_size = 0;                // static variables and local arguments together
  std::shared_ptr<std::byte> program_variables;  // of the root device; null when there are none
  bool may_wait = false;  // work-items may wait for others: the launch never runs inline
  compiler::PrintfRing* printf_ring = nullptr;  // null when the kernel does not print
};

/// Bytes to be copied or set. Large ones are done in parts by several workers.
///
///   {.to = a, .from = b, .bytes = n}                              a[i] = b[i]
///   {.to = a, .bytes = n, .pattern_bytes = 4, .pattern = {…}}     a[i] = pattern[i % 4]
struct Transfer {
  static constexpr size_t most_pattern_bytes = 128;  // of double16
  std::byte* to = nullptr;
  const std::byte* from = nullptr;  // may overlap with `to`, as for memmove; null: a pattern
  size_t bytes = 0;
  size_t pattern_bytes = 0;  // divides `bytes`; a power of two
  std::byte pattern[most_pattern_bytes] = {};
};

/// A root device's hardware. Thread-safe. Lives as long as the process.
class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceFacts& facts() const = 0;
  [[nodiscard]] virtual const topology::Machine& machine() const = 0;

  /// The set of these compute units; precondition: not empty, all of them of this device.
  [[nodiscard]] virtual support::Ref<ResourceSet> resources(const topology::UnitSet& units) = 0;

  /// One of `slices`, disjoint sets of units, for queues of this index (less than their number). As
  /// long as somebody holds it, the index stands for the same slice in this process, and no other
  /// index does. Otherwise it is the one that other processes use least, and it counts as used by
  /// this one; in a forked child, which runs nothing, by nobody.
  [[nodiscard]] virtual support::Ref<ResourceSet> slice(
      const std::vector<topology::UnitSet>& slices, size_t index) = 0;

  /// Starts the worker threads of the units of `where` that have none yet. Called for each device
  /// that a context is made for: units that no context can use have no threads.
  /// CL_OUT_OF_RESOURCES when threads cannot be started or bound, and in a child that was forked
  /// after the first call: it has no workers, and all that is submitted there completes at once
  /// with that error.
  [[nodiscard]] virtual support::Status start(const ResourceSet& where) = 0;

  /// The resource sets that are going to use some memory, or some code.
  using Users = std::span<const ResourceSet* const>;
  /// Memory that kernels can address, `alignment` a power of two; null when there is none. Where
  /// all users have the same memory near to them, it lies there, whoever touches it first; where
  /// each has some but not the same, first touch decides, page by page. Precondition where there
  /// are users: an alignment of more than 128 is not more than `bytes`.
  [[nodiscard]] virtual void* allocate(size_t bytes, size_t alignment, Users users) = 0;
  /// `bytes` and `users` as at the allocation.
  virtual void deallocate(void* memory, size_t bytes, Users users) noexcept = 0;

  /// True when the units of `where` share memory that is nearer to them than other memory of the
  /// device, and `place` can move memory there.
  [[nodiscard]] virtual bool has_near_memory(const ResourceSet& where) const = 0;
  /// Contents of the memory after place(): kept, or undefined (which may save the copy; only for
  /// memory of `allocate`).
  enum class Contents : uint8_t { kept, undefined };
  /// Moves memory near to `where`, as far as the system allows it. Must be called by work submitted
  /// to `where`.
  virtual void place(void* memory, size_t bytes, const ResourceSet& where,
                     Contents contents) noexcept = 0;

  /// Runs all work-groups of the launch on the workers of `where` and nowhere else. Returns at
  /// once; may be called from a worker in the middle of a kernel. `listener` outlives completed().
  /// Precondition: the workers of `where` were started.
  virtual void submit(support::Ref<Launch> launch, const ResourceSet& where,
                      Listener& listener) = 0;
  virtual void submit(const Transfer& transfer, const ResourceSet& where, Listener& listener) = 0;
  /// Submits a function of the host or the application: `work` runs once on one worker of `where`
  /// and returns CL_COMPLETE or a negative error code. It must not wait for other commands.
  virtual void submit(std::function<cl_int()> work, const ResourceSet& where,
                      Listener& listener) = 0;

  /// Returns true when the calling thread, which is about to wait, may run work of `where` inline:
  /// its affinity mask is inside the set's processors. The answer is valid for one wait.
  [[nodiscard]] virtual bool may_run_inline(const ResourceSet& where) = 0;
  /// Runs the launch on the calling thread, for which may_run_inline() is true, and on workers too
  /// when there is much to do. Returns true when it took `launch`, as submit() does; of a small
  /// launch the listener has heard the end. Returns false, without any effect, when the launch
  /// cannot run inline.
  [[nodiscard]] virtual bool try_run_inline(support::Ref<Launch>& launch, const ResourceSet& where,
                                            Listener& listener) = 0;
  [[nodiscard]] virtual bool try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                            Listener& listener) = 0;
  /// Runs a short successor on the completing worker, inside Listener::completed() (no hand-off).
  /// Returns false off a worker, when its time slice is over, or when the launch is not short.
  [[nodiscard]] virtual bool try_run_successor(support::Ref<Launch>& launch,
                                               const ResourceSet& where, Listener& listener) = 0;

  /// The operating system's numbers of the processors, ascending and each once, on which threads
  /// and processes may compile code for these users: those of their units. Empty where units stand
  /// for no processors (DeviceFacts::workers_bound is false): compilation may run anywhere. Asks
  /// nothing of the system and takes no lock.
  [[nodiscard]] virtual std::vector<uint32_t> compilation_processors(Users users) const = 0;
  /// Runs the work some time on a thread that keeps to the processors of `where` and leaves them to
  /// kernels: compilation that nobody waits for. What is given for units that overlap is done one
  /// after another; what is given for others does not wait for it. Whatever has not been done when
  /// the process ends, or forks, is not done there. False when no thread can be started: it will
  /// not be done.
  [[nodiscard]] virtual bool run_in_background(std::function<void()> work,
                                               const ResourceSet& where) = 0;
};

/// The host's processors as a device. Workers and memory as the options of the platform say.
namespace cpu {
[[nodiscard]] std::unique_ptr<Device> make_device(topology::Machine machine);
}  // namespace cpu

}  // namespace cleave::backend
