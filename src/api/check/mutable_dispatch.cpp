#include "api/check/mutable_dispatch.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "api/check/kernel.h"
#include "api/check/kernel_pointers.h"

namespace cleave::api::check {
namespace {

using model::command::CommandBuffer;
using model::command::LaunchRequest;
using model::command::MutableCommand;
using model::command::MutableDispatch;
using support::MutableDispatchConfig;
using support::Ref;
using support::Result;
using support::Status;

/// Fields of the launch that a config changes.
cl_mutable_dispatch_fields_khr changed_fields(const MutableDispatchConfig& config) {
  cl_mutable_dispatch_fields_khr fields = 0;
  if (config.global_work_offset != nullptr) fields |= CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR;
  if (config.global_work_size != nullptr) fields |= CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR;
  if (config.local_work_size != nullptr) fields |= CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR;
  if (config.num_args != 0 || config.num_svm_args != 0) fields |= CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
  if (config.num_exec_infos != 0) fields |= CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
  return fields;
}

Status check_lists(const MutableDispatchConfig& config) {
  const auto fit = [](cl_uint count, const void* list) {
    return (count == 0) == (list == nullptr);
  };
  const bool do_fit = fit(config.num_args, config.arg_list) &&
                      fit(config.num_svm_args, config.arg_svm_list) &&
                      fit(config.num_exec_infos, config.exec_info_list);
  return do_fit ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// Sets what a config changes of a kernel that nobody else has: the kernel of a launch to be.
Status change_kernel(model::program::Kernel& kernel, const MutableDispatchConfig& config) {
  for (cl_uint i = 0; i < config.num_args; ++i) {
    const support::MutableDispatchArgument& argument = config.arg_list[i];
    auto value = argument_value(kernel, argument.arg_index, argument.arg_size, argument.arg_value);
    if (!value.ok()) return value.status();
    kernel.set_argument(argument.arg_index, std::move(value).value());
  }
  for (cl_uint i = 0; i < config.num_svm_args; ++i) {
    const support::MutableDispatchArgument& argument = config.arg_svm_list[i];
    auto value = svm_argument_value(kernel, argument.arg_index, argument.arg_value);
    if (!value.ok()) return value.status();
    kernel.set_argument(argument.arg_index, std::move(value).value());
  }
  for (cl_uint i = 0; i < config.num_exec_infos; ++i) {
    const support::MutableDispatchExecutionInfo& info = config.exec_info_list[i];
    auto change =
        indirect_access_change(kernel, info.param_name, info.param_value_size, info.param_value);
    if (!change.ok()) return change.status();
    kernel.change_indirect_accesses(std::move(change).value());
  }
  return CL_SUCCESS;
}

/// The range of a launch as it was given.
RawRange range_of(const MutableDispatch& dispatch) {
  return {dispatch.request.work_dimensions, dispatch.request.global_offset.data(),
          dispatch.request.global_size.data(),
          dispatch.local_size[0] != 0 ? dispatch.local_size.data() : nullptr};
}

bool is_uniform(const RawRange& range) {
  for (cl_uint i = 0; i < range.work_dimensions; ++i) {
    if (range.local_size[i] == 0 || range.global_size[i] % range.local_size[i] != 0) return false;
  }
  return true;
}

/// Work-groups of sizes that the driver chooses are as it likes.
bool changes_uniformity(const RawRange& before, const RawRange& after) {
  return before.local_size != nullptr && after.local_size != nullptr &&
         is_uniform(before) != is_uniform(after);
}

std::array<size_t, 3> given_local_size(const RawRange& range) {
  std::array<size_t, 3> size = {0, 0, 0};
  if (range.local_size == nullptr) return size;
  std::copy_n(range.local_size, range.work_dimensions, size.begin());
  return size;
}

/// Changes `dispatch`, which is a copy.
Status change(MutableDispatch& dispatch, const MutableCommand& command,
              const MutableDispatchConfig& config) {
  if (Status status = check_lists(config); !status.ok()) return status;
  const cl_mutable_dispatch_fields_khr changed = changed_fields(config);
  if ((changed & ~dispatch.fields) != 0) return CL_INVALID_OPERATION;
  const RawRange before = range_of(dispatch);
  if (config.work_dim != 0 && config.work_dim != before.work_dimensions) {
    return CL_INVALID_OPERATION;
  }
  Ref<model::program::Kernel> kernel = dispatch.request.kernel;
  constexpr cl_mutable_dispatch_fields_khr of_kernel =
      CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
  if ((changed & of_kernel) != 0) {
    auto copy = model::program::Kernel::clone(*kernel);
    if (!copy.ok()) return copy.status();
    kernel = std::move(copy).value();
    if (Status status = change_kernel(*kernel, config); !status.ok()) return status;
  }
  const auto or_before = [](const size_t* given, const size_t* otherwise) {
    return given != nullptr ? given : otherwise;
  };
  const RawRange after{before.work_dimensions,
                       or_before(config.global_work_offset, before.global_offset),
                       or_before(config.global_work_size, before.global_size),
                       or_before(config.local_work_size, before.local_size)};
  if (changes_uniformity(before, after)) return CL_INVALID_OPERATION;
  auto request = launch({Ref(&command.queue()), {}}, kernel, after, Arguments::some);
  if (!request.ok()) return request.status();
  dispatch.local_size = given_local_size(after);
  dispatch.request = std::move(request).value();
  return CL_SUCCESS;
}

/// An update of a launch.
struct NamedConfig {
  Ref<MutableCommand> command;  // of the buffer
  const MutableDispatchConfig* config;
};

Result<std::vector<NamedConfig>> named_configs(
    const CommandBuffer& buffer, std::span<const support::command_buffer_update_type> types,
    const void** configs) {
  std::vector<NamedConfig> named;
  named.reserve(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] != support::mutable_dispatch_config_type || configs[i] == nullptr) {
      return CL_INVALID_VALUE;
    }
    const auto* const config = static_cast<const MutableDispatchConfig*>(configs[i]);
    auto command = object<MutableCommand>(config->command);
    if (!command.ok()) return command.status();
    if (command.value()->buffer() != &buffer) return CL_INVALID_MUTABLE_COMMAND_KHR;
    named.push_back({std::move(command).value(), config});
  }
  return named;
}

/// Reads a config that changes nothing but values, and pointers in none of them; false: it is
/// another one, or a wrong one.
bool read_value_change(MutableCommand& command, const MutableDispatchConfig& config,
                       std::vector<CommandBuffer::ValueChange>& changes) {
  if (changed_fields(config) != CL_MUTABLE_DISPATCH_ARGUMENTS_KHR || config.num_svm_args != 0 ||
      config.work_dim != 0 || !check_lists(config).ok()) {
    return false;
  }
  const MutableDispatch& dispatch = command.held_dispatch();
  const compiler::interface::KernelFacts& facts = command.facts();
  const auto& size = dispatch.request.global_size;
  if (std::ranges::find(size, size_t{0}) != size.end()) return false;  // it launches nothing
  if ((dispatch.fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) == 0 ||
      !dispatch.request.kernel->is_complete() || !facts.pointers_in_values.empty()) {
    return false;
  }
  for (cl_uint i = 0; i < config.num_args; ++i) {
    const support::MutableDispatchArgument& argument = config.arg_list[i];
    if (argument.arg_index >= facts.arguments.size()) return false;
    const compiler::interface::ArgumentFacts& its_facts = facts.arguments[argument.arg_index];
    const bool is_value = its_facts.kind == compiler::interface::ArgumentKind::value;
    if (!is_value || argument.arg_value == nullptr || argument.arg_size != its_facts.size) {
      return false;
    }
    changes.push_back({&command,
                       argument.arg_index,
                       {static_cast<const std::byte*>(argument.arg_value), argument.arg_size}});
  }
  return true;
}

/// Reads configs that all change values alone; false: one is another or a wrong one.
bool read_value_changes(std::span<const NamedConfig> configs,
                        std::vector<CommandBuffer::ValueChange>& changes) {
  changes.reserve(configs.size());
  return std::ranges::all_of(configs, [&](const NamedConfig& each) {
    return read_value_change(*each.command, *each.config, changes);
  });
}

/// Reads configs in their order: several of one command are as updates one after the other.
Result<std::vector<CommandBuffer::Change>> read_changes(std::span<const NamedConfig> configs) {
  std::vector<CommandBuffer::Change> changes;
  changes.reserve(configs.size());
  std::unordered_map<uint32_t, size_t> change_of;  // by the index of the command
  for (const auto& [command, config] : configs) {
    const auto [found, is_new] = change_of.emplace(command->index(), changes.size());
    if (is_new) {
      const uint64_t made_from = command->changes();  // before the launch is read
      changes.push_back({command, command->dispatch(), made_from});
    }
    const Status status = change(changes[found->second].dispatch, *command, *config);
    if (!status.ok()) return status;
  }
  return changes;
}

/// Returns what a command-buffer was made to assert of all its launches.
cl_mutable_dispatch_asserts_khr asserts_of(
    const std::vector<cl_command_buffer_properties_khr>& properties) {
  for (size_t i = 0; i + 1 < properties.size(); i += 2) {
    if (properties[i] == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR) return properties[i + 1];
  }
  return 0;
}

}  // namespace

Result<DispatchProperties> dispatch_properties(const RecordTarget& target,
                                               const cl_command_properties_khr* properties,
                                               const size_t* local_size) {
  DispatchProperties read;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  const BitsProperty known[] = {
      {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, support::all_mutable_dispatch_fields,
       &read.fields},
      {CL_MUTABLE_DISPATCH_ASSERTS_KHR, support::all_mutable_dispatch_asserts, &asserts}};
  auto list = read_properties(properties, known);
  if (!list.ok()) return list.status();
  read.list = std::move(list).value();
  asserts |= asserts_of(target.buffer->property_list());
  const bool keeps_groups =
      (asserts & CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) != 0;
  if (keeps_groups && local_size == nullptr) return CL_INVALID_VALUE;
  return read;
}

Result<MutableDispatch> mutable_dispatch(const RecordTarget& target, cl_kernel handle,
                                         const RawRange& range,
                                         cl_mutable_dispatch_fields_khr fields) {
  auto kernel = object<model::program::Kernel>(handle);
  if (!kernel.ok()) return kernel.status();
  const bool may_change = target.buffer->is_mutable();
  const bool may_lack = may_change && (fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0;
  auto copy = model::program::Kernel::clone(*kernel.value());
  if (!copy.ok()) return copy.status();
  auto request = launch(target.as_enqueue, std::move(copy).value(), range,
                        may_lack ? Arguments::some : Arguments::all);
  if (!request.ok()) return request.status();
  return MutableDispatch{std::move(kernel).value(), std::move(request).value(),
                         given_local_size(range), may_change ? fields : 0};
}

Result<UpdateRequest> update_commands(cl_command_buffer_khr handle, cl_uint count,
                                      const support::command_buffer_update_type* types,
                                      const void** configs) {
  auto buffer = usable_command_buffer(handle);
  if (!buffer.ok()) return buffer.status();
  if (!buffer.value()->is_finalized() || !buffer.value()->is_mutable()) return CL_INVALID_OPERATION;
  if ((types == nullptr) != (count == 0) || (configs == nullptr) != (count == 0)) {
    return CL_INVALID_VALUE;
  }
  const auto named = named_configs(*buffer.value(), std::span(types, count), configs);
  if (!named.ok()) return named.status();
  UpdateRequest request{std::move(buffer).value(), {}, {}, {}};
  request.held = request.buffer->hold();
  if (count != 0 && read_value_changes(named.value(), request.values)) return request;
  request.held.unlock();
  request.values.clear();
  auto changes = read_changes(named.value());
  if (!changes.ok()) return changes.status();
  request.changes = std::move(changes).value();
  return request;
}

}  // namespace cleave::api::check
