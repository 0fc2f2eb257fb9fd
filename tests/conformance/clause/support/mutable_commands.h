// Gives tests of cl_khr_command_buffer_mutable_dispatch its functions, command-buffers that may be
// changed, and updates.
#pragma once

#include <initializer_list>
#include <vector>

#include "src/support/mutable_dispatch_cl.h"
#include "support/extension_functions.h"
#include "support/replays.h"

namespace cleave::test {

using Config = support::MutableDispatchConfig;
using Argument = support::MutableDispatchArgument;
using ExecutionInfo = support::MutableDispatchExecutionInfo;
using UpdateType = support::command_buffer_update_type;

struct MutableCommandFunctions {
  cl_int(CL_API_CALL* update)(cl_command_buffer_khr, cl_uint, const UpdateType*, const void**);
  cl_int(CL_API_CALL* info)(cl_mutable_command_khr, cl_mutable_command_info_khr, size_t, void*,
                            size_t*);
};
inline const MutableCommandFunctions& mutable_commands() {
  static const MutableCommandFunctions all = [] {
    MutableCommandFunctions found = {};
    find_extension_function("clUpdateMutableCommandsKHR", found.update);
    find_extension_function("clGetMutableCommandInfoKHR", found.info);
    return found;
  }();
  return all;
}

using Remap = cl_command_buffer_khr(CL_API_CALL*)(cl_command_buffer_khr, cl_bool, cl_uint,
                                                  const cl_command_queue*, cl_uint,
                                                  const cl_mutable_command_khr*,
                                                  cl_mutable_command_khr*, cl_int*);
inline Remap remap_function() {
  static const Remap found = [] {
    Remap function = nullptr;
    find_extension_function("clRemapCommandBufferKHR", function);
    return function;
  }();
  return found;
}

/// A config of the command that changes nothing yet.
inline Config config_of(cl_mutable_command_khr command) {
  Config config = {};
  config.command = command;
  return config;
}

inline cl_int update(cl_command_buffer_khr buffer, const std::vector<Config>& configs) {
  const std::vector<UpdateType> types(configs.size(), support::mutable_dispatch_config_type);
  std::vector<const void*> pointers;
  pointers.reserve(configs.size());
  for (const Config& config : configs) pointers.push_back(&config);
  return mutable_commands().update(buffer, static_cast<cl_uint>(configs.size()), types.data(),
                                   pointers.data());
}

/// Numbers and kernels, and a command-buffer whose launches may be changed.
class MutableCommands : public Replays {
 protected:
  void SetUp() override {
    Replays::SetUp();
    buffer_ = make_mutable(queue_);
  }

  [[nodiscard]] static CommandBuffer make_mutable(
      cl_command_queue queue,
      cl_command_buffer_flags_khr flags = CL_COMMAND_BUFFER_MUTABLE_KHR |
                                          CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = 1;
    CommandBuffer made(command_buffers().create(1, &queue, list, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  /// Records a launch over all numbers; gives its code and its handle.
  [[nodiscard]] static cl_int record(cl_command_buffer_khr into, cl_kernel kernel,
                                     cl_mutable_command_khr* handle,
                                     const cl_command_properties_khr* properties = nullptr,
                                     const size_t* local = nullptr) {
    const size_t items = count;
    return command_buffers().launch(into, nullptr, properties, kernel, 1, nullptr, &items, local, 0,
                                    nullptr, nullptr, handle);
  }
  [[nodiscard]] cl_mutable_command_khr record(cl_kernel kernel) const {
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(CL_SUCCESS, record(buffer_, kernel, &handle));
    EXPECT_NE(nullptr, handle);
    return handle;
  }
  /// Records a launch of which these fields may be changed.
  [[nodiscard]] cl_mutable_command_khr record_with(cl_kernel kernel,
                                                   cl_mutable_dispatch_fields_khr fields) const {
    const cl_command_properties_khr list[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, fields, 0};
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(CL_SUCCESS, record(buffer_, kernel, &handle, list));
    return handle;
  }
  void finalize() const { ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer_)); }
  void replay() const {
    EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer_, 0, nullptr, nullptr));
  }
  [[nodiscard]] cl_command_buffer_state_khr state() const {
    return value_of<cl_command_buffer_state_khr>([&](size_t size, void* value, size_t* returned) {
      return command_buffers().info(buffer_, CL_COMMAND_BUFFER_STATE_KHR, size, value, returned);
    });
  }
  [[nodiscard]] static auto query(cl_mutable_command_khr command,
                                  cl_mutable_command_info_khr name) {
    return [=](size_t size, void* value, size_t* returned) {
      return mutable_commands().info(command, name, size, value, returned);
    };
  }
  /// Sets an argument of a command; gives the code.
  template <class T>
  [[nodiscard]] cl_int set(cl_mutable_command_khr command, cl_uint index, const T& value) const {
    const Argument argument = {index, sizeof value, &value};
    Config config = config_of(command);
    config.num_args = 1;
    config.arg_list = &argument;
    return update(buffer_, {config});
  }

  CommandBuffer buffer_;
};

}  // namespace cleave::test
