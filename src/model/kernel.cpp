#include "model/kernel.h"

#include <algorithm>

namespace cleave::model {

namespace {

constexpr uint64_t local_alignment = 128;  // of long16, the largest built-in type

uint64_t align(uint64_t value) {
  return (value + local_alignment - 1) & ~(local_alignment - 1);
}

}  // namespace

uint64_t LocalMemoryLayout::add(uint64_t bytes) {
  const uint64_t offset = align(bytes_);
  bytes_ = offset + bytes;
  return offset;
}

support::Result<support::Ref<Kernel>> Kernel::create(support::Ref<Program> program,
                                                     std::shared_ptr<const ProgramBuild> build,
                                                     size_t index) {
  support::Ref<Kernel> kernel = make(std::move(program), std::move(build), index);
  if (!kernel) return CL_OUT_OF_HOST_MEMORY;
  return kernel;
}

support::Result<support::Ref<Kernel>> Kernel::clone(const Kernel& other) {
  auto clone = create(other.program_, other.build_, other.index_);
  if (clone.ok()) {
    const std::scoped_lock lock(other.mutex_);
    clone.value()->arguments_ = other.arguments_;
    clone.value()->memory_ = other.memory_;
    clone.value()->local_memory_size_ = other.local_memory_size();
  }
  return clone;
}

Kernel::Kernel(support::Ref<Program> program, std::shared_ptr<const ProgramBuild> build,
               size_t index)
    : program_(std::move(program)),
      build_(std::move(build)),
      index_(index),
      arguments_(facts().arguments.size()),
      memory_(arguments_.size()),
      local_memory_size_(lay_out_local_memory()),
      tiers_(std::make_shared<KernelTiers>(build_, index_)) {
  program_->attach_kernel();
}

Kernel::~Kernel() {
  program_->detach_kernel();
}

void Kernel::set_argument(size_t index, ArgumentValue value) {
  // The caller's reference goes when the lock is free: with a memory object may go user code.
  const support::Ref<MemoryObject> memory = std::move(value.memory);
  const std::scoped_lock lock(mutex_);
  arguments_[index] = std::move(value);
  arguments_[index].set = true;
  memory_[index] = memory ? Slab::header(memory.get()) : nullptr;
  if (facts().arguments[index].kind == compiler::ArgumentKind::local_pointer) {
    local_memory_size_.store(lay_out_local_memory(), std::memory_order_relaxed);
  }
}

std::optional<size_t> Kernel::unset_argument() const {
  const std::scoped_lock lock(mutex_);
  for (size_t index = 0; index < arguments_.size(); ++index) {
    const HandleHeader* memory = memory_[index];
    const bool is_gone = memory != nullptr && find_object<MemoryObject>(memory) == nullptr;
    if (!arguments_[index].set || is_gone) return index;
  }
  return std::nullopt;
}

std::vector<ArgumentValue> Kernel::arguments() const {
  const std::scoped_lock lock(mutex_);
  std::vector<ArgumentValue> values = arguments_;
  for (size_t index = 0; index < values.size(); ++index) {
    values[index].memory = support::Ref<MemoryObject>(find_object<MemoryObject>(memory_[index]));
  }
  return values;
}

uint64_t Kernel::lay_out_local_memory() const {
  LocalMemoryLayout layout(facts());
  for (size_t index = 0; index < arguments_.size(); ++index) {
    if (facts().arguments[index].kind == compiler::ArgumentKind::local_pointer) {
      layout.add(arguments_[index].local_size);
    }
  }
  return layout.bytes();
}

std::shared_ptr<std::byte> Kernel::program_variables(const Device& device) const {
  if (build_->program_scope.size == 0) return nullptr;
  // No build takes place while there are kernels.
  const std::shared_ptr<const ProgramBuild> build = program_->device_build(device).build;
  return build ? build->program_variables : nullptr;
}

support::Result<const compiler::LiveCode*> Kernel::code(const compiler::LaunchShape& shape,
                                                        backend::Device& hardware) const {
  std::string error;
  const compiler::LiveCode* code = tiers_->code(shape, hardware, error);
  if (code == nullptr) {
    context().notify("No code for kernel " + facts().name + ": " + error);
    return CL_OUT_OF_RESOURCES;
  }
  return code;
}

}  // namespace cleave::model
