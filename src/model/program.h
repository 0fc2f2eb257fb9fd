// Programs (5.8): source or binary, options, kernel facts and code, for the root devices of a
// context. Sub-devices share the code of their root.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"
#include "model/context.h"
#include "model/handle.h"

namespace cleave::model {

/// What a successful build made. Immutable: kernels keep the build that they were made from.
struct ProgramBuild {
  std::vector<std::byte> binary;  // the serialised image
  std::vector<compiler::KernelFacts> kernels;
  std::shared_ptr<compiler::Code> code;
  std::shared_ptr<std::byte[]> program_scope;  // storage of program-scope variables; may be null
  // The language version (OpenCL C 1.x) or -cl-uniform-work-group-size asks that the local size
  // divides the global size.
  bool requires_uniform_groups = true;
};

/// State of the program on one root device.
struct DeviceBuild {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const ProgramBuild> build;  // null unless status is CL_BUILD_SUCCESS
  std::vector<std::byte> given_binary;        // of clCreateProgramWithBinary
};

class Program : public Object<Program> {
 public:
  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_source(
      support::Ref<Context> context, std::string source);
  /// `binaries` matches `devices`; all of them have been found to be valid images.
  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_binary(
      support::Ref<Context> context, std::vector<Device*> devices,
      std::vector<std::vector<std::byte>> binaries);
  /// True when clCreateProgramWithBinary may take these bytes.
  [[nodiscard]] static bool is_valid_binary(std::span<const std::byte> bytes);

  explicit Program(support::Ref<Context> context);

  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  /// The devices of CL_PROGRAM_DEVICES, in its order.
  [[nodiscard]] const std::vector<support::Ref<Device>>& devices() const { return devices_; }

  /// clBuildProgram for these devices (empty: all). Blocks; with `done` it returns at once and
  /// calls it from another thread, no lock held. CL_INVALID_OPERATION while kernels are attached or
  /// another build of this program runs; CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS,
  /// CL_COMPILER_NOT_AVAILABLE as they come.
  [[nodiscard]] support::Status build(const std::vector<Device*>& devices,
                                      const std::string& options,
                                      std::function<void(Program*)> done);
  /// A snapshot of the state on the device's root.
  [[nodiscard]] DeviceBuild device_build(const Device& device) const;
  /// The build of any device that has one (facts are the same on all); null: none succeeded.
  [[nodiscard]] std::shared_ptr<const ProgramBuild> any_build() const;

  void attach_kernel() { attached_kernels_.fetch_add(1); }
  void detach_kernel() { attached_kernels_.fetch_sub(1); }

 private:
  [[nodiscard]] support::Status begin_build(const std::vector<const Device*>& roots,
                                            const std::string& options);
  [[nodiscard]] support::Status run_build(const std::vector<const Device*>& roots,
                                          const std::string& options);
  void cancel_build(const std::vector<const Device*>& roots);

  support::Ref<Context> context_;
  std::string source_;  // empty: made from binaries
  std::vector<support::Ref<Device>> devices_;
  std::atomic<uint32_t> attached_kernels_{0};
  mutable std::mutex mutex_;
  std::map<const Device*, DeviceBuild> builds_;  // by root device
};

}  // namespace cleave::model
