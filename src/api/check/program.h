// Checks the arguments of 5.8: programs.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/program/program.h"
#include "support/result.h"

namespace cleave::api::check {

struct SourceRequest {
  support::Ref<model::Context> context;
  std::string source;
};
[[nodiscard]] support::Result<SourceRequest> program_with_source(cl_context context, cl_uint count,
                                                                 const char** strings,
                                                                 const size_t* lengths);

struct ModuleRequest {
  support::Ref<model::Context> context;
  model::program::Program::ModuleInput module;
};
/// Device images are known by their first bytes, and taken by every device. CL_INVALID_OPERATION for
/// all else where no device takes SPIR-V; CL_INVALID_VALUE for what is not well-formed, and the
/// context hears why.
[[nodiscard]] support::Result<ModuleRequest> program_with_il(cl_context context, const void* il,
                                                             size_t length);

struct SpecializationRequest {
  support::Ref<model::program::Program> program;
  uint32_t id;
  std::span<const std::byte> value;  // the application's memory
};
[[nodiscard]] support::Result<SpecializationRequest> specialization(cl_program program, cl_uint id,
                                                                    size_t size, const void* value);

struct BinaryRequest {
  support::Ref<model::Context> context;
  model::Devices devices;
  std::vector<std::vector<std::byte>> binaries;
};
/// Fills `binary_status` (may be null) as soon as the lists are valid, after an error too.
[[nodiscard]] support::Result<BinaryRequest> program_with_binary(cl_context context, cl_uint count,
                                                                 const cl_device_id* devices,
                                                                 const size_t* lengths,
                                                                 const unsigned char** binaries,
                                                                 cl_int* binary_status);

/// No device has built-in kernels, so no name is right.
[[nodiscard]] support::Status program_with_built_in_kernels(cl_context context, cl_uint count,
                                                            const cl_device_id* devices,
                                                            const char* names);

struct BuildCall {
  support::Ref<model::program::Program> program;
  model::Devices devices;              // empty: all
  std::optional<std::string> options;  // nothing: null
};
using ProgramNotify = void(CL_CALLBACK*)(cl_program, void*);
[[nodiscard]] support::Result<BuildCall> build_program(cl_program program, cl_uint count,
                                                       const cl_device_id* devices,
                                                       const char* options, ProgramNotify notify,
                                                       const void* user_data);

struct CompileCall {
  support::Ref<model::program::Program> program;
  model::Devices devices;  // empty: all
  std::string options;
  std::vector<compiler::interface::EmbeddedHeader> headers;
};
/// The list of headers as clCompileProgram takes it.
struct HeaderList {
  cl_uint count;
  const cl_program* programs;
  const char** names;
};
[[nodiscard]] support::Result<CompileCall> compile_program(
    cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
    const HeaderList& headers, ProgramNotify notify, const void* user_data);

struct LinkCall {
  support::Ref<model::Context> context;
  model::Devices devices;  // empty: all
  std::string options;
  model::program::Program::LinkInputs inputs;
};
/// The list of programs as clLinkProgram takes it.
struct ProgramList {
  cl_uint count;
  const cl_program* programs;
};
[[nodiscard]] support::Result<LinkCall> link_program(cl_context context, cl_uint count,
                                                     const cl_device_id* devices,
                                                     const char* options,
                                                     const ProgramList& programs,
                                                     ProgramNotify notify, const void* user_data);

/// The device of a query about a program or kernel: CL_INVALID_DEVICE when the program can not be
/// used on it. With `may_be_null` it can be left out where there is only one.
[[nodiscard]] support::Result<support::Ref<model::Device>> device_of(
    const model::program::Program& program, cl_device_id device, bool may_be_null);

}  // namespace cleave::api::check
