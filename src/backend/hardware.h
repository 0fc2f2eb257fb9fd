// Declares the interface of a back end: hardware that has memory and runs launches, and its parts.
// The model knows devices only through the headers of this folder; cpu/ implements them.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/graph.h"
#include "backend/group_preferences.h"
#include "backend/inline_execution.h"
#include "backend/launch.h"
#include "backend/memory.h"
#include "backend/resources.h"
#include "backend/transfer.h"
#include "backend/work_order.h"
#include "compiler/interface/compiler.h"
#include "support/reference.h"
#include "support/result.h"
#include "topology/topology.h"

namespace cleave::backend {

inline constexpr cl_ulong never_streamed = ~cl_ulong{0};

/// Limits of a device for images and samplers (5.3, 5.7). Sizes are in texels.
struct ImageFacts {
  bool are_supported = false;  // CL_DEVICE_IMAGE_SUPPORT; if not, all else is reported as 0
  size_t most_2d_width = 16384;
  size_t most_2d_height = 16384;
  size_t most_3d_width = 2048;
  size_t most_3d_height = 2048;
  size_t most_3d_depth = 2048;
  size_t most_layers = 2048;
  size_t most_buffer_width = size_t{1} << 30;
  // Arguments of a kernel.
  cl_uint most_read = 128;
  cl_uint most_written = 128;
  cl_uint most_read_and_written = 128;
  cl_uint most_samplers = 128;
  // Limits of images that are made from buffers: kernels load texels from any address.
  cl_uint pitch_alignment = 1;
  cl_uint base_alignment = 1;
};

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
  GroupPreferences groups =
      {};  // for work-groups whose size the program leaves open, or small ones
  cl_ulong global_memory_size = 0;
  cl_ulong maximum_allocation_size = 0;
  cl_ulong global_memory_cache_size = 0;
  cl_uint global_memory_cache_line_size = 64;
  // So much that is written at once leaves the caches before it is read again.
  cl_ulong streamed_bytes = never_streamed;
  cl_ulong local_memory_size = 0;
  cl_ulong maximum_constant_buffer_size = 0;
  cl_uint maximum_constant_arguments = 512;
  size_t maximum_parameter_size = 4096;          // bytes of a kernel's argument block
  cl_uint memory_base_address_alignment = 1024;  // bits
  size_t profiling_timer_resolution = 1;         // ns
  cl_uint maximum_pipe_arguments = 64;
  cl_uint maximum_pipe_reservations = 65536;  // active at once; code counts none
  cl_uint maximum_pipe_packet_size = 65536;   // bytes: what a work-item may well have as a variable
  bool enqueues_kernels = false;              // if not, what follows is reported as 0
  cl_uint preferred_queue_size = 8U << 20;    // of queues on the device, bytes
  cl_uint maximum_queue_size = 64U << 20;     // which are taken when they are used
  cl_uint maximum_device_queues = 64;         // that OpenCL may count on; no more are refused
  cl_uint maximum_device_events = 65536;      // of such a queue, until they are released
  cl_uint native_vector_width_bytes = 16;     // of a SIMD register
  ImageFacts images;
  compiler::interface::LanguageTarget language;
  // Kernels reach all memory of the host, at the host's own addresses.
  bool shares_host_memory = true;
  bool offers_svm = true;       // shared virtual memory, where the host's memory is shared
  bool takes_spirv = true;      // programs may be created with SPIR-V
  bool has_priorities = false;  // urgent work is served before other work of the same units
  bool workers_bound = true;    // false on a synthetic or XML topology, or when the option says so
};

/// A root device's hardware. Thread-safe. Lives as long as the process.
class Hardware {
 public:
  virtual ~Hardware() = default;
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

  /// Returns a set of the same units whose work has that priority; it keeps `set`. Precondition:
  /// facts().has_priorities, without which a device has no such sets.
  [[nodiscard]] virtual support::Ref<ResourceSet> with_priority(const ResourceSet& /*set*/,
                                                                Priority /*priority*/) {
    return nullptr;
  }

  /// Starts the worker threads of the units of `where` that have none yet. Called for each device
  /// that a context is made for: units that no context can use have no threads.
  /// CL_OUT_OF_RESOURCES when threads cannot be started, and in a child that was forked after the
  /// first call: it has no workers, and all that is submitted there completes at once
  /// with that error.
  [[nodiscard]] virtual support::Status start(const ResourceSet& where) = 0;

  /// The resource sets that are going to use some memory, or some code.
  using Users = std::span<const ResourceSet* const>;
  /// Returns memory that kernels can address, `alignment` a power of two; what does not exist when
  /// there is none. If all users have the same memory near to them, it lies there, whichever thread
  /// touches it first; where each has some but not the same, and where there are no users, first
  /// touch decides, page by page. Precondition where there are users: an alignment of more than 128
  /// is not more than `bytes`.
  [[nodiscard]] virtual Allocation allocate(size_t bytes, size_t alignment, Users users) = 0;
  /// `users` as at the allocation.
  virtual void deallocate(const Allocation& allocation, Users users) noexcept = 0;

  /// True when the units of `where` share memory that is nearer to them than other memory of the
  /// device, and `place` can move memory there.
  [[nodiscard]] virtual bool has_near_memory(const ResourceSet& where) const = 0;
  /// Contents of the memory after place(): kept, or undefined (which may save the copy; only for
  /// memory of `allocate`).
  enum class Contents : uint8_t { kept, undefined };
  /// Moves `bytes` of the allocation, from `offset` on, near to `where`, as far as the system
  /// allows it. Must be called by work submitted to `where`.
  virtual void place(const Allocation& allocation, size_t offset, size_t bytes,
                     const ResourceSet& where, Contents contents) noexcept = 0;

  /// Loads an executable that was built for this device's language and can be trusted. nullptr when
  /// the system refuses; `error` says why.
  [[nodiscard]] virtual std::shared_ptr<DeviceProgram> load(
      compiler::interface::CodeRequest request, std::string& error) = 0;

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

  /// Prepares steps that run together, each after those that it follows, which are earlier ones. Throws std::bad_alloc.
  [[nodiscard]] virtual support::Ref<const Graph> prepare(std::span<const Step> steps) = 0;
  /// Returns a graph like `graph`, which stays as it is, with other launches. `launches`: ascending by step. Throws
  /// std::bad_alloc.
  [[nodiscard]] virtual support::Ref<const Graph> replace(const Graph& graph,
                                                          std::span<const Substitute> launches) = 0;
  /// Changes arguments of launches in place. Preconditions: neither the graph nor another one that has these launches
  /// runs, and their code does not depend on the bytes.
  virtual void patch(const Graph& graph, std::span<const ArgumentPatch> patches) noexcept = 0;
  /// Runs a graph that this device has prepared; of each step as submit() of its work would. May be called again while
  /// the graph runs. Preconditions: the workers of all of `run.where` were started.
  virtual void submit(GraphRun run, Listener& listener) = 0;

  /// Returns how waiting threads run work of this device; nullptr: they do not. Lives as long as
  /// the device.
  [[nodiscard]] InlineExecution* inline_execution() const { return inline_execution_; }

  /// Returns how the device takes in work behind work that has not ended; nullptr: it does not, and whoever submits
  /// waits. Lives as long as the device.
  [[nodiscard]] WorkOrder* work_order() const { return work_order_; }

  /// The operating system's numbers of the processors, ascending and each once, on which threads
  /// and processes may compile code for these users: those of their units. Empty where units stand
  /// for no processors (DeviceFacts::workers_bound is false): compilation may run anywhere. Asks
  /// nothing of the system and takes no lock.
  [[nodiscard]] virtual std::vector<uint32_t> compilation_processors(Users users) const = 0;

 protected:
  explicit Hardware(InlineExecution* inline_execution = nullptr, WorkOrder* work_order = nullptr)
      : inline_execution_(inline_execution), work_order_(work_order) {}

 private:
  InlineExecution* const inline_execution_;
  WorkOrder* const work_order_;
};

}  // namespace cleave::backend
