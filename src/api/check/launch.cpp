#include "api/check/launch.h"

#include <algorithm>

#include "support/checked_size.h"

namespace cleave::api::check {
namespace {

using support::CheckedSize;
using support::Ref;
using support::Result;
using support::Status;

Status check_kernel(const model::command::Queue& queue, const model::program::Kernel& kernel,
                    Arguments arguments) {
  if (&kernel.context() != &queue.context()) return CL_INVALID_CONTEXT;
  if (!kernel.runs_on(queue.device())) return CL_INVALID_PROGRAM_EXECUTABLE;
  const bool are_missing = arguments == Arguments::all && !kernel.is_complete();
  return are_missing ? CL_INVALID_KERNEL_ARGS : CL_SUCCESS;
}

/// Global sizes and offsets: every id fits size_t, and so does the number of all work-items.
Status read_global(const RawRange& range, model::command::LaunchRequest& request) {
  CheckedSize items = 1;
  for (cl_uint i = 0; i < range.work_dimensions; ++i) {
    request.global_size[i] = range.global_size == nullptr ? 0 : range.global_size[i];
    request.global_offset[i] = range.global_offset == nullptr ? 0 : range.global_offset[i];
    if ((CheckedSize(request.global_offset[i]) + request.global_size[i]).overflowed()) {
      return CL_INVALID_GLOBAL_OFFSET;
    }
    items = items * request.global_size[i];
  }
  return items.overflowed() ? CL_INVALID_GLOBAL_WORK_SIZE : CL_SUCCESS;
}

/// The size that a launch has which gives none, or zeros: that of the source, or whole sub-groups
/// side by side where a module requires a number of them.
std::array<size_t, 3> size_without_choice(const compiler::interface::KernelFacts& facts) {
  const auto& required = facts.required_work_group_size;
  if (required[0] != 0 || facts.required_sub_group_count == 0) {
    return {required[0], required[1], required[2]};
  }
  return {size_t{facts.required_sub_group_count} * facts.sub_group_size, 1, 1};
}

Status check_local(const model::command::LaunchRequest& request, const model::Device& device) {
  const auto& limits = device.hardware().facts().maximum_work_item_sizes;
  CheckedSize items = 1;
  for (size_t i = 0; i < 3; ++i) {
    if (request.local_size[i] == 0) return CL_INVALID_WORK_GROUP_SIZE;
    if (request.local_size[i] > limits[i]) return CL_INVALID_WORK_ITEM_SIZE;
    items = items * request.local_size[i];
  }
  const size_t maximum = request.kernel->maximum_work_group_size(device);
  return items.fits(maximum) ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

bool divides_evenly(const model::command::LaunchRequest& request) {
  for (size_t i = 0; i < 3; ++i) {
    if (request.global_size[i] % request.local_size[i] != 0) return false;
  }
  return true;
}

/// Tells whether work-groups have as many sub-groups as the module requires.
bool has_required_sub_groups(const model::command::LaunchRequest& request,
                             const compiler::interface::KernelFacts& facts) {
  if (facts.required_sub_group_count == 0) return true;
  const uint64_t items =
      uint64_t{request.local_size[0]} * request.local_size[1] * request.local_size[2];
  return (items + facts.sub_group_size - 1) / facts.sub_group_size ==
         facts.required_sub_group_count;
}

Status read_local(const RawRange& range, const model::Device& device,
                  model::command::LaunchRequest& request) {
  const model::program::KernelOnDevice& kernel = request.kernel->on(device);
  const compiler::interface::KernelFacts& facts = kernel.facts();
  const std::array<size_t, 3> without_choice = size_without_choice(facts);
  if (range.local_size == nullptr && without_choice[0] == 0) return CL_SUCCESS;
  request.local_size = {1, 1, 1};
  if (range.local_size != nullptr) {
    std::copy_n(range.local_size, range.work_dimensions, request.local_size.begin());
  } else {
    request.local_size = without_choice;
  }
  if (Status status = check_local(request, device); !status.ok()) return status;
  const bool is_required = facts.required_work_group_size[0] != 0;
  if (is_required && request.local_size != without_choice) return CL_INVALID_WORK_GROUP_SIZE;
  if (!has_required_sub_groups(request, facts)) return CL_INVALID_WORK_GROUP_SIZE;
  if (kernel.requires_uniform_groups() && !divides_evenly(request)) {
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  return CL_SUCCESS;
}

/// Arguments that are images count by what the kernel does with them.
bool fits_image_limits(const compiler::interface::KernelFacts& facts,
                       const backend::ImageFacts& images) {
  // Few arguments, as nearly all kernels have, need not be looked at.
  const cl_uint least = std::min(
      {images.most_read, images.most_written, images.most_read_and_written, images.most_samplers});
  if (facts.arguments.size() <= least) return true;
  cl_uint read = 0, written = 0, both = 0, samplers = 0;
  for (const compiler::interface::ArgumentFacts& argument : facts.arguments) {
    if (argument.kind == compiler::interface::ArgumentKind::sampler) ++samplers;
    if (argument.kind != compiler::interface::ArgumentKind::image) continue;
    switch (argument.access_qualifier) {
      case CL_KERNEL_ARG_ACCESS_READ_ONLY:
        ++read;
        break;
      case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
        ++written;
        break;
      default:
        ++both;
    }
  }
  return read <= images.most_read && written <= images.most_written &&
         both <= images.most_read_and_written && samplers <= images.most_samplers;
}

/// 5.9.2 holds pointers to constant memory and all arguments together against limits of the device,
/// and names no code for going beyond them: a lack of resources to execute the kernel.
Status check_argument_limits(const model::program::Kernel& kernel,
                             const compiler::interface::KernelFacts& facts,
                             const backend::DeviceFacts& device) {
  if (facts.argument_block_size > device.maximum_parameter_size) return CL_OUT_OF_RESOURCES;
  if (!fits_image_limits(facts, device.images)) return CL_OUT_OF_RESOURCES;
  // There is nothing to look for where a whole buffer may be constant, as in the full profile.
  const bool is_any_size_right =
      device.maximum_constant_buffer_size >= device.maximum_allocation_size;
  if (is_any_size_right && facts.arguments.size() <= device.maximum_constant_arguments) {
    return CL_SUCCESS;
  }
  const auto is_constant = [](const compiler::interface::ArgumentFacts& argument) {
    return argument.kind == compiler::interface::ArgumentKind::constant_pointer;
  };
  const auto constants = std::ranges::count_if(facts.arguments, is_constant);
  if (static_cast<cl_uint>(constants) > device.maximum_constant_arguments) {
    return CL_OUT_OF_RESOURCES;
  }
  if (constants == 0 || is_any_size_right) return CL_SUCCESS;
  const std::vector<model::program::ArgumentValue> values = kernel.arguments();
  for (size_t index = 0; index < values.size(); ++index) {
    if (is_constant(facts.arguments[index]) && values[index].memory &&
        values[index].memory->size() > device.maximum_constant_buffer_size) {
      return CL_OUT_OF_RESOURCES;
    }
  }
  return CL_SUCCESS;
}

Result<model::command::LaunchRequest> checked(const EnqueueTarget& target,
                                              Ref<model::program::Kernel> kernel,
                                              const RawRange& range, cl_command_type type,
                                              Arguments arguments) {
  if (Status status = check_kernel(*target.queue, *kernel, arguments); !status.ok()) return status;
  if (range.work_dimensions < 1 || range.work_dimensions > 3) return CL_INVALID_WORK_DIMENSION;
  const model::Device& device = target.queue->device();
  model::command::LaunchRequest request;
  request.kernel = std::move(kernel);
  request.work_dimensions = range.work_dimensions;
  request.type = type;
  if (Status status = read_global(range, request); !status.ok()) return status;
  if (Status status = read_local(range, device, request); !status.ok()) return status;
  const model::program::KernelOnDevice& version = request.kernel->on(device);
  const backend::DeviceFacts& device_facts = device.hardware().facts();
  if (request.kernel->local_memory_size(version) > device_facts.local_memory_size) {
    return CL_OUT_OF_RESOURCES;
  }
  const Status limits = check_argument_limits(*request.kernel, version.facts(), device_facts);
  if (!limits.ok()) return limits;
  return request;
}

}  // namespace

Result<model::command::LaunchRequest> launch(const EnqueueTarget& target, cl_kernel handle,
                                             const RawRange& range) {
  auto kernel = object<model::program::Kernel>(handle);
  if (!kernel.ok()) return kernel.status();
  return launch(target, std::move(kernel).value(), range, Arguments::all);
}

Result<model::command::LaunchRequest> launch(const EnqueueTarget& target,
                                             Ref<model::program::Kernel> kernel,
                                             const RawRange& range, Arguments arguments) {
  return checked(target, std::move(kernel), range, CL_COMMAND_NDRANGE_KERNEL, arguments);
}

Result<model::command::LaunchRequest> task(const EnqueueTarget& target, cl_kernel handle) {
  auto kernel = object<model::program::Kernel>(handle);
  if (!kernel.ok()) return kernel.status();
  return checked(target, std::move(kernel).value(), task_range, CL_COMMAND_TASK, Arguments::all);
}

Result<Suggestion> suggestion(cl_command_queue queue_handle, cl_kernel kernel_handle,
                              const RawRange& range, const size_t* suggested) {
  auto queue = host_queue(queue_handle);
  if (!queue.ok()) return queue.status();
  auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return kernel.status();
  if (Status status = check_kernel(*queue.value(), *kernel.value(), Arguments::all); !status.ok()) {
    return status;
  }
  if (range.work_dimensions < 1 || range.work_dimensions > 3) return CL_INVALID_WORK_DIMENSION;
  model::command::LaunchRequest request;
  request.work_dimensions = range.work_dimensions;
  if (Status status = read_global(range, request); !status.ok()) return status;
  if (std::ranges::find(request.global_size, size_t{0}) != request.global_size.end()) {
    return CL_INVALID_GLOBAL_WORK_SIZE;
  }
  if (suggested == nullptr) return CL_INVALID_VALUE;
  request.local_size = size_without_choice(kernel.value()->on(queue.value()->device()).facts());
  request.kernel = std::move(kernel).value();
  return Suggestion{std::move(queue).value(), std::move(request)};
}

}  // namespace cleave::api::check
