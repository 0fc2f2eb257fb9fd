// Kernels (5.9): a function of a built program and the arguments set for its next launch.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "model/kernel_tiers.h"
#include "model/memory.h"
#include "model/program.h"

namespace cleave::model {

/// A value for one argument, as checked by clSetKernelArg.
struct ArgumentValue {
  std::vector<std::byte> bytes;       // by value
  support::Ref<MemoryObject> memory;  // pointer arguments; null is the null pointer
  size_t local_size = 0;              // local pointers
  bool set = false;
};

/// The local memory of a launch: the static local variables, then the local arguments in their
/// order, each aligned for every built-in type.
///
///   LocalMemoryLayout layout(facts);
///   const uint64_t offset = layout.add(argument.local_size);  // from the start of local memory
class LocalMemoryLayout {
 public:
  explicit LocalMemoryLayout(const compiler::KernelFacts& facts)
      : bytes_(facts.local_memory_size) {}
  uint64_t add(uint64_t bytes);
  /// Static variables and arguments together.
  [[nodiscard]] uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_;
};

class Kernel : public Object<Kernel> {
 public:
  [[nodiscard]] static support::Result<support::Ref<Kernel>> create(
      support::Ref<Program> program, std::shared_ptr<const ProgramBuild> build, size_t index);
  /// clCloneKernel: a second kernel with the arguments set so far.
  [[nodiscard]] static support::Result<support::Ref<Kernel>> clone(const Kernel& other);

  Kernel(support::Ref<Program> program, std::shared_ptr<const ProgramBuild> build, size_t index);
  ~Kernel();

  [[nodiscard]] Program& program() const { return *program_; }
  [[nodiscard]] Context& context() const { return program_->context(); }
  [[nodiscard]] const compiler::KernelFacts& facts() const { return build_->kernels[index_]; }

  void set_argument(size_t index, ArgumentValue value);
  /// True when the language of the program asks that the local size divides the global size.
  [[nodiscard]] bool requires_uniform_groups() const { return build_->requires_uniform_groups; }
  /// True when every argument has been set.
  [[nodiscard]] bool is_complete() const { return !unset_argument(); }
  /// The first argument that has not been set, or whose memory object is no more; none: complete.
  [[nodiscard]] std::optional<size_t> unset_argument() const;
  /// The arguments as they are now; a launch keeps them alive.
  [[nodiscard]] std::vector<ArgumentValue> arguments() const;
  /// The same one by one, without copies: `function(index, value, memory)`, where `memory` is a
  /// reference of the caller's own and may be null. Called under the kernel's lock.
  template <class Function>
  void visit_arguments(const Function& function) const {
    const std::scoped_lock lock(mutex_);
    for (size_t index = 0; index < arguments_.size(); ++index) {
      function(index, arguments_[index],
               support::Ref<MemoryObject>(find_object<MemoryObject>(memory_[index])));
    }
  }
  /// Bytes of local memory: static variables and the local arguments set so far.
  [[nodiscard]] uint64_t local_memory_size() const {
    return local_memory_size_.load(std::memory_order_relaxed);
  }

  /// The code for launches of that shape on the hardware, generated if it has not been:
  /// CL_OUT_OF_RESOURCES when that fails. It lives as long as tiers().
  [[nodiscard]] support::Result<const compiler::LiveCode*> code(const compiler::LaunchShape& shape,
                                                                backend::Device& hardware) const;
  [[nodiscard]] const std::shared_ptr<KernelTiers>& tiers() const { return tiers_; }
  [[nodiscard]] const std::shared_ptr<const ProgramBuild>& build() const { return build_; }
  /// The program-scope variables that launches on this device see; null when there are none.
  [[nodiscard]] std::shared_ptr<std::byte> program_variables(const Device& device) const;

 private:
  [[nodiscard]] uint64_t lay_out_local_memory() const;

  support::Ref<Program> program_;
  std::shared_ptr<const ProgramBuild> build_;
  size_t index_;
  mutable std::mutex mutex_;
  std::vector<ArgumentValue> arguments_;     // without references to memory objects
  std::vector<const HandleHeader*> memory_;  // their handles instead; null: none
  std::atomic<uint64_t> local_memory_size_;  // changed under the mutex
  const std::shared_ptr<KernelTiers> tiers_;
};

}  // namespace cleave::model
