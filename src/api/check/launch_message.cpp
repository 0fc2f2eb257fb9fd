#include "api/check/launch_message.h"

#include "api/check/handle.h"
#include "model/command/device_queues.h"
#include "support/error_name.h"

namespace cleave::api::check {
namespace {

template <class Numbers>
std::string listed(const Numbers& numbers, size_t count) {
  std::string text = "(";
  for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return text + ")";
}

std::string sizes(const RawRange& range) {
  const bool has_dimensions = range.work_dimensions >= 1 && range.work_dimensions <= 3;
  if (!has_dimensions) return std::to_string(range.work_dimensions) + " dimensions";
  const auto one = [&](const char* name, const size_t* values) {
    return values == nullptr ? std::string()
                             : name + (" size " + listed(values, range.work_dimensions)) + " ";
  };
  std::string text = one("global", range.global_size) + one("local", range.local_size);
  if (range.global_offset != nullptr) {
    text += "offset " + listed(range.global_offset, range.work_dimensions);
  }
  return text;
}

std::string limits(const model::program::Kernel& kernel, const model::Device& device) {
  const auto& facts = device.hardware().facts();
  std::string text = "; this kernel takes work-groups of at most " +
                     std::to_string(kernel.maximum_work_group_size(device)) + " work-items, " +
                     listed(facts.maximum_work_item_sizes, 3) + " in each dimension";
  const model::program::KernelOnDevice& version = kernel.on(device);
  const auto& required = version.facts().required_work_group_size;
  if (required[0] != 0) text += ", requires " + listed(required, 3);
  if (const uint32_t count = version.facts().required_sub_group_count) {
    text += ", requires " + std::to_string(count) + " sub-groups of " +
            std::to_string(version.facts().sub_group_size) + " work-items each";
  }
  if (version.requires_uniform_groups()) text += ", that divide the global size evenly";
  return text;
}

std::string unset_argument(const model::program::Kernel& kernel) {
  const auto index = model::command::find_unset_argument(kernel);
  if (!index) return "an argument was not set";
  const std::string& name = kernel.facts().arguments[*index].name;
  return "argument " + std::to_string(*index) + (name.empty() ? "" : " (" + name + ")") +
         " is not set, or its memory object or queue has been released";
}

std::string resources(const model::program::Kernel& kernel, const model::Device& device) {
  const backend::DeviceFacts& limits = device.hardware().facts();
  const model::program::KernelOnDevice& version = kernel.on(device);
  return "it takes " + std::to_string(kernel.local_memory_size(version)) +
         " bytes of local memory and " + std::to_string(version.facts().argument_block_size) +
         " bytes of arguments; the device has " + std::to_string(limits.local_memory_size) +
         " and " + std::to_string(limits.maximum_parameter_size) + ", and takes at most " +
         std::to_string(limits.maximum_constant_arguments) + " constant arguments, of " +
         std::to_string(limits.maximum_constant_buffer_size) + " bytes each";
}

std::string explanation(const model::command::Queue& queue, const model::program::Kernel& kernel,
                        const RawRange& range, cl_int code) {
  const model::Device& device = queue.device();
  switch (code) {
    case CL_INVALID_KERNEL_ARGS:
      return unset_argument(kernel);
    case CL_INVALID_PROGRAM_EXECUTABLE:
      return "the program has been built neither for the device of the queue nor for what it is a "
             "part of";
    case CL_INVALID_CONTEXT:
      return "the kernel is of another context than the queue";
    case CL_OUT_OF_RESOURCES:
      return resources(kernel, device);
    default:
      return sizes(range) + limits(kernel, device);
  }
}

}  // namespace

std::string launch_message(const char* call, const model::command::Queue& queue,
                           cl_kernel kernel_handle, const RawRange& range, cl_int code) {
  std::string message = std::string(call) + ": " + support::error_name(code) + ": ";
  const auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return message + "this is no kernel";
  return message + "kernel " + kernel.value()->facts().name + ": " +
         explanation(queue, *kernel.value(), range, code);
}

}  // namespace cleave::api::check
