// Answers the queries of every kind of object: clGet…Info after its handles have been checked. Each
// returns CL_INVALID_VALUE for a token that its table lacks and for a buffer that is too small.
#pragma once

#include <CL/cl_ext.h>

#include "api/info/answer.h"
#include "model/command/command_buffer.h"
#include "model/command/event.h"
#include "model/command/queue.h"
#include "model/command/semaphore.h"
#include "model/device.h"
#include "model/memory/memory.h"
#include "model/program/kernel.h"
#include "model/program/program.h"
#include "model/sampler.h"
#include "support/mutable_dispatch_cl.h"

namespace cleave::api::info {

/// Returns the driver's name and version as version strings have them: "Cleave 0.1.0".
[[nodiscard]] std::string product_version();
/// The version of OpenCL, of the platform and its devices: "OpenCL 3.1", and as a number.
[[nodiscard]] std::string opencl_version_name();
[[nodiscard]] cl_version opencl_version_number();

/// "FULL_PROFILE", or "EMBEDDED_PROFILE" as CLEAVE_PROFILE says: of the platform and its devices.
[[nodiscard]] std::string profile_name();

/// The extensions of the platform and of its devices: those of the language and those that only
/// concern the interface.
[[nodiscard]] std::vector<std::string> extensions();

[[nodiscard]] support::Status platform(cl_platform_info name, const Destination& to);
[[nodiscard]] support::Status device(model::Device& device, cl_device_info name,
                                     const Destination& to);
[[nodiscard]] support::Status context(const model::Context& context, cl_context_info name,
                                      const Destination& to);
[[nodiscard]] support::Status queue(const model::command::Queue& queue, cl_command_queue_info name,
                                    const Destination& to);
[[nodiscard]] support::Status memory(const model::memory::MemoryObject& memory, cl_mem_info name,
                                     const Destination& to);
/// Answers for an allocation of unified shared memory; nullptr stands for any other pointer.
[[nodiscard]] support::Status unified_memory(const model::AddressedMemory* memory,
                                             cl_mem_info_intel name, const Destination& to);
/// Precondition: the memory object is an image.
[[nodiscard]] support::Status image(const model::memory::MemoryObject& memory, cl_image_info name,
                                    const Destination& to);
/// The images that clGetImageRequirementsInfoEXT asks about. A null format stands for any format.
struct ImageQuestion {
  backend::ImageFacts facts;
  const model::memory::SupportedImageFormat* format = nullptr;
  cl_mem_object_type type = 0;  // 0: any
  size_t bytes = 0;             // of an image from a buffer, where format and sizes are given
};
[[nodiscard]] support::Status image_requirements(const ImageQuestion& question,
                                                 cl_image_requirements_info_ext name,
                                                 const Destination& to);
[[nodiscard]] support::Status sampler(const model::Sampler& sampler, cl_sampler_info name,
                                      const Destination& to);
/// Precondition: the memory object is a pipe.
[[nodiscard]] support::Status pipe(const model::memory::MemoryObject& memory, cl_pipe_info name,
                                   const Destination& to);
[[nodiscard]] support::Status program(const model::program::Program& program, cl_program_info name,
                                      const Destination& to);
[[nodiscard]] support::Status program_build(const model::program::Program& program,
                                            const model::Device& device, cl_program_build_info name,
                                            const Destination& to);
[[nodiscard]] support::Status kernel(const model::program::Kernel& kernel, cl_kernel_info name,
                                     const Destination& to);
/// 5.9.4: of a program from source only if its build was asked to with -cl-kernel-arg-info, of one
/// from a binary never. A linked program always does.
[[nodiscard]] bool tells_arguments(const model::program::Kernel& kernel);
[[nodiscard]] support::Status kernel_argument(const model::program::Kernel& kernel, cl_uint index,
                                              cl_kernel_arg_info name, const Destination& to);
[[nodiscard]] support::Status kernel_work_group(const model::program::Kernel& kernel,
                                                const model::Device& device,
                                                cl_kernel_work_group_info name,
                                                const Destination& to);

/// The input of clGetKernelSubGroupInfo.
struct SubGroupInput {
  size_t size;
  const void* value;
};
[[nodiscard]] support::Status kernel_sub_group(const model::program::Kernel& kernel,
                                               const model::Device& device,
                                               cl_kernel_sub_group_info name,
                                               const SubGroupInput& input, const Destination& to);
[[nodiscard]] support::Status command_buffer(const model::command::CommandBuffer& buffer,
                                             cl_command_buffer_info_khr name,
                                             const Destination& to);
[[nodiscard]] support::Status mutable_command(const model::command::MutableCommand& command,
                                              cl_mutable_command_info_khr name,
                                              const Destination& to);
[[nodiscard]] support::Status semaphore(const model::command::Semaphore& semaphore,
                                        cl_semaphore_info_khr name, const Destination& to);
[[nodiscard]] support::Status event(const model::command::Event& event, cl_event_info name,
                                    const Destination& to);
[[nodiscard]] support::Status event_profiling(const model::command::Event& event,
                                              cl_profiling_info name, const Destination& to);

}  // namespace cleave::api::info
