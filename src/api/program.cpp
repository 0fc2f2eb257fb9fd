// 5.8: programs.
#include "model/program/program.h"

#include <memory>

#include "api/check/handle.h"
#include "api/check/program.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"
#include "options/options.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

namespace {

/// The application's notification function, if it gave one, as the model takes it.
model::program::Program::Done done_of(check::ProgramNotify notify, void* user_data) {
  if (notify == nullptr) return {};
  return [notify, user_data](model::program::Program* program) {
    notify(model::handle_of<cl_program>(program), user_data);
  };
}

}  // namespace

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const size_t* lengths, cl_int* errcode_ret) {
  return guarded_create<cl_program>(errcode_ret, [&]() -> Result<Ref<model::program::Program>> {
    auto request = check::program_with_source(context, count, strings, lengths);
    if (!request.ok()) return request.status();
    return model::program::Program::create_with_source(std::move(request.value().context),
                                                       std::move(request.value().source));
  });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id* device_list, const size_t* lengths,
                                     const unsigned char** binaries, cl_int* binary_status,
                                     cl_int* errcode_ret) {
  return guarded_create<cl_program>(errcode_ret, [&]() -> Result<Ref<model::program::Program>> {
    auto checked = check::program_with_binary(context, num_devices, device_list, lengths, binaries,
                                              binary_status);
    if (!checked.ok()) return checked.status();
    check::BinaryRequest& request = checked.value();
    return model::program::Program::create_with_binary(std::move(request.context), request.devices,
                                                       std::move(request.binaries));
  });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id* device_list,
                                             const char* kernel_names, cl_int* errcode_ret) {
  return guarded_create<cl_program>(errcode_ret, [&]() -> Result<Ref<model::program::Program>> {
    return check::program_with_built_in_kernels(context, num_devices, device_list, kernel_names);
  });
}

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length,
                                 cl_int* errcode_ret) {
  return guarded_create<cl_program>(errcode_ret, [&]() -> Result<Ref<model::program::Program>> {
    auto checked = check::program_with_il(context, il, length);
    if (!checked.ok()) return checked.status();
    check::ModuleRequest& request = checked.value();
    return model::program::Program::create_with_module(std::move(request.context),
                                                       std::move(request.module));
  });
}

cl_program clCreateProgramWithILKHR(cl_context context, const void* il, size_t length,
                                    cl_int* errcode_ret) {
  return api::clCreateProgramWithIL(context, il, length, errcode_ret);
}

cl_int clRetainProgram(cl_program program) {
  return retain<model::program::Program>(program);
}

cl_int clReleaseProgram(cl_program program) {
  return release<model::program::Program>(program);
}

cl_int clSetProgramReleaseCallback(cl_program program, check::ProgramNotify pfn_notify,
                                   void* user_data) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Program>(program);
    if (!found.ok()) return found.status();
    // OpenCL 3.0 deprecates it and asks for this answer where nothing has destructors.
    if (options::opencl_version() >= 300) return CL_INVALID_OPERATION;
    if (pfn_notify == nullptr) return CL_INVALID_VALUE;
    found.value()->when_destroyed(done_of(pfn_notify, user_data));
    return CL_SUCCESS;
  });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void* spec_value) {
  return guarded([&]() -> Status {
    const auto checked = check::specialization(program, spec_id, spec_size, spec_value);
    if (!checked.ok()) return checked.status();
    checked.value().program->specialize(spec_id, checked.value().value);
    return CL_SUCCESS;
  });
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                      const char* options, check::ProgramNotify pfn_notify, void* user_data) {
  return guarded([&]() -> Status {
    auto checked =
        check::build_program(program, num_devices, device_list, options, pfn_notify, user_data);
    if (!checked.ok()) return checked.status();
    check::BuildCall& request = checked.value();
    return request.program->build(request.devices, std::move(request.options),
                                  done_of(pfn_notify, user_data));
  });
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                        const char* options, cl_uint num_input_headers,
                        const cl_program* input_headers, const char** header_include_names,
                        check::ProgramNotify pfn_notify, void* user_data) {
  return guarded([&]() -> Status {
    auto checked = check::compile_program(program, num_devices, device_list, options,
                                          {num_input_headers, input_headers, header_include_names},
                                          pfn_notify, user_data);
    if (!checked.ok()) return checked.status();
    check::CompileCall& request = checked.value();
    return request.program->compile(request.devices, request.options, std::move(request.headers),
                                    done_of(pfn_notify, user_data));
  });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                         const char* options, cl_uint num_input_programs,
                         const cl_program* input_programs, check::ProgramNotify pfn_notify,
                         void* user_data, cl_int* errcode_ret) {
  cl_int begun = CL_SUCCESS;
  Status linked;
  const auto given = guarded_value<cl_program>(&begun, nullptr, [&]() -> Result<cl_program> {
    auto checked = check::link_program(context, num_devices, device_list, options,
                                       {num_input_programs, input_programs}, pfn_notify, user_data);
    if (!checked.ok()) return checked.status();
    check::LinkCall& request = checked.value();
    auto created =
        model::program::Program::create_for_link(std::move(request.context), request.devices);
    if (!created.ok()) return created.status();
    const Ref<model::program::Program> program = std::move(created).value();
    // The notification function may have the handle before this function returns it.
    auto handle = model::give_handle<cl_program>(program);
    const auto take_back = [](cl_program of) {
      static_cast<void>(model::program::Program::release(of));
    };
    std::unique_ptr<std::remove_pointer_t<cl_program>, decltype(take_back)> owned(handle,
                                                                                  take_back);
    linked =
        program->link(std::move(request.inputs), request.options, done_of(pfn_notify, user_data));
    // A link that began and failed gives a program all the same: it has the log.
    if (!linked.ok() && linked.code() != CL_LINK_PROGRAM_FAILURE) return linked;
    return owned.release();
  });
  if (errcode_ret != nullptr) *errcode_ret = begun == CL_SUCCESS ? linked.code() : begun;
  return given;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                        void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Program>(program);
    if (!found.ok()) return found.status();
    return info::program(*found.value(), param_name,
                         {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Program>(program);
    if (!found.ok()) return found.status();
    const auto its_device = check::device_of(*found.value(), device, false);
    if (!its_device.ok()) return its_device.status();
    return info::program_build(*found.value(), *its_device.value(), param_name,
                               {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api
