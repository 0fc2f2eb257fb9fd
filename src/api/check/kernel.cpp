#include "api/check/kernel.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "api/check/handle.h"
#include "model/command/device_queues.h"
#include "options/options.h"

namespace cleave::api::check {
namespace {

using compiler::interface::ArgumentFacts;
using compiler::interface::ArgumentKind;
using support::Result;

/// Takes a memory object; one of another context, or of another type, is none to this kernel.
Result<model::program::ArgumentValue> object_argument(const model::program::Kernel& kernel,
                                                      cl_mem handle, cl_mem_object_type type) {
  auto memory = object<model::memory::MemoryObject>(handle);
  if (!memory.ok()) return memory.status();
  if (&memory.value()->context() != &kernel.context()) return CL_INVALID_MEM_OBJECT;
  if (memory.value()->type() != type) return CL_INVALID_MEM_OBJECT;
  model::program::ArgumentValue argument;
  argument.memory = std::move(memory).value();
  return argument;
}

Result<model::program::ArgumentValue> buffer_argument(const model::program::Kernel& kernel,
                                                      const ArgumentFacts& facts, size_t size,
                                                      const void* value) {
  cl_mem handle = nullptr;
  if (size != sizeof handle) return CL_INVALID_ARG_SIZE;
  if (value != nullptr) std::memcpy(&handle, value, sizeof handle);
  if (handle == nullptr) return model::program::ArgumentValue();
  auto argument = object_argument(kernel, handle, CL_MEM_OBJECT_BUFFER);
  if (argument.ok() && argument.value().memory->is_immutable() && !facts.read_only) {
    return CL_INVALID_ARG_VALUE;
  }
  return argument;
}

Result<model::program::ArgumentValue> pipe_argument(const model::program::Kernel& kernel,
                                                    size_t size, const void* value) {
  cl_mem handle = nullptr;
  if (value == nullptr) return CL_INVALID_MEM_OBJECT;
  if (size != sizeof handle) return CL_INVALID_ARG_SIZE;
  std::memcpy(&handle, value, sizeof handle);
  return object_argument(kernel, handle, CL_MEM_OBJECT_PIPE);
}

/// True if the image allows the kernel all that the qualifier of its argument lets it do.
bool allows_access(const model::memory::MemoryObject& image,
                   cl_kernel_arg_access_qualifier access) {
  const model::memory::ImageAccess can = image.image().format->access;
  switch (access) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY:
      return (can & model::memory::image_read) != 0 && (image.flags() & CL_MEM_WRITE_ONLY) == 0;
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
      return (can & model::memory::image_write) != 0 && !image.is_read_only();
    default:
      return (can & model::memory::image_read_and_write) != 0 && !image.is_read_only() &&
             (image.flags() & CL_MEM_WRITE_ONLY) == 0;
  }
}

Result<model::program::ArgumentValue> image_argument(const model::program::Kernel& kernel,
                                                     const ArgumentFacts& facts, size_t size,
                                                     const void* value) {
  cl_mem handle = nullptr;
  if (value == nullptr) return CL_INVALID_MEM_OBJECT;
  if (size != sizeof handle) return CL_INVALID_ARG_SIZE;
  std::memcpy(&handle, value, sizeof handle);
  auto argument = object_argument(kernel, handle, facts.image_type);
  if (!argument.ok()) return argument;
  const model::memory::MemoryObject& image = *argument.value().memory;
  const bool is_depth = image.image().format->name.image_channel_order == CL_DEPTH;
  if (facts.is_depth && !is_depth) return CL_INVALID_MEM_OBJECT;
  if (!allows_access(image, facts.access_qualifier)) return CL_INVALID_ARG_VALUE;
  return argument;
}

/// The kernel takes the bits and not the object, which may be released at once.
Result<model::program::ArgumentValue> sampler_argument(const model::program::Kernel& kernel,
                                                       size_t size, const void* value) {
  cl_sampler handle = nullptr;
  if (value == nullptr) return CL_INVALID_SAMPLER;
  if (size != sizeof handle) return CL_INVALID_ARG_SIZE;
  std::memcpy(&handle, value, sizeof handle);
  auto sampler = object<model::Sampler>(handle);
  if (!sampler.ok()) return sampler.status();
  if (&sampler.value()->context() != &kernel.context()) return CL_INVALID_SAMPLER;
  const uint32_t bits = sampler.value()->bits();
  model::program::ArgumentValue argument;
  argument.bytes.resize(sizeof bits);
  std::memcpy(argument.bytes.data(), &bits, sizeof bits);
  return argument;
}

/// Takes a queue, of which the kernel keeps no reference, as of memory objects (5.9.2): the value
/// is the handle.
Result<model::program::ArgumentValue> queue_argument(const model::program::Kernel& kernel,
                                                     size_t size, const void* value) {
  cl_command_queue handle = nullptr;
  if (value == nullptr) return CL_INVALID_DEVICE_QUEUE;
  if (size != sizeof handle) return CL_INVALID_ARG_SIZE;
  std::memcpy(&handle, value, sizeof handle);
  if (!model::command::find_device_queue(handle, kernel.context())) return CL_INVALID_DEVICE_QUEUE;
  model::program::ArgumentValue argument;
  argument.bytes.resize(sizeof handle);
  std::memcpy(argument.bytes.data(), &handle, sizeof handle);
  return argument;
}

Result<model::program::ArgumentValue> local_argument(size_t size, const void* value) {
  if (value != nullptr) return CL_INVALID_ARG_VALUE;
  if (size == 0 && options::opencl_version() < 310) return CL_INVALID_ARG_SIZE;
  model::program::ArgumentValue argument;
  argument.local_size = size;
  return argument;
}

Result<model::program::ArgumentValue> value_argument(const ArgumentFacts& facts, size_t size,
                                                     const void* value) {
  if (value == nullptr) return CL_INVALID_ARG_VALUE;
  if (size != facts.size) return CL_INVALID_ARG_SIZE;
  model::program::ArgumentValue argument;
  argument.bytes.resize(size);
  std::memcpy(argument.bytes.data(), value, size);
  return argument;
}

Result<model::program::ArgumentValue> value_for(const model::program::Kernel& kernel,
                                                const ArgumentFacts& facts, size_t size,
                                                const void* value) {
  switch (facts.kind) {
    case ArgumentKind::value:
      return value_argument(facts, size, value);
    case ArgumentKind::global_pointer:
    case ArgumentKind::constant_pointer:
      return buffer_argument(kernel, facts, size, value);
    case ArgumentKind::local_pointer:
      return local_argument(size, value);
    case ArgumentKind::pipe:
      return pipe_argument(kernel, size, value);
    case ArgumentKind::image:
      return image_argument(kernel, facts, size, value);
    case ArgumentKind::sampler:
      return sampler_argument(kernel, size, value);
    case ArgumentKind::queue:
      return queue_argument(kernel, size, value);
    case ArgumentKind::literal:
      break;  // of no kernel that has a handle
  }
  return CL_INVALID_ARG_VALUE;
}

bool is_same(const ArgumentFacts& one, const ArgumentFacts& other) {
  return one.kind == other.kind && one.type_name == other.type_name && one.size == other.size &&
         one.offset == other.offset && one.address_qualifier == other.address_qualifier &&
         one.image_type == other.image_type && one.is_depth == other.is_depth &&
         one.access_qualifier == other.access_qualifier;
}

/// True when the kernel takes the same arguments on all devices whose executables have it.
bool is_consistent(const model::program::KernelBuilds& builds) {
  const auto arguments_of = [](const model::program::KernelBuild& entry) -> const auto& {
    return entry.build->kernels[entry.index].arguments;
  };
  return std::ranges::all_of(builds, [&](const model::program::KernelBuild& entry) {
    return !entry.build ||
           std::ranges::equal(arguments_of(builds.front()), arguments_of(entry), is_same);
  });
}

}  // namespace

Result<KernelRequest> create_kernel(cl_program program_handle, const char* name) {
  auto program = object<model::program::Program>(program_handle);
  if (!program.ok()) return program.status();
  if (name == nullptr) return CL_INVALID_VALUE;
  auto builds = program.value()->builds().kernel(name);
  if (!builds.ok()) return builds.status();
  if (!is_consistent(builds.value())) return CL_INVALID_KERNEL_DEFINITION;
  return KernelRequest{std::move(program).value(), std::move(builds).value()};
}

Result<KernelsRequest> create_kernels(cl_program program_handle, cl_uint count,
                                      const cl_kernel* kernels) {
  auto program = object<model::program::Program>(program_handle);
  if (!program.ok()) return program.status();
  auto all = program.value()->builds().all_kernels();
  if (!all.ok()) return all.status();
  KernelsRequest request{std::move(program).value(), std::move(all).value()};
  std::erase_if(request.kernels, std::not_fn(is_consistent));
  if (kernels != nullptr && count < request.kernels.size()) return CL_INVALID_VALUE;
  return request;
}

Result<ArgumentRequest> set_argument(cl_kernel kernel_handle, cl_uint index, size_t size,
                                     const void* value) {
  auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return kernel.status();
  auto argument = argument_value(*kernel.value(), index, size, value);
  if (!argument.ok()) return argument.status();
  return ArgumentRequest{std::move(kernel).value(), index, std::move(argument).value()};
}

Result<model::program::ArgumentValue> argument_value(const model::program::Kernel& kernel,
                                                     cl_uint index, size_t size,
                                                     const void* value) {
  const auto& arguments = kernel.facts().arguments;
  if (index >= arguments.size()) return CL_INVALID_ARG_INDEX;
  return value_for(kernel, arguments[index], size, value);
}

}  // namespace cleave::api::check
