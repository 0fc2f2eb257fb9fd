// Keeps the builds of a program: of each device that a build was for its status, options, log and
// executable.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/hardware.h"
#include "compiler/interface/compiler.h"
#include "model/device.h"
#include "support/result.h"

namespace cleave::model::program {

/// The serialised image of a program (compiler/interface/program_image.h). Never null in a binary
/// that is handed on; null where there is none.
using ProgramBinary = std::shared_ptr<const std::vector<std::byte>>;

/// Values of specialization constants, by their ids.
using SpecializationConstants = std::vector<compiler::interface::SpecializationConstant>;

/// The product of a successful build of an executable. Immutable: kernels keep the build that they
/// were made from.
struct ProgramBuild {
  ProgramBinary binary;
  std::vector<compiler::interface::KernelFacts> kernels;
  std::shared_ptr<backend::DeviceProgram> code;
  compiler::interface::ProgramScope program_scope;
  // The program-scope variables on the root device, from its initialisers to the last launch; null
  // when there are none.
  std::shared_ptr<const backend::Allocation> program_variables;
  // The language version (OpenCL C 1.x) or -cl-uniform-work-group-size asks that the local size
  // divides the global size.
  bool requires_uniform_groups = true;

  [[nodiscard]] bool has_kernel_that(compiler::interface::KernelRole role) const {
    return std::ranges::find(kernels, role, &compiler::interface::KernelFacts::role) !=
           kernels.end();
  }
};

/// The state of the program on one device.
struct DeviceBuild {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  SpecializationConstants constants;  // that the last build or compilation was done with
  std::string log;
  ProgramBinary binary;  // of the last build, compilation or link; else what the program began with
  std::shared_ptr<const ProgramBuild> build;  // null unless an executable was built
};

/// A kernel of a program on one device for which there is an executable.
struct KernelBuild {
  const Device* device;
  std::shared_ptr<const ProgramBuild> build;  // null: the executable has no such kernel
  size_t index = 0;                           // in its kernels
};
using KernelBuilds = std::vector<KernelBuild>;  // the first one has a build

/// The outcome of a build, compilation or link for one device.
struct BuildOutcome {
  support::Status status;
  std::string log;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  ProgramBinary binary;
  std::shared_ptr<const ProgramBuild> build;
};

/// The settings of a build beside its input.
struct BuildSettings {
  std::string options;
  SpecializationConstants constants = {};
};

/// The builds of a program, one for each device that a build was for or that the program has.
/// Thread-safe, but for set_devices() and set_binary(), which come before the program is known.
class DeviceBuilds {
 public:
  struct DeviceAndBuild {
    support::Ref<Device> device;  // kept as long as its status and log can be asked for
    DeviceBuild build;
  };

  /// `keeps_binaries`: the program was created with binaries, which no build replaces.
  explicit DeviceBuilds(bool keeps_binaries) : keeps_binaries_(keeps_binaries) {}
  /// Sets the devices that the program begins with: those of the context, the binaries or the link.
  void set_devices(Devices devices) { own_devices_ = std::move(devices); }
  void set_binary(const support::Ref<Device>& device, cl_program_binary_type type,
                  ProgramBinary binary);
  /// Lets go of all builds; program-scope variables go with them unless a launch still uses them.
  void clear();

  /// Returns the devices that the program began with.
  [[nodiscard]] const Devices& own_devices() const { return own_devices_; }
  /// Returns the devices of CL_PROGRAM_DEVICES, in its order: those that the program began with,
  /// and then the parts of them for which a build or compilation has succeeded.
  [[nodiscard]] Devices devices() const;
  /// Returns a snapshot of the build for the device itself: one that was never named has no build.
  [[nodiscard]] DeviceBuild on(const Device& device) const;
  /// Returns the build that queries report: that of the device or of the nearest one that it is a
  /// part of, which has a binary or was named.
  [[nodiscard]] DeviceBuild nearest(const Device& device) const;
  /// Returns the names of the kernels of all executables, each once, in their order.
  /// CL_INVALID_PROGRAM_EXECUTABLE, as of the next two, when no device has an executable.
  [[nodiscard]] support::Result<std::vector<std::string>> kernel_names() const;
  /// Returns the kernel of that name: an entry for each device with a build. CL_INVALID_KERNEL_NAME
  /// when no executable has it.
  [[nodiscard]] support::Result<KernelBuilds> kernel(const std::string& name) const;
  /// Returns the kernels of every name.
  [[nodiscard]] support::Result<std::vector<KernelBuilds>> all_kernels() const;
  /// Returns true if an executable has a kernel that the driver runs, before the first one
  /// (`constructs`) or after the last one (`destroys`).
  [[nodiscard]] bool has_kernel_that(compiler::interface::KernelRole role) const;
  /// Returns executables of devices other than these, which need not be made again.
  [[nodiscard]] std::vector<DeviceAndBuild> made_for_others(const Devices& devices) const;
  /// Returns the executable of the same code that another device of the same root has; null: none.
  [[nodiscard]] std::shared_ptr<const ProgramBuild> shared_build(const ProgramBuild& made,
                                                                 const Device& device) const;

  /// Begins a build for the devices. False, and nothing is done, if one of them is being built for.
  [[nodiscard]] bool begin(const Devices& devices, const BuildSettings& settings);
  /// Ends a build that has begun, without an outcome.
  void cancel(const Devices& devices);
  /// Ends a build that has begun: makes the outcome the build of the device.
  void keep(const support::Ref<Device>& device, BuildOutcome outcome);

 private:
  /// Returns the build of each device that a build was for, in the order of devices() and then the
  /// others: a snapshot, from which answers that belong together are taken. Its indices mean
  /// nothing.
  [[nodiscard]] KernelBuilds named() const;

  const bool keeps_binaries_;
  Devices own_devices_;
  mutable std::mutex mutex_;
  std::map<const Device*, DeviceAndBuild> entries_;
  Devices built_devices_;  // others for which a build has succeeded, in that order
};

}  // namespace cleave::model::program
