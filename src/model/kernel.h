// Kernels (5.9): a function of a built program and the arguments set for its next launch.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

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

/// Where the local arguments of a launch lie: after the static local variables, each aligned for
/// every built-in type.
struct LocalMemoryLayout {
  std::vector<uint64_t> offsets;  // by argument; 0 for all but local pointers
  uint64_t bytes = 0;             // static variables and arguments together
};
[[nodiscard]] LocalMemoryLayout lay_out_local_memory(const compiler::KernelFacts& facts,
                                                     const std::vector<ArgumentValue>& arguments);

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
  /// Bytes of local memory: static variables and the local arguments set so far.
  [[nodiscard]] uint64_t local_memory_size() const;

  /// The code, generated if it has not been: CL_OUT_OF_RESOURCES when that fails.
  [[nodiscard]] support::Result<compiler::KernelCode> code() const;
  [[nodiscard]] const std::shared_ptr<const ProgramBuild>& build() const { return build_; }

 private:
  support::Ref<Program> program_;
  std::shared_ptr<const ProgramBuild> build_;
  size_t index_;
  mutable std::mutex mutex_;
  std::vector<ArgumentValue> arguments_;     // without references to memory objects
  std::vector<const HandleHeader*> memory_;  // their handles instead; null: none
};

}  // namespace cleave::model
