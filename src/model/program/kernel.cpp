#include "model/program/kernel.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "backend/bindings.h"

namespace cleave::model::program {

support::Result<support::Ref<Kernel>> Kernel::create(support::Ref<Program> program,
                                                     KernelBuilds builds) {
  support::Ref<Kernel> kernel = make(std::move(program), std::move(builds));
  if (!kernel) return CL_OUT_OF_HOST_MEMORY;
  if (const support::Status loaded = kernel->preload(); !loaded.ok()) return loaded;
  return kernel;
}

support::Result<support::Ref<Kernel>> Kernel::clone(const Kernel& other) {
  KernelBuilds builds;
  for (const KernelOnDevice& version : other.versions_) {
    builds.push_back({version.device, version.build, version.index});
  }
  auto clone = create(other.program_, std::move(builds));
  if (clone.ok()) {
    const std::scoped_lock lock(other.mutex_);
    clone.value()->arguments_ = other.arguments_;
    clone.value()->memory_ = other.memory_;
    clone.value()->bindings_ = other.bindings_;
    if (other.indirect_) {
      clone.value()->indirect_ = std::make_unique<IndirectAccesses>(*other.indirect_);
      clone.value()->note_indirect_accesses();
    }
    clone.value()->unset_arguments_ = other.unset_arguments_.load();
    clone.value()->local_memory_size_ = other.local_memory_size_.load();
  }
  return clone;
}

Kernel::Kernel(support::Ref<Program> program, KernelBuilds builds)
    : program_(std::move(program)),
      versions_(versions_of(std::move(builds))),
      arguments_(facts().arguments.size()),
      memory_(arguments_.size()),
      unset_arguments_(arguments_.size()),
      local_memory_size_(lay_out_local_memory(facts())) {
  program_->attach_kernel();
}

Kernel::~Kernel() {
  program_->detach_kernel();
}

support::Status Kernel::preload() const {
  for (auto version = versions_.begin(); version != versions_.end(); ++version) {
    if (!version->code) continue;
    const bool is_loaded =
        std::any_of(versions_.begin(), version,
                    [&](const KernelOnDevice& before) { return before.code == version->code; });
    std::string error;
    if (is_loaded || version->code->preload(error)) continue;
    context().notify("Kernel " + facts().name + " cannot be loaded: " + error);
    return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

/// Binds the format of an image, or the bits of a sampler.
void Kernel::bind_argument(size_t index, const ArgumentValue& value) {
  const compiler::interface::ArgumentKind kind = facts().arguments[index].kind;
  uint64_t word = 0;
  if (kind == compiler::interface::ArgumentKind::image && value.memory) {
    const memory::ImageShape& image = value.memory->image();
    const memory::SupportedImageFormat& format = *image.format;
    word =
        compiler::interface::FormatWord{static_cast<uint16_t>(format.name.image_channel_order),
                                        static_cast<uint16_t>(format.name.image_channel_data_type),
                                        format.texel_bytes, uint16_t{memory::has_neighbours(image)}}
            .pack();
  } else if (kind == compiler::interface::ArgumentKind::sampler) {
    uint32_t bits = 0;
    std::memcpy(&bits, value.bytes.data(), sizeof bits);
    word = bits;
  } else {
    return;
  }
  bindings_ = backend::rebind(bindings_, static_cast<uint32_t>(index), word);
}

void Kernel::change_indirect_accesses(IndirectAccessChange&& change) {
  const std::scoped_lock lock(mutex_);
  if (!indirect_) indirect_ = std::make_unique<IndirectAccesses>();
  if (change.list != nullptr) (*indirect_).*change.list = std::move(change.addresses);
  indirect_->kinds = (indirect_->kinds | change.added) & ~change.removed;
  known_buffers_ = {};
  ++changes_;
  note_indirect_accesses();
}

void Kernel::note_indirect_accesses() {
  has_indirect_addresses_.store(indirect_->have_addresses(), std::memory_order_release);
  indirect_kinds_.store(indirect_->kinds, std::memory_order_release);
}

void Kernel::set_argument(size_t index, ArgumentValue value) {
  // The caller's reference goes when the lock is free: the end of a memory object may call user
  // code.
  const support::Ref<memory::MemoryObject> memory = value.memory;
  const std::scoped_lock lock(mutex_);
  bind_argument(index, value);
  ++changes_;
  const bool is_first = !arguments_[index].set;
  value.memory = nullptr;
  arguments_[index] = std::move(value);
  arguments_[index].set = true;
  memory_[index] = memory ? Slab::header(memory.get()) : nullptr;
  if (facts().arguments[index].kind == compiler::interface::ArgumentKind::local_pointer) {
    local_memory_size_.store(lay_out_local_memory(facts()), std::memory_order_relaxed);
  }
  if (is_first) unset_arguments_.fetch_sub(1, std::memory_order_release);
}

void Kernel::set_value(size_t index, std::span<const std::byte> bytes) {
  const std::scoped_lock lock(mutex_);
  std::ranges::copy(bytes, arguments_[index].bytes.begin());
}

std::optional<size_t> Kernel::find_unset_argument(
    const std::function<bool(const ArgumentValue& queue)>& is_live) const {
  const std::scoped_lock lock(mutex_);
  for (size_t index = 0; index < arguments_.size(); ++index) {
    const HandleHeader* memory = memory_[index];
    bool is_gone = memory != nullptr && !memory::MemoryObject::is_live(memory);
    if (facts().arguments[index].kind == compiler::interface::ArgumentKind::queue &&
        arguments_[index].set) {
      is_gone = !is_live(arguments_[index]);
    }
    if (!arguments_[index].set || is_gone) return index;
  }
  return std::nullopt;
}

std::vector<ArgumentValue> Kernel::arguments() const {
  const std::scoped_lock lock(mutex_);
  std::vector<ArgumentValue> values = arguments_;
  for (size_t index = 0; index < values.size(); ++index) {
    values[index].memory = memory::MemoryObject::find_in(memory_[index]);
  }
  return values;
}

size_t Kernel::maximum_work_group_size(const Device& device) const {
  const size_t of_device = device.hardware().facts().maximum_work_group_size;
  const uint64_t of_kernel = on(device).facts().maximum_work_group_size;
  return of_kernel == 0 ? of_device : std::min<size_t>(of_device, of_kernel);
}

uint64_t Kernel::local_memory_size(const KernelOnDevice& version) const {
  if (version.code == versions_.front().code) {
    return local_memory_size_.load(std::memory_order_relaxed);
  }
  const std::scoped_lock lock(mutex_);
  return lay_out_local_memory(version.facts());
}

uint64_t Kernel::lay_out_local_memory(const compiler::interface::KernelFacts& of_version) const {
  compiler::interface::LocalMemoryLayout layout(of_version);
  for (size_t index = 0; index < arguments_.size(); ++index) {
    if (of_version.arguments[index].kind == compiler::interface::ArgumentKind::local_pointer) {
      layout.add(of_version.arguments[index], arguments_[index].local_size);
    }
  }
  return layout.bytes();
}

support::Status Kernel::plan(const KernelOnDevice& version,
                             const backend::LaunchDescription& description,
                             const backend::ResourceSet& where, backend::Launch& launch) const {
  std::string error;
  if (version.code->plan_launch(description, where, launch, error)) return CL_SUCCESS;
  context().notify("No code for kernel " + facts().name + ": " + error);
  return CL_OUT_OF_RESOURCES;
}

namespace {

/// Launches count the holders of their code. Threads that launch kernels of one program, each its own,
/// count in memory of their kernel, not all in one line: eight threads of a program in SYCL launch 4.5
/// million kernels per second, 3.8 before this, ThreadSlots and add_time_of_one_group().
std::shared_ptr<backend::DeviceKernel> counted_apart(std::shared_ptr<backend::DeviceKernel> code) {
  backend::DeviceKernel* const its = code.get();
  return {its, [holder = std::move(code)](backend::DeviceKernel*) {}};
}

}  // namespace

std::vector<KernelOnDevice> Kernel::versions_of(KernelBuilds builds) {
  std::vector<KernelOnDevice> versions;
  versions.reserve(builds.size());
  for (KernelBuild& entry : builds) {
    KernelOnDevice version{entry.device, std::move(entry.build), entry.index};
    if (version.build) {
      for (const KernelOnDevice& other : versions) {
        if (other.build && other.build->code == version.build->code) version.code = other.code;
      }
      if (!version.code) version.code = counted_apart(version.build->code->kernel(version.index));
    }
    versions.push_back(std::move(version));
  }
  return versions;
}

const KernelOnDevice* Kernel::version_for(const Device& device) const {
  for (const Device* nearest = &device; nearest != nullptr; nearest = nearest->parent()) {
    for (const KernelOnDevice& version : versions_) {
      if (version.device == nearest) return version.build ? &version : nullptr;
    }
  }
  return nullptr;
}

}  // namespace cleave::model::program
