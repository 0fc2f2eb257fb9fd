// cl_khr_command_buffer_mutable_dispatch: launches of command-buffers that are changed.
#include "api/check/mutable_dispatch.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"

namespace cleave::api {

using support::Status;

cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                  const support::command_buffer_update_type* config_types,
                                  const void** configs) {
  return guarded([&]() -> Status {
    for (;;) {  // until no other thread comes between
      auto request = check::update_commands(command_buffer, num_configs, config_types, configs);
      if (!request.ok()) return request.status();
      auto& [buffer, changes, values, held] = request.value();
      if (!values.empty()) return buffer->update_values(values, std::move(held));
      const auto is_made = buffer->update(std::move(changes));
      if (!is_made.ok() || is_made.value()) return is_made.status();
    }
  });
}

cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                  cl_mutable_command_info_khr param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::command::MutableCommand>(command);
    if (!found.ok()) return found.status();
    return info::mutable_command(*found.value(), param_name,
                                 {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api
