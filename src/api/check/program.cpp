#include "api/check/program.h"

#include <algorithm>
#include <span>

#include "api/check/handle.h"
#include "device_image/image.h"

namespace cleave::api::check {

using support::Ref;
using support::Result;
using support::Status;

namespace {

bool takes_modules(const model::Devices& devices) {
  return std::ranges::any_of(devices, [](const Ref<model::Device>& device) {
    return device->hardware().facts().takes_spirv;
  });
}

/// A program of device images; CL_INVALID_VALUE for damaged ones.
Result<ModuleRequest> images_of(Ref<model::Context> context, std::span<const std::byte> bytes) {
  const device_image::Blob blob = device_image::read_blob(bytes);
  if (!blob.problem.empty()) {
    context->notify("clCreateProgramWithIL: " + blob.problem);
    return CL_INVALID_VALUE;
  }
  return ModuleRequest{std::move(context), {{bytes.begin(), bytes.end()}, true, {}}};
}

}  // namespace

Result<SourceRequest> program_with_source(cl_context context_handle, cl_uint count,
                                          const char** strings, const size_t* lengths) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  if (count == 0 || strings == nullptr) return CL_INVALID_VALUE;
  SourceRequest request{context.value(), {}};
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

Result<ModuleRequest> program_with_il(cl_context context_handle, const void* il, size_t length) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const std::span bytes(static_cast<const std::byte*>(il), il == nullptr ? 0 : length);
  const bool is_device_image = device_image::has_magic(bytes);
  if (!is_device_image && !takes_modules(context.value()->devices())) return CL_INVALID_OPERATION;
  if (bytes.empty()) return CL_INVALID_VALUE;
  if (is_device_image) return images_of(std::move(context).value(), bytes);
  spirv::Outline outline = spirv::outline(bytes);
  if (!outline.problem.empty()) {
    context.value()->notify("clCreateProgramWithIL: " + outline.problem);
    return CL_INVALID_VALUE;
  }
  return ModuleRequest{std::move(context).value(),
                       {{bytes.begin(), bytes.end()}, false, std::move(outline.constants)}};
}

Result<SpecializationRequest> specialization(cl_program program_handle, cl_uint id, size_t size,
                                             const void* value) {
  auto program = object<model::program::Program>(program_handle);
  if (!program.ok()) return program.status();
  const bool is_device_image = program.value()->module().is_device_image;
  if (!is_device_image && !takes_modules(program.value()->builds().devices())) {
    return CL_INVALID_OPERATION;
  }
  if (program.value()->origin() != model::program::Program::Origin::intermediate_language) {
    return CL_INVALID_PROGRAM;
  }
  const auto& constants = program.value()->module().constants;
  const auto constant = std::ranges::find(constants, id, &spirv::SpecializableConstant::id);
  if (constant == constants.end()) return CL_INVALID_SPEC_ID;
  if (value == nullptr || size != constant->bytes) return CL_INVALID_VALUE;
  return SpecializationRequest{
      std::move(program).value(), id, {static_cast<const std::byte*>(value), size}};
}

Result<BinaryRequest> program_with_binary(cl_context context_handle, cl_uint count,
                                          const cl_device_id* device_handles, const size_t* lengths,
                                          const unsigned char** binaries, cl_int* binary_status) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  auto devices = device_list(devices_of(*context.value()), count, device_handles);
  if (!devices.ok()) return devices.status();
  if (lengths == nullptr || binaries == nullptr) return CL_INVALID_VALUE;

  BinaryRequest request{context.value(), std::move(devices).value(), {}};
  const auto refuse = [&](const std::string& problem) {
    context.value()->notify("clCreateProgramWithBinary: " + problem);
  };
  bool has_missing = false;
  bool has_invalid = false;
  for (cl_uint i = 0; i < count; ++i) {
    cl_int status = CL_SUCCESS;
    if (lengths[i] == 0 || binaries[i] == nullptr) {
      status = CL_INVALID_VALUE;
      has_missing = true;
    } else {
      const std::span bytes(reinterpret_cast<const std::byte*>(binaries[i]), lengths[i]);
      const std::string problem =
          model::program::Program::problem_of_binary(bytes, *request.devices[i]);
      if (problem.empty()) {
        request.binaries.emplace_back(bytes.begin(), bytes.end());
      } else {
        refuse(problem);
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
  const auto list = device_list(devices_of(*context.value()), count, devices);
  if (!list.ok()) return list.status();
  // There is no list of names, or a list none of whose names any device knows.
  static_cast<void>(names);
  return CL_INVALID_VALUE;
}

namespace {

DeviceRule buildable(const model::program::Program& program) {
  return [&program](const model::Device& device) { return program.may_build_for(device); };
}

}  // namespace

Result<BuildCall> build_program(cl_program program_handle, cl_uint count,
                                const cl_device_id* devices, const char* options,
                                ProgramNotify notify, const void* user_data) {
  auto program = object<model::program::Program>(program_handle);
  if (!program.ok()) return program.status();
  auto list = optional_device_list(buildable(*program.value()), count, devices);
  if (!list.ok()) return list.status();
  if (Status status = notification(notify != nullptr, user_data); !status.ok()) return status;
  BuildCall request{program.value(), std::move(list).value(), {}};
  if (options != nullptr) request.options = options;
  return request;
}

namespace {

/// 5.8.5: the sources of programs, by the names that they are included by.
Result<std::vector<compiler::interface::EmbeddedHeader>> embedded_headers(
    const model::Context& context, const HeaderList& list) {
  const bool has_entries = list.count != 0;
  if ((list.programs != nullptr) != has_entries || (list.names != nullptr) != has_entries) {
    return CL_INVALID_VALUE;
  }
  std::vector<compiler::interface::EmbeddedHeader> headers;
  for (cl_uint i = 0; i < list.count; ++i) {
    auto header = object<model::program::Program>(list.programs[i]);
    if (!header.ok()) return header.status();
    const model::program::Program& program = *header.value();
    // A header is a program that was created from source, in the same context.
    if (program.origin() != model::program::Program::Origin::source) return CL_INVALID_PROGRAM;
    if (&program.context() != &context) return CL_INVALID_CONTEXT;
    if (list.names[i] == nullptr) return CL_INVALID_VALUE;
    headers.push_back({list.names[i], program.source()});
  }
  return headers;
}

/// The rules of clLinkProgram for one device: every program has something to link there, made for
/// the device or what it is a part of, or none has, and then there is no link.
Status add_inputs(const std::vector<Ref<model::program::Program>>& programs, model::Device* device,
                  model::program::Program::LinkInputs& inputs) {
  std::vector<model::program::ProgramBinary> binaries;
  for (const Ref<model::program::Program>& program : programs) {
    const model::program::DeviceBuild build = program->builds().nearest(*device);
    if (build.status == CL_BUILD_IN_PROGRESS) return CL_INVALID_OPERATION;
    if (build.binary_type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
        build.binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY) {
      binaries.push_back(build.binary);
    }
  }
  if (binaries.empty()) return CL_SUCCESS;
  if (binaries.size() != programs.size()) return CL_INVALID_OPERATION;
  inputs[device] = std::move(binaries);
  return CL_SUCCESS;
}

}  // namespace

Result<CompileCall> compile_program(cl_program program_handle, cl_uint count,
                                    const cl_device_id* devices, const char* options,
                                    const HeaderList& headers, ProgramNotify notify,
                                    const void* user_data) {
  auto program = object<model::program::Program>(program_handle);
  if (!program.ok()) return program.status();
  auto list = optional_device_list(buildable(*program.value()), count, devices);
  if (!list.ok()) return list.status();
  // Headers say nothing to a module (5.8.5).
  const bool is_module =
      program.value()->origin() == model::program::Program::Origin::intermediate_language;
  auto embedded = embedded_headers(program.value()->context(), is_module ? HeaderList{} : headers);
  if (!embedded.ok()) return embedded.status();
  if (Status status = notification(notify != nullptr, user_data); !status.ok()) return status;
  return CompileCall{program.value(), std::move(list).value(), options == nullptr ? "" : options,
                     std::move(embedded).value()};
}

Result<LinkCall> link_program(cl_context context_handle, cl_uint count,
                              const cl_device_id* device_handles, const char* options,
                              const ProgramList& list, ProgramNotify notify,
                              const void* user_data) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  auto devices = optional_device_list(devices_of(*context.value()), count, device_handles);
  if (!devices.ok()) return devices.status();
  if (list.count == 0 || list.programs == nullptr) return CL_INVALID_VALUE;
  std::vector<Ref<model::program::Program>> programs;
  for (cl_uint i = 0; i < list.count; ++i) {
    auto program = object<model::program::Program>(list.programs[i]);
    if (!program.ok()) return program.status();
    if (&program.value()->context() != context.value().get()) return CL_INVALID_CONTEXT;
    programs.push_back(std::move(program).value());
  }
  if (Status status = notification(notify != nullptr, user_data); !status.ok()) return status;
  LinkCall request{
      context.value(), std::move(devices).value(), options == nullptr ? "" : options, {}};
  const model::Devices& wanted =
      request.devices.empty() ? context.value()->devices() : request.devices;
  for (const Ref<model::Device>& wanted_device : wanted) {
    const Status status = add_inputs(programs, wanted_device.get(), request.inputs);
    if (!status.ok()) return status;
  }
  return request;
}

Result<Ref<model::Device>> device_of(const model::program::Program& program,
                                     cl_device_id device_handle, bool may_be_null) {
  if (device_handle == nullptr && may_be_null) {
    const model::Devices devices = program.builds().devices();
    if (devices.size() != 1) return CL_INVALID_DEVICE;
    return devices.front();
  }
  auto named = object<model::Device>(device_handle);
  if (named.ok() && !program.has_device(*named.value())) return CL_INVALID_DEVICE;
  return named;
}

}  // namespace cleave::api::check
