#include "api/check/program.h"

#include <algorithm>
#include <span>

#include "api/check/handle.h"

namespace cleave::api::check {

using support::Ref;
using support::Result;
using support::Status;

Result<SourceRequest> program_with_source(cl_context context_handle, cl_uint count,
                                          const char** strings, const size_t* lengths) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  if (count == 0 || strings == nullptr) return CL_INVALID_VALUE;
  SourceRequest request{Ref<model::Context>(context.value()), {}};
  for (cl_uint i = 0; i < count; ++i) {
    if (strings[i] == nullptr) return CL_INVALID_VALUE;
    if (lengths == nullptr || lengths[i] == 0) {
      request.source += strings[i];
    } else {
      request.source.append(strings[i], lengths[i]);
    }
  }
  return request;
}

Result<BinaryRequest> program_with_binary(cl_context context_handle, cl_uint count,
                                          const cl_device_id* device_handles, const size_t* lengths,
                                          const unsigned char** binaries, cl_int* binary_status) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  auto devices = device_list(context.value()->devices(), count, device_handles);
  if (!devices.ok()) return devices.status();
  if (lengths == nullptr || binaries == nullptr) return CL_INVALID_VALUE;

  BinaryRequest request{Ref<model::Context>(context.value()), std::move(devices).value(), {}};
  bool has_missing = false;
  bool has_invalid = false;
  for (cl_uint i = 0; i < count; ++i) {
    cl_int status = CL_SUCCESS;
    if (lengths[i] == 0 || binaries[i] == nullptr) {
      status = CL_INVALID_VALUE;
      has_missing = true;
    } else {
      const std::span bytes(reinterpret_cast<const std::byte*>(binaries[i]), lengths[i]);
      if (model::Program::is_valid_binary(bytes)) {
        request.binaries.emplace_back(bytes.begin(), bytes.end());
      } else {
        status = CL_INVALID_BINARY;
        has_invalid = true;
      }
    }
    if (binary_status != nullptr) binary_status[i] = status;
  }
  if (has_missing) return CL_INVALID_VALUE;
  if (has_invalid) return CL_INVALID_BINARY;
  return request;
}

Status program_with_built_in_kernels(cl_context context_handle, cl_uint count,
                                     const cl_device_id* devices, const char* names) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const auto list = device_list(context.value()->devices(), count, devices);
  if (!list.ok()) return list.status();
  // Without a list of names, and with a list none of whose names any device knows.
  static_cast<void>(names);
  return CL_INVALID_VALUE;
}

Result<BuildRequest> build_program(cl_program program_handle, cl_uint count,
                                   const cl_device_id* devices, const char* options,
                                   ProgramNotify notify, const void* user_data) {
  auto program = object<model::Program>(program_handle);
  if (!program.ok()) return program.status();
  auto list = optional_device_list(program.value()->devices(), count, devices);
  if (!list.ok()) return list.status();
  if (Status status = notification(notify != nullptr, user_data); !status.ok()) return status;
  return BuildRequest{Ref<model::Program>(program.value()), std::move(list).value(),
                      options == nullptr ? "" : options};
}

Result<model::Device*> device_of(const model::Program& program, cl_device_id device_handle,
                                 bool may_be_null) {
  const auto& devices = program.devices();
  if (device_handle == nullptr && may_be_null) {
    if (devices.size() != 1) return CL_INVALID_DEVICE;
    return devices.front().get();
  }
  auto device = object<model::Device>(device_handle);
  if (!device.ok()) return device;
  const auto is_it = [&](const Ref<model::Device>& other) { return other.get() == device.value(); };
  if (std::none_of(devices.begin(), devices.end(), is_it)) return CL_INVALID_DEVICE;
  return device;
}

}  // namespace cleave::api::check
