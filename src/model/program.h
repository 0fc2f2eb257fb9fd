// Programs (5.8): source or binary, options, kernel facts and code, for the root devices of a
// context. Sub-devices share the code of their root.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"
#include "model/context.h"
#include "model/handle.h"

namespace cleave::model {

/// The serialised image of a program (compiler/interface/program_image.h). Never null in a binary
/// that is handed on; null where there is none.
using ProgramBinary = std::shared_ptr<const std::vector<std::byte>>;

/// What a successful build of an executable made. Immutable: kernels keep the build that they were
/// made from.
struct ProgramBuild {
  ProgramBinary binary;
  std::vector<compiler::KernelFacts> kernels;
  std::shared_ptr<compiler::Code> code;
  compiler::ProgramScope program_scope;
  // The program-scope variables on this root device, from its initialisers to the last launch; null
  // when there are none.
  std::shared_ptr<std::byte> program_variables;
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
  ProgramBinary binary;  // of the last build, compilation or link; else what the program began with
  std::shared_ptr<const ProgramBuild> build;  // null unless an executable was built
};

/// What one device's part of a build, compilation or link gave.
struct BuildOutcome {
  support::Status status;
  std::string log;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  ProgramBinary binary;
  std::shared_ptr<const ProgramBuild> build;
};

class Program : public Object<Program> {
 public:
  /// How a program came to be: it decides what may be done with it.
  enum class Origin : uint8_t { source, binary, link };
  /// Told of the end of work that goes on aside, from another thread, no lock held.
  using Done = std::function<void(Program*)>;

  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_source(
      support::Ref<Context> context, std::string source);
  /// `binaries` matches `devices`; all of them have been found to be valid images.
  [[nodiscard]] static support::Result<support::Ref<Program>> create_with_binary(
      support::Ref<Context> context, const std::vector<Device*>& devices,
      std::vector<std::vector<std::byte>> binaries);
  /// The program that a link will fill.
  [[nodiscard]] static support::Result<support::Ref<Program>> create_for_link(
      support::Ref<Context> context, const std::vector<Device*>& devices);
  /// Why clCreateProgramWithBinary may not take these bytes for the device; empty when it may.
  [[nodiscard]] static std::string problem_of_binary(std::span<const std::byte> bytes,
                                                     const Device& device);

  Program(support::Ref<Context> context, Origin origin);
  ~Program();

  [[nodiscard]] Context& context() const { return *context_; }
  [[nodiscard]] Origin origin() const { return origin_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  /// The devices of CL_PROGRAM_DEVICES, in its order.
  [[nodiscard]] const std::vector<support::Ref<Device>>& devices() const { return devices_; }

  /// clBuildProgram for these devices (empty: all). Blocks; with `done` it returns at once. Nothing
  /// in place of options means those of the binary. CL_INVALID_OPERATION while kernels are attached
  /// or another build of this program runs, and of a linked program; CL_INVALID_BINARY without an
  /// executable binary; CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS,
  /// CL_COMPILER_NOT_AVAILABLE as they come.
  [[nodiscard]] support::Status build(const std::vector<Device*>& devices,
                                      std::optional<std::string> options, Done done);
  /// clCompileProgram, likewise. CL_INVALID_OPERATION without source.
  [[nodiscard]] support::Status compile(const std::vector<Device*>& devices,
                                        const std::string& options,
                                        std::vector<compiler::EmbeddedHeader> headers, Done done);
  /// clLinkProgram into this new program: for each root device the binaries to link. Devices
  /// without any stay without a build. CL_INVALID_LINKER_OPTIONS and CL_OUT_OF_RESOURCES when the
  /// link cannot begin.
  using LinkInputs = std::map<const Device*, std::vector<ProgramBinary>>;
  [[nodiscard]] support::Status link(LinkInputs inputs, const std::string& options, Done done);

  /// A snapshot of the state on the device's root.
  [[nodiscard]] DeviceBuild device_build(const Device& device) const;
  /// The build of any device that has one (facts are the same on all); null: none succeeded.
  [[nodiscard]] std::shared_ptr<const ProgramBuild> any_build() const;

  /// clSetProgramReleaseCallback: called in reverse order when the program and its kernels are
  /// gone, after its program-scope variables unless a launch still uses them.
  void when_destroyed(Done callback);

  void attach_kernel() { attached_kernels_.fetch_add(1); }
  void detach_kernel() { attached_kernels_.fetch_sub(1); }

 private:
  using Roots = std::vector<const Device*>;
  /// The work of a build for one root device.
  using Work = std::function<BuildOutcome(const Device& root)>;

  [[nodiscard]] Roots roots_of(const std::vector<Device*>& devices) const;
  [[nodiscard]] support::Status begin(const Roots& roots, const std::string& options);
  [[nodiscard]] support::Status run(const Roots& roots, const Work& work);
  [[nodiscard]] support::Status start(const Roots& roots, const std::string& options, Work work,
                                      Done done);
  /// Options that no build can begin with: a build that failed, its log says why.
  [[nodiscard]] support::Status refuse_options(const Roots& roots, const std::string& options,
                                               support::Status status, const std::string& error);
  /// Makes the outcome the state of the device; the context hears of a failure.
  void keep(const Device& root, BuildOutcome outcome);
  void cancel(const Roots& roots);

  support::Ref<Context> context_;
  const Origin origin_;
  std::string source_;
  std::string options_of_binary_;
  std::vector<support::Ref<Device>> devices_;
  std::atomic<uint32_t> attached_kernels_{0};
  mutable std::mutex mutex_;
  std::map<const Device*, DeviceBuild> builds_;  // by root device
  std::vector<Done> release_callbacks_;
};

}  // namespace cleave::model
