// Defines launches of kernels, and the code that a device makes of programs for them.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "backend/launch_description.h"
#include "backend/memory.h"
#include "compiler/interface/compiler.h"
#include "support/pool.h"
#include "support/reference.h"

namespace cleave::backend {

class DeviceKernel;
class ResourceSet;
struct DeviceQueue;

/// Code for launches of one shape. Only the device that made it knows what it is.
class LaunchCode {
 protected:
  ~LaunchCode() = default;
};

/// Code for the blocks that a kernel may enqueue. Only the device that made it knows what it is.
class KernelBlocks {
 protected:
  ~KernelBlocks() = default;
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
  /// Contents are not specified then. Throws std::bad_alloc.
  void resize(size_t bytes) {
    if (large_ != nullptr) {
      ::operator delete(std::exchange(large_, nullptr), std::align_val_t(alignment));
    }
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

/// Queues and blocks of a kernel that uses queues on the device. The launch of the host and its
/// children share them.
struct DeviceQueueUse {
  const KernelBlocks* blocks = nullptr;  // as DeviceKernel::blocks gave them
  // The default queue of the launch's device, or of the nearest one that the device is a part of;
  // nullptr: there is none.
  DeviceQueue* default_queue = nullptr;
  std::vector<DeviceQueue*> queues;     // that may be used, the default one among them
  std::vector<LaunchObject> objects;    // of the launch of the host
  bool requires_uniform_groups = true;  // of what is enqueued
};

/// All of a launch but its arguments. The fields of the first part are the device's, which plans it
/// (DeviceKernel::plan_launch).
struct LaunchSettings {
  const DeviceKernel* kernel = nullptr;
  const LaunchCode* code = nullptr;
  cl_uint work_dimensions = 1;
  uint32_t sub_group_size = 1;  // W
  uint64_t global_size[3] = {1, 1, 1};
  uint64_t global_offset[3] = {0, 0, 0};
  uint64_t local_size[3] = {1, 1, 1};  // resolved: never zero; a trailing group may be smaller
  // If there are any, many of the program's work-groups run as one of `local_size`, and the code
  // gives the program the ids that it expects.
  compiler::interface::MergedGroups merged;
  bool may_wait = false;            // work-items may wait for others: the launch never runs inline
  uint64_t local_memory_size = 0;   // static variables and local arguments together
  uint64_t streamed_arguments = 0;  // see LaunchShape
  compiler::interface::Bindings bindings;  // see LaunchShape
  bool distinct_objects = false;           // see LaunchShape
  // The size of the largest memory object or addressed memory that the kernel may access; memory of
  // unknown size counts as the largest number.
  uint64_t largest_object_bytes = 0;

  std::shared_ptr<const void> code_owner;                  // keeps `code` and `kernel` alive
  std::shared_ptr<const Allocation> program_variables;     // nullptr: there are none
  compiler::interface::PrintfRing* printf_ring = nullptr;  // nullptr: the kernel does not print
  std::shared_ptr<const DeviceQueueUse> device_queues;     // nullptr: the kernel uses none
};

/// A launch as it was enqueued. Nothing of it changes but the addresses in `arguments`, which are
/// written when it starts: the memory of an object may be elsewhere by then.
struct Launch final : LaunchSettings, support::ReferenceCounted<Launch>, support::Pooled<Launch> {
  // Leaves the bytes of `arguments` alone, which value-initialisation would clear: a row of
  // launches that gather writes more than the caches hold.
  Launch() {}

  [[nodiscard]] support::Ref<Launch> copy() const {
    auto copied = support::make_ref<Launch>();
    static_cast<LaunchSettings&>(*copied) = *this;
    copied->arguments.resize(arguments.size());
    std::memcpy(copied->arguments.data(), arguments.data(), arguments.size());
    return copied;
  }

  ArgumentBlock arguments;
};

/// A kernel as one device runs it. Thread-safe.
class DeviceKernel {
 public:
  virtual ~DeviceKernel() = default;
  /// Returns the name of its function.
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Loads onto the device what plan_launch() could load only while no kernel runs there. Called
  /// once, when a kernel object is made. False, and the reason in `error`, when that fails.
  [[nodiscard]] virtual bool preload(std::string& error) = 0;
  /// Returns the local size of a launch on the units of `where`: the range's, or the one that the
  /// device chooses where it is open.
  [[nodiscard]] virtual std::array<uint64_t, 3> local_size(const LaunchRange& range,
                                                           const ResourceSet& where) const = 0;
  /// Plans the launch of this description on the units of `where`: sets all that is the device's in
  /// `launch`, which has its arguments, and generates code where none is at hand. False, and the
  /// reason in `error`, when none can be made. The code lives as long as the kernel.
  [[nodiscard]] virtual bool plan_launch(const LaunchDescription& description,
                                         const ResourceSet& where, Launch& launch,
                                         std::string& error) = 0;
  /// Returns the code of the blocks that the kernel may enqueue; nullptr: it uses no queues on the
  /// device. Lives as long as the kernel.
  [[nodiscard]] virtual const KernelBlocks* blocks() const { return nullptr; }
};

/// The executable of a program as one device runs it. Thread-safe.
class DeviceProgram {
 public:
  virtual ~DeviceProgram() = default;
  /// Returns the kernel at this index of the facts that the program was loaded with. Kernels keep
  /// what they need of the program.
  [[nodiscard]] virtual std::shared_ptr<DeviceKernel> kernel(size_t index) = 0;
  /// Returns new memory for the program-scope variables, with their initial values: nullptr when
  /// there is none. Precondition: the program has such variables. The device lives longer.
  [[nodiscard]] virtual std::shared_ptr<const Allocation> make_variables() = 0;
};

}  // namespace cleave::backend
