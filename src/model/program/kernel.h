// Implements kernels (5.9): a function of a built program and the arguments set for its next
// launch.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "compiler/interface/local_memory_layout.h"
#include "model/memory/memory.h"
#include "model/program/program.h"

namespace cleave::model::program {

/// A value for one argument, as checked by clSetKernelArg.
struct ArgumentValue {
  std::vector<std::byte> bytes;               // by value; of a queue on the device its handle
  support::Ref<memory::MemoryObject> memory;  // pointer arguments; null is the null pointer
  size_t local_size = 0;                      // local pointers
  bool set = false;
  std::optional<ApplicationPointer> address = {};  // pointer arguments that were given as such
};

/// The memory that a kernel may access beside its arguments, as clSetKernelExecInfo names it.
struct IndirectAccesses {
  std::vector<ApplicationPointer> svm = {};      // CL_KERNEL_EXEC_INFO_SVM_PTRS
  std::vector<ApplicationPointer> unified = {};  // CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL
  std::vector<ApplicationPointer> buffers = {};  // CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
  AddressedKinds kinds = 0;                      // all memory of these (…_INDIRECT_…_ACCESS_INTEL)

  /// True if some memory is named by an address.
  [[nodiscard]] bool have_addresses() const {
    return !svm.empty() || !unified.empty() || !buffers.empty();
  }
};

/// A change of them.
struct IndirectAccessChange {
  std::vector<ApplicationPointer> IndirectAccesses::* list = nullptr;  // null: none of the lists
  std::vector<ApplicationPointer> addresses = {};                      // those of the list now
  AddressedKinds added = 0, removed = 0;
};

/// The buffers that pointers in values of arguments were found in at a launch, for the next one: programs in SYCL launch a
/// kernel on the same buffers again and again, and finding two of them takes 900 of the 9,000 instructions of such a launch.
struct KnownBuffers {
  static constexpr size_t most = 8;
  size_t count = 0;  // 0: nothing is known
  std::array<uint64_t, most> addresses = {};
  std::array<HandleHeader*, most> buffers = {};  // no owners, as in Kernel::memory_
  uint64_t changes = 0;                          // AddressTable::changes() when they were found
};

/// The arguments that Kernel::visit_arguments() has visited, as far as all of them decide something.
struct VisitedArguments {
  compiler::interface::Bindings bindings;  // the formats of images and the bits of samplers
  uint64_t changes = 0;                    // another number once arguments have been set anew
  std::optional<bool> distinct_objects;    // Kernel::note_distinct_objects(); nullopt: unknown
};

/// A kernel on one device: the executable that has it there, and its code. Those of one
/// DeviceProgram share their DeviceKernel. It lives as long as the Kernel, whose versions are
/// fixed.
struct KernelOnDevice {
  const Device* device;  // that the executable was built for; the program keeps it
  std::shared_ptr<const ProgramBuild> build;  // null: the executable there has no such kernel
  size_t index = 0;                           // in the build's kernels
  std::shared_ptr<backend::DeviceKernel> code = nullptr;

  [[nodiscard]] const compiler::interface::KernelFacts& facts() const {
    return build->kernels[index];
  }
  /// True when the language of the program asks that the local size divides the global size.
  [[nodiscard]] bool requires_uniform_groups() const { return build->requires_uniform_groups; }
  /// The program-scope variables that launches see; null when there are none.
  [[nodiscard]] const std::shared_ptr<const backend::Allocation>& program_variables() const {
    return build->program_variables;
  }
};

class Kernel : public ClObject<Kernel> {
 public:
  /// `builds` as DeviceBuilds::kernel() gives them, not empty; the arguments are the same in all.
  /// CL_OUT_OF_RESOURCES where a device cannot load its code.
  [[nodiscard]] static support::Result<support::Ref<Kernel>> create(support::Ref<Program> program,
                                                                    KernelBuilds builds);
  /// clCloneKernel: a second kernel with the arguments set so far.
  [[nodiscard]] static support::Result<support::Ref<Kernel>> clone(const Kernel& other);

  Kernel(support::Ref<Program> program, KernelBuilds builds);
  ~Kernel();

  [[nodiscard]] Program& program() const { return *program_; }
  [[nodiscard]] Context& context() const { return program_->context(); }
  /// Returns the facts of the first executable. All executables agree on the name and the
  /// arguments.
  [[nodiscard]] const compiler::interface::KernelFacts& facts() const {
    return versions_.front().facts();
  }
  /// Returns the kernel as launches on the device run it; where there is no executable for the
  /// device, the first one.
  [[nodiscard]] const KernelOnDevice& on(const Device& device) const {
    const KernelOnDevice* version = version_for(device);
    return version == nullptr ? versions_.front() : *version;
  }
  /// True when every device that can run it has the same executable.
  [[nodiscard]] bool has_one_executable() const { return versions_.size() == 1; }
  /// True when there is an executable that the device can run: one that was built for the device
  /// or, if none was, for the nearest one that it is a part of.
  [[nodiscard]] bool runs_on(const Device& device) const { return version_for(device) != nullptr; }

  void set_argument(size_t index, ArgumentValue value);
  /// Changes an argument by value that is set, to as many bytes. Allocates nothing.
  void set_value(size_t index, std::span<const std::byte> bytes);
  /// Changes what the kernel may access indirectly.
  void change_indirect_accesses(IndirectAccessChange&& change);
  /// IndirectAccesses::have_addresses. Takes no lock.
  [[nodiscard]] bool has_indirect_addresses() const {
    return has_indirect_addresses_.load(std::memory_order_acquire);
  }
  /// IndirectAccesses::kinds. Takes no lock.
  [[nodiscard]] AddressedKinds indirect_kinds() const {
    return indirect_kinds_.load(std::memory_order_acquire);
  }
  /// Calls `function(accesses, known)`, if there are some, under the kernel's lock. `known` is what a call before has left
  /// there, or nothing where the accesses have been set since.
  template <class Function>
  void visit_indirect_accesses(const Function& function) const {
    const std::scoped_lock lock(mutex_);
    if (indirect_) function(*indirect_, known_buffers_);
  }
  /// Returns the most work-items that a work-group of this kernel may have on the device
  /// (CL_KERNEL_WORK_GROUP_SIZE).
  [[nodiscard]] size_t maximum_work_group_size(const Device& device) const;
  /// True when every argument has been set. A memory object among them may be no more, as
  /// visit_arguments() tells, or a queue, as find_device_queue() tells. Takes no lock.
  [[nodiscard]] bool is_complete() const {
    return unset_arguments_.load(std::memory_order_acquire) == 0;
  }
  /// Returns the first argument that has not been set, or whose memory object or queue is no more;
  /// none: the kernel is complete. `is_live(value)` tells whether the queue that is the value
  /// lives.
  [[nodiscard]] std::optional<size_t> find_unset_argument(
      const std::function<bool(const ArgumentValue& queue)>& is_live) const;
  /// The arguments as they are now; a launch keeps them alive.
  [[nodiscard]] std::vector<ArgumentValue> arguments() const;
  /// Visits the arguments one by one, without copies: `function(index, value, memory)`, where
  /// `memory` is a reference of the caller's own and may be null, is called under the kernel's
  /// lock. Returns nullopt when one has been unset meanwhile: its memory object is no more.
  template <class Function>
  [[nodiscard]] std::optional<VisitedArguments> visit_arguments(const Function& function) const {
    const std::scoped_lock lock(mutex_);
    for (size_t index = 0; index < arguments_.size(); ++index) {
      auto memory = memory::MemoryObject::find_in(memory_[index]);
      if (!memory && memory_[index] != nullptr) return std::nullopt;
      function(index, arguments_[index], std::move(memory));
    }
    return VisitedArguments{bindings_, changes_, known_distinct_objects()};
  }
  /// Keeps what a launch has found out of the arguments that it visited, LaunchShape's
  /// distinct_objects, for launches with the same ones. Takes no lock.
  void note_distinct_objects(uint64_t changes, bool are_distinct) const {
    distinct_objects_.store(2 * changes + (are_distinct ? 1 : 0), std::memory_order_relaxed);
  }
  /// Bytes of local memory: static variables and the local arguments set so far.
  /// `version`: of on().
  [[nodiscard]] uint64_t local_memory_size(const KernelOnDevice& version) const;

  /// Plans a launch, whose arguments are set, on these units of a device: DeviceKernel::plan_launch().
  /// CL_OUT_OF_RESOURCES when there is no code for it. `version`: of on(), which the launch keeps.
  [[nodiscard]] support::Status plan(const KernelOnDevice& version,
                                     const backend::LaunchDescription& description,
                                     const backend::ResourceSet& where,
                                     backend::Launch& launch) const;

 private:
  [[nodiscard]] static std::vector<KernelOnDevice> versions_of(KernelBuilds builds);
  /// Returns the kernel for the device; null: the device cannot run it.
  [[nodiscard]] const KernelOnDevice* version_for(const Device& device) const;
  void bind_argument(size_t index, const ArgumentValue& value);
  /// DeviceKernel::preload(), on each device.
  [[nodiscard]] support::Status preload() const;
  void note_indirect_accesses();
  /// VisitedArguments::distinct_objects, under the mutex.
  [[nodiscard]] std::optional<bool> known_distinct_objects() const {
    const uint64_t noted = distinct_objects_.load(std::memory_order_relaxed);
    return noted / 2 == changes_ ? std::optional(noted % 2 != 0) : std::nullopt;
  }
  [[nodiscard]] uint64_t lay_out_local_memory(
      const compiler::interface::KernelFacts& of_version) const;

  support::Ref<Program> program_;
  const std::vector<KernelOnDevice> versions_;  // fixed: no build begins while there are kernels
  mutable std::mutex mutex_;
  std::vector<ArgumentValue> arguments_;        // without references to memory objects
  std::vector<HandleHeader*> memory_;           // their handles instead; null: none
  compiler::interface::Bindings bindings_;      // of `arguments_`
  uint64_t changes_ = 1;                        // of `arguments_` and `indirect_`, and one more
  std::unique_ptr<IndirectAccesses> indirect_;  // null: none
  mutable KnownBuffers known_buffers_;          // for `indirect_`, changed under the mutex
  // A note that names what it is of: the answer of note_distinct_objects(), and in the other bits
  // the number of changes that it is for. An old one is no answer, whenever it is written.
  mutable std::atomic<uint64_t> distinct_objects_{0};
  // Parts of `indirect_`, changed under the mutex: most launches need no more.
  std::atomic<bool> has_indirect_addresses_{false};
  std::atomic<AddressedKinds> indirect_kinds_{0};
  std::atomic<size_t> unset_arguments_;      // their number; changed under the mutex
  std::atomic<uint64_t> local_memory_size_;  // of the first version; changed under the mutex
};

}  // namespace cleave::model::program
